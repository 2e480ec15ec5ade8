package dense

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// PositiveFactor factors the positive semidefinite part of a symmetric matrix a
// (n x n), the matrix nearest to it without negative eigenvalues, as F F' with F
// (n x r), r being the number of positive eigenvalues. Column j of F is the unit
// eigenvector of the j-th eigenvalue λ_j in ascending order, times √λ_j. Only the
// upper triangle of a is read, and a is overwritten. The error says that a has NaN or
// Inf.
func PositiveFactor(a blas64.General) (blas64.General, error) {
	n := a.Rows
	if n == 0 {
		return New64(0, 0), nil
	}
	if a.Stride != n {
		panic("dense: PositiveFactor takes matrices without gaps between rows")
	}
	for i := range n {
		for _, v := range a.Data[i*n+i : (i+1)*n] {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return blas64.General{}, errors.New("the matrix has entries that are not finite numbers, so it has no eigenvalues")
			}
		}
	}
	values, columns, ok := symPositive(n, a.Data)
	if !ok {
		return blas64.General{}, errors.New("the eigenvalue iteration did not converge")
	}
	r := len(values)
	f := New64(n, r)
	for j, v := range values {
		root := math.Sqrt(v)
		for i, x := range columns[j*n : (j+1)*n] {
			f.Data[i*f.Stride+j] = root * x
		}
	}
	return f, nil
}

// symPositiveQL is symPositive by gonum's QL iteration: slow, but nothing stops it.
func symPositiveQL(n int, upper []float64) (values, columns []float64, ok bool) {
	var eig mat.EigenSym
	if !eig.Factorize(mat.NewSymDense(n, upper), true) {
		return nil, nil, false
	}
	var full mat.Dense
	eig.VectorsTo(&full)
	for j, v := range eig.Values(nil) {
		if v > 0 {
			values = append(values, v)
			columns = append(columns, mat.Col(nil, j, &full)...)
		}
	}
	return values, columns, true
}
