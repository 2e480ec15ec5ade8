package correspond

import (
	"context"
	"math"

	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
)

// fieldReach is how many spacings away a sample still counts in [Field]: there its
// weight is exp(-8), which no picture and no threshold can tell from nothing.
const fieldReach = 4

// Field extends values at the samples of a space (n) to all its points (v): a mean
// over samples weighted by exp(-(d/h)²/2), h the spacing that the samples would have
// on a plane of the shape's area, so that no cells are seen. A point with no sample
// in reach takes its nearest sample's value, and samples without a value (NaN) are
// left out; where they are all that is near, the result is NaN.
func Field(s *metric.Space, values []float64) []float64 {
	out, _ := FieldContext(context.Background(), s, values)
	return out
}

// PrepareFields finds what all fields of a space share, before the first field needs it. It returns ctx's error when
// ctx ends before.
func PrepareFields(ctx context.Context, s *metric.Space) error {
	if coarse, _ := s.Coarse(); coarse != nil {
		return PrepareFields(ctx, coarse)
	}
	_, _, err := fieldOver(ctx, s)
	return err
}

// fieldOver is the nearest sample of each point, and the samples in reach of it.
func fieldOver(ctx context.Context, s *metric.Space) (nearest []int32, reach *metric.Reach, err error) {
	if nearest, err = s.NearestSamplesContext(ctx, 0); err == nil {
		reach, err = s.ReachContext(ctx, 0, Spacing(s), fieldReach)
	}
	return nearest, reach, err
}

// FieldContext is Field, which stops within a moment when ctx ends, with its error.
func FieldContext(ctx context.Context, s *metric.Space, values []float64) ([]float64, error) {
	if len(values) != s.Len() {
		panic("correspond: Field needs a value for every sample")
	}
	if coarse, level := s.Coarse(); coarse != nil {
		field, err := FieldContext(ctx, coarse, values)
		if err != nil {
			return nil, err
		}
		return level.Spread(field), nil
	}
	nearest, reach, err := fieldOver(ctx, s)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(s.Domain.Points))
	err = parallel.For(ctx, 0, len(out), 1024, func(_, lo, hi int) { // each point by one call alone
		for p := lo; p < hi; p++ {
			sum, weight := 0.0, 0.0
			for k := reach.From[p]; k < reach.From[p+1]; k++ {
				if value := values[reach.Sample[k]]; !math.IsNaN(value) {
					sum += reach.Weight[k] * value
					weight += reach.Weight[k]
				}
			}
			if out[p] = values[nearest[p]]; weight > 0 {
				out[p] = sum / weight
			}
		}
	})
	return out, err
}

// Spacing is the distance between neighbouring samples, were they spread on a plane of
// the shape's area, in the space's own unit (shares of the diameter).
func Spacing(s *metric.Space) float64 {
	return 1 / (math.Sqrt(float64(s.Len())) * s.Diameter)
}
