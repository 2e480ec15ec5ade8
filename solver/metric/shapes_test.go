package metric_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/metric"
)

// icosphere is a unit sphere from the icosahedron, each triangle cut into k² and
// pushed out: 10 k² + 2 vertices.
func icosphere(k int) *mesh.Mesh {
	phi := (1 + math.Sqrt(5)) / 2
	base := []r3.Vec{{X: -1, Y: phi}, {X: 1, Y: phi}, {X: -1, Y: -phi}, {X: 1, Y: -phi},
		{Y: -1, Z: phi}, {Y: 1, Z: phi}, {Y: -1, Z: -phi}, {Y: 1, Z: -phi},
		{Z: -1, X: phi}, {Z: 1, X: phi}, {Z: -1, X: -phi}, {Z: 1, X: -phi}}
	faces := [][3]int{{0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
		{11, 10, 2}, {10, 7, 6}, {7, 1, 8}, {3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9},
		{4, 9, 5}, {2, 4, 11}, {6, 2, 10}, {8, 6, 7}, {9, 8, 1}}
	m := &mesh.Mesh{Name: "sphere"}
	index := map[[3]int64]int32{}
	at := func(p r3.Vec) int32 {
		p = r3.Unit(p)
		key := [3]int64{int64(math.Round(p.X * 1e9)), int64(math.Round(p.Y * 1e9)), int64(math.Round(p.Z * 1e9))}
		if i, ok := index[key]; ok {
			return i
		}
		i := int32(len(m.Vertices))
		index[key] = i
		m.Vertices = append(m.Vertices, p)
		return i
	}
	for _, f := range faces {
		a, b, c := base[f[0]], base[f[1]], base[f[2]]
		corner := func(i, j int) int32 { // a + i (b-a)/k + j (c-a)/k
			u := r3.Scale(float64(i)/float64(k), r3.Sub(b, a))
			v := r3.Scale(float64(j)/float64(k), r3.Sub(c, a))
			return at(r3.Add(a, r3.Add(u, v)))
		}
		for i := range k {
			for j := range k - i {
				m.Triangles = append(m.Triangles, [3]int32{corner(i, j), corner(i+1, j), corner(i, j+1)})
				if i+j < k-1 {
					m.Triangles = append(m.Triangles, [3]int32{corner(i+1, j), corner(i+1, j+1), corner(i, j+1)})
				}
			}
		}
	}
	return m
}

// grid is the rectangle [0,w] x [0,h] with nx x ny squares, each cut along a
// random diagonal, optionally with inner vertices jittered by share of a square.
func grid(nx, ny int, w, h, jitter float64) *mesh.Mesh {
	rng := rand.New(rand.NewPCG(7, 7))
	m := &mesh.Mesh{Name: "grid"}
	for j := range ny + 1 {
		for i := range nx + 1 {
			x, y := float64(i), float64(j)
			if i > 0 && i < nx && j > 0 && j < ny {
				x += jitter * (rng.Float64() - 0.5)
				y += jitter * (rng.Float64() - 0.5)
			}
			m.Vertices = append(m.Vertices, r3.Vec{X: x * w / float64(nx), Y: y * h / float64(ny)})
		}
	}
	for j := range ny {
		for i := range nx {
			a := int32(j*(nx+1) + i)
			b, c, d := a+1, a+int32(nx)+1, a+int32(nx)+2
			if rng.IntN(2) == 0 {
				m.Triangles = append(m.Triangles, [3]int32{a, b, d}, [3]int32{a, d, c})
			} else {
				m.Triangles = append(m.Triangles, [3]int32{a, b, c}, [3]int32{b, d, c})
			}
		}
	}
	return m
}

// cylinder is the open cylinder of radius 1 and height h, the grid rolled up.
func cylinder(around, up int, h, jitter float64) *mesh.Mesh {
	flat := grid(around, up, 2*math.Pi, h, jitter)
	m := &mesh.Mesh{Name: "cylinder"}
	for _, p := range flat.Vertices {
		m.Vertices = append(m.Vertices, r3.Vec{X: math.Cos(p.X), Y: math.Sin(p.X), Z: p.Y})
	}
	// The seam's vertices coincide up to rounding and are welded.
	m.Triangles = flat.Triangles
	return m
}

// blob is a closed, smooth and quite asymmetric surface: a sphere pulled out in
// several directions. It has no symmetry that could hide a dependence on order.
func blob(k int) *mesh.Mesh {
	m := icosphere(k)
	m.Name = "blob"
	bumps := []struct {
		at     r3.Vec
		height float64
		width  float64
	}{
		{r3.Unit(r3.Vec{X: 1, Y: 0.2}), 1.6, 0.5}, {r3.Unit(r3.Vec{X: -0.5, Y: 1, Z: 0.3}), 1.1, 0.4},
		{r3.Unit(r3.Vec{Y: -0.4, Z: 1}), 0.7, 0.6}, {r3.Unit(r3.Vec{X: -0.6, Y: -0.7, Z: -0.6}), 1.9, 0.35},
	}
	for i, p := range m.Vertices {
		r := 1.0
		for _, b := range bumps {
			d := r3.Norm(r3.Sub(p, b.at)) / b.width
			r += b.height * math.Exp(-d*d)
		}
		m.Vertices[i] = r3.Scale(r, p)
	}
	return m
}

// shuffled reorders vertices and triangles; newOf gives each vertex's new place.
func shuffled(m *mesh.Mesh, seed uint64) (out *mesh.Mesh, newOf []int32) {
	rng := rand.New(rand.NewPCG(seed, 1))
	newOf = make([]int32, len(m.Vertices))
	for i, p := range rng.Perm(len(m.Vertices)) {
		newOf[i] = int32(p)
	}
	out = &mesh.Mesh{Name: m.Name, Vertices: make([]r3.Vec, len(m.Vertices)), Triangles: make([][3]int32, len(m.Triangles))}
	for i, p := range m.Vertices {
		out.Vertices[newOf[i]] = p
	}
	for i, j := range rng.Perm(len(m.Triangles)) {
		t := m.Triangles[j]
		turn := rng.IntN(3)
		for k := range 3 {
			out.Triangles[i][k] = newOf[t[(k+turn)%3]]
		}
	}
	return out, newOf
}

// moved applies f to every vertex.
func moved(m *mesh.Mesh, f func(r3.Vec) r3.Vec) *mesh.Mesh {
	out := *m
	out.Vertices = make([]r3.Vec, len(m.Vertices))
	for i, p := range m.Vertices {
		out.Vertices[i] = f(p)
	}
	return &out
}

// together puts meshes into one, without welding.
func together(parts ...*mesh.Mesh) *mesh.Mesh {
	out := &mesh.Mesh{Name: "several"}
	for _, m := range parts {
		base := int32(len(out.Vertices))
		out.Vertices = append(out.Vertices, m.Vertices...)
		for _, t := range m.Triangles {
			out.Triangles = append(out.Triangles, [3]int32{t[0] + base, t[1] + base, t[2] + base})
		}
	}
	return out
}

// points drops the faces.
func points(m *mesh.Mesh) *mesh.Mesh {
	return &mesh.Mesh{Name: m.Name + " points", Vertices: m.Vertices}
}

func shift(x, y, z float64) func(r3.Vec) r3.Vec {
	return func(p r3.Vec) r3.Vec { return r3.Add(p, r3.Vec{X: x, Y: y, Z: z}) }
}

func rotation(angle float64, axis r3.Vec) func(r3.Vec) r3.Vec {
	return r3.NewRotation(angle, axis).Rotate
}

func domainOf(t testing.TB, m *mesh.Mesh, opt metric.DomainOptions) *metric.Domain {
	t.Helper()
	d, err := metric.NewDomain(m, opt)
	if err != nil {
		t.Fatalf("%s: %v", m.Name, err)
	}
	return d
}

func spaceOf(t testing.TB, d *metric.Domain, opt metric.SpaceOptions) *metric.Space {
	t.Helper()
	s, err := metric.NewSpace(t.Context(), d, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
