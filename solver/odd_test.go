package solver

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
)

func TestTinyProblemsReachTheGlobalMinimum(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		for _, n := range []int{2, 3, 4, 5, 6, 7} {
			x, y := cloudSpace(t, n, 2*seed+1), cloudSpace(t, n, 2*seed+2)
			best := math.Inf(1)
			permutations(n, func(sigma []int32) {
				best = min(best, gw.Loss(x.Distances, y.Distances, x.Weights, y.Weights, gw.Permutation(sigma)))
			})
			for _, effort := range []Effort{Fast, Thorough} {
				r := mustSolve(t, x, y, Settings{Effort: effort})
				least := math.Inf(1)
				for _, a := range r.Alternatives {
					least = min(least, a.GW2)
				}
				if effort == Thorough && least > best+1e-9 {
					t.Errorf("n=%d seed %d: GW² %v, the best permutation has %v", n, seed, least, best)
				}
			}
		}
	}
}

func permutations(n int, visit func([]int32)) {
	sigma := make([]int32, n)
	for i := range sigma {
		sigma[i] = int32(i)
	}
	var place func(k int)
	place = func(k int) {
		if k == n {
			visit(sigma)
			return
		}
		for i := k; i < n; i++ {
			sigma[k], sigma[i] = sigma[i], sigma[k]
			place(k + 1)
			sigma[k], sigma[i] = sigma[i], sigma[k]
		}
	}
	place(0)
}

func TestOddShapes(t *testing.T) {
	t.Parallel()
	shapes := map[string]*mesh.Mesh{
		"two points":    {Vertices: []r3.Vec{{}, {X: 1}}},
		"line":          line(40),
		"flat grid":     grid(12, 9, 0),
		"bent grid":     grid(12, 9, 0.8),
		"tetrahedron":   tetrahedron(),
		"sphere":        ellipsoid(1, 1, 1),
		"one triangle":  {Vertices: []r3.Vec{{}, {X: 1}, {Y: 2}}, Triangles: [][3]int32{{0, 1, 2}}},
		"cloud":         cloud(30, 4),
		"bigger cloud":  cloud(90, 5),
		"seven samples": cloud(7, 6),
	}
	for nameX, mx := range shapes {
		for nameY, my := range shapes {
			t.Run(nameX+" to "+nameY, func(t *testing.T) {
				t.Parallel()
				x, y := spaceOf(t, mx, 60, 1), spaceOf(t, my, 60, 2)
				for _, set := range []Settings{{}, {Effort: Fast, Flip: FlipMirrored}, {NoPolish: true, Flip: FlipDirect}} {
					r := mustSolve(t, x, y, set)
					if math.IsNaN(r.GW2()) || math.IsNaN(float64(r.GW2Slicer)) || math.IsNaN(float64(r.Margin)) {
						t.Errorf("GW² %v, slicer's %v, margin %v", r.GW2(), r.GW2Slicer, r.Margin)
					}
				}
			})
		}
	}
}

func cloud(n int, seed uint64) *mesh.Mesh {
	rng := rand.New(rand.NewPCG(seed, 5))
	m := &mesh.Mesh{}
	for range n {
		m.Vertices = append(m.Vertices, r3.Vec{X: 3 * rng.Float64(), Y: 2 * rng.Float64(), Z: rng.Float64()})
	}
	return m
}

func cloudSpace(t testing.TB, n int, seed uint64) *metric.Space {
	return spaceOf(t, cloud(n, seed), n, seed)
}

func line(n int) *mesh.Mesh {
	m := &mesh.Mesh{}
	for i := range n {
		m.Vertices = append(m.Vertices, r3.Vec{X: float64(i) + 0.3*math.Sin(float64(i))})
	}
	return m
}

// grid is a sheet of w x h vertices, bent by the given angle.
func grid(w, h int, bend float64) *mesh.Mesh {
	m := &mesh.Mesh{}
	for j := range h {
		for i := range w {
			s := bend * float64(i) / float64(w)
			m.Vertices = append(m.Vertices, r3.Vec{X: float64(i) * math.Cos(s), Y: float64(j), Z: float64(i) * math.Sin(s)})
		}
	}
	for j := range h - 1 {
		for i := range w - 1 {
			k := int32(j*w + i)
			m.Triangles = append(m.Triangles, [3]int32{k, k + 1, k + int32(w)}, [3]int32{k + 1, k + 1 + int32(w), k + int32(w)})
		}
	}
	return m
}

func tetrahedron() *mesh.Mesh {
	return &mesh.Mesh{
		Vertices:  []r3.Vec{{}, {X: 1}, {Y: 1.2}, {Z: 1.5}},
		Triangles: [][3]int32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}},
	}
}

// ellipsoid is an octahedron, subdivided four times, with the given semi-axes.
func ellipsoid(a, b, c float64) *mesh.Mesh {
	v := []r3.Vec{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}}
	f := [][3]int32{{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}
	for range 4 {
		middle := map[[2]int32]int32{}
		mid := func(i, j int32) int32 {
			key := [2]int32{min(i, j), max(i, j)}
			if k, ok := middle[key]; ok {
				return k
			}
			v = append(v, r3.Unit(r3.Add(v[i], v[j])))
			middle[key] = int32(len(v) - 1)
			return middle[key]
		}
		var next [][3]int32
		for _, t := range f {
			p, q, r := mid(t[0], t[1]), mid(t[1], t[2]), mid(t[2], t[0])
			next = append(next, [3]int32{t[0], p, r}, [3]int32{p, t[1], q}, [3]int32{r, q, t[2]}, [3]int32{p, q, r})
		}
		f = next
	}
	m := &mesh.Mesh{Triangles: f}
	for _, p := range v {
		m.Vertices = append(m.Vertices, r3.Vec{X: a * p.X, Y: b * p.Y, Z: c * p.Z})
	}
	return m
}
