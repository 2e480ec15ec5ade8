package metric

import (
	"context"
	"slices"

	"gwscope/solver/internal/parallel"
)

// leastWeight is the smallest weight of a sample, in shares of 1/n. A sample whose
// cell has no area (slivers, isolated points) still must have mass for couplings
// to be defined.
const leastWeight = 1e-3

// weigh gives the samples their weights (n, positive, sum 1).
func (s *Space) weigh(threads int) []float64 {
	n := s.Len()
	if s.WeightKind == WeightsUniform {
		return slices.Repeat([]float64{1 / float64(n)}, n)
	}
	weights := make([]float64, n)
	for p, i := range s.NearestSamples(threads) {
		weights[i] += s.Domain.PointArea[p]
	}
	var sum float64
	for i := range weights {
		weights[i] = max(weights[i], leastWeight/float64(n))
		sum += weights[i]
	}
	for i := range weights {
		weights[i] /= sum
	}
	return weights
}

// NearestSamples gives each point its geodesically nearest sample (v), the
// earlier one among equals: the Voronoi cells of the samples. The space keeps them; they
// are shared, not to be written.
func (s *Space) NearestSamples(threads int) []int32 {
	nearest, _ := s.NearestSamplesContext(context.Background(), threads)
	return nearest
}

// NearestSamplesContext is NearestSamples, which stops within a moment when ctx ends, with
// its error.
func (s *Space) NearestSamplesContext(ctx context.Context, threads int) ([]int32, error) {
	if c := s.cells; c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.nearest != nil {
			return c.nearest, nil
		}
	}
	nearest, err := s.nearestSamples(ctx, threads)
	if s.cells != nil && err == nil {
		s.cells.nearest = nearest
	}
	return nearest, err
}

func (s *Space) nearestSamples(ctx context.Context, threads int) ([]int32, error) {
	v := len(s.Domain.Points)
	nearest := make([]int32, v)
	if s.coarse != nil {
		err := s.EachNearest(ctx, threads, 1, func(p int, near []int32, _ []float32) { nearest[p] = near[0] })
		return nearest, err
	}
	err := parallel.For(ctx, threads, v, 4096, func(_, lo, hi int) {
		least := make([]float32, hi-lo)
		copy(least, s.Row(0).values[lo:hi])
		for i := 1; i < s.Len(); i++ {
			for k, x := range s.Row(i).values[lo:hi] {
				if x < least[k] {
					least[k], nearest[lo+k] = x, int32(i)
				}
			}
		}
	})
	return nearest, err
}

// AverageGeodesicDistance are the mean geodesic distances of every point to the samples,
// weighted by the areas of their cells (v, divided by Diameter): small in the
// middle of a shape, large at its extremities. It stops within a moment when ctx ends, with
// its error.
func (s *Space) AverageGeodesicDistance(ctx context.Context, threads int) ([]float64, error) {
	if s.coarse != nil {
		mean, err := s.coarse.AverageGeodesicDistance(ctx, threads)
		if err != nil {
			return nil, err
		}
		return s.level.Spread(mean), nil
	}
	v := len(s.Domain.Points)
	area := make([]float64, s.Len())
	near, err := s.NearestSamplesContext(ctx, threads)
	if err != nil {
		return nil, err
	}
	for p, i := range near {
		area[i] += s.Domain.PointArea[p]
	}
	mean := make([]float64, v)
	err = parallel.For(ctx, threads, v, 4096, func(_, lo, hi int) {
		for i, a := range area {
			for k, x := range s.Row(i).values[lo:hi] {
				mean[lo+k] += a * float64(x)
			}
		}
	})
	return mean, err
}
