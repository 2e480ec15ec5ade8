// Package attention is softmax attention with several heads (Vaswani et al. 2017) and
// its gradient, in blocks of queries: of the matrix of weights, queries x keys, only one
// block of one head exists at a time (Rabe and Staats 2021), and no operand is copied
// into another order. Inference (nn/cpu) and training share it.
//
//	out_h = softmax(q_h k_h'/√w + log mass) v_h,  h = 1, ..., heads
//
// where q is queries x width, k and v are keys x width, head h takes columns (h-1) w to
// h w of all of them, w = width/heads, and masses, if any, weigh the keys.
package attention

import (
	"math"

	"gonum.org/v1/gonum/blas"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/vector"
)

// Shape of an attention; Heads must divide Width.
type Shape struct{ Queries, Keys, Width, Heads int }

// rowBlock is the number of queries in a block: enough for BLAS, which packs the keys
// anew for every block, and few enough for a block of weights (rowBlock x keys) to stay
// in the second-level cache for a thousand keys.
const rowBlock = 64

// Blocks is the number of blocks of queries, and Units that of pieces of work in a
// forward pass: block b of head h is unit h Blocks + b.
func (s Shape) Blocks() int { return (s.Queries + rowBlock - 1) / rowBlock }

// Units is described at Blocks.
func (s Shape) Units() int { return s.Heads * s.Blocks() }

// Work is the number of multiply-adds of a forward pass.
func (s Shape) Work() int { return 2 * s.Queries * s.Keys * s.Width }

// Workspace is the memory of one goroutine; it grows to the need of the largest shape.
type Workspace[T float32 | float64] struct {
	weights, grads []T // rowBlock x keys
	sums           []T // rowBlock
}

func (w *Workspace[T]) room(s Shape) {
	if n := rowBlock * s.Keys; cap(w.weights) < n {
		w.weights = make([]T, n)
	}
	if w.sums == nil {
		w.sums = make([]T, rowBlock)
	}
}

// Forward computes one unit: it sets a block of rows of one head's columns of out
// (queries x width). mass is keys, nil for all the same. Different units may run at once,
// each with a workspace of its own.
func Forward[T float32 | float64](w *Workspace[T], out, q, k, v, mass []T, s Shape, unit int) {
	w.room(s)
	head, lo, hi := s.unit(unit)
	rows, width := hi-lo, s.Width/s.Heads
	at, first := head*width, lo*s.Width+head*width
	weights := w.weights[:rows*s.Keys]
	scale := T(1 / math.Sqrt(float64(width)))
	dense.Product(blas.NoTrans, blas.Trans, rows, s.Keys, width, scale, q[first:], s.Width, k[at:], s.Width, 0, weights, s.Keys)
	vector.ExpRows(weights, s.Keys, mass, w.sums[:rows])
	dense.Product(blas.NoTrans, blas.NoTrans, rows, width, s.Keys, 1, weights, s.Keys, v[at:], s.Width, 0, out[first:], s.Width)
	for r, sum := range w.sums[:rows] {
		inverse := 1 / sum
		row := out[first+r*s.Width : first+r*s.Width+width]
		for c := range row {
			row[c] *= inverse
		}
	}
}

// unit is the head and the range of queries of a unit.
func (s Shape) unit(u int) (head, lo, hi int) {
	blocks := s.Blocks()
	block := u % blocks
	return u / blocks, block * rowBlock, min((block+1)*rowBlock, s.Queries)
}

// Backward computes the gradients of one head, 0 to Heads-1: it sets that head's columns
// of dq, dk and dv for dOut (queries x width). Weights are computed again, not kept.
// Different heads may run at once. Masses have no gradient.
//
//	P = softmax, dV = P' dO, dP = dO V', dS = P∘(dP - rowsum(P∘dP)),
//	dQ = dS K/√w, dK = dS' Q/√w
func Backward[T float32 | float64](w *Workspace[T], dq, dk, dv, dOut, q, k, v, mass []T, s Shape, head int) {
	w.room(s)
	if n := rowBlock * s.Keys; cap(w.grads) < n {
		w.grads = make([]T, n)
	}
	width := s.Width / s.Heads
	at := head * width
	scale := T(1 / math.Sqrt(float64(width)))
	for b := range s.Blocks() {
		_, lo, hi := s.unit(head*s.Blocks() + b)
		rows, first := hi-lo, lo*s.Width+at
		weights, grads := w.weights[:rows*s.Keys], w.grads[:rows*s.Keys]
		dense.Product(blas.NoTrans, blas.Trans, rows, s.Keys, width, scale, q[first:], s.Width, k[at:], s.Width, 0, weights, s.Keys)
		vector.ExpRows(weights, s.Keys, mass, w.sums[:rows])
		dense.Product(blas.NoTrans, blas.Trans, rows, s.Keys, width, 1, dOut[first:], s.Width, v[at:], s.Width, 0, grads, s.Keys)
		for r, sum := range w.sums[:rows] {
			p, g := weights[r*s.Keys:(r+1)*s.Keys], grads[r*s.Keys:(r+1)*s.Keys]
			vector.SoftmaxBackward(p, g, 1/sum)
		}
		var before T = 1
		if b == 0 {
			before = 0
		}
		dense.Product(blas.Trans, blas.NoTrans, s.Keys, width, rows, 1, weights, s.Keys, dOut[first:], s.Width, before, dv[at:], s.Width)
		dense.Product(blas.NoTrans, blas.NoTrans, rows, width, s.Keys, scale, grads, s.Keys, k[at:], s.Width, 0, dq[first:], s.Width)
		dense.Product(blas.Trans, blas.NoTrans, s.Keys, width, rows, scale, grads, s.Keys, q[first:], s.Width, before, dk[at:], s.Width)
	}
}
