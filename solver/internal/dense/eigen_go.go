//go:build !linux || !cgo

package dense

import "gonum.org/v1/gonum/mat"

func symTop(n, k int, upper []float64) ([]float64, *mat.Dense, bool) {
	var eig mat.EigenSym
	if !eig.Factorize(mat.NewSymDense(n, upper), true) {
		return nil, nil, false
	}
	all := eig.Values(nil)
	var full mat.Dense
	eig.VectorsTo(&full)
	top := make([]float64, k)
	vectors := mat.NewDense(n, k, nil)
	for j := range k {
		top[j] = all[n-1-j]
		for i := range n {
			vectors.Set(i, j, full.At(i, n-1-j))
		}
	}
	return top, vectors, true
}
