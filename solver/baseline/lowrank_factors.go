package baseline

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/order"
)

// negativeTypeFactors are A and B (n x d+2) with D ≈ A B', d terms of a pivoted
// Cholesky factorisation of the kernel that distances have about a point o,
//
//	K_ik = ½ (D_io + D_ko - D_ik),   K ≈ L L',   D_ik ≈ K_ii + K_kk - 2 <L_i, L_k> .
//
// K is positive semidefinite where D is conditionally of negative type: squared
// Euclidean distances in R^d, for which d terms are exact, and Euclidean ones;
// geodesic distances nearly are. The pivot is the largest entry left on the diagonal,
// the squared distance to the span of the pivots, so pivots spread over the shape.
// d + 1 rows of D are read, in O(n d²). Fewer terms come back when no diagonal entry
// is left that is more than rounding.
func negativeTypeFactors(D *mat.Dense, terms int) (a, b *mat.Dense) {
	const rounding = 1e-13 // of the largest diagonal entry
	n, _ := D.Dims()
	toO := D.RawRowView(0)
	left := append([]float64(nil), toO...)
	largest := slices.Max(left)
	var columns [][]float64
	for len(columns) < min(terms, n) {
		pivot := order.Largest(left)
		if left[pivot] <= rounding*largest {
			break
		}
		column := make([]float64, n)
		for k, v := range D.RawRowView(pivot) {
			column[k] = (toO[pivot] + toO[k] - v) / 2
		}
		for _, l := range columns {
			w := l[pivot]
			for k, v := range l {
				column[k] -= w * v
			}
		}
		scale := 1 / math.Sqrt(left[pivot])
		for k := range column {
			column[k] *= scale
			left[k] -= column[k] * column[k]
		}
		left[pivot] = 0
		columns = append(columns, column)
	}
	d := len(columns)
	a, b = mat.NewDense(n, d+2, nil), mat.NewDense(n, d+2, nil)
	for i, v := range toO {
		ra, rb := a.RawRowView(i), b.RawRowView(i)
		ra[0], ra[1], rb[0], rb[1] = v, 1, 1, v
		for k, l := range columns {
			ra[2+k], rb[2+k] = -2*l[i], l[i]
		}
	}
	return a, b
}

// factorError is the root mean square of A B' - D on up to residualRows rows, evenly
// among all, as a share of that of D.
func factorError(D, a, b *mat.Dense) float64 {
	n, d := a.Dims()
	var miss, all float64
	for i := 0; i < n; i += (n + residualRows - 1) / residualRows {
		ai, row := a.RawRowView(i), D.RawRowView(i)
		for k := range n {
			bk := b.RawRowView(k)[:d]
			sum := -row[k]
			for l, v := range ai {
				sum += v * bk[l]
			}
			miss += sum * sum
			all += row[k] * row[k]
		}
	}
	if all == 0 {
		return 0
	}
	return math.Sqrt(miss / all)
}
