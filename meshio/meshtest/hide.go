package meshtest

import (
	"image/color"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

// Shuffle is m with its vertices and faces in random order and each face
// starting at a random corner; winding stays. newOf (n) gives the new index of
// every vertex of m. Groups are dropped, because their runs are scattered.
func Shuffle(m *mesh.Mesh, seed uint64) (shuffled *mesh.Mesh, newOf []int32) {
	rng := rand.New(rand.NewPCG(seed, 0))
	n := len(m.Vertices)
	newOf = make([]int32, n)
	for i, v := range rng.Perm(n) {
		newOf[i] = int32(v)
	}
	s := &mesh.Mesh{Name: m.Name + ", shuffled", Origin: m.Origin}
	s.Vertices = scatter(m.Vertices, newOf)
	s.Normals = scatter(m.Normals, newOf)
	s.Colors = scatter(m.Colors, newOf)
	for _, scalar := range m.Scalars {
		s.Scalars = append(s.Scalars, mesh.Scalar{Name: scalar.Name, Values: scatter(scalar.Values, newOf)})
	}

	var b mesh.Builder
	for _, f := range rng.Perm(m.FaceCount()) {
		face := m.Face(f)
		turned := make([]int32, len(face))
		first := rng.IntN(len(face))
		for i := range face {
			turned[i] = newOf[face[(i+first)%len(face)]]
		}
		b.AddFace(turned)
	}
	if err := b.Finish(s); err != nil {
		panic(err) // m was not a valid mesh
	}
	return s, newOf
}

// scatter puts values[i] at newOf[i]; nil stays nil.
func scatter[T any](values []T, newOf []int32) []T {
	if values == nil {
		return nil
	}
	out := make([]T, len(values))
	for i, v := range values {
		out[newOf[i]] = v
	}
	return out
}

// RigidMove is m turned and shifted at random: a proper rotation, uniform over
// all of them (Shoemake 1992), and a shift of up to one bounding box.
func RigidMove(m *mesh.Mesh, seed uint64) *mesh.Mesh {
	rng := rand.New(rand.NewPCG(seed, 1))
	u, v, w := rng.Float64(), rng.Float64(), rng.Float64()
	s1, c1 := math.Sincos(2 * math.Pi * v)
	s2, c2 := math.Sincos(2 * math.Pi * w)
	a, b := math.Sqrt(1-u), math.Sqrt(u)
	turn := r3.Rotation{Real: b * c2, Imag: a * s1, Jmag: a * c1, Kmag: b * s2}

	box := m.BoundingBox()
	size := r3.Norm(r3.Sub(box.Max, box.Min))
	shift := r3.Scale(size, r3.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5, Z: rng.Float64() - 0.5})
	positions := make([]r3.Vec, len(m.Vertices))
	for i, p := range m.Vertices {
		positions[i] = r3.Add(turn.Rotate(p), shift)
	}
	c := m.WithVertices(positions)
	if m.Normals != nil {
		c.Normals = make([]r3.Vec, len(m.Normals))
		for i, n := range m.Normals {
			c.Normals[i] = turn.Rotate(n)
		}
	}
	return c
}

// Dressed is m with a colour, a normal and a scalar at every vertex, for round trips.
func Dressed(m *mesh.Mesh, seed uint64) *mesh.Mesh {
	rng := rand.New(rand.NewPCG(seed, 2))
	c := *m
	c.Normals = m.VertexNormals()
	c.Colors = make([]color.NRGBA, len(m.Vertices))
	height := make([]float64, len(m.Vertices))
	for i := range m.Vertices {
		c.Colors[i] = color.NRGBA{R: uint8(rng.Uint32()), G: uint8(rng.Uint32()), B: uint8(rng.Uint32()), A: 255}
		height[i] = rng.NormFloat64()
	}
	c.Scalars = []mesh.Scalar{{Name: "height", Values: height}}
	return &c
}
