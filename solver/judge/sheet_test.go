package judge_test

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/judge"
)

// cape is an open, bent surface without symmetry of n x n vertices; with turned its faces look
// to the other side.
func cape(turned bool) *mesh.Mesh {
	const n = 24
	m := &mesh.Mesh{}
	for i := range n {
		for j := range n {
			u, v := float64(i)/(n-1), float64(j)/(n-1)
			x, y := 1.3*u+0.3*u*v, v+0.5*u*u*v
			m.Vertices = append(m.Vertices, r3.Vec{X: x, Y: y, Z: 0.3*math.Sin(2*x) + 0.2*y*y*x})
		}
	}
	for i := range n - 1 {
		for j := range n - 1 {
			a, b, c, d := int32(i*n+j), int32((i+1)*n+j), int32((i+1)*n+j+1), int32(i*n+j+1)
			if turned {
				b, d = d, b
			}
			m.Triangles = append(m.Triangles, [3]int32{a, b, c}, [3]int32{a, c, d})
		}
	}
	return m
}

// The side to which the faces of a sheet look says nothing: the map that carries a sheet to itself
// is as good where they look the other way, and has no orientation.
func TestTheSidesOfASheetAreEqual(t *testing.T) {
	t.Parallel()
	const n = 150
	x, y := spaceOf(t, cape(false), n), spaceOf(t, cape(true), n)
	if !x.Domain.Sheet || x.Domain.Closed {
		t.Fatal("the test needs a sheet")
	}
	if spaceOf(t, pear(false), n).Domain.Sheet {
		t.Error("a closed surface is a sheet")
	}
	for i := range x.Samples {
		if x.Samples[i] != y.Samples[i] {
			t.Fatal("the test needs equal samples")
		}
	}
	level, other := judge.NewShape(x, 1).Level(n, 1), judge.NewShape(y, 1).Level(n, 1)
	same := judge.NewBench(level, level).Judge(context.Background(), identity(n), identity(n))
	turned := judge.NewBench(level, other).Judge(context.Background(), identity(n), identity(n))
	if !math.IsNaN(same.Orientation) || !math.IsNaN(turned.Orientation) {
		t.Errorf("orientations %v and %v of a sheet", same.Orientation, turned.Orientation)
	}
	if math.Abs(same.Score-turned.Score) > 1e-9 || same.Bending < 0.99 || turned.Bending < 0.99 || turned.Turning < 0.99 {
		t.Errorf("the sheet scores %+v, with its faces turned over %+v", *same, *turned)
	}
	a := judge.NewBench(level, level).CurvatureScore(x.Samples, x.Samples)
	b := judge.NewBench(level, other).CurvatureScore(y.Samples, x.Samples)
	if math.Abs(a-b) > 1e-9 {
		t.Errorf("curvature scores %g, with the faces turned over %g", a, b)
	}
	// A wrong match still scores worse.
	backwards := make([]int32, n)
	for i := range backwards {
		backwards[i] = int32(n - 1 - i)
	}
	if wrong := judge.NewBench(level, other).Judge(context.Background(), backwards, backwards); wrong.Score < turned.Score+2 {
		t.Errorf("nonsense scores %g, the right match %g", wrong.Score, turned.Score)
	}
}
