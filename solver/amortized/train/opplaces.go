package train

import G "gorgonia.org/gorgonia"

// placeWeights are the weights of the numbers of a place in the loss: positions count more than normals, which
// are told less well by far, and z counts once, with its sign and without.
// The last is whether the shape bends.
var placeWeights = [...]float64{1, 1, 0.5, 0.5, 0.1, 0.1, 0.1, 0.2}

// placeLoss is the weighted mean squared difference of the places that a network tells and the true ones
// (r x d each). Numbers that are not known are NaN and do not count.
func placeLoss[T Float](told, places *G.Node) *G.Node {
	r, d := rowsOf(told), colsOf(told)
	return apply(kernel[T]{
		name: "places", scalar: true, wrt: []bool{true, false},
		run: func(out []T, in [][]T) { out[0] = T(placeError(in[0], in[1], d)) },
		diff: func(in G.Nodes, _, grad *G.Node) G.Nodes {
			return G.Nodes{apply(kernel[T]{name: "places.told", rows: r, cols: d, run: func(out []T, in [][]T) {
				by := 2 * in[0][0] / T(r)
				for k, v := range in[1] {
					out[k] = by * T(placeWeights[k%d]) * (v - in[2][k])
					if out[k] != out[k] {
						out[k] = 0
					}
				}
			}}, grad, in[0], in[1]), nil}
		},
	}, told, places)
}

// placeError is the loss's value for rows of d numbers.
func placeError[T Float](told, places []T, d int) float64 {
	sum := 0.0
	for k, v := range told {
		if e := float64(v - places[k]); e == e {
			sum += placeWeights[k%d] * e * e
		}
	}
	return sum * float64(d) / float64(len(told))
}
