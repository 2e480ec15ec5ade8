package morphometrics

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/mds"
)

// Scaled are places in the plane, or in space, for things of which the distances are known.
type Scaled struct {
	// Places are the coordinates (n x k); axes fall in their variance.
	Places [][]float64
	// Values are the eigenvalues of the axes (k), Share their part of the sum of all positive
	// ones.
	Values, Share []float64
}

// Scaling is classical multidimensional scaling (Torgerson 1952) of a symmetric matrix of
// distances (n x n) to as many dimensions as have positive eigenvalues, at most dims. The
// coordinate of the largest size on each axis is positive. A matrix that is not square, not
// symmetric, or has a negative or unknown distance is an error.
func Scaling(distances [][]float64, dims int) (*Scaled, error) {
	d, err := symmetric(distances)
	if err != nil {
		return nil, err
	}
	n := d.SymmetricDim()
	if n < 2 {
		return nil, errors.New("scaling needs the distances of at least two things")
	}
	var all mat.Dense
	k, values := mds.TorgersonScaling(&all, make([]float64, n), d)
	sum := 0.0
	for _, v := range values {
		sum += max(v, 0)
	}
	if !(sum > 0) { // all in one place
		k = 0
	}
	out := &Scaled{Places: make([][]float64, n)}
	for axis := range min(k, dims) {
		if values[axis] <= roundingShare*values[0]*float64(n) {
			break
		}
		column := mat.NewVecDense(n, mat.Col(nil, axis, &all))
		sign := signOf(column)
		for i := range n {
			out.Places[i] = append(out.Places[i], sign*column.AtVec(i))
		}
		out.Values, out.Share = append(out.Values, values[axis]), append(out.Share, values[axis]/sum)
	}
	return out, nil
}

// symmetric checks a matrix of distances.
func symmetric(distances [][]float64) (*mat.SymDense, error) {
	n := len(distances)
	d := mat.NewSymDense(max(n, 1), nil)
	for i, row := range distances {
		if len(row) != n {
			return nil, fmt.Errorf("row %d of the distances has %d entries, not %d", i, len(row), n)
		}
		for j := range i + 1 {
			v, w := row[j], distances[j][i]
			switch {
			case !(v >= 0) || math.IsInf(v, 0):
				return nil, fmt.Errorf("the distance of %d and %d is %g; it must be a number of 0 or more", i, j, v)
			case math.Abs(v-w) > 1e-12*math.Abs(v):
				return nil, fmt.Errorf("the distance of %d and %d is %g one way and %g the other", i, j, v, w)
			}
			d.SetSym(i, j, v)
		}
	}
	return d, nil
}
