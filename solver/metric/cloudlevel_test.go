package metric_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/metric"
)

// sphereCloud is n points anywhere on a sphere.
func sphereCloud(n int) *mesh.Mesh {
	rng := rand.New(rand.NewPCG(7, 8))
	m := &mesh.Mesh{Vertices: make([]r3.Vec, n)}
	for k := range m.Vertices {
		m.Vertices[k] = r3.Unit(r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
	}
	return m
}

// The level of a cloud has about the points that it should, and tells distances about as well as the
// cloud itself.
func TestLevelOfACloud(t *testing.T) {
	t.Parallel()
	d := domainOf(t, sphereCloud(60000), metric.DomainOptions{})
	l := levelOf(t, d)
	if n := len(l.Points); n < 12000 || n > 20000 || !slices.IsSorted(l.Points) || len(l.Domain.Triangles) > 0 {
		t.Fatalf("the level of %d points has %d points and %d triangles", len(d.Points), n, len(l.Domain.Triangles))
	}
	off := func(s *metric.Space) (mean, most float64) {
		radius := r3.Norm(d.Points[0])
		count := 0
		for i, p := range s.Samples {
			row := s.Row(i)
			for q := 0; q < len(d.Points); q += 37 {
				far := radius * math.Acos(min(1, max(-1, r3.Dot(r3.Unit(d.Points[p]), r3.Unit(d.Points[q])))))
				if far < 0.2*radius {
					continue
				}
				e := float64(row.At(int32(q)))*s.Diameter/far - 1
				mean, most = mean+math.Abs(e), max(most, math.Abs(e))
				count++
			}
		}
		return mean / float64(count), most
	}
	on := spaceOf(t, d, metric.SpaceOptions{Samples: 20, Kind: metric.KindKNN})
	if on.ToPoints != nil {
		t.Fatal("the space of a large cloud holds distances to all points")
	}
	along := spaceOf(t, d, metric.SpaceOptions{Samples: 20, Kind: metric.KindKNN, Neighbors: 20})
	mean, most := off(on)
	meanAlong, mostAlong := off(along)
	t.Logf("off by %.4f in the mean and %.4f at most; along the cloud itself %.4f and %.4f", mean, most, meanAlong, mostAlong)
	if mean > meanAlong+0.01 || most > mostAlong+0.03 {
		t.Error("the level tells distances worse than the cloud")
	}
}
