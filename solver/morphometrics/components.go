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
	// Variance is the variance of the scores of each component (k), falling; k is n - 1 or 3p at
	// most, without components that hold nothing but rounding.
	Variance []float64
	// Share is the part of the total variance that each component explains (k).
	Share []float64
	// Scores are the coordinates of each shape along the components (n x k).
	Scores [][]float64
	// Vectors are the first components as displacements of the points (at most as many as were
	// asked for, x p), each of length 1.
	// The largest displacement of each has a positive largest coordinate, so that the sign
	// is the same every time.
	Vectors [][]r3.Vec
}

// roundingShare of the largest variance bounds components that rounding makes.
const roundingShare = 1e-14

// Principal finds the principal components of aligned shapes (n x p): the eigenvectors of
// the covariance matrix, divided by n - 1, of the coordinates about their mean. Of few shapes
// with many points the eigenvectors come from the small matrix of the shapes' products (n x n;
// Turk and Pentland 1991). All components have their variance and their scores; vectors is how
// many of the first have their displacements as well, 0 for all: those of many components of
// large meshes take more memory than the shapes.
//
// Fewer than two shapes, and shapes of different numbers of points, are errors.
func Principal(shapes [][]r3.Vec, vectors int) (*Components, error) {
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
	values, own, err := eigen(x)
	if err != nil {
		return nil, err
	}
	total := 0.0
	for _, v := range values {
		total += v
	}
	if vectors <= 0 {
		vectors = len(values)
	}
	vectors = min(vectors, len(values))
	scores, err := c.project(x, own, values, vectors)
	if err != nil {
		return nil, err
	}
	c.Scores = make([][]float64, n)
	for k := range c.Scores {
		c.Scores[k] = append([]float64{}, scores.RawRowView(k)[:len(values)]...)
	}
	for _, v := range values {
		c.Variance, c.Share = append(c.Variance, v), append(c.Share, v/total)
	}
	return c, nil
}

// signBlock is how many components are unfolded at once to find their signs.
const signBlock = 64

// project works out the scores (n x k) of centred shapes x (n x d), and the first vectors.
// own are eigenvectors as columns: of the products of the shapes (n x k) where these are few,
// else of the coordinates (d x k).
func (c *Components) project(x, own *mat.Dense, values []float64, vectors int) (*mat.Dense, error) {
	n, d := x.Dims()
	k := len(values)
	scores := mat.NewDense(n, max(k, 1), nil)
	for from := 0; from < k; from += signBlock {
		to := min(from+signBlock, k)
		block := own
		if r, _ := own.Dims(); r == n && n < d { // x' u / |x' u| are the displacements
			var unfolded mat.Dense
			unfolded.Mul(x.T(), own.Slice(0, n, from, to))
			block = &unfolded
		} else {
			block = mat.DenseCopyOf(own.Slice(0, d, from, to))
		}
		for j := from; j < to; j++ {
			v := mat.NewVecDense(d, mat.Col(nil, j-from, block))
			v.ScaleVec(signOf(v)/mat.Norm(v, 2), v)
			block.SetCol(j-from, v.RawVector().Data)
			if j >= vectors {
				continue
			}
			vector := make([]r3.Vec, d/3)
			for i := range vector {
				vector[i] = r3.Vec{X: v.AtVec(3 * i), Y: v.AtVec(3*i + 1), Z: v.AtVec(3*i + 2)}
			}
			c.Vectors = append(c.Vectors, vector)
		}
		scores.Slice(0, n, from, to).(*mat.Dense).Mul(x, block)
	}
	return scores, nil
}

// eigen gives the variances of the rows of x, falling, and the eigenvectors that belong to them
// as columns: of the products of the rows where these are fewer than the columns, else of the
// products of the columns.
func eigen(x *mat.Dense) ([]float64, *mat.Dense, error) {
	n, d := x.Dims()
	var product mat.SymDense
	if n < d {
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
	falling := mat.NewDense(size, max(len(values), 1), nil)
	for j := range values {
		falling.SetCol(j, mat.Col(nil, size-1-j, &own))
	}
	return values, falling, nil
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

// At is the shape at a number of standard deviations along component k.
func (c *Components) At(k int, deviations float64) []r3.Vec {
	by := deviations * math.Sqrt(c.Variance[k])
	out := make([]r3.Vec, len(c.Mean))
	for i, v := range c.Mean {
		out[i] = r3.Add(v, r3.Scale(by, c.Vectors[k][i]))
	}
	return out
}
