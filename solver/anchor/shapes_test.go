package anchor

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/assets/shapes"
	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/solver/metric"
)

// spikes of the star: no two alike, none opposite another, no symmetry.
var spikes = []struct {
	to     r3.Vec
	length float64
}{
	{r3.Vec{X: 1, Y: 0.2, Z: 0.1}, 2.0}, {r3.Vec{X: -0.9, Y: 0.5, Z: 0.3}, 1.5}, {r3.Vec{X: 0.1, Y: -1, Z: 0.4}, 1.7},
	{r3.Vec{X: -0.2, Y: 0.3, Z: -1}, 1.2}, {r3.Vec{X: 0.2, Y: 0.5, Z: 0.9}, 1.35}, {r3.Vec{X: -0.6, Y: -0.6, Z: -0.3}, 1.0},
}

// star is a ball with the first count spikes, and the vertex at the end of each.
func star(count int) (m *mesh.Mesh, tips []int) {
	m = meshtest.Icosphere(4)
	best := make([]float64, count)
	tips = make([]int, count)
	out := &mesh.Mesh{Name: "star", Triangles: m.Triangles}
	for v, p := range m.Vertices {
		u, r := r3.Unit(p), 1.0
		for k, s := range spikes[:count] {
			along := r3.Dot(u, r3.Unit(s.to))
			r += s.length * math.Exp((along-1)/0.025)
			if along > best[k] {
				best[k], tips[k] = along, v
			}
		}
		out.Vertices = append(out.Vertices, r3.Scale(r, u))
	}
	return out, tips
}

// disguise shuffles, turns, moves and scales a mesh; with reflect set it becomes its
// mirror image. newIndex gives the new index of each vertex.
func disguise(m *mesh.Mesh, seed uint64, reflected bool) (out *mesh.Mesh, newIndex []int32) {
	rng := rand.New(rand.NewPCG(seed, 99))
	turn := r3.NewRotation(rng.Float64()*2*math.Pi, r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
	out = &mesh.Mesh{Name: m.Name, Vertices: make([]r3.Vec, len(m.Vertices))}
	for _, i := range rng.Perm(len(m.Vertices)) {
		newIndex = append(newIndex, int32(i))
	}
	for i, p := range m.Vertices {
		if reflected {
			p.X = -p.X
		}
		out.Vertices[newIndex[i]] = r3.Add(r3.Scale(3.7, turn.Rotate(p)), r3.Vec{X: 5, Y: -2, Z: 9})
	}
	for _, k := range rng.Perm(len(m.Triangles)) {
		f := m.Triangles[k]
		if reflected {
			f[1], f[2] = f[2], f[1]
		}
		out.Triangles = append(out.Triangles, [3]int32{newIndex[f[0]], newIndex[f[1]], newIndex[f[2]]})
	}
	return out, newIndex
}

func spaceOf(t testing.TB, m *mesh.Mesh, samples int, seed uint64) *metric.Space {
	t.Helper()
	d, err := metric.NewDomain(m, metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: samples, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func shapeOf(t testing.TB, id string) *mesh.Mesh {
	t.Helper()
	m, err := shapes.Make(id)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// pair is two embedded shapes, the second disguised, and the truth between them.
type pair struct {
	x, y *metric.Space
	// direct and mirrored give for each sample of X the point of Y where it belongs.
	direct, mirrored []int32
}

// newPair takes shape a as it is, or what cut leaves of it (nil: all).
func newPair(t testing.TB, a, b string, n, m int, cut func(r3.Vec) bool) *pair {
	t.Helper()
	mx, my := shapeOf(t, a), shapeOf(t, b)
	if cut != nil {
		mx = without(mx, cut)
	}
	hidden, newIndex := disguise(my, 5, false)
	p := &pair{x: spaceOf(t, mx, n, 1), y: spaceOf(t, hidden, m, 2)}
	truth := func(places []shapes.Place, err error) (points []int32) {
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range p.x.Samples {
			place := places[p.x.Domain.VertexOf[s]]
			corner := 0
			for k, w := range place.Bary {
				if w > place.Bary[corner] {
					corner = k
				}
			}
			points = append(points, p.y.Domain.PointOf[newIndex[my.Triangles[place.Face][corner]]])
		}
		return points
	}
	p.direct, p.mirrored = truth(shapes.Truth(a, b)), truth(shapes.TruthMirrored(a, b))
	return p
}

// without leaves out the faces that have a corner where cut says so; all vertices stay.
func without(m *mesh.Mesh, cut func(r3.Vec) bool) *mesh.Mesh {
	out := &mesh.Mesh{Name: m.Name, Vertices: m.Vertices}
	for _, f := range m.Triangles {
		if !cut(m.Vertices[f[0]]) && !cut(m.Vertices[f[1]]) && !cut(m.Vertices[f[2]]) {
			out.Triangles = append(out.Triangles, f)
		}
	}
	return out
}

// meanError is the mean geodesic distance / √area from where the samples of X belong to
// where they are sent.
func (p *pair) meanError(t testing.TB, xToY, truth []int32) float64 {
	t.Helper()
	errs := make([]float64, len(truth))
	if err := p.y.Domain.Geodesics(context.Background(), truth, metric.KindGraph, 0, func(i int, dist []float64) {
		errs[i] = dist[xToY[i]]
	}); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, e := range errs {
		sum += e / float64(len(errs))
	}
	return sum
}
