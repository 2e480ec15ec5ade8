package meshtest

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

// Empty has no vertices at all.
func Empty() *mesh.Mesh { return named("empty", nil, nil) }

// OneTriangle is a single right triangle.
func OneTriangle() *mesh.Mesh {
	return named("one triangle", []r3.Vec{{}, {X: 1}, {Y: 1}}, [][3]int32{{0, 1, 2}})
}

// Points is a point cloud of the vertices of an icosphere.
func Points(subdivisions int) *mesh.Mesh {
	return named("points", Icosphere(subdivisions).Vertices, nil)
}

// Soup is m with three vertices of its own for every triangle, as STL has it.
func Soup(m *mesh.Mesh) *mesh.Mesh {
	var vertices []r3.Vec
	var triangles [][3]int32
	for t, f := range m.Triangles {
		for _, v := range f {
			vertices = append(vertices, m.Vertices[v])
		}
		triangles = append(triangles, [3]int32{int32(3 * t), int32(3*t + 1), int32(3*t + 2)})
	}
	return named(m.Name+" soup", vertices, triangles)
}

// join puts meshes into one, without connecting them.
func join(name string, parts ...*mesh.Mesh) *mesh.Mesh {
	var vertices []r3.Vec
	var triangles [][3]int32
	for _, p := range parts {
		base := int32(len(vertices))
		vertices = append(vertices, p.Vertices...)
		for _, f := range p.Triangles {
			triangles = append(triangles, [3]int32{f[0] + base, f[1] + base, f[2] + base})
		}
	}
	return named(name, vertices, triangles)
}

// moved is m shifted by an offset.
func moved(m *mesh.Mesh, offset r3.Vec) *mesh.Mesh {
	positions := make([]r3.Vec, len(m.Vertices))
	for i, p := range m.Vertices {
		positions[i] = r3.Add(p, offset)
	}
	return m.WithVertices(positions)
}

// TwoComponents is two unit spheres of different fineness, centres three apart.
func TwoComponents() *mesh.Mesh {
	return join("two components", Icosphere(2), moved(Icosphere(1), r3.Vec{X: 3}))
}

// NonManifoldEdge is three triangles on one edge, like an open book with an extra page.
func NonManifoldEdge() *mesh.Mesh {
	return named("non-manifold edge",
		[]r3.Vec{{}, {Z: 1}, {X: 1}, {X: -1, Y: 1}, {X: -1, Y: -1}},
		[][3]int32{{0, 1, 2}, {1, 0, 3}, {0, 1, 4}})
}

// NonManifoldVertex is two tetrahedra that touch in a tip.
func NonManifoldVertex() *mesh.Mesh {
	return named("non-manifold vertex",
		[]r3.Vec{{}, {X: 1, Z: 1}, {Y: 1, Z: 1}, {X: -1, Y: -1, Z: 1}, {X: 1, Z: -1}, {Y: 1, Z: -1}, {X: -1, Y: -1, Z: -1}},
		[][3]int32{{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}, {0, 4, 5}, {0, 5, 6}, {0, 6, 4}, {4, 6, 5}})
}

// Moebius is a Möbius band of segments quads cut into triangles: one side, one rim.
func Moebius(segments int) *mesh.Mesh {
	var vertices []r3.Vec
	for i := range segments {
		angle := 2 * math.Pi * float64(i) / float64(segments)
		s, c := math.Sincos(angle)
		t, u := math.Sincos(angle / 2)
		for _, w := range []float64{-0.3, 0.3} {
			vertices = append(vertices, r3.Vec{X: (1 + w*u) * c, Y: (1 + w*u) * s, Z: w * t})
		}
	}
	var triangles [][3]int32
	for i := range segments {
		a, b := int32(2*i), int32(2*i+1)
		c, d := a+2, b+2
		if i == segments-1 {
			c, d = 1, 0 // half a turn later the rims have changed places
		}
		triangles = append(triangles, [3]int32{a, c, d}, [3]int32{a, d, b})
	}
	return named("moebius band", vertices, triangles)
}

// IsolatedVertices is an icosphere with two vertices that no face uses, one of
// them first in the file.
func IsolatedVertices() *mesh.Mesh {
	return join("isolated vertices",
		named("", []r3.Vec{{X: 5}}, nil), Icosphere(1), named("", []r3.Vec{{X: -5}}, nil))
}

