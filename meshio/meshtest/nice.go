package meshtest

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

func named(name string, vertices []r3.Vec, triangles [][3]int32) *mesh.Mesh {
	return &mesh.Mesh{
		Name: name, Vertices: vertices, Triangles: triangles,
		Origin: mesh.Origin{Path: "sample:" + name, Format: "sample"},
	}
}

// Icosphere is the unit sphere from an icosahedron cut in four subdivisions
// times: 10·4^k + 2 vertices, 20·4^k triangles. Geodesics are arccos of dot products.
func Icosphere(subdivisions int) *mesh.Mesh {
	phi := (1 + math.Sqrt(5)) / 2
	vertices := []r3.Vec{
		{X: -1, Y: phi}, {X: 1, Y: phi}, {X: -1, Y: -phi}, {X: 1, Y: -phi},
		{Y: -1, Z: phi}, {Y: 1, Z: phi}, {Y: -1, Z: -phi}, {Y: 1, Z: -phi},
		{X: phi, Z: -1}, {X: phi, Z: 1}, {X: -phi, Z: -1}, {X: -phi, Z: 1},
	}
	for i := range vertices {
		vertices[i] = r3.Unit(vertices[i])
	}
	triangles := [][3]int32{
		{0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11},
		{1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
		{3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9},
		{4, 9, 5}, {2, 4, 11}, {6, 2, 10}, {8, 6, 7}, {9, 8, 1},
	}
	for range subdivisions {
		vertices, triangles = subdivide(vertices, triangles)
	}
	return named("icosphere", vertices, triangles)
}

// subdivide cuts every triangle in four and puts the new vertices on the unit sphere.
func subdivide(vertices []r3.Vec, triangles [][3]int32) ([]r3.Vec, [][3]int32) {
	middles := make(map[[2]int32]int32, 3*len(triangles)/2)
	middle := func(a, b int32) int32 {
		key := [2]int32{min(a, b), max(a, b)}
		if v, ok := middles[key]; ok {
			return v
		}
		v := int32(len(vertices))
		vertices = append(vertices, r3.Unit(r3.Add(vertices[a], vertices[b])))
		middles[key] = v
		return v
	}
	finer := make([][3]int32, 0, 4*len(triangles))
	for _, f := range triangles {
		ab, bc, ca := middle(f[0], f[1]), middle(f[1], f[2]), middle(f[2], f[0])
		finer = append(finer, [3]int32{f[0], ab, ca}, [3]int32{f[1], bc, ab}, [3]int32{f[2], ca, bc}, [3]int32{ab, bc, ca})
	}
	return vertices, finer
}

// UVSphere is the unit sphere on rings parallels between the poles and
// segments meridians: rings·segments + 2 vertices, very uneven triangles.
func UVSphere(rings, segments int) *mesh.Mesh {
	vertices := []r3.Vec{{Z: 1}}
	for i := 1; i <= rings; i++ {
		sin, cos := math.Sincos(math.Pi * float64(i) / float64(rings+1))
		for j := range segments {
			s, c := math.Sincos(2 * math.Pi * float64(j) / float64(segments))
			vertices = append(vertices, r3.Vec{X: sin * c, Y: sin * s, Z: cos})
		}
	}
	vertices = append(vertices, r3.Vec{Z: -1})
	south := int32(len(vertices) - 1)
	at := func(i, j int) int32 { return int32(1 + i*segments + j%segments) }
	var triangles [][3]int32
	for j := range segments {
		triangles = append(triangles, [3]int32{0, at(0, j), at(0, j+1)})
		for i := range rings - 1 {
			triangles = append(triangles,
				[3]int32{at(i, j), at(i+1, j), at(i+1, j+1)}, [3]int32{at(i, j), at(i+1, j+1), at(i, j+1)})
		}
		triangles = append(triangles, [3]int32{at(rings-1, j), south, at(rings-1, j+1)})
	}
	return named("uv sphere", vertices, triangles)
}

// Cylinder is the open tube of the given radius and height about the z axis,
// on rings + 1 circles of segments vertices; it unrolls to a flat strip, where
// geodesics are straight.
func Cylinder(radius, height float64, rings, segments int) *mesh.Mesh {
	var vertices []r3.Vec
	for i := range rings + 1 {
		for j := range segments {
			s, c := math.Sincos(2 * math.Pi * float64(j) / float64(segments))
			vertices = append(vertices, r3.Vec{X: radius * c, Y: radius * s, Z: height * float64(i) / float64(rings)})
		}
	}
	at := func(i, j int) int32 { return int32(i*segments + j%segments) }
	var triangles [][3]int32
	for i := range rings {
		for j := range segments {
			triangles = append(triangles,
				[3]int32{at(i, j), at(i, j+1), at(i+1, j+1)}, [3]int32{at(i, j), at(i+1, j+1), at(i+1, j)})
		}
	}
	return named("cylinder", vertices, triangles)
}

// Grid is the flat rectangle [0, width] x [0, height] in the plane z = 0 on
// (columns+1)·(rows+1) vertices, row by row from the bottom; geodesics are straight.
func Grid(width, height float64, columns, rows int) *mesh.Mesh {
	var vertices []r3.Vec
	for i := range rows + 1 {
		for j := range columns + 1 {
			vertices = append(vertices, r3.Vec{
				X: width * float64(j) / float64(columns), Y: height * float64(i) / float64(rows)})
		}
	}
	at := func(i, j int) int32 { return int32(i*(columns+1) + j) }
	var triangles [][3]int32
	for i := range rows {
		for j := range columns {
			triangles = append(triangles,
				[3]int32{at(i, j), at(i, j+1), at(i+1, j+1)}, [3]int32{at(i, j), at(i+1, j+1), at(i+1, j)})
		}
	}
	return named("grid", vertices, triangles)
}

// Torus has its tube of radius minor around a circle of radius major about the
// z axis: genus 1, area 4π²·major·minor.
func Torus(major, minor float64, around, across int) *mesh.Mesh {
	var vertices []r3.Vec
	for i := range around {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(around))
		for j := range across {
			t, u := math.Sincos(2 * math.Pi * float64(j) / float64(across))
			r := major + minor*u
			vertices = append(vertices, r3.Vec{X: r * c, Y: r * s, Z: minor * t})
		}
	}
	at := func(i, j int) int32 { return int32(i%around*across + j%across) }
	var triangles [][3]int32
	for i := range around {
		for j := range across {
			triangles = append(triangles,
				[3]int32{at(i, j), at(i+1, j), at(i+1, j+1)}, [3]int32{at(i, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	return named("torus", vertices, triangles)
}

// CubeQuads is the unit cube as six quads: Polygons are kept, Triangles derived.
func CubeQuads() *mesh.Mesh {
	var vertices []r3.Vec
	for i := range 8 {
		vertices = append(vertices, r3.Vec{X: float64(i & 1), Y: float64(i >> 1 & 1), Z: float64(i >> 2)})
	}
	m := named("cube", vertices, nil)
	var b mesh.Builder
	for _, quad := range [][]int32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		b.AddFace(quad)
	}
	if err := b.Finish(m); err != nil {
		panic(err) // the indices above are constants
	}
	return m
}

// Bumpy is an icosphere pushed in and out by smooth waves, so that no two
// parts of it are alike and it has no symmetry: one right answer to a matching.
func Bumpy(subdivisions int) *mesh.Mesh {
	m := Icosphere(subdivisions)
	for i, p := range m.Vertices {
		r := 1 + 0.35*p.X*p.X*p.X + 0.25*math.Sin(3*p.Y+1)*p.Z + 0.2*math.Sin(2*p.X+3*p.Z)
		m.Vertices[i] = r3.Vec{X: 1.6 * r * p.X, Y: r * p.Y, Z: 1.2 * r * p.Z}
	}
	m.Name = "bumpy sphere"
	return m
}
