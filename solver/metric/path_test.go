package metric_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/metric"
)

// pathTo is the path from one point to another, and the distance between them.
func pathTo(t *testing.T, d *metric.Domain, from, to int32) (path []metric.PathPoint, distance float64) {
	t.Helper()
	err := d.Geodesics(context.Background(), []int32{to}, metric.KindAccurate, 1, func(_ int, dist []float64) {
		distance = dist[from]
		path = d.PathDown(slices.Clone(dist), from)
	})
	if err != nil {
		t.Fatal(err)
	}
	return path, distance
}

func pathLength(path []metric.PathPoint) (sum float64) {
	for k := 1; k < len(path); k++ {
		sum += r3.Norm(r3.Sub(path[k].At, path[k-1].At))
	}
	return sum
}

// A path begins and ends where it should, lies on the surface, is about as long as the
// distance, and on shapes whose shortest paths are known keeps to them.
func TestPathsAreShortest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		m     *mesh.Mesh
		slack float64
	}{
		{"plane", grid(40, 40, 1, 1, 0.5), 0.02}, {"sphere", icosphere(20), 0.02}, {"cylinder", cylinder(60, 30, 3, 0.4), 0.02},
		{"blob", blob(18), 0.03}, {"cloud", points(icosphere(16)), 0.001}, {"two pieces", together(icosphere(10), moved(icosphere(10), shift(5, 0, 0))), 0.03},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := domainOf(t, c.m, metric.DomainOptions{})
			n := int32(len(d.Points))
			for k := range int32(12) {
				from, to := (k*7919)%n, (k*104729+n/2)%n
				if from == to {
					continue
				}
				path, distance := pathTo(t, d, from, to)
				if path[0].A != from || path[len(path)-1].A != to || path[len(path)-1].B != to {
					t.Fatalf("the path from %d to %d leads from %+v to %+v", from, to, path[0], path[len(path)-1])
				}
				if l := pathLength(path); math.Abs(l/distance-1) > c.slack {
					t.Errorf("the path from %d to %d is %.4f long, the distance %.4f", from, to, l, distance)
				}
				for _, p := range path {
					if on := r3.Add(r3.Scale(1-p.T, d.Points[p.A]), r3.Scale(p.T, d.Points[p.B])); r3.Norm(r3.Sub(on, p.At)) > 1e-12 {
						t.Fatalf("%+v does not lie on its edge", p)
					}
				}
				if straight := r3.Sub(d.Points[to], d.Points[from]); c.name == "plane" {
					for _, p := range path {
						off := r3.Sub(p.At, d.Points[from])
						if away := r3.Norm(r3.Cross(off, straight)) / r3.Norm(straight); away > 0.03 {
							t.Errorf("on a plane the path leaves the straight line by %.3f", away)
							break
						}
					}
				}
			}
			if path, _ := pathTo(t, d, 3, 3); len(path) != 1 {
				t.Errorf("the path from a point to itself has %d places", len(path))
			}
		})
	}
}
