package experiments

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/num/quat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"
)

// disguise shuffles the vertices and faces of B and turns, moves and scales it,
// and restates the truth for it.
func disguise(name string, a, b *pipeline.Shape, truth *correspond.Truth) *Pair {
	rng := rand.New(rand.NewPCG(11, 0))
	old := b.Mesh
	n := len(old.Vertices)
	newOf := rng.Perm(n)
	faceOrder := rng.Perm(len(old.Triangles))

	axis := r3.Unit(r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
	sin, cos := math.Sincos(rng.Float64() * math.Pi)
	turn := r3.Rotation(quat.Number{Real: cos, Imag: sin * axis.X, Jmag: sin * axis.Y, Kmag: sin * axis.Z})

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
	out := &correspond.Truth{Target: make([]int32, len(t.Target)), Face: append([]int32(nil), t.Face...), Bary: t.Bary}
	for i, v := range t.Target {
		out.Target[i] = v
		if v >= 0 {
			out.Target[i] = int32(newVertex[v])
		}
	}
	for i, f := range out.Face {
		if f >= 0 {
			out.Face[i] = newFace[f]
		}
	}
	if t.Mirror != nil {
		out.Mirror = make([]int32, len(t.Mirror))
		for i, v := range t.Mirror {
			out.Mirror[i] = v
			if v >= 0 {
				out.Mirror[i] = int32(newVertex[v])
			}
		}
	}
	return out
}