// DuplicateVertices is a cylinder cut open along a seam whose two sides lie at
// the same places, as texture seams leave it.
func DuplicateVertices() *mesh.Mesh {
	const rings, segments = 4, 12
	m := Grid(1, 1, segments, rings)
	for i, p := range m.Vertices {
		angle := p.X
		if angle == 1 {
			angle = 0 // the last column coincides with the first bit by bit
		}
		s, c := math.Sincos(2 * math.Pi * angle)
		m.Vertices[i] = r3.Vec{X: c, Y: s, Z: 2 * p.Y}
	}
	m.Name = "duplicate vertices"
	return m
}

// NaN is an icosphere with one coordinate that is not a number at vertex 7 and
// one infinite at vertex 9.
func NaN() *mesh.Mesh {
	m := Icosphere(1)
	m.Vertices[7].Y = math.NaN()
	m.Vertices[9].Z = math.Inf(-1)
	m.Name = "not a number"
	return m
}

// HugeOffset is the bumpy sphere ten units wide at UTM coordinates, where float32 has
// steps of half a unit.
func HugeOffset() *mesh.Mesh {
	m := moved(Bumpy(2), r3.Vec{X: 500_000, Y: 5_400_000, Z: 300})
	m.Name = "huge offset"
	return m
}

// Scaled is m with every coordinate multiplied by factor (1e-9, 1e12, ...).
func Scaled(m *mesh.Mesh, factor float64) *mesh.Mesh {
	positions := make([]r3.Vec, len(m.Vertices))
	for i, p := range m.Vertices {
		positions[i] = r3.Scale(factor, p)
	}
	return m.WithVertices(positions)
}

// DegenerateFaces is a grid with one triangle that repeats a corner and one
// whose corners lie on a line.
func DegenerateFaces() *mesh.Mesh {
	m := Grid(2, 2, 2, 2)
	m.Triangles = append(m.Triangles, [3]int32{0, 0, 1}, [3]int32{0, 1, 2})
	m.Name = "degenerate faces"
	return m
}

// InsideOut is an icosphere with every face wound the wrong way.
func InsideOut() *mesh.Mesh {
	m := Icosphere(1)
	for t, f := range m.Triangles {
		m.Triangles[t] = [3]int32{f[0], f[2], f[1]}
	}
	m.Name = "inside out"
	return m
}

// InconsistentWinding is an icosphere with one face turned over.
func InconsistentWinding() *mesh.Mesh {
	m := Icosphere(1)
	m.Triangles[3][1], m.Triangles[3][2] = m.Triangles[3][2], m.Triangles[3][1]
	m.Name = "inconsistent winding"
	return m
}

// ConcavePolygon is one planar star of 2·points corners, tilted in space.
func ConcavePolygon(points int) *mesh.Mesh {
	var vertices []r3.Vec
	var face []int32
	for i := range 2 * points {
		radius := 1.0
		if i%2 == 1 {
			radius = 0.4
		}
		s, c := math.Sincos(math.Pi * float64(i) / float64(points))
		vertices = append(vertices, r3.Vec{X: radius * c, Y: radius * s * 0.6, Z: radius * s * 0.8})
		face = append(face, int32(i))
	}
	m := named("star", vertices, nil)
	var b mesh.Builder
	b.AddFace(face)
	if err := b.Finish(m); err != nil {
		panic(err) // the indices above run over the vertices
	}
	return m
}

// All are the meshes of this package, nice and nasty, at sizes for tests.
// Only [NaN] has coordinates that are not finite.
func All() []*mesh.Mesh {
	return []*mesh.Mesh{
		Icosphere(2), UVSphere(7, 12), Cylinder(1, 3, 6, 12), Grid(2, 1, 8, 4), Torus(2, 0.5, 16, 8), CubeQuads(), Bumpy(2),
		Empty(), OneTriangle(), Points(1), Soup(Icosphere(1)), TwoComponents(), NonManifoldEdge(), NonManifoldVertex(),
		Moebius(12), IsolatedVertices(), DuplicateVertices(), NaN(), HugeOffset(), Scaled(Bumpy(1), 1e-9), Scaled(Bumpy(1), 1e12),
		DegenerateFaces(), InsideOut(), InconsistentWinding(), ConcavePolygon(5),
	}
}
