package train

import (
	"gonum.org/v1/gonum/blas"
	G "gorgonia.org/gorgonia"

	product "gwscope/solver/internal/dense"
	"gwscope/solver/internal/vector"
)

// view is a rows x cols window into a matrix whose rows are stride apart.
type view[T Float] struct {
	data               []T
	rows, cols, stride int
}

func full[T Float](data []T, rows, cols int) view[T] { return view[T]{data, rows, cols, cols} }

// part is rows x cols from (row, col) on.
func (v view[T]) part(row, col, rows, cols int) view[T] {
	return view[T]{v.data[row*v.stride+col:], rows, cols, v.stride}
}

// gemm is c = alpha op(a) op(b) + beta c on the calling goroutine.
func gemm[T Float](tA, tB bool, alpha T, a, b view[T], beta T, c view[T]) {
	flagA, flagB, k := blas.NoTrans, blas.NoTrans, a.cols
	if tA {
		flagA, k = blas.Trans, a.rows
	}
	if tB {
		flagB = blas.Trans
	}
	product.Product(flagA, flagB, c.rows, c.cols, k, alpha, a.data, a.stride, b.data, b.stride, beta, c.data, c.stride)
}

// dense is x w' + b for x (r x p), weights w (q x p) and biases b (1 x q, or nil); of
// several layers of one size the results lie one below the other (layers r x q).
func dense[T Float](x *G.Node, layers ...layer) *G.Node {
	r, p, q := rowsOf(x), colsOf(x), rowsOf(layers[0].weight)
	in := []*G.Node{x}
	// Data has no gradient: nobody would read it, and it costs as much as the layer.
	wrt := []bool{x.Op() != nil}
	for _, l := range layers {
		in, wrt = append(in, l.weight), append(wrt, true)
	}
	for _, l := range layers {
		if l.bias != nil {
			in, wrt = append(in, l.bias), append(wrt, true)
		}
	}
	block := func(all []T, k int) view[T] { return full(all[k*r*q:(k+1)*r*q], r, q) }
	return apply(kernel[T]{
		name: "dense", rows: len(layers) * r, cols: q, wrt: wrt,
		run: func(out []T, in [][]T) {
			biases := in[1+len(layers):]
			for k, l := range layers {
				to, beta := block(out, k), T(0)
				if l.bias != nil {
					beta = 1
					for i := range r {
						copy(to.data[i*q:(i+1)*q], biases[0])
					}
					biases = biases[1:]
				}
				gemm(false, true, 1, full(in[0], r, p), full(in[1+k], q, p), beta, to)
			}
		},
		diff: func(in G.Nodes, _, grad *G.Node) G.Nodes {
			grads := G.Nodes{nil}
			if wrt[0] {
				grads[0] = apply(kernel[T]{name: "dense.input", rows: r, cols: p, run: func(out []T, in [][]T) {
					beta := T(0)
					for k := range layers {
						gemm(false, false, 1, block(in[0], k), full(in[1+k], q, p), beta, full(out, r, p))
						beta = 1
					}
				}}, append([]*G.Node{grad}, in[1:1+len(layers)]...)...)
			}
			for k := range layers {
				grads = append(grads, apply(kernel[T]{name: "dense.weight", rows: q, cols: p, run: func(out []T, in [][]T) {
					gemm(true, false, 1, block(in[0], k), full(in[1], r, p), 0, full(out, q, p))
				}}, grad, in[0]))
			}
			for k, l := range layers {
				if l.bias != nil {
					grads = append(grads, columnSums[T](grad, k*r, r, 0, q))
				}
			}
			return grads
		},
	}, in...)
}

// layer is the parameters of a dense layer.
type layer struct{ weight, bias *G.Node }

// columnSums are the sums of a block of x, rows x cols from (row, col) on, over its rows.
func columnSums[T Float](x *G.Node, row, rows, col, cols int) *G.Node {
	stride := colsOf(x)
	return apply(kernel[T]{name: "column sums", rows: 1, cols: cols, run: func(out []T, in [][]T) {
		clear(out)
		for i := row; i < row+rows; i++ {
			vector.Add(out, in[0][i*stride+col:i*stride+col+cols])
		}
	}}, x)
}
