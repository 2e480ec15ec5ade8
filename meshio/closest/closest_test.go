package closest_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
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
		for _, likely := range []int32{-1, face, int32(rng.IntN(len(m.Triangles)))} {
			if f, b, q := tree.ClosestFrom(p, likely); f != face || b != bary || q != at {
				t.Fatalf("%v: from triangle %d the closest is %d %v, not %d %v", p, likely, f, b, face, bary)
			}
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
	b.Run("query near the surface", func(b *testing.B) {
		for b.Loop() {
			tree.Closest(r3.Add(m.Vertices[rng.IntN(len(m.Vertices))], randomVec(rng, 0.01)))
		}
	})
}

// Two ways must agree to the bit: the search of this system and the one in Go, among all triangles and among those
// that look along a direction; and of triangles that are equally near it is the first.
func TestSearchesAgree(t *testing.T) {
	t.Parallel()
	for name, scale := range map[string]float64{"usual": 1, "far from one": 3e5, "tiny": 1e-9, "huge": 1e25} {
		m := meshtest.Bumpy(3)
		points := make([]r3.Vec, len(m.Vertices))
		for i, p := range m.Vertices {
			points[i] = r3.Scale(scale, p)
		}
		facing := make([]r3.Vec, len(m.Triangles))
		for k, f := range m.Triangles {
			facing[k] = r3.Unit(r3.Cross(r3.Sub(points[f[1]], points[f[0]]), r3.Sub(points[f[2]], points[f[0]])))
		}
		tree := closest.NewTree(m.Vertices, m.Triangles).Moved(points)
		rng := rand.New(rand.NewPCG(8, 9))
		for k := range 2000 {
			corner := int32(rng.IntN(len(points)))
			p, n, limit, least := points[corner], r3.Unit(randomVec(rng, 1)), math.Inf(1), rng.Float64()-0.5
			if k%3 > 0 {
				p = r3.Add(p, randomVec(rng, scale*math.Pow(10, -3*rng.Float64())))
			}
			if k%2 > 0 {
				limit = scale * rng.Float64()
			}
			among := facing
			if k%5 == 0 {
				among = nil
			}
			face, bary, at, found := closest.Search(tree, p, limit, among, n, least)
			plainFace, plainBary, plainAt, plainFound := closest.PlainSearch(tree, p, limit, among, n, least)
			if face != plainFace || bary != plainBary || at != plainAt || found != plainFound {
				t.Fatalf("%s: of %v, %d %v %v %t here, %d %v %v %t in Go", name, p, face, bary, at, found, plainFace, plainBary, plainAt, plainFound)
			}
			if k%15 == 0 && limit > scale {
				for first, f := range m.Triangles {
					if slices.Contains(f[:], corner) {
						if face != int32(first) {
							t.Fatalf("%s: corner %d is in triangle %d, not in %d first", name, corner, first, face)
						}
						break
					}
				}
			}
		}
	}
}
