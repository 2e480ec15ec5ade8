package neural

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/feature"
	"gwscope/solver/metric"
)

// Side is one shape as the networks and the loss see it.
type Side struct {
	Points    *mat.Dense // n x p, input of the networks
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
		side.Points = inPlane(feature.Positions(space))
	case Profile:
		side.Points = feature.Profiles(space.Distances, s.Dim)
	default:
		side.Points = scaled(metric.MDSOf(space.Distances, space.Weights, min(s.Dim, max(space.Len()-1, 1))), s.Dim)
	}
	return side
}

// flatness is the share of the largest deviation below which the least is a rounding error.
const flatness = 1e-9

// inPlane are the two coordinates of a planar cloud within its plane (n x 2), and a cloud in space as it is
// (n x 3): the paper's slicers take shapes of different dimensions.
func inPlane(points *mat.Dense) *mat.Dense {
	n, d := points.Dims()
	var svd mat.SVD
	if n < d || !svd.Factorize(points, mat.SVDThinV) {
		return points
	}
	if s := svd.Values(nil); s[d-1] > flatness*s[0] {
		return points
	}
	var axes mat.Dense
	svd.VTo(&axes)
	out := mat.NewDense(n, 2, nil)
	out.Mul(points, axes.Slice(0, d, 0, 2))
	return out
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
