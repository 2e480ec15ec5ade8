package correspond

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas32"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
)

// Sizes of blocks: a matrix product with fewer than 16 rows is mostly overhead, and
// a block of more than 64 is worth splitting where its rows part ways.
const (
	smallBlock = 16
	fairBlock  = 64
	largeBlock = 128
)

// mostTargets is about how many targets a block of queries looks at. Meshes of up to 40,000 points have
// fewer to look at.
const mostTargets = 512

// blocks are balls around runs of consecutive rows of an embedding, so that a
// search can pass over rows that are too far away. A cell holds one or more.
type blocks struct {
	start  []int32 // first row of each block, and the end
	ofCell []int32 // first block of each cell, and the end
	center blas32.General
	radius []float64
	middle []int32 // the row of each block nearest to its center
}

// cutBlocks cuts the rows of every cell where their second or third nearest
// sample changes: rows are sorted by those, so a block lies close together.
func (e *embedding) cutBlocks(ctx context.Context, threads int) (*blocks, error) {
	b := &blocks{}
	for c := range e.space.Len() {
		b.ofCell = append(b.ofCell, int32(len(b.start)))
		lo, hi := e.cellStart[c], e.cellStart[c+1]
		if lo == hi {
			continue
		}
		b.start = append(b.start, lo)
		if hi-lo <= fairBlock {
			continue
		}
		for r := lo + 1; r < hi; r++ {
			size := r - b.start[len(b.start)-1]
			before, here := e.nearest(e.pointOf[r-1]), e.nearest(e.pointOf[r])
			second := len(here) > 1 && before[1] != here[1]
			third := second || len(here) > 2 && before[2] != here[2]
			if size >= smallBlock && second || size >= fairBlock && third || size >= largeBlock {
				b.start = append(b.start, r)
			}
		}
	}
	b.ofCell = append(b.ofCell, int32(len(b.start)))
	b.start = append(b.start, int32(len(e.pointOf)))

	count := len(b.start) - 1
	b.center, b.radius, b.middle = dense.New32(count, e.rows.Cols), make([]float64, count), make([]int32, count)
	err := parallel.For(ctx, threads, count, 64, func(_, lo, hi int) {
		for k := lo; k < hi; k++ {
			center := b.center.Data[k*b.center.Stride : (k+1)*b.center.Stride]
			weight := 1 / float32(b.start[k+1]-b.start[k])
			for r := b.start[k]; r < b.start[k+1]; r++ {
				for i, x := range e.row(r) {
					center[i] += weight * x
				}
			}
			least := math.Inf(1)
			for r := b.start[k]; r < b.start[k+1]; r++ {
				d := math.Sqrt(distance2(center, e.row(r)))
				b.radius[k] = max(b.radius[k], d)
				if d < least {
					least, b.middle[k] = d, r
				}
			}
		}
	})
	return b, err
}

func (b *blocks) centerOf(k int32) []float32 {
	return b.center.Data[int(k)*b.center.Stride : int(k)*b.center.Stride+b.center.Cols]
}

// of lists the blocks of the given cells.
func (b *blocks) of(cells []int32) []int32 {
	var out []int32
	for _, c := range cells {
		for t := b.ofCell[c]; t < b.ofCell[c+1]; t++ {
			out = append(out, t)
		}
	}
	return out
}

// about lists the blocks in the given cells that may hold targets of queries
// within r of one whose target is row, at distance residual: a query's target is
// at most r + residual away from that row where maps are smooth, up to rounding of
// the tessellation. Of a mesh so dense that they hold more than mostTargets points, those nearest
// to the row are listed: the time for a query does not grow with the mesh.
func (b *blocks) about(row []float32, r, residual float64, cells, found []int32) []int32 {
	found = found[:0]
	count := int32(0)
	for _, c := range cells {
		for t := b.ofCell[c]; t < b.ofCell[c+1]; t++ {
			if reach := r + residual + b.radius[t]; distance2(row, b.centerOf(t)) <= reach*reach {
				found = append(found, t)
				count += b.start[t+1] - b.start[t]
			}
		}
	}
	if count <= mostTargets {
		return found
	}
	gap := make(map[int32]float64, len(found))
	for _, t := range found {
		gap[t] = math.Sqrt(distance2(row, b.centerOf(t))) - b.radius[t]
	}
	slices.SortFunc(found, func(s, t int32) int { return cmp.Or(cmp.Compare(gap[s], gap[t]), cmp.Compare(s, t)) })
	count = 0
	for k, t := range found {
		if count += b.start[t+1] - b.start[t]; count > mostTargets {
			found = found[:k+1]
			break
		}
	}
	slices.Sort(found)
	return found
}

// runs joins the rows of consecutive blocks: few large products are faster than
// many small ones.
func (b *blocks) runs(chosen []int32) func(yield func(from, to int32) bool) {
	return func(yield func(from, to int32) bool) {
		for i := 0; i < len(chosen); {
			j := i + 1
			for j < len(chosen) && chosen[j] == chosen[j-1]+1 {
				j++
			}
			if !yield(b.start[chosen[i]], b.start[chosen[j-1]+1]) {
				return
			}
			i = j
		}
	}
}
