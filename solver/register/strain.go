package register

import (
	"context"

	"gwscope/solver/correspond"
	"gwscope/solver/internal/dense"
	"gwscope/solver/metric"
)

// Strain is how much X's mesh stretches on its way to Y along a map of all points: the mean over
// its area of s1/s2 - 1, the singular values of the triangles' maps, before folds are mended. A tear in the map counts. To
// compare maps takes a small part of the time of [Surface], whose errors it has.
func Strain(ctx context.Context, x, y *metric.Space, aToB, bToA *correspond.SurfaceMap, opt Options) (float64, error) {
	if x.Domain.IsCloud() || y.Domain.IsCloud() {
		return 0, ErrNoSurface
	}
	if err := check(x, y, aToB, bToA, opt); err != nil {
		return 0, err
	}
	side, err := sideOf(ctx, x, y, aToB)
	if err != nil {
		return 0, err
	}
	whole, err := wholeOf(ctx, x, side, aToB, opt)
	if err != nil {
		return 0, err
	}
	r := newRun(y, whole, demandsOf(x, y, bToA, nil, opt), opt)
	if err := r.approach(ctx, 0, 1); err != nil {
		return 0, err
	}
	h := r.sheet
	sum, area := 0.0, 0.0
	for _, t := range h.faces {
		angle, _ := stretchOf(h.rest, h.at, t)
		a := dense.Length(doubleArea(h.rest, t))
		sum += a * (angle - 1)
		area += a
	}
	return sum / area, nil
}
