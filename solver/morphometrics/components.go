package morphometrics

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"
)

// Components are the principal components of n shapes of p points.
type Components struct {
	// Mean is the mean shape (p).
	Mean []r3.Vec
	// Variance is that of the scores of each component (k), falling; k is n - 1 or 3p at
	// most, without components that hold nothing but rounding.
	Variance []float64
	// Share is the part of the total variance that each component explains (k).
	Share []float64
	// Scores are the coordinates of each shape along the components (n x k).
	Scores [][]float64
	// Vectors are the components as displacements of the points (k x p), each of length 1.
	// The largest displacement of each has a positive largest coordinate, so that the sign
	// is the same every time.
	Vectors [][]r3.Vec
}

// roundingShare of the largest variance is what rounding makes of a component that is none.
const roundingShare = 1e-14

// Principal finds the principal components of aligned shapes (n x p): the eigenvectors of
// the covariance matrix, divided by n - 1, of the coordinates about their mean. Of few shapes
// with many points the eigenvectors come from the small matrix of the shapes' products (n x n;
// Turk and Pentland 1991).
//
// Fewer than two shapes, and shapes of different numbers of points, are errors.
func Principal(shapes [][]r3.Vec) (*Components, error) {
	n := len(shapes)
	if n < 2 {
		return nil, errors.New("principal components need at least two shapes")
	}
	p := len(shapes[0])
	c := &Components{Mean: make([]r3.Vec, p)}
	for k, s := range shapes {
		if len(s) != p {
			return nil, fmt.Errorf("shape %d has %d points and the first has %d", k, len(s), p)
		}
		for i, v := range s {
			c.Mean[i] = r3.Add(c.Mean[i], r3.Scale(1/float64(n), v))
		}
	}
	x := mat.NewDense(n, 3*p, nil)
	for k, s := range shapes {
		row := x.RawRowView(k)
		for i, v := range s {
			d := r3.Sub(v, c.Mean[i])
			row[3*i], row[3*i+1], row[3*i+2] = d.X, d.Y, d.Z
		}
	}
	values, loadings, err := eigen(x)
	if err != nil {
		return nil, err
	}
	total := 0.0
	for _, v := range values {
		total += v
	}
	scores := mat.NewDense(n, max(len(values), 1), nil)
	if len(values) > 0 {
		scores.Mul(x, loadings)
	}
	c.Scores = make([][]float64, n)
	for k := range c.Scores {
		c.Scores[k] = append([]float64{}, scores.RawRowView(k)[:len(values)]...)
	}
	for j, v := range values {
		c.Variance, c.Share = append(c.Variance, v), append(c.Share, v/total)
		vector := make([]r3.Vec, p)
		for i := range vector {
			vector[i] = r3.Vec{X: loadings.At(3*i, j), Y: loadings.At(3*i+1, j), Z: loadings.At(3*i+2, j)}
		}
		c.Vectors = append(c.Vectors, vector)
	}
	return c, nil
}

// eigen gives the variances of the rows of x, falling, and their directions as columns.
func eigen(x *mat.Dense) ([]float64, *mat.Dense, error) {
	n, d := x.Dims()
	var product mat.SymDense
	few := n < d
	if few {
		product.SymOuterK(1/float64(n-1), x)
	} else {
		product.SymOuterK(1/float64(n-1), x.T())
	}
	var e mat.EigenSym
	if !e.Factorize(&product, true) {
		return nil, nil, errors.New("the principal components could not be found: the eigenvalues of the shapes did not converge")
	}
	rising := e.Values(nil)
	size := len(rising)
	var own mat.Dense
	e.VectorsTo(&own)
	var values []float64
	largest := rising[size-1]
	for k := size - 1; k >= 0 && len(values) < min(n-1, d); k-- {
		if v := rising[k]; v > roundingShare*largest && v > 0 {
			values = append(values, v)
		}
	}
	out := mat.NewDense(d, max(len(values), 1), nil)
	for j := range values {
		column := own.ColView(size - 1 - j)
		v := mat.NewVecDense(d, nil)
		if few {
			v.MulVec(x.T(), column)
		} else {
			v.CopyVec(column)
		}
		v.ScaleVec(signOf(v)/mat.Norm(v, 2), v)
		out.SetCol(j, v.RawVector().Data)
	}
	return values, out, nil
}

// signOf is 1 or -1, so that the entry of the largest size becomes positive.
func signOf(v *mat.VecDense) float64 {
	most := 0.0
	for i := range v.Len() {
		// An entry of the same size but for rounding does not decide.
		if a := v.AtVec(i); math.Abs(a) > math.Abs(most)*(1+1e-9) {
			most = a
		}
	}
	if most < 0 {
		return -1
	}
	return 1
}

// At is the shape at so many standard deviations along component k.
func (c *Components) At(k int, deviations float64) []r3.Vec {
	by := deviations * math.Sqrt(c.Variance[k])
	out := make([]r3.Vec, len(c.Mean))
	for i, v := range c.Mean {
		out[i] = r3.Add(v, r3.Scale(by, c.Vectors[k][i]))
	}
	return out
}
