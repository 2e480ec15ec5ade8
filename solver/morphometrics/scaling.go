package morphometrics

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
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
	var e mat.EigenSym
	if !e.Factorize(centredSquares(d), true) {
		return nil, errors.New("the map could not be found: the eigenvalues of the distances did not converge")
	}
	rising := e.Values(nil)
	var all mat.Dense
	e.VectorsTo(&all)
	largest, sum := rising[n-1], 0.0
	for _, v := range rising {
		sum += max(v, 0)
	}
	out := &Scaled{Places: make([][]float64, n)}
	for axis := range min(n, dims) {
		value := rising[n-1-axis]
		if !(value > roundingShare*largest*float64(n)) { // also where all lie in one place
			break
		}
		column := mat.NewVecDense(n, mat.Col(nil, n-1-axis, &all))
		column.ScaleVec(signOf(column)*math.Sqrt(value), column)
		for i := range n {
			out.Places[i] = append(out.Places[i], column.AtVec(i))
		}
		out.Values, out.Share = append(out.Values, value), append(out.Share, value/sum)
	}
	return out, nil
}

// centredSquares is -1/2 J D² J with J = I - 1/n: the products of places about their centre
// whose distances are d (n x n).
func centredSquares(d *mat.SymDense) *mat.SymDense {
	n := d.SymmetricDim()
	means, mean := make([]float64, n), 0.0
	for i := range n {
		for j := range n {
			v := d.At(i, j)
			means[i] += v * v / float64(n)
		}
		mean += means[i] / float64(n)
	}
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			v := d.At(i, j)
			out.SetSym(i, j, -(v*v-means[i]-means[j]+mean)/2)
		}
	}
	return out
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
