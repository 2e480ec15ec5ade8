package shapes

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// share is one part's or bone's share in a vertex.
type share struct {
	index  int
	weight float64
}

// grow polygonizes the body and remeshes it to exactly count vertices, finer on
// small parts than on large ones.
func (b *body) grow(count int) soup {
	s := polygonize(b.field, b.lattice())
	inParallel(len(s.pos), func(v int) { s.pos[v] = b.field.project(s.pos[v]) })
	size := make([]float64, len(s.pos))
	inParallel(len(s.pos), func(v int) {
		for _, w := range b.partShares(s.pos[v]) {
			size[v] += w.weight * b.parts[w.index].size()
		}
	})
	size = diffuseScalar(size, s, 8)
	r := newRemesher(s, size, b.field.project)
	r.rescale(count)
	return r.run(6, count)
}

// partShares lists the parts that make up the surface near p; they sum to one.
func (b *body) partShares(p r3.Vec) []share {
	out := make([]float64, len(b.parts))
	b.field.weights(p, out)
	var shares []share
	for i, w := range out {
		if w > 1e-4 {
			shares = append(shares, share{i, w})
		}
	}
	return shares
}

// neighbours lists the vertices adjacent to each vertex, ascending.
func neighbours(count int, tri [][3]int32) [][]int32 {
	out := make([][]int32, count)
	for _, f := range tri {
		for e := range 3 {
			// On a closed oriented mesh each edge is met once in each direction.
			out[f[e]] = append(out[f[e]], f[(e+1)%3])
		}
	}
	for v := range out {
		slices.Sort(out[v])
	}
	return out
}

// diffuseScalar averages a value per vertex with its neighbours' mean, rounds times.
func diffuseScalar(value []float64, s soup, rounds int) []float64 {
	near := neighbours(len(s.pos), s.tri)
	for range rounds {
		next := make([]float64, len(value))
		for v, ns := range near {
			for _, u := range ns {
				next[v] += value[u]
			}
			next[v] = 0.5*value[v] + 0.5*next[v]/float64(len(ns))
		}
		value = next
	}
	return value
}

// diffuse spreads shares over the mesh: each round averages a vertex's shares
// with those of its neighbours. A joint's bend is then spread over about the
// square root of rounds edges. Shares below a thousandth are dropped.
func diffuse(shares [][]share, near [][]int32, kinds, rounds int) [][]share {
	for range rounds {
		next := make([][]share, len(shares))
		inParallel(len(shares), func(v int) {
			sum := make([]float64, kinds)
			for _, s := range shares[v] {
				sum[s.index] += 0.5 * s.weight
			}
			for _, u := range near[v] {
				for _, s := range shares[u] {
					sum[s.index] += 0.5 * s.weight / float64(len(near[v]))
				}
			}
			var total float64
			for i, w := range sum {
				if w < 1e-3 {
					sum[i] = 0
				}
				total += sum[i]
			}
			for i, w := range sum {
				if w > 0 {
					next[v] = append(next[v], share{i, w / total})
				}
			}
		})
		shares = next
	}
	return shares
}

// boneShares are the skin weights of a template that lies on the body.
func (b *body) boneShares(s soup, rounds int) [][]share {
	out := make([][]share, len(s.pos))
	inParallel(len(s.pos), func(v int) {
		sum := make([]float64, len(b.bones))
		for _, w := range b.partShares(s.pos[v]) {
			sum[b.parts[w.index].bone] += w.weight
		}
		for i, w := range sum {
			if w > 0 {
				out[v] = append(out[v], share{i, w})
			}
		}
	})
	return diffuse(out, neighbours(len(s.pos), s.tri), len(b.bones), rounds)
}
