package train

import (
	G "gorgonia.org/gorgonia"

	"gwscope/solver/internal/attention"
)

// attend is softmax attention with heads of two streams that lie one below the
// other, rows 0 to n being X and n to n+m Y. In packed (3(n+m) x d) queries lie above keys and
// keys above values. Streams attend to themselves, or each to the other if cross is set.
func attend[T Float](packed *G.Node, n, heads int, cross bool) *G.Node {
	r, d := rowsOf(packed)/3, colsOf(packed)
	type stream struct{ first, rows, from, count int } // queries, and keys with values
	streams := []stream{{0, n, 0, n}, {n, r - n, n, r - n}}
	if cross {
		streams = []stream{{0, n, n, r - n}, {n, r - n, 0, n}}
	}
	shape := func(s stream) attention.Shape {
		return attention.Shape{Queries: s.rows, Keys: s.count, Width: d, Heads: heads}
	}
	// parts are a stream's queries, keys and values.
	parts := func(packed []T, s stream) (q, k, v []T) {
		return packed[s.first*d : (s.first+s.rows)*d], packed[(r+s.from)*d : (r+s.from+s.count)*d], packed[(2*r+s.from)*d : (2*r+s.from+s.count)*d]
	}
	w := new(attention.Workspace[T])
	return apply(kernel[T]{
		name: "attention", rows: r, cols: d, wrt: []bool{true},
		run: func(out []T, in [][]T) {
			for _, s := range streams {
				q, k, v := parts(in[0], s)
				for u := range shape(s).Units() {
					attention.Forward(w, out[s.first*d:(s.first+s.rows)*d], q, k, v, nil, shape(s), u)
				}
			}
		},
		diff: func(in G.Nodes, _, grad *G.Node) G.Nodes {
			return G.Nodes{apply(kernel[T]{name: "attention.input", rows: 3 * r, cols: d, run: func(out []T, in [][]T) {
				for _, s := range streams {
					q, k, v := parts(in[1], s)
					dq, dk, dv := parts(out, s)
					for h := range heads {
						attention.Backward(w, dq, dk, dv, in[0][s.first*d:(s.first+s.rows)*d], q, k, v, nil, shape(s), h)
					}
				}
			}}, grad, in[0])}
		},
	}, packed)
}
