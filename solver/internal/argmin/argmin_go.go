//go:build !((linux || windows) && cgo)

package argmin

// Everywhere else the plain loops do the work.

func both(t *Table, a []float32) { plainBoth(t, a) }

func bothOfSum(t *Table, a, b, u, v []float32) { plainBothOfSum(t, a, b, u, v) }

func ofRows(a, v []float32, at []int32) { plainOfRows(a, v, at) }

func pairCosts(p *Pairs) float64 { return plainPairCosts(p) }

func pairLeast(p *Pairs, rows, cols []float32) { plainPairLeast(p, rows, cols) }

func smallest(row []float32, v []float64, bound float64, cols []int32, keys []float64) int {
	return plainSmallest(row, v, bound, cols, keys)
}

func within(a, table []float32, limit, most float32, out []int32) int {
	return plainWithin(a, table, limit, most, out)
}
