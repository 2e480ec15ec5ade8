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
	pinnedCells(src, dst, cells)
	for i := range cells {
		slices.Sort(cells[i])
		cells[i] = slices.Compact(cells[i])
	}
	return cells
}

// nearestInCells finds for each point of src the row of dst nearest to it among
// the candidate cells: first for the middle row of each block, then for the others
// among the blocks about its target.
func nearestInCells(ctx context.Context, src, dst *embedding, candidates [][]int32, threads int) ([]int32, error) {
	half := make([]float32, len(dst.norm2))
	for r, v := range dst.norm2 {
		half[r] = v / 2
	}
	byRow := make([]int32, len(src.pointOf))
	best := make([]float32, len(byRow))
	type scratch struct {
		product []float32
		chosen  []int32
	}
	workers := make([]scratch, parallel.Threads(threads))
	err := parallel.For(ctx, threads, len(candidates), 1, func(worker, cell, _ int) {
		w := &workers[worker]
		if w.product == nil {
			w.product = make([]float32, queryBlock*targetBlock)
		}
		search := func(lo, hi int, chosen []int32) {
			for r := lo; r < hi; r++ {
				best[r] = float32(math.Inf(-1))
			}
			for from, to := range dst.blocks.runs(chosen) {
				for q := lo; q < hi; q += queryBlock {
					end := min(q+queryBlock, hi)
					searchBlocks(rowsOf(src.rows, q, end), rowsOf(dst.rows, int(from), int(to)), half[from:to], from, w.product, best[q:end], byRow[q:end])
				}
			}
		}
		all := dst.blocks.of(candidates[cell])
		for k := src.blocks.ofCell[cell]; k < src.blocks.ofCell[cell+1]; k++ {
			lo, hi := int(src.blocks.start[k]), int(src.blocks.start[k+1])
			if hi-lo < smallBlock {
				search(lo, hi, all)
				continue
			}
			mid := int(src.blocks.middle[k])
			search(mid, mid+1, all)
			target := dst.row(byRow[mid])
			residual := math.Sqrt(distance2(src.row(int32(mid)), target))
			w.chosen = dst.blocks.about(target, src.blocks.radius[k], residual, candidates[cell], w.chosen)
			search(lo, hi, w.chosen)
		}
	})
	if err != nil {
		return nil, err
	}
	return byRow, nil
}
