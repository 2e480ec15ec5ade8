package closest_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
	"gwscope/meshio/meshtest"
)

func randomVec(rng *rand.Rand, size float64) r3.Vec {
	return r3.Vec{X: size * rng.NormFloat64(), Y: size * rng.NormFloat64(), Z: size * rng.NormFloat64()}
}

// No place on a triangle is nearer than the one that is given.
func TestNothingOnATriangleIsNearer(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		a, b, c, p := randomVec(rng, 1), randomVec(rng, 1), randomVec(rng, 1), randomVec(rng, 2)
		switch rng.IntN(6) {
		case 0: // a sliver
			c = r3.Add(a, r3.Scale(rng.Float64(), r3.Sub(b, a)))
		case 1: // a point
			b, c = a, a
		}
		bary := closest.OnTriangle(p, a, b, c)
		sum := bary[0] + bary[1] + bary[2]
		if !(min(bary[0], bary[1], bary[2]) >= -1e-12) || math.Abs(sum-1) > 1e-12 {
			t.Fatalf("coordinates %v of %v in %v %v %v", bary, p, a, b, c)
		}
		got := r3.Norm(r3.Sub(p, closest.At(bary, a, b, c)))
		for range 60 {
			u, v := rng.Float64(), rng.Float64()
			if u+v > 1 {
				u, v = 1-u, 1-v
			}
			if d := r3.Norm(r3.Sub(p, closest.At([3]float64{1 - u - v, u, v}, a, b, c))); d < got-1e-9 {
				t.Fatalf("%v: %v is at %g, a place at %g is nearer", p, bary, got, d)
			}
		}
	}
}

// The tree finds the same place as a look at every triangle.
func TestTreeAgreesWithLookingAtAll(t *testing.T) {
	t.Parallel()
	m := meshtest.Bumpy(3)
	tree := closest.NewTree(m.Vertices, m.Triangles)
	rng := rand.New(rand.NewPCG(3, 4))
	for k := range 400 {
		p := randomVec(rng, 1)
		if k%4 == 0 { // on the surface, where several triangles are as near
			p = m.Vertices[rng.IntN(len(m.Vertices))]
		}
		least := math.Inf(1)
		for _, f := range m.Triangles {
			a, b, c := m.Vertices[f[0]], m.Vertices[f[1]], m.Vertices[f[2]]
			least = min(least, r3.Norm(r3.Sub(p, closest.At(closest.OnTriangle(p, a, b, c), a, b, c))))
		}
		face, bary, at := tree.Closest(p)
		f := m.Triangles[face]
		if at != closest.At(bary, m.Vertices[f[0]], m.Vertices[f[1]], m.Vertices[f[2]]) {
			t.Fatalf("the position of place %d %v is not %v", face, bary, at)
		}
		if d := r3.Norm(r3.Sub(p, at)); d > least+1e-12 {
			t.Fatalf("%v: the tree's place is at %g, the nearest at %g", p, d, least)
		}
	}
}

func BenchmarkTree(b *testing.B) {
	m := meshtest.Bumpy(6)
	b.Run(fmt.Sprintf("build %d triangles", len(m.Triangles)), func(b *testing.B) {
		for b.Loop() {
			closest.NewTree(m.Vertices, m.Triangles)
		}
	})
	tree := closest.NewTree(m.Vertices, m.Triangles)
	rng := rand.New(rand.NewPCG(5, 6))
	b.Run("query", func(b *testing.B) {
		for b.Loop() {
			tree.Closest(randomVec(rng, 1))
		}
	})
}

// The tree has as many nodes as memory was allocated for.
func TestTreesTakeTheirRoom(t *testing.T) {
	t.Parallel()
	m := meshtest.Bumpy(4)
	for n := 1; n <= len(m.Triangles); n += 1 + n/7 {
		if used, room := closest.NewTree(m.Vertices, m.Triangles[:n]).Room(); used != room {
			t.Fatalf("%d triangles: %d nodes in room for %d", n, used, room)
		}
	}
}
