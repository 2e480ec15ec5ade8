package meshtest

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

// TwoSided is a lopsided egg whose left and right (y) are alike, with the vertex that mirrors
// each vertex.
func TwoSided() (m *mesh.Mesh, image []int32) {
	m = Icosphere(4)
	at := map[[3]int64]int32{}
	key := func(v r3.Vec) [3]int64 {
		return [3]int64{int64(math.Round(v.X * 1e9)), int64(math.Round(v.Y * 1e9)), int64(math.Round(v.Z * 1e9))}
	}
	for i, v := range m.Vertices {
		at[key(v)] = int32(i)
	}
	for _, v := range m.Vertices {
		k, ok := at[key(r3.Vec{X: v.X, Y: -v.Y, Z: v.Z})]
		if !ok {
			panic("meshtest: the sphere itself is not symmetric")
		}
		image = append(image, k)
	}
	for i, v := range m.Vertices {
		r := 1 + 0.4*v.X + 0.3*v.Z*v.X + 0.5*math.Abs(v.Y)*v.Z
		m.Vertices[i] = r3.Vec{X: 1.5 * r * v.X, Y: 0.8 * r * v.Y, Z: r * v.Z}
	}
	return m, image
}

// Leaning is a mesh that leans and twists: no longer symmetric, with the same vertices and triangles.
func Leaning(m *mesh.Mesh) *mesh.Mesh {
	crooked := RigidMove(m, 7)
	for i, v := range crooked.Vertices {
		crooked.Vertices[i] = r3.Add(v, r3.Vec{X: 0.6 * math.Sin(2*v.Y+v.Z), Z: 0.5 * math.Cos(1.3*v.X-v.Y)})
	}
	return crooked
}
