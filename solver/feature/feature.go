// Package feature describes the points of a shape one by one: for fused objectives, which
// compare features beside distances, for networks, and for the projections of sliced methods.
package feature

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/metric"
)

// Set names a set of features.
type Set string

// The sets. Profile and Curvature are the same for a shape however it stands and
// bends; Coordinates are not, and serve shapes that stand alike.
const (
	Profile     Set = "profile" // default
	Curvature   Set = "curvature"
	Coordinates Set = "coordinates"
	// Anchors are of a pair: where samples lie beside the extremities that matching by
	// extremities pairs. [Of] does not know them; package solver does.
	Anchors Set = "anchors"
)

// ProfileQuantiles are enough to tell a toe from a back.
const ProfileQuantiles = 16

// Of are the features of a space's samples (n x d), scaled so that the squared
// distance of two rows is of order 1 at most.
func Of(space *metric.Space, set Set) (*mat.Dense, error) {
	switch set {
	case Profile, "":
		p := Profiles(space.Distances, ProfileQuantiles)
		p.Scale(1/math.Sqrt(ProfileQuantiles), p) // |φ - φ'|² is the mean squared difference
		return p, nil
	case Curvature:
		return curvatures(space)
	case Coordinates:
		c := Positions(space)
		c.Scale(0.5, c)
		return c, nil
	}
	return nil, fmt.Errorf("unknown features %q: use %q, %q, %q or %q", set, Profile, Curvature, Coordinates, Anchors)
}

// Profiles are the distances from each point to all others, sorted and taken at
// count quantiles (n x count): the look of a shape from the point, free of any
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

// Positions of the samples (n x 3), centred and divided by their largest norm.
func Positions(space *metric.Space) *mat.Dense {
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

// curvatures are mean curvatures (n x 1), their size compressed, for at sharp tips
// they know no bound: tanh(H √area / 20), 20 being the curvature of a leg.
func curvatures(space *metric.Space) (*mat.Dense, error) {
	of := space.Domain.MeanCurvature()
	if of == nil {
		return nil, errors.New("a point cloud without normals has no curvature: use other features")
	}
	out := mat.NewDense(space.Len(), 1, nil)
	for i, p := range space.Samples {
		out.Set(i, 0, 0.5*math.Tanh(of[p]/20))
	}
	return out, nil
}

// Cost is the matrix |φ_i - φ_j|² (n x m) of features fx (n x d) and fy (m x d).
func Cost(fx, fy *mat.Dense) *mat.Dense {
	n, d := fx.Dims()
	m, _ := fy.Dims()
	cost := mat.NewDense(n, m, nil)
	for i := range n {
		row, x := cost.RawRowView(i), fx.RawRowView(i)
		for j := range m {
			y := fy.RawRowView(j)
			sum := 0.0
			for c := range d {
				e := x[c] - y[c]
				sum += e * e
			}
			row[j] = sum
		}
	}
	return cost
}

// Mean is Σ |φ_i - φ_j|² P_ij for the entries (i, j, mass) of a plan P.
func Mean(fx, fy *mat.Dense, i, j []int32, mass []float64) float64 {
	sum := 0.0
	for k, w := range mass {
		y := fy.RawRowView(int(j[k]))
		for c, v := range fx.RawRowView(int(i[k])) {
			sum += w * (v - y[c]) * (v - y[c])
		}
	}
	return sum
}
