package neural

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/metric"
)

// Side is one shape as the networks and the loss see it.
type Side struct {
	Points    *mat.Dense // n x p, what the networks see
	Distances *mat.Dense // n x n, symmetric
	Weights   []float64  // n, positive, sum 1
}

// Len is the number of points n.
func (s Side) Len() int { return len(s.Weights) }

// SideOf prepares a space.
func (s Settings) SideOf(space *metric.Space) Side {
	side := Side{Distances: space.Distances, Weights: space.Weights}
	switch s.Input {
	case Coordinates:
		side.Points = coordinates(space)
	case Profile:
		side.Points = Profiles(space.Distances, s.Dim)
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

// coordinates are positions of the samples, centred and divided by their largest norm.
func coordinates(space *metric.Space) *mat.Dense {
	n := space.Len()
	out := mat.NewDense(n, 3, nil)
	var mean [3]float64
	for i, p := range space.Samples {
		v := space.Domain.Points[p]
		for c, x := range [3]float64{v.X, v.Y, v.Z} {
			out.Set(i, c, x)
			mean[c] += x / float64(n)
		}
	}
	largest := 0.0
	for i := range n {
		squares := 0.0
		for c, m := range mean {
			out.Set(i, c, out.At(i, c)-m)
			squares += out.At(i, c) * out.At(i, c)
		}
		largest = max(largest, math.Sqrt(squares))
	}
	if largest > 0 {
		out.Scale(1/largest, out)
	}
	return out
}

// Profiles are the distances from each point to all others, sorted and taken at
// count quantiles (n x count): what a shape looks like from the point, free of any
// coordinates.
func Profiles(distances *mat.Dense, count int) *mat.Dense {
	n, _ := distances.Dims()
	out := mat.NewDense(n, count, nil)
	row := make([]float64, n)
	for i := range n {
		copy(row, distances.RawRowView(i))
		slices.Sort(row)
		for q := range count {
			at := (float64(q) + 0.5) / float64(count) * float64(n-1)
			k := int(at)
			out.Set(i, q, row[k]+(at-float64(k))*(row[min(k+1, n-1)]-row[k]))
		}
	}
	return out
}

// profileQuantiles are enough to tell a toe from a back.
const profileQuantiles = 16

// profileCost is the mean squared difference of distance profiles (n x m), the
// feature cost of the fused loss.
func profileCost(x, y Side) *mat.Dense {
	p, q := Profiles(x.Distances, profileQuantiles), Profiles(y.Distances, profileQuantiles)
	cost := mat.NewDense(x.Len(), y.Len(), nil)
	cost.Apply(func(i, j int, _ float64) float64 {
		sum := 0.0
		for c, v := range p.RawRowView(i) {
			d := v - q.At(j, c)
			sum += d * d
		}
		return sum / profileQuantiles
	}, cost)
	return cost
}
