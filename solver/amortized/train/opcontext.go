package train

import G "gorgonia.org/gorgonia"

// pool is the symmetric mean of two streams, rows 0 to n and the rest of x
// ((n+m) x d): half the mean of each (1 x d).
func pool[T Float](x *G.Node, n int) *G.Node {
	r, d := rowsOf(x), colsOf(x)
	share := func(i int) T {
		if i < n {
			return 0.5 / T(n)
		}
		return 0.5 / T(r-n)
	}
	return apply(kernel[T]{
		name: "pool", rows: 1, cols: d, wrt: []bool{true},
		run: func(out []T, in [][]T) {
			clear(out)
			for i := range r {
				w := share(i)
				for k, v := range in[0][i*d : (i+1)*d] {
					out[k] += w * v
				}
			}
		},
		diff: func(_ G.Nodes, _, grad *G.Node) G.Nodes {
			return G.Nodes{apply(kernel[T]{name: "pool.input", rows: r, cols: d, run: func(out []T, in [][]T) {
				for i := range r {
					w := share(i)
					for k, g := range in[0] {
						out[i*d+k] = w * g
					}
				}
			}}, grad)}
		},
	}, x)
}

// beside is [x | 1 c'] for x (r x d) and c (1 x e).
func beside[T Float](x, c *G.Node) *G.Node {
	r, d, e := rowsOf(x), colsOf(x), colsOf(c)
	width := d + e
	return apply(kernel[T]{
		name: "beside", rows: r, cols: width, wrt: []bool{true, true},
		run: func(out []T, in [][]T) {
			for i := range r {
				copy(out[i*width:], in[0][i*d:(i+1)*d])
				copy(out[i*width+d:(i+1)*width], in[1])
			}
		},
		diff: func(_ G.Nodes, _, grad *G.Node) G.Nodes {
			dx := apply(kernel[T]{name: "beside.left", rows: r, cols: d, run: func(out []T, in [][]T) {
				for i := range r {
					copy(out[i*d:(i+1)*d], in[0][i*width:])
				}
			}}, grad)
			return G.Nodes{dx, columnSums[T](grad, 0, r, d, e)}
		},
	}, x, c)
}
