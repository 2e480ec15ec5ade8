package metric_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/metric"
)

// The closed forms: great circles, the unrolled cylinder, straight lines.
var closedForms = []struct {
	name  string
	mesh  *mesh.Mesh
	exact func(p, q r3.Vec) float64 // in the mesh's own units
	// Largest mean and worst relative error by kind, over pairs at least a tenth
	// of the largest distance apart.
	mean, worst map[metric.Kind]float64
}{
	{
		name: "sphere", mesh: icosphere(16),
		exact: func(p, q r3.Vec) float64 { return math.Atan2(r3.Norm(r3.Cross(p, q)), r3.Dot(p, q)) },
		mean:  map[metric.Kind]float64{metric.KindGraph: 0.08, metric.KindKNN: 0.012, metric.KindAccurate: 0.003},
		worst: map[metric.Kind]float64{metric.KindGraph: 0.2, metric.KindKNN: 0.05, metric.KindAccurate: 0.015},
	},
	{
		name: "cylinder", mesh: cylinder(60, 40, 4, 0.4),
		exact: func(p, q r3.Vec) float64 {
			turn := math.Abs(math.Atan2(p.X*q.Y-p.Y*q.X, p.X*q.X+p.Y*q.Y))
			return math.Hypot(turn, p.Z-q.Z)
		},
		mean:  map[metric.Kind]float64{metric.KindGraph: 0.08, metric.KindKNN: 0.012, metric.KindAccurate: 0.003},
		worst: map[metric.Kind]float64{metric.KindGraph: 0.3, metric.KindKNN: 0.05, metric.KindAccurate: 0.01},
	},
	{
		name: "flat grid", mesh: grid(50, 30, 5, 3, 0.4),
		exact: func(p, q r3.Vec) float64 { return r3.Norm(r3.Sub(p, q)) },
		mean:  map[metric.Kind]float64{metric.KindGraph: 0.08, metric.KindKNN: 0.012, metric.KindAccurate: 1e-6},
		worst: map[metric.Kind]float64{metric.KindGraph: 0.3, metric.KindKNN: 0.05, metric.KindAccurate: 1e-5},
	},
}

func TestGeodesicsMatchClosedForms(t *testing.T) {
	t.Parallel()
	for _, c := range closedForms {
		for _, kind := range []metric.Kind{metric.KindGraph, metric.KindKNN, metric.KindAccurate} {
			t.Run(c.name+"/"+kind.String(), func(t *testing.T) {
				t.Parallel()
				s := spaceOf(t, domainOf(t, c.mesh, metric.DomainOptions{}), metric.SpaceOptions{Samples: 60, Kind: kind, Seed: 3})
				d := s.Domain
				unit := s.Diameter * d.Scale // distances in the mesh's own units
				var far float64
				for i := range s.Samples {
					for j := range d.Points {
						far = max(far, c.exact(c.mesh.Vertices[d.VertexOf[s.Samples[i]]], c.mesh.Vertices[d.VertexOf[j]]))
					}
				}
				var sum, worst, signed float64
				pairs := 0.0
				for i, p := range s.Samples {
					for q, x := range s.Row(i).Part(0, len(d.Points), nil) {
						want := c.exact(c.mesh.Vertices[d.VertexOf[p]], c.mesh.Vertices[d.VertexOf[q]])
						if want < 0.1*far {
							continue
						}
						e := float64(x)*unit/want - 1
						sum += math.Abs(e)
						signed += e
						worst = max(worst, math.Abs(e))
						pairs++
					}
				}
				t.Logf("%d points: mean relative error %.5f (signed %+.5f), worst %.5f", len(d.Points), sum/pairs, signed/pairs, worst)
				if sum/pairs > c.mean[kind] || worst > c.worst[kind] {
					t.Errorf("mean error %.4f, worst %.4f; want at most %.4f and %.4f", sum/pairs, worst, c.mean[kind], c.worst[kind])
				}
			})
		}
	}
}
