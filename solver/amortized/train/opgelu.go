package train

import (
	G "gorgonia.org/gorgonia"

	"gwscope/solver/internal/vector"
)

// gelu is x Φ(x), Φ the cumulated standard normal distribution (Hendrycks and Gimpel
// 2016), exactly and not by its tanh.
func gelu[T Float](x *G.Node) *G.Node {
	r, c := rowsOf(x), colsOf(x)
	return apply(kernel[T]{
		name: "gelu", rows: r, cols: c, wrt: []bool{true},
		run: func(out []T, in [][]T) { vector.GELU(out, in[0]) },
		diff: func(in G.Nodes, _, grad *G.Node) G.Nodes {
			return G.Nodes{apply(kernel[T]{name: "gelu.input", rows: r, cols: c, run: func(out []T, in [][]T) {
				copy(out, in[0])
				vector.GELUBackward(out, in[1])
			}}, grad, in[0])}
		},
	}, x)
}
