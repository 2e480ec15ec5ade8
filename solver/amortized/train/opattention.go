package train

import (
	"math"

	G "gorgonia.org/gorgonia"

	"gwscope/solver/internal/fastmath"
)

// attention is softmax attention with heads (Vaswani et al. 2017) of two streams that
// lie one below the other: rows 0 to n are X, rows n to n+m are Y. packed ((n+m) x 3d)
// holds queries, keys and values side by side; every head has d/heads columns of each. Streams
// attend to themselves, or each to the other if cross is set:
//
//	out = softmax(q k'/√(d/heads)) v
//
// Shares are kept for the backward pass, (n² + m²) or 2 n m a head.
func attention[T Float](packed *G.Node, n, heads int, cross bool) *G.Node {
	r, d := rowsOf(packed), colsOf(packed)/3
	width := d / heads
	scale := T(1 / math.Sqrt(float64(width)))
	type stream struct{ first, rows, from, count int } // queries, and keys with values
	streams := []stream{{0, n, 0, n}, {n, r - n, n, r - n}}
	if cross {
		streams = []stream{{0, n, n, r - n}, {n, r - n, 0, n}}
	}
	shares := make([][]T, 0, 2*heads)
	largest := 0
	for _, s := range streams {
		for range heads {
			shares = append(shares, make([]T, s.rows*s.count))
		}
		largest = max(largest, s.rows*s.count)
	}
	return apply(kernel[T]{
		name: "attention", rows: r, cols: d, wrt: []bool{true},
		run: func(out []T, in [][]T) {
			all, to := full(in[0], r, 3*d), full(out, r, d)
			for k, s := range streams {
				for h := range heads {
					p := full(shares[k*heads+h], s.rows, s.count)
					gemm(false, true, scale, all.part(s.first, h*width, s.rows, width), all.part(s.from, d+h*width, s.count, width), 0, p)
					for i := range s.rows {
						softmax(p.data[i*s.count : (i+1)*s.count])
					}
					gemm(false, false, 1, p, all.part(s.from, 2*d+h*width, s.count, width), 0, to.part(s.first, h*width, s.rows, width))
				}
			}
		},
		diff: func(in G.Nodes, out, grad *G.Node) G.Nodes {
			buffer := make([]T, largest)
			return G.Nodes{apply(kernel[T]{name: "attention.input", rows: r, cols: 3 * d, run: func(out []T, in [][]T) {
				to, g, all := full(out, r, 3*d), full(in[0], r, d), full(in[1], r, 3*d)
				for k, s := range streams {
					for h := range heads {
						p, dp := full(shares[k*heads+h], s.rows, s.count), full(buffer, s.rows, s.count)
						gh := g.part(s.first, h*width, s.rows, width)
						gemm(true, false, 1, p, gh, 0, to.part(s.from, 2*d+h*width, s.count, width))
						gemm(false, true, 1, gh, all.part(s.from, 2*d+h*width, s.count, width), 0, dp)
						for i := range s.rows {
							softmaxBackward(dp.data[i*s.count:(i+1)*s.count], p.data[i*s.count:(i+1)*s.count])
						}
						gemm(false, false, scale, dp, all.part(s.from, d+h*width, s.count, width), 0, to.part(s.first, h*width, s.rows, width))
						gemm(true, false, scale, dp, all.part(s.first, h*width, s.rows, width), 0, to.part(s.from, d+h*width, s.count, width))
					}
				}
			}}, grad, in[0], out)}
		},
	}, packed)
}

// softmax replaces a row by its softmax.
func softmax[T Float](row []T) {
	largest := row[0]
	for _, v := range row {
		largest = max(largest, v)
	}
	var sum T
	switch row := any(row).(type) {
	case []float32:
		sum = T(fastmath.ExpRow32(row, float32(largest)))
	case []float64:
		sum = T(fastmath.ExpRow(row, float64(largest)))
	}
	inverse := 1 / sum
	for k := range row {
		row[k] *= inverse
	}
}

// softmaxBackward turns the gradient of shares p into that of what went into softmax.
func softmaxBackward[T Float](grad, p []T) {
	p = p[:len(grad)]
	along := T(0)
	for k, g := range grad {
		along += g * p[k]
	}
	for k, g := range grad {
		grad[k] = p[k] * (g - along)
	}
}
