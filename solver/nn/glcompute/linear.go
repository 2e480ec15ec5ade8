//go:build cgo

package glcompute

import "gwscope/solver/nn"

// Linear is out = act(in weight' + bias) + residual.
func (b *Backend) Linear(out, pre, in, weight, bias, residual nn.Tensor, act nn.Activation) {
	m, n, k := in.Rows, weight.Rows, in.Cols
	nn.Shaped(out, m, n)
	nn.Shaped(pre, m, n)
	nn.Shaped(residual, m, n)
	nn.Shaped(bias, 1, n)
	nn.Shaped(weight, n, k)
	if m*n == 0 {
		return
	}
	if !pre.None() && pre.Buffer == out.Buffer && pre.Offset == out.Offset {
		pre = nn.Tensor{} // out itself is to serve; writing it twice would be a race
	}
	var has uint32
	for i, t := range []nn.Tensor{bias, residual, pre} {
		if !t.None() {
			has |= 1 << i
		}
	}
	variant := transB | epilogue
	if aligned(in) && aligned(weight) {
		variant |= vectors
	}
	p := plan(m, n, k, variant)
	b.add(p.kernel, p.x, p.y, 1, []nn.Tensor{out, in, weight, bias, residual, pre},
		uint32(m), uint32(n), uint32(k), at(out), at(in), at(weight), 0,
		uint32(act), has, at(bias), at(residual), at(pre))
	b.spend(m * n * k)
}

// LinearBackward takes dOut to the gradients of input, weight and bias.
func (b *Backend) LinearBackward(dIn, dWeight, dBias, dOut, pre, in, weight nn.Tensor, act nn.Activation, beta float64) {
	if act != nn.Identity && pre.None() {
		panic("glcompute: the backward pass of an activation needs its input")
	}
	nn.Shaped(dOut, in.Rows, weight.Rows)
	if act != nn.Identity || !dBias.None() {
		rows, cols := dOut.Rows, dOut.Cols
		chunks := tiles(rows, chunk)
		parts := b.room(&b.scratch, chunks*cols)
		b.add(linearBack, tiles(cols, 32), chunks, 1, []nn.Tensor{dOut, pre, parts},
			uint32(rows), uint32(cols), at(dOut), at(pre), uint32(act))
		if !dBias.None() {
			nn.Shaped(dBias, 1, cols)
			b.sumColumns(columns, dBias, parts, chunks, cols, 0)
		}
	}
	if !dWeight.None() {
		b.Gemm(dWeight, dOut, true, in, false, 1, 0)
	}
	if !dIn.None() {
		b.Gemm(dIn, dOut, false, weight, false, 1, beta)
	}
}

// sumColumns adds up lines of partial sums, stride apart, from element first on.
func (b *Backend) sumColumns(k *kernel, to, parts nn.Tensor, chunks, stride, first int) {
	b.add(k, tiles(to.Len(), 64), 1, 1, []nn.Tensor{to, parts},
		uint32(to.Len()), uint32(chunks), at(to), uint32(stride), uint32(first))
}
