package judge

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"gwscope/solver/internal/argmin"
	"gwscope/solver/internal/dense"
)

// Bench is a pair of levels with the buffers to judge maps between them.
type Bench struct {
	X, Y *Level

	right, cost []float32
	none        []float32 // zeros
	least       []int32   // of snapBlock samples
	near        []int32
	sum, away   []float32
}

// NewBench puts two levels side by side.
func NewBench(x, y *Level) *Bench { return &Bench{X: x, Y: y} }

// Snap turns a map between samples into one to points of the surface. Sample i of
// from goes to the target y of to that minimises
//
//	Σ_k w_ik (D_from(i, k) - D_to(map(k), y))²,  w_ik = exp(-D_from(i, k)²/(2·0.1²)) + 0.02
//
// over the landmarks k. fromToTo gives a sample of to for each sample of from; the
// result gives a Domain point of to for each. It returns nil when ctx ends.
//
// At a coarse level y runs over the whole shape, because a coarse map may be off by a
// limb's width; at a fine one over the surroundings of map(i).
func (b *Bench) Snap(ctx context.Context, from, to *Level, fromToTo []int32) []int32 {
	if from.fine() {
		return b.snapNearby(ctx, from, to, fromToTo)
	}
	return b.snapAnywhere(ctx, from, to, fromToTo)
}

// snapBlock is the number of samples that are snapped at a time; it keeps the cost
// matrix in cache.
const snapBlock = 128

// snapAnywhere does all samples and targets by one matrix product:
// Σ w (D - D')² = Σ w D'² - 2 Σ w D D' up to a function of i.
func (b *Bench) snapAnywhere(ctx context.Context, from, to *Level, fromToTo []int32) []int32 {
	k, width := from.landmarks, len(to.coarseTargets())
	toTargets := to.targetDistances()
	b.right = resize32(b.right, 2*k*width)
	for j := range k {
		row := toTargets[int(fromToTo[j])*width:][:width]
		squared, plain := b.right[j*width:][:width], b.right[(k+j)*width:][:width]
		for t, d := range row {
			squared[t], plain[t] = d*d, d
		}
	}
	b.cost = resize32(b.cost, snapBlock*width)
	if len(b.none) < width {
		b.none, b.least = make([]float32, width), make([]int32, snapBlock)
	}
	snapped := make([]int32, from.count)
	for lo := 0; lo < from.count; lo += snapBlock {
		if ctx.Err() != nil {
			return nil
		}
		rows := min(snapBlock, from.count-lo)
		// One thread: candidates are judged side by side.
		dense.Gemm32(1, blas.NoTrans, blas.NoTrans, 1,
			blas32.General{Rows: rows, Cols: 2 * k, Stride: 2 * k, Data: from.fit[lo*2*k:]},
			blas32.General{Rows: 2 * k, Cols: width, Stride: width, Data: b.right},
			0, blas32.General{Rows: rows, Cols: width, Stride: width, Data: b.cost})
		argmin.OfRows(b.cost[:rows*width], b.none[:width], b.least[:rows])
		for r, at := range b.least[:rows] {
			snapped[lo+r] = to.targets[at]
		}
	}
	return snapped
}

// The surroundings of a fine snap: targets in the cells of snapCells samples, about
// two sample spacings around, judged by the nearest landmarks, which place a point
// exactly, and the first ones, which are spread over the whole shape.
const (
	snapCells  = 12
	snapClose  = 40
	snapSpread = 20
)

func (b *Bench) snapNearby(ctx context.Context, from, to *Level, fromToTo []int32) []int32 {
	snapped := make([]int32, from.count)
	for i := range snapped {
		if i%snapBlock == 0 && ctx.Err() != nil {
			return nil
		}
		centre := int(fromToTo[i])
		b.near = b.near[:0]
		for _, s := range to.near[centre*to.reach:][:min(snapCells, to.reach)] {
			b.near = append(b.near, to.inCell[s]...)
		}
		b.sum, b.away = resize32(b.sum, len(b.near)), resize32(b.away, len(b.near))
		clear(b.sum)
		for _, g := range from.guides[i*from.guided:][:from.guided] {
			row := to.space.Row(int(fromToTo[g.landmark]))
			row.Gather(b.near, b.away)
			sum := b.sum[:len(b.away)]
			for t, d := range b.away {
				gap := d - g.distance
				sum[t] += g.weight * gap * gap
			}
		}
		best, at := float32(math.MaxFloat32), 0
		for t, c := range b.sum {
			if c < best {
				best, at = c, t
			}
		}
		snapped[i] = b.near[at]
	}
	return snapped
}

func resize32(buffer []float32, n int) []float32 {
	return slices.Grow(buffer[:0], n)[:n]
}
