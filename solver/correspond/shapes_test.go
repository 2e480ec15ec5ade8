package correspond_test

import (
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/metric"
)

// sphere is an icosahedron subdivided level times, projected to the unit sphere:
// 12, 42, 162, 642, 2562 vertices.
func sphere(level int) *mesh.Mesh {
	g := (1 + math.Sqrt(5)) / 2
	m := &mesh.Mesh{Name: "sphere"}
	for _, p := range []r3.Vec{{X: -1, Y: g}, {X: 1, Y: g}, {X: -1, Y: -g}, {X: 1, Y: -g}, {Y: -1, Z: g}, {Y: 1, Z: g},
		{Y: -1, Z: -g}, {Y: 1, Z: -g}, {X: g, Z: -1}, {X: g, Z: 1}, {X: -g, Z: -1}, {X: -g, Z: 1}} {
		m.Vertices = append(m.Vertices, r3.Unit(p))
	}
	m.Triangles = [][3]int32{{0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
		{3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9}, {4, 9, 5}, {2, 4, 11}, {6, 2, 10}, {8, 6, 7}, {9, 8, 1}}
	for range level {
		m = subdivide(m)
		for i, p := range m.Vertices {
			m.Vertices[i] = r3.Unit(p)
		}
	}
	return m
}

// subdivide splits every triangle into four; the vertices before keep their indices.
func subdivide(m *mesh.Mesh) *mesh.Mesh {
	out := &mesh.Mesh{Name: m.Name, Vertices: append([]r3.Vec(nil), m.Vertices...)}
	middle := map[[2]int32]int32{}
	mid := func(a, b int32) int32 {
		key := [2]int32{min(a, b), max(a, b)}
		if i, ok := middle[key]; ok {
			return i
		}
		i := int32(len(out.Vertices))
		out.Vertices = append(out.Vertices, r3.Scale(0.5, r3.Add(m.Vertices[a], m.Vertices[b])))
		middle[key] = i
		return i
	}
	for _, t := range m.Triangles {
		a, b, c := mid(t[0], t[1]), mid(t[1], t[2]), mid(t[2], t[0])
		out.Triangles = append(out.Triangles, [3]int32{t[0], a, c}, [3]int32{t[1], b, a}, [3]int32{t[2], c, b}, [3]int32{a, b, c})
	}
	return out
}

// body is a sphere with five flat arms of different lengths and no symmetry; bend
// turns what lies above the middle about the x axis, which changes no geodesic by
// much.
func body(level int, bend float64) *mesh.Mesh {
	arms := []struct {
		at           r3.Vec
		length, wide float64 // width across the flat side
	}{
		{r3.Vec{X: 1, Y: 0.1, Z: 0.2}, 1.6, 0.35},
		{r3.Vec{X: -0.8, Y: 0.5, Z: -0.1}, 1.1, 0.35},
		{r3.Vec{X: 0.1, Y: -0.3, Z: 1}, 0.9, 0.3},
		{r3.Vec{X: 0.2, Y: 1, Z: -0.4}, 0.6, 0.3},
		{r3.Vec{X: -0.3, Y: -0.7, Z: -0.7}, 1.3, 0.3},
	}
	m := sphere(level)
	m.Name = "body"
	for i, p := range m.Vertices {
		r := 1.0
		for k, a := range arms {
			// Flat arms, each in a plane of its own: round ones could be twisted freely.
			axis := r3.Unit(a.at)
			flat := r3.Unit(r3.Cross(axis, r3.Vec{X: float64(k), Y: 1, Z: -2}))
			d := r3.Sub(p, axis)
			along := r3.Dot(d, flat)
			r += a.length * math.Exp(-(r3.Norm2(d)+3*along*along)/(a.wide*a.wide))
		}
		q := r3.Scale(r, p)
		if bend != 0 {
			t := bend / (1 + math.Exp(-3*q.Z))
			q.Y, q.Z = q.Y*math.Cos(t)-q.Z*math.Sin(t), q.Y*math.Sin(t)+q.Z*math.Cos(t)
		}
		m.Vertices[i] = q
	}
	return m
}

// cloudOf drops the triangles.
func cloudOf(m *mesh.Mesh) *mesh.Mesh {
	return &mesh.Mesh{Name: m.Name + ", points", Vertices: m.Vertices}
}

// copyPair is a mesh and the same mesh with its vertices shuffled, turned and moved.
func copyPair(tb testing.TB, a, b *mesh.Mesh, seed uint64) *pair {
	tb.Helper()
	b, order := shuffle(b, rand.New(rand.NewPCG(seed, 2)))
	p := &pair{meshX: a, meshY: b, x: domainOf(tb, a), y: domainOf(tb, b)}
	p.truthX, p.truthY = make([]int32, len(p.x.Points)), make([]int32, len(p.y.Points))
	for v, w := range order {
		p.truthX[p.x.PointOf[v]] = p.y.PointOf[w]
		p.truthY[p.y.PointOf[w]] = p.x.PointOf[v]
	}
	return p
}

// bodies is a body and a bent one with another tessellation, with spaces; shared
// by tests, which only read it.
type bodies struct {
	pair
	spaceX, spaceY *metric.Space
}

var sharedBodies = sync.OnceValue(func() *bodies {
	b := &bodies{}
	tb := &testing.B{}
	b.pair = *newPair(tb, body(4, 0), body(4, 0.3), 9)
	b.spaceX, b.spaceY = spaceOf(tb, b.x, 300, 1), spaceOf(tb, b.y, 250, 2)
	return b
})
