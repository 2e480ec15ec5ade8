package neural

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/feature"
	"gwscope/solver/metric"
)

// Side is one shape as the networks and the loss see it.
type Side struct {
	Points    *mat.Dense // n x p, what the networks see
	Distances *mat.Dense // n x n, symmetric
	Weights   []float64  // n, positive, sum 1
	Features  *mat.Dense // n x d, of a fused objective; nil without one
}

// Len is the number of points n.
func (s Side) Len() int { return len(s.Weights) }

// SideOf prepares a space.
func (s Settings) SideOf(space *metric.Space) Side {
	side := Side{Distances: space.Distances, Weights: space.Weights}
	switch s.Input {
	case Coordinates:
		side.Points = feature.Positions(space)
	case Profile:
		side.Points = feature.Profiles(space.Distances, s.Dim)
	default:
		side.Points = scaled(metric.MDSOf(space.Distances, space.Weights, min(s.Dim, max(space.Len()-1, 1))), s.Dim)
	}
	return side
}

// scaled divides an embedding by the deviation of its first axis, so that
// frequencies mean the same for all shapes, and pads it to dim columns.
func scaled(points *mat.Dense, dim int) *mat.Dense {
	n, d := points.Dims()
	squares := 0.0
	for i := range n {
		squares += points.At(i, 0) * points.At(i, 0) / float64(n)
	}
	out := mat.NewDense(n, dim, nil)
	if squares == 0 {
		return out
	}
	for i := range n {
		for c := range d {
			out.Set(i, c, points.At(i, c)/math.Sqrt(squares))
		}
	}
	return out
}
