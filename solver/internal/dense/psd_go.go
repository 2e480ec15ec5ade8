//go:build !linux || !cgo

package dense

// symPositive returns the positive eigenvalues in ascending order and their
// eigenvectors one after another.
func symPositive(n int, upper []float64) (values, columns []float64, ok bool) {
	return symPositiveQL(n, upper)
}
