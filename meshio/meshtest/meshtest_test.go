package meshtest_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
)

func TestShuffleIsAPermutation(t *testing.T) {
	t.Parallel()
	for _, m := range meshtest.All() {
		s, newOf := meshtest.Shuffle(m, 9)
		if len(s.Vertices) != len(m.Vertices) || s.FaceCount() != m.FaceCount() || len(s.Triangles) != len(m.Triangles) {
			t.Fatalf("%s: sizes changed", m.Name)
		}
		fixed := 0
		for v, w := range newOf {
			a, b := m.Vertices[v], s.Vertices[w]
			if a != b && !math.IsNaN(a.X+a.Y+a.Z) {
				t.Fatalf("%s: vertex %d is not at %d", m.Name, v, w)
			}
			if v == int(w) {
				fixed++
			}
		}
		if len(newOf) > 30 && fixed > 8 {
			t.Errorf("%s: %d of %d vertices kept their index", m.Name, fixed, len(newOf))
		}
		again, _ := meshtest.Shuffle(m, 9)
		for i := range s.Triangles {
			if s.Triangles[i] != again.Triangles[i] {
				t.Fatalf("%s: the same seed gave another order", m.Name)
			}
		}
	}
}

func TestRigidMoveKeepsShape(t *testing.T) {
	t.Parallel()
	m := meshtest.Bumpy(2)
	for seed := range uint64(20) {
		moved := meshtest.RigidMove(m, seed)
		for _, pair := range [][2]int{{0, 1}, {3, 77}, {50, 120}} {
			before := r3.Norm(r3.Sub(m.Vertices[pair[0]], m.Vertices[pair[1]]))
			after := r3.Norm(r3.Sub(moved.Vertices[pair[0]], moved.Vertices[pair[1]]))
			if math.Abs(before-after) > 1e-12 {
				t.Fatalf("seed %d: distance %g became %g", seed, before, after)
			}
		}
		if moved.Volume() < 0 {
			t.Fatalf("seed %d: the motion mirrors", seed)
		}
	}
}

func TestGeneratorsAreValid(t *testing.T) {
	t.Parallel()
	for _, m := range meshtest.All() {
		r := mesh.Validate(m)
		if r.Triangles != len(m.Triangles) || (r.NonFinite > 0) != (m.Name == "not a number") {
			t.Errorf("%s: %+v", m.Name, r)
		}
	}
}
