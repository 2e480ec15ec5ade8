package shapes

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
)

// remeshed is an independent triangulation of a closed surface with count
// vertices on it: refined with random sizes first, so that nothing of the old
// vertices survives, then coarsened to more even sizes than the surface had.
func remeshed(s soup, count int, seed uint64) soup {
	rng := rand.New(rand.NewPCG(seed, 0x6d657368))
	near := neighbours(len(s.pos), s.tri)
	size := make([]float64, len(s.pos))
	var middle float64
	for v, ns := range near {
		for _, u := range ns {
			size[v] += r3.Norm(r3.Sub(s.pos[u], s.pos[v])) / float64(len(ns))
		}
		middle += size[v] / float64(len(s.pos))
	}
	size = diffuseScalar(size, s, 10)
	for v := range size {
		// The square root halves the contrast between fine and coarse regions.
		size[v] = math.Sqrt(size[v]*middle) * (0.7 + 0.6*rng.Float64())
	}
	on := closest.NewTree(s.pos, s.tri)
	r := newRemesher(s, size, func(p r3.Vec) r3.Vec {
		_, q := placeNear(on, p)
		return q
	})
	r.rescale(len(s.pos) * 3 / 2)
	r.splitLong()
	r.smooth()
	r.rescale(count)
	return r.run(4, count)
}

// shuffled permutes vertices and triangles. oldVertex and oldFace give, for each
// new index, the old one; the corners of a triangle keep their order.
func shuffled(s soup, seed uint64) (out soup, oldVertex, oldFace []int32) {
	rng := rand.New(rand.NewPCG(seed, 0x73687566))
	oldVertex, oldFace = permutation(rng, len(s.pos)), permutation(rng, len(s.tri))
	newVertex := make([]int32, len(s.pos))
	out = soup{make([]r3.Vec, len(s.pos)), make([][3]int32, len(s.tri))}
	for v, old := range oldVertex {
		out.pos[v] = s.pos[old]
		newVertex[old] = int32(v)
	}
	for t, old := range oldFace {
		f := s.tri[old]
		out.tri[t] = [3]int32{newVertex[f[0]], newVertex[f[1]], newVertex[f[2]]}
	}
	return out, oldVertex, oldFace
}

func permutation(rng *rand.Rand, n int) []int32 {
	p := make([]int32, n)
	for i := range p {
		p[i] = int32(i)
	}
	rng.Shuffle(n, func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

// inverse of a permutation.
func inverse(p []int32) []int32 {
	q := slices.Clone(p)
	for i, j := range p {
		q[j] = int32(i)
	}
	return q
}
