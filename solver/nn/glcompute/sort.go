//go:build cgo

package glcompute

import "gwscope/solver/nn"

// Standardize gives scores mean 0 and variance 1.
func (b *Backend) Standardize(out, stats, in, mass nn.Tensor) {
	n := in.Rows
	nn.Shaped(in, n, 1)
	nn.Shaped(out, n, 1)
	nn.Shaped(mass, n, 1)
	b.add(standardize, 1, 1, 1, []nn.Tensor{out, stats, in, mass}, uint32(n), at(out), at(stats), at(in), at(mass))
}

// StandardizeBackward takes a gradient through Standardize.
func (b *Backend) StandardizeBackward(dIn, dOut, out, stats, mass nn.Tensor) {
	n := dOut.Rows
	nn.Shaped(dIn, n, 1)
	nn.Shaped(out, n, 1)
	nn.Shaped(mass, n, 1)
	b.add(standardizeBack, 1, 1, 1, []nn.Tensor{dIn, stats, dOut, mass, out},
		uint32(n), at(dIn), at(stats), at(dOut), at(mass), at(out))
}

// entryWords is the size of Entry in table.glsl, in elements.
const entryWords = 8

// SoftSort is LapSum.
func (b *Backend) SoftSort(soft, kernel, scores, mass nn.Tensor, tau float64) {
	n, bins := scores.Rows, soft.Cols
	nn.Shaped(scores, n, 1)
	nn.Shaped(mass, n, 1)
	nn.Shaped(soft, n, bins)
	nn.Shaped(kernel, n, bins)
	table, cuts := b.room(&b.table, entryWords*n), b.room(&b.cuts, 2*bins)
	b.add(sortRank, 1, tiles(n, 8), 1, []nn.Tensor{table, scores, mass}, uint32(n), at(scores), at(mass), bits(1/tau))
	b.add(sortThresholds, tiles(bins, 64), 1, 1, []nn.Tensor{table, cuts}, uint32(n), uint32(bins), bits(1/tau))
	b.add(softRows, tiles(bins, 32), tiles(n, 8), 1, []nn.Tensor{soft, kernel, scores, cuts},
		uint32(n), uint32(bins), at(soft), at(kernel), at(scores), bits(1/tau))
}

// SoftSortBackward takes a gradient of the shares to the scores.
func (b *Backend) SoftSortBackward(dScores, dSoft, kernel, mass nn.Tensor, tau float64) {
	n, bins := dSoft.Rows, dSoft.Cols
	nn.Shaped(dScores, n, 1)
	nn.Shaped(kernel, n, bins)
	chunks := tiles(n, chunk)
	parts := b.room(&b.scratch, 2*chunks*bins)
	mean := b.room(&b.cuts, 2*bins).Part(0, 1, bins)
	b.add(softMeans, tiles(bins, 32), chunks, 1, []nn.Tensor{dSoft, kernel, mass, parts},
		uint32(n), uint32(bins), at(dSoft), at(kernel), at(mass))
	b.sumColumns(columnRatio, mean, parts, chunks, 2*bins, 0)
	b.add(softBack, groups(n, 1), 1, 1, []nn.Tensor{dScores, dSoft, kernel, mean, mass},
		uint32(n), uint32(bins), at(dScores), at(dSoft), at(kernel), at(mass), bits(1/tau))
}
