package solver

import (
	"context"

	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// DenseOnSketch is Dense between the sketches of both shapes: rough, and quick.
func (a Alternative) DenseOnSketch(ctx context.Context, x, y *metric.Sketch, threads int) (xToY, yToX *correspond.SurfaceMap, err error) {
	to, back := y.On(a.SnappedXToY[:x.Space.Len()]), x.On(a.SnappedYToX[:y.Space.Len()])
	opt := correspond.DenseOptions{Threads: threads}
	if a.Match == nil || !a.foreign {
		return correspond.Dense(ctx, x.Space, y.Space, to, back, opt)
	}
	rowsX, rowsY, err := a.Match.Rows(ctx, x.Points, y.Points, threads)
	if err != nil {
		return nil, nil, err
	}
	return correspond.DenseIn(ctx, x.Space, y.Space, rowsX, rowsY, to, back, opt)
}
