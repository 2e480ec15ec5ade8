package judge

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"

	"gwscope/solver/internal/dense"
)

// Bench is a pair of levels with the buffers to judge maps between them.
type Bench struct {
	X, Y *Level

	right, cost []float32
}

// NewBench puts two levels side by side.
func NewBench(x, y *Level) *Bench { return &Bench{X: x, Y: y} }

// snapBlock is the number of samples that are snapped at a time; it bounds the
// cost matrix to 1.3 MB, which stays in cache.
const snapBlock = 128

// Snap turns a map between samples into one to points of the surface. Sample i of
// from goes to the target y of to that minimises
//
//	Σ_k w_ik (D_from(i, k) - D_to(map(k), y))²,  w_ik = exp(-D_from(i, k)²/(2·0.1²)) + 0.02
//
// over the landmarks k: two matrix products. fromToTo gives a sample of to for each
// sample of from; the result gives a Domain point of to for each.
// It returns nil when ctx ends.
func (b *Bench) Snap(ctx context.Context, from, to *Level, fromToTo []int32) []int32 {
	k, width := from.landmarks, len(to.targets)
	b.right = resize32(b.right, 2*k*width)
	for j := range k {
		s := int(fromToTo[j])
		copy(b.right[j*width:(j+1)*width], to.toTargets2[s*width:(s+1)*width])
		copy(b.right[(k+j)*width:(k+j+1)*width], to.toTargets[s*width:(s+1)*width])
	}
	b.cost = resize32(b.cost, snapBlock*width)
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
		for r := range rows {
			best, at := float32(math.MaxFloat32), 0
			for t, c := range b.cost[r*width : (r+1)*width] {
				if c < best {
					best, at = c, t
				}
			}
			snapped[lo+r] = to.targets[at]
		}
	}
	return snapped
}

func resize32(buffer []float32, n int) []float32 {
	if cap(buffer) < n {
		return make([]float32, n)
	}
	return buffer[:n]
}
