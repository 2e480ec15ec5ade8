//go:build cgo

package glcompute

import "gwscope/solver/nn"

// Norm is layer normalisation.
func (b *Backend) Norm(out, stats, in, gain, bias nn.Tensor) {
	nn.Shaped(out, in.Rows, in.Cols)
	nn.Shaped(stats, in.Rows, 2)
	nn.Shaped(gain, 1, in.Cols)
	nn.Shaped(bias, 1, in.Cols)
	b.add(normRows, groups(in.Rows, 1), 1, 1, []nn.Tensor{out, stats, in, gain, bias},
		uint32(in.Rows), uint32(in.Cols), at(out), at(stats), at(in), at(gain), at(bias))
}

// NormBackward is the gradients of input, gain and bias.
func (b *Backend) NormBackward(dIn, dGain, dBias, dOut, stats, in, gain nn.Tensor, beta float64) {
	rows, cols := in.Rows, in.Cols
	nn.Shaped(dIn, rows, cols)
	nn.Shaped(dOut, rows, cols)
	nn.Shaped(stats, rows, 2)
	chunks := tiles(rows, chunk)
	parts := b.room(&b.scratch, 2*chunks*cols)
	b.add(normColumns, tiles(cols, 32), chunks, 1, []nn.Tensor{dOut, stats, in, parts},
		uint32(rows), uint32(cols), at(dOut), at(stats), at(in))
	b.sumColumns(columns, dGain, parts, chunks, 2*cols, 0)
	b.sumColumns(columns, dBias, parts, chunks, 2*cols, cols)
	b.add(normBack, groups(rows, 1), 1, 1, []nn.Tensor{dIn, dOut, stats, in, gain},
		uint32(rows), uint32(cols), at(dIn), at(dOut), at(stats), at(in), at(gain), bits(beta))
}
