package train

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	G "gorgonia.org/gorgonia"

	_ "gwscope/solver/internal/dense" // gives gonum's blas the fast BLAS
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
	flag := func(t bool) blas.Transpose {
		if t {
			return blas.Trans
		}
		return blas.NoTrans
	}
	switch alpha := any(alpha).(type) {
	case float32:
		as := func(v view[T]) blas32.General {
			return blas32.General{Rows: v.rows, Cols: v.cols, Stride: v.stride, Data: any(v.data).([]float32)}
		}
		blas32.Gemm(flag(tA), flag(tB), alpha, as(a), as(b), any(beta).(float32), as(c))
	case float64:
		as := func(v view[T]) blas64.General {
			return blas64.General{Rows: v.rows, Cols: v.cols, Stride: v.stride, Data: any(v.data).([]float64)}
		}
		blas64.Gemm(flag(tA), flag(tB), alpha, as(a), as(b), any(beta).(float64), as(c))
	}
}

// dense is [x w1' + b1 | x w2' + b2 | ...] for x (r x p) and layers of weights w (q x p)
// and biases b (1 x q, or nil).
func dense[T Float](x *G.Node, layers ...layer) *G.Node {
	r, p := rowsOf(x), colsOf(x)
	cols := 0
	var at []int // first column of each layer
	in := []*G.Node{x}
	// Data has no gradient: nobody would read it, and it costs as much as the layer.
	wrt := []bool{x.Op() != nil}
	for _, l := range layers {
		at = append(at, cols)
		cols += rowsOf(l.weight)
		in, wrt = append(in, l.weight), append(wrt, true)
	}
	for _, l := range layers {
		if l.bias != nil {
			in, wrt = append(in, l.bias), append(wrt, true)
		}
	}
	size := func(k int) int { return rowsOf(layers[k].weight) }
	return apply(kernel[T]{
		name: "dense", rows: r, cols: cols, wrt: wrt,
		run: func(out []T, in [][]T) {
			biases := in[1+len(layers):]
			for k, l := range layers {
				q, beta := size(k), T(0)
				if l.bias != nil {
					beta = 1
					for i := range r {
						copy(out[i*cols+at[k]:i*cols+at[k]+q], biases[0])
					}
					biases = biases[1:]
				}
				gemm(false, true, 1, full(in[0], r, p), full(in[1+k], q, p), beta, full(out, r, cols).part(0, at[k], r, q))
			}
		},
		diff: func(in G.Nodes, _, grad *G.Node) G.Nodes {
			grads := G.Nodes{nil}
			if wrt[0] {
				grads[0] = apply(kernel[T]{name: "dense.input", rows: r, cols: p, run: func(out []T, in [][]T) {
					beta := T(0)
					for k := range layers {
						gemm(false, false, 1, full(in[0], r, cols).part(0, at[k], r, size(k)), full(in[1+k], size(k), p), beta, full(out, r, p))
						beta = 1
					}
				}}, append([]*G.Node{grad}, in[1:1+len(layers)]...)...)
			}
			for k := range layers {
				q := size(k)
				grads = append(grads, apply(kernel[T]{name: "dense.weight", rows: q, cols: p, run: func(out []T, in [][]T) {
					gemm(true, false, 1, full(in[0], r, cols).part(0, at[k], r, q), full(in[1], r, p), 0, full(out, q, p))
				}}, grad, in[0]))
			}
			for k, l := range layers {
				if l.bias != nil {
					grads = append(grads, columnSums[T](grad, at[k], size(k)))
				}
			}
			return grads
		},
	}, in...)
}

// layer is the parameters of a dense layer.
type layer struct{ weight, bias *G.Node }

// columnSums are the sums of count columns of x from first on, as a row.
func columnSums[T Float](x *G.Node, first, count int) *G.Node {
	r, c := rowsOf(x), colsOf(x)
	return apply(kernel[T]{name: "column sums", rows: 1, cols: count, run: func(out []T, in [][]T) {
		clear(out)
		for i := range r {
			for k, g := range in[0][i*c+first : i*c+first+count] {
				out[k] += g
			}
		}
	}}, x)
}
