package solver

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/feature"
	"gwscope/solver/gw"
)

// features are the numbers that a fused objective compares, one row a sample (n x d, m x d).
type features struct{ x, y *mat.Dense }

// prepareFeatures finds the features where the objective is fused. When ctx ends first
// the objective is GW² alone, for whatever can still be found.
func (s *solve) prepareFeatures(ctx context.Context) error {
	if s.Alpha == 1 {
		return nil
	}
	f := &features{}
	var err error
	if s.Features == feature.Anchors {
		f, err = s.anchorFeatures(ctx)
	} else {
		var errX, errY error
		f.x, errX = feature.Of(s.X, s.Features)
		f.y, errY = feature.Of(s.Y, s.Features)
		err = errors.Join(errX, errY)
	}
	if ctx.Err() != nil {
		s.Alpha = 1
		return nil
	}
	if err != nil {
		return err
	}
	s.features = f
	if s.Method == Hierarchical || s.Learning.Start == FromHierarchical {
		s.full, err = s.full.Fused(feature.Cost(f.x, f.y), s.Alpha)
	}
	return err
}

// featureEnds is the share of the progress bar of matching by extremities for features.
const featureEnds = 0.05

// anchorFeatures place the samples as the best match by extremities does: how far the
// extremities are, the angles at which the ways to them arrive, and the functions on which
// both agree. Squared distances are 1 in the mean over all pairs.
func (s *solve) anchorFeatures(ctx context.Context) (*features, error) {
	a, err := s.findAnchors(ctx, 0, featureEnds)
	if err != nil {
		return nil, fmt.Errorf("features by extremities: %w", err)
	}
	if len(a.Matches) == 0 {
		return nil, errors.New("features by extremities: nothing was matched by them")
	}
	rowsX, rowsY, err := a.Matches[0].Rows(ctx, s.X.Samples, s.Y.Samples, s.threads)
	if err != nil {
		return nil, err
	}
	s.source = a
	f := &features{x: doubled(rowsX), y: doubled(rowsY)}
	mean := mat.Sum(feature.Cost(f.x, f.y)) / float64(s.X.Len()*s.Y.Len())
	if mean > 0 {
		f.x.Scale(1/math.Sqrt(mean), f.x)
		f.y.Scale(1/math.Sqrt(mean), f.y)
	}
	return f, nil
}

// doubled are rows in double precision.
func doubled(rows blas32.General) *mat.Dense {
	out := mat.NewDense(rows.Rows, rows.Cols, nil)
	for i := range rows.Rows {
		for c, v := range rows.Data[i*rows.Stride:][:rows.Cols] {
			out.Set(i, c, float64(v))
		}
	}
	return out
}

// of gives the features of side 0, the source, or 1, the target; nil where there are none.
func (f *features) of(side int) *mat.Dense {
	switch {
	case f == nil:
		return nil
	case side == 0:
		return f.x
	}
	return f.y
}

// leading is the cost of matching the first c samples of each shape.
func (f *features) leading(c int) *mat.Dense {
	if f == nil {
		return nil
	}
	_, d := f.x.Dims()
	return feature.Cost(mat.DenseCopyOf(f.x.Slice(0, c, 0, d)), mat.DenseCopyOf(f.y.Slice(0, c, 0, d)))
}

// noteOnObjective tells the value of a fused objective.
func (s *solve) noteOnObjective(problem *gw.Problem, plan *gw.Plan, gw2 float64) string {
	cost := feature.Mean(s.features.x, s.features.y, plan.I, plan.J, plan.Mass)
	return fmt.Sprintf("The fused objective is %.6f, %g of GW² %.6f and %g of a feature cost of %.6f.",
		problem.ObjectiveAt(plan, gw2), s.Alpha, gw2, 1-s.Alpha, cost)
}
