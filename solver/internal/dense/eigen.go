package dense

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// SymTop returns the k algebraically largest eigenvalues of the symmetric matrix a
// (n x n), in descending order, and their unit eigenvectors as the columns of an
// n x k matrix. Only the upper triangle of a is read. Each vector's sign is fixed
// by making its entry of largest magnitude positive (the first of equals), so the
// result is a function of a alone. k is cut to n. The error says that the
// iteration did not converge, which takes a matrix with NaN or Inf.
func SymTop(a mat.Symmetric, k int) ([]float64, *mat.Dense, error) {
	n := a.SymmetricDim()
	k = min(k, n)
	if k <= 0 {
		return nil, &mat.Dense{}, nil
	}
	upper := make([]float64, n*n)
	for i := range n {
		for j := i; j < n; j++ {
			v := a.At(i, j)
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, nil, errors.New("the matrix has entries that are not finite numbers, so it has no eigenvalues")
			}
			upper[i*n+j] = v
		}
	}
	values, vectors, ok := symTop(n, k, upper)
	if !ok {
		return nil, nil, errors.New("the eigenvalue iteration did not converge")
	}
	for j := range k {
		big, at := 0.0, 0
		for i := range n {
			// The factor keeps rounding from choosing between two entries of the same size.
			if v := math.Abs(vectors.At(i, j)); v > big*(1+1e-9) {
				big, at = v, i
			}
		}
		if vectors.At(at, j) < 0 {
			for i := range n {
				vectors.Set(i, j, -vectors.At(i, j))
			}
		}
	}
	return values, vectors, nil
}
