package solver

import (
	"gwscope/internal/routine"
	"gwscope/solver/metric"
	"gwscope/solver/slicer/neural"
)

// simplest is the sort by mean distance to all other points, which needs no
// preparation: the plan when a cancel comes before the first step.
func (s *solve) simplest(fused float64) []final {
	push := func(space *metric.Space) []float64 {
		mean := make([]float64, space.Len())
		for i := range mean {
			for k, v := range space.Distances.RawRowView(i) {
				mean[i] += space.Weights[k] * v
			}
		}
		return mean
	}
	side := func(k int, space *metric.Space) neural.Side {
		return neural.Side{Distances: space.Distances, Weights: space.Weights, Features: s.features.of(k)}
	}
	var pushX, pushY []float64
	var both routine.Group
	both.Go(func() { pushX = push(s.X) })
	both.Go(func() { pushY = push(s.Y) })
	both.Wait()
	f := finalOf(neural.OutcomeOf(s.full, side(0, s.X), side(1, s.Y), fused, pushX, pushY))
	f.stopgap = true
	return []final{f}
}
