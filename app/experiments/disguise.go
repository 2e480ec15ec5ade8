package experiments

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
)

// randomTurn is a rotation about a random axis, by up to a full turn.
func randomTurn(rng *rand.Rand) r3.Rotation {
	axis := r3.Unit(r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
	sin, cos := math.Sincos(rng.Float64() * math.Pi)
	return r3.Rotation(quat.Number{Real: cos, Imag: sin * axis.X, Jmag: sin * axis.Y, Kmag: sin * axis.Z})
}

// disguise shuffles the vertices and faces of B, turns, moves and scales it, and restates the
// truth for it.
func disguise(name string, a, b *pipeline.Shape, truth *correspond.Truth) *Pair {
	rng := rand.New(rand.NewPCG(11, 0))
	old := b.Mesh
	n := len(old.Vertices)
	newOf := rng.Perm(n)
	faceOrder := rng.Perm(len(old.Triangles))
	turn := randomTurn(rng)
	m := &mesh.Mesh{Name: old.Name, Vertices: make([]r3.Vec, n), Triangles: make([][3]int32, len(old.Triangles))}
	for i, v := range old.Vertices {
		m.Vertices[newOf[i]] = r3.Add(r3.Scale(3.7, turn.Rotate(v)), r3.Vec{X: 5, Y: 5, Z: 5})
	}
	newFace := make([]int32, len(faceOrder))
	for to, from := range faceOrder {
		newFace[from] = int32(to)
		for k, c := range old.Triangles[from] {
			m.Triangles[to][k] = int32(newOf[c])
		}
	}
	moved := pipeline.ShapeOf(b.Ref, m)
	return &Pair{Name: name, A: a, B: moved, Truth: relabel(truth, newOf, newFace)}
}

// relabel restates a truth for a B whose vertex i became newVertex[i] and whose
// triangle f became newFace[f], with its corners in the same order.
func relabel(t *correspond.Truth, newVertex []int, newFace []int32) *correspond.Truth {
	out := &correspond.Truth{Target: slices.Clone(t.Target), Mirror: slices.Clone(t.Mirror), Face: slices.Clone(t.Face), Bary: t.Bary}
	for _, list := range [][]int32{out.Target, out.Mirror} {
		for i, v := range list {
			if v >= 0 {
				list[i] = int32(newVertex[v])
			}
		}
	}
	for i, f := range out.Face {
		if f >= 0 {
			out.Face[i] = newFace[f]
		}
	}
	return out
}
