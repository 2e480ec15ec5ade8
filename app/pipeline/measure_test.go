package pipeline

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/session"
	"gwscope/meshio/mesh"
)

// On a unit square of triangles, shifted and in its own units, both distances between corners
// are those of the square, and the path leads from one vertex to the other.
func TestMeasureIsInTheFilesUnits(t *testing.T) {
	t.Parallel()
	const n, side = 20, 30.0
	m := &mesh.Mesh{Name: "square"}
	for j := range n + 1 {
		for i := range n + 1 {
			m.Vertices = append(m.Vertices, r3.Vec{X: 1000 + side*float64(i)/n, Y: side * float64(j) / n})
		}
	}
	for j := range int32(n) {
		for i := range int32(n) {
			a := j*(n+1) + i
			m.Triangles = append(m.Triangles, [3]int32{a, a + 1, a + n + 2}, [3]int32{a, a + n + 2, a + n + 1})
		}
	}
	s := &Shape{Ref: "square", Mesh: m}
	d, err := s.Domain(session.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	from, to := n, n*(n+1) // across the diagonal that no triangle has
	got, err := Measure(context.Background(), s, d, from, to)
	if err != nil {
		t.Fatal(err)
	}
	want := side * math.Sqrt2
	if math.Abs(got.Straight-want) > 1e-9 || got.Geodesic < want || got.Geodesic > 1.01*want {
		t.Errorf("straight %g and along the surface %g, want %g", got.Straight, got.Geodesic, want)
	}
	if p := got.Path; r3.Norm(r3.Sub(p[0], m.Vertices[from])) > 1e-9 || r3.Norm(r3.Sub(p[len(p)-1], m.Vertices[to])) > 1e-9 || len(got.Normals) != len(p) {
		t.Errorf("the path leads from %v to %v, with %d normals for %d places", p[0], p[len(p)-1], len(got.Normals), len(p))
	}
	for _, v := range []r3.Vec{got.Normals[0], got.Normals[len(got.Normals)/2]} {
		if math.Abs(math.Abs(v.Z)-1) > 1e-9 {
			t.Errorf("a normal of the square is %v", v)
		}
	}
	if _, err := Measure(context.Background(), s, d, 0, len(m.Vertices)); err == nil {
		t.Error("a vertex that is not there is measured")
	}
}
