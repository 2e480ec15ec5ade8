package correspond

import (
	"context"
	"math"
	"slices"

	"gwscope/solver/internal/parallel"
)

// rawMap is a dense map in the making: for each point of the source a place on
// the target, and the distance between the two in function space.
type rawMap struct {
	places   []Place
	residual []float32
}

// extend sends every point of src to a place on dst; both embeddings share one
// space. imageToDst and imageToSrc are the images of the two shapes' samples.
func extend(ctx context.Context, src, dst *embedding, imageToDst, imageToSrc []int32, threads int) (*rawMap, error) {
	near, err := nearestInCells(ctx, src, dst, candidateCells(src, dst, imageToDst, imageToSrc), threads)
	if err != nil {
		return nil, err
	}
	return ontoTriangles(ctx, src, dst, near, threads)
}

// candidateCells lists for each cell of src the cells of dst in which the images
// of its points are sought: the cells about the images of its sample and of the
// samples next to it, and those of the samples of dst that come back into it.
// One wrong image therefore misleads nobody.
func candidateCells(src, dst *embedding, imageToDst, imageToSrc []int32) [][]int32 {
	n := src.space.Len()
	cells := make([][]int32, n)
	for i := range n {
		for _, s := range src.nearest(src.space.Samples[i]) {
			cells[i] = append(cells[i], dst.nearest(imageToDst[s])...)
		}
	}
	for t, p := range imageToSrc {
		for _, i := range src.nearest(p) {
			cells[i] = append(cells[i], int32(t))
		}
	}
	for i := range cells {
		slices.Sort(cells[i])
		cells[i] = slices.Compact(cells[i])
	}
	return cells
}

// nearestInCells finds for each point of src the row of dst nearest to it among
// the candidate cells.
func nearestInCells(ctx context.Context, src, dst *embedding, candidates [][]int32, threads int) ([]int32, error) {
	half := make([]float32, len(dst.norm2))
	for r, v := range dst.norm2 {
		half[r] = v / 2
	}
	byRow := make([]int32, len(src.pointOf))
	best := make([]float32, len(byRow))
	scratch := make([][]float32, parallel.Threads(threads))
	err := parallel.For(ctx, threads, len(candidates), 1, func(worker, cell, _ int) {
		if scratch[worker] == nil {
			scratch[worker] = make([]float32, queryBlock*targetBlock)
		}
		for lo := int(src.cellStart[cell]); lo < int(src.cellStart[cell+1]); lo += queryBlock {
			hi := min(lo+queryBlock, int(src.cellStart[cell+1]))
			for r := lo; r < hi; r++ {
				best[r] = float32(math.Inf(-1))
			}
			queries := rowsOf(src.rows, lo, hi)
			for from, to := range runs(dst, candidates[cell]) {
				searchBlocks(queries, rowsOf(dst.rows, int(from), int(to)), half[from:to], from, scratch[worker], best[lo:hi], byRow[lo:hi])
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return byRow, nil
}

// runs joins the rows of consecutive cells: few large products are faster than
// many small ones.
func runs(e *embedding, cells []int32) func(yield func(from, to int32) bool) {
	return func(yield func(from, to int32) bool) {
		for i := 0; i < len(cells); {
			j := i + 1
			for j < len(cells) && cells[j] == cells[j-1]+1 {
				j++
			}
			from, to := e.cellStart[cells[i]], e.cellStart[cells[j-1]+1]
			if to > from && !yield(from, to) {
				return
			}
			i = j
		}
	}
}
