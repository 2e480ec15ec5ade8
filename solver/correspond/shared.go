package correspond

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/blas/blas32"

	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
)

// DenseIn sends every point of each shape to the closest place of the other in a
// space that both already share: rowsX (v x k) and rowsY (v' x k) place the points
// of both Domains there, or those at which distances are known (metric.Space.Known). xToY and yToX are as for [Dense] (both needed, no -1); places
// are sought about them. Nothing is refined: this is for shapes that are no isometric
// images of each other, where refinement would drift off.
//
// DenseIn returns ctx.Err() when the context ends, and an error when the arguments do
// not fit the spaces.
func DenseIn(ctx context.Context, x, y *metric.Space, rowsX, rowsY blas32.General, xToY, yToX []int32, opt DenseOptions) (mapXToY, mapYToX *SurfaceMap, err error) {
	pairs, err := checkMatches(x, y, xToY, yToX)
	if err != nil {
		return nil, nil, err
	}
	if err := checkPins(x, y, opt.Pins); err != nil {
		return nil, nil, err
	}
	if onLevels(x, y) {
		return byLevels(ctx, x, y, xToY, yToX, opt, func(x, y *metric.Space, xToY, yToX []int32, opt DenseOptions) (*SurfaceMap, *SurfaceMap, error) {
			return DenseIn(ctx, x, y, rowsX, rowsY, xToY, yToX, opt)
		})
	}
	if len(pairs) != x.Len()+y.Len() || rowsX.Rows != len(x.Domain.Points) || rowsY.Rows != len(y.Domain.Points) || rowsX.Cols != rowsY.Cols {
		return nil, nil, fmt.Errorf("rows of %d x %d and %d x %d with %d matches do not place %d and %d points and %d samples in one space",
			rowsX.Rows, rowsX.Cols, rowsY.Rows, rowsY.Cols, len(pairs), len(x.Domain.Points), len(y.Domain.Points), x.Len()+y.Len())
	}
	progress := opt.Progress
	if progress == nil {
		progress = func(float64) {}
	}
	ex, err := embedIn(ctx, x, rowsX, opt.Threads)
	if err != nil {
		return nil, nil, err
	}
	ey, err := embedIn(ctx, y, rowsY, opt.Threads)
	if err != nil {
		return nil, nil, err
	}
	progress(0.3)
	return extendBoth(ctx, ex, ey, xToY[:ex.space.Len()], yToX[:ey.space.Len()], opt, func(f float64) { progress(0.3 + 0.7*f) })
}

// embedIn sorts given rows by cell.
func embedIn(ctx context.Context, space *metric.Space, rows blas32.General, threads int) (*embedding, error) {
	e := &embedding{space: space.Prefix(maxBasisSamples), width: rows.Cols, halfDoubt: halfDoubtShared}
	if err := e.cells(ctx, threads); err != nil {
		return nil, err
	}
	e.spacing, e.meanDistance = e.sampleSpacing(), meanDistance(e.space)
	e.rows = blas32.General{Rows: rows.Rows, Cols: rows.Cols, Stride: max(rows.Cols, 1), Data: make([]float32, rows.Rows*rows.Cols)}
	err := parallel.For(ctx, threads, rows.Rows, 4*pointChunk, func(_, lo, hi int) {
		for r := lo; r < hi; r++ {
			copy(e.row(int32(r)), rows.Data[int(e.pointOf[r])*rows.Stride:][:rows.Cols])
		}
	})
	if err != nil {
		return nil, err
	}
	return e, e.index(ctx, threads)
}
