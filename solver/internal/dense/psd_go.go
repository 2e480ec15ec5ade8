//go:build !linux || !cgo

package dense

import "gonum.org/v1/gonum/mat"

// symPositive returns the positive eigenvalues in ascending order and their
// eigenvectors one after another.
func symPositive(n int, upper []float64) (values, columns []float64, ok bool) {
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
