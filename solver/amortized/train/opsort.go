package train

import (
	"math"

	G "gorgonia.org/gorgonia"

	"gwscope/solver/slicer/lapsum"
)

// standardize gives the scores (r x 1) of each stream, rows 0 to n and the rest, mean 0 and
// variance 1, so that a temperature means the same for every pair. The order, which is all that
// the hard plan takes from scores, stays.
func standardize[T Float](scores *G.Node, n int) *G.Node {
	r := rowsOf(scores)
	bounds := [][2]int{{0, n}, {n, r}}
	deviation := make([]T, len(bounds))
	return apply(kernel[T]{
		name: "standardize", rows: r, cols: 1, wrt: []bool{true},
		run: func(out []T, in [][]T) {
			for s, b := range bounds {
				deviation[s] = standard(out[b[0]:b[1]], in[0][b[0]:b[1]])
			}
		},
		diff: func(_ G.Nodes, out, grad *G.Node) G.Nodes {
			return G.Nodes{apply(kernel[T]{name: "standardize.input", rows: r, cols: 1, run: func(out []T, in [][]T) {
				for s, b := range bounds {
					standardBackward(out[b[0]:b[1]], in[0][b[0]:b[1]], in[1][b[0]:b[1]], deviation[s])
				}
			}}, grad, out)}
		},
	}, scores)
}

func standard[T Float](out, in []T) (deviation T) {
	mean, variance := 0.0, 0.0
	for _, v := range in {
		mean += float64(v)
	}
	mean /= float64(len(in))
	for _, v := range in {
		variance += (float64(v) - mean) * (float64(v) - mean)
	}
	deviation = T(math.Sqrt(variance/float64(len(in)) + 1e-12)) // equal scores stay finite, as in nn.Backend
	for k, v := range in {
		out[k] = (v - T(mean)) / deviation
	}
	return deviation
}

func standardBackward[T Float](dIn, dOut, out []T, deviation T) {
	sum, along := T(0), T(0)
	for k, g := range dOut {
		sum += g
		along += g * out[k]
	}
	n := T(len(dOut))
	for k, g := range dOut {
		dIn[k] = (g - sum/n - out[k]*along/n) / deviation
	}
}

// softSort is LapSum (package lapsum) of the scores (r x 1) of each stream, rows 0
// to n and the rest, into the given number of bins (r x bins), at the temperature that *tau holds
// when the graph runs. Scores that are not finite give shares that are not.
func softSort[T Float](scores *G.Node, n, bins int, tau *float64) *G.Node {
	r := rowsOf(scores)
	bounds := [][2]int{{0, n}, {n, r}}
	near := make([]T, r*bins)
	var sorter lapsum.Sorter[T]
	return apply(kernel[T]{
		name: "softsort", rows: r, cols: bins, wrt: []bool{true},
		run: func(out []T, in [][]T) {
			for _, b := range bounds {
				s := in[0][b[0]:b[1]]
				if !finite(s) {
					fill(out[b[0]*bins:b[1]*bins], T(math.NaN()))
					continue
				}
				sorter.Sort(s, nil, bins, *tau)
				sorter.Rows(out[b[0]*bins:b[1]*bins], near[b[0]*bins:b[1]*bins], s, 0, len(s))
			}
		},
		diff: func(_ G.Nodes, out, grad *G.Node) G.Nodes {
			mean := make([]T, bins)
			return G.Nodes{apply(kernel[T]{name: "softsort.input", rows: r, cols: 1, run: func(out []T, in [][]T) {
				for _, b := range bounds {
					g, e := in[0][b[0]*bins:b[1]*bins], near[b[0]*bins:b[1]*bins]
					lapsum.Means(mean, g, e, nil, bins, 0, bins)
					lapsum.Backward(out[b[0]:b[1]], g, e, mean, nil, bins, *tau, 0, b[1]-b[0])
				}
			}}, grad, out)}
		},
	}, scores)
}

func finite[T Float](values []T) bool {
	for _, v := range values {
		if v-v != 0 {
			return false
		}
	}
	return true
}

func fill[T Float](values []T, v T) {
	for k := range values {
		values[k] = v
	}
}
