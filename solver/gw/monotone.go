package gw

import (
	"math"

	"gwscope/solver/internal/order"
)

// Monotone is the plan that sorting gives: the north-west corner coupling of the
// weights a (n) and b (m) along two orders, permutations of the source and target
// indices. Its entry (i, j) is the length of the overlap of the mass intervals of
// i and j when both shapes' masses are laid out along [0, 1] in their orders. It
// has at most n + m - 1 entries and takes O(n + m). For equal uniform weights it
// is exactly the permutation orderX[k] -> orderY[k] with masses a.
//
// Orders and weights of other lengths than a and b panic.
func Monotone(orderX, orderY []int32, a, b []float64) *Plan {
	n, m := len(a), len(b)
	if len(orderX) != n || len(orderY) != m {
		panic("gw: an order must list every point once")
	}
	p := &Plan{N: n, M: m}
	if n == m && Even(a) && Even(b) {
		p.I, p.J, p.Mass = order.Natural(n), make([]int32, n), append([]float64(nil), a...)
		for k, i := range orderX {
			p.J[i] = orderY[k]
		}
		return p
	}
	p.I, p.J, p.Mass = make([]int32, 0, n+m), make([]int32, 0, n+m), make([]float64, 0, n+m)
	// Mass left over by rounding is less than this; an interval that short is no
	// overlap but two ends that were meant to coincide.
	sliver := sliverMass(a, b)
	s, t := 0, 0
	var left, room float64
	for {
		for left <= sliver && s < n {
			// The rest of a point by rounding goes to the next, so errors do not add up.
			left += a[orderX[s]]
			s++
		}
		for room <= sliver && t < m {
			room += b[orderY[t]]
			t++
		}
		w := math.Min(left, room)
		if w <= sliver {
			break
		}
		p.add(orderX[s-1], orderY[t-1], w)
		left -= w
		room -= w
	}
	p.sortByRow()
	return p
}

// Even reports whether all weights are the same positive number, up to rounding.
func Even(w []float64) bool {
	for _, v := range w {
		if math.Abs(v-w[0]) > 1e-12*w[0] {
			return false
		}
	}
	return len(w) > 0 && w[0] > 0
}

// sliverMass is the mass below which an entry of a plan is rounding: 1e-14 (some
// hundred roundings of sums near 1), or less where a weight itself is tiny.
func sliverMass(a, b []float64) float64 {
	least := 1e-11
	for _, w := range [2][]float64{a, b} {
		for _, v := range w {
			if v > 0 && v < least {
				least = v
			}
		}
	}
	return 1e-3 * least
}
