package lapsum

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Float is the precision of scores and soft sorts.
type Float interface{ ~float32 | ~float64 }

// Sorter finds thresholds and keeps its buffers between calls. The zero value is
// ready; one goroutine at a time.
type Sorter[T Float] struct {
	// Order lists the points by score, equal ones by index (n).
	Order []int32
	// Threshold k is b_k = Base[k] + τ Offset[k] (K-1 each), Base being the score of
	// a point near by: at temperatures far below the spread, b_k itself would round
	// away the part that decides how a point's mass is divided.
	Base, Offset []T
	// Temperature is τ.
	Temperature T

	sorted  []keyed
	upper   []float64
	weights []float64
}

type keyed struct {
	score float64
	index int32
}

// Sort finds the thresholds of n scores with masses a (n, not negative, sum 1; nil:
// uniform) for bins K at temperature tau > 0. Between neighbouring points i and i+1 the
// spread mass is
//
//	W_i - L_i e^-x/2 + U_{i+1} e^{x-G}/2 ,  x = (b - s_i)/τ,  G = (s_{i+1} - s_i)/τ,
//
// with W the cumulated masses and L, U the sums of a_j e^{-|s_j - s|/τ} from the left
// and the right, which obey recurrences. With d = w - W_i and R = √(L U) e^{-G/2} the
// root for mass w is x - G = ln((d + √(d² + R²))/U) where d >= 0 and
// x = -ln((|d| + √(d² + R²))/L) otherwise: no cancellation, no overflow. Wrong sizes, masses, temperatures
// or scores that are not finite panic.
func (s *Sorter[T]) Sort(scores, mass []T, bins int, tau float64) {
	n := len(scores)
	s.check(scores, mass, bins, tau)
	s.Temperature = T(tau)
	s.prepare(scores, mass)
	s.Base, s.Offset = grow(s.Base, bins-1), grow(s.Offset, bins-1)
	if n == 0 {
		return
	}
	// Of the interval left of point i: cumulated mass, L of point i-1; of its node: F.
	i, total, left := 0, 0.0, 0.0
	node := s.upper[0] / 2 // spread mass at point i's score
	for k := 1; k < bins; k++ {
		w := float64(k) / float64(bins)
		for i < n && node < w {
			left = s.weights[i] + left*s.decay(i-1, tau)
			total += s.weights[i]
			i++
			if i == n {
				break
			}
			decay := s.decay(i-1, tau)
			node = total + s.weights[i]/2 - left*decay/2 + (s.upper[i]-s.weights[i])/2
		}
		base, offset := s.solve(i, w, total, left, tau)
		s.Base[k-1], s.Offset[k-1] = T(base), T(offset)
	}
}

// solve is the threshold for mass w left of point i and right of point i-1.
func (s *Sorter[T]) solve(i int, w, total, left, tau float64) (base, offset float64) {
	n := len(s.sorted)
	switch i {
	case 0:
		return s.sorted[0].score, min(0, math.Log(2*w/s.upper[0]))
	case n:
		return s.sorted[n-1].score, max(0, -math.Log(2*(1-w)/left))
	}
	lower, right := s.sorted[i-1].score, s.sorted[i].score
	gap := (right - lower) / tau
	d, up := w-total, s.upper[i]
	r := math.Sqrt(left*up) * math.Exp(-gap/2)
	root := math.Abs(d) + math.Hypot(d, r)
	switch {
	case root == 0: // a gap so wide that all its inner places are alike
		return lower, gap / 2
	case d >= 0:
		return right, max(-gap, min(0, math.Log(root/up)))
	}
	return lower, min(gap, max(0, -math.Log(root/left)))
}

// decay is e^{-gap/τ} between points i and i+1 in order, 0 outside.
func (s *Sorter[T]) decay(i int, tau float64) float64 {
	if i < 0 || i+1 >= len(s.sorted) {
		return 0
	}
	return math.Exp((s.sorted[i].score - s.sorted[i+1].score) / tau)
}

// prepare sorts the scores and sums masses from the right.
func (s *Sorter[T]) prepare(scores, mass []T) {
	n := len(scores)
	s.sorted, s.Order = grow(s.sorted, n), grow(s.Order, n)
	s.upper, s.weights = grow(s.upper, n), grow(s.weights, n)
	for i, v := range scores {
		s.sorted[i] = keyed{float64(v), int32(i)}
	}
	slices.SortFunc(s.sorted, func(a, b keyed) int {
		switch {
		case a.score < b.score:
			return -1
		case a.score > b.score:
			return 1
		}
		return cmp.Compare(a.index, b.index)
	})
	sum := 0.0
	for k, e := range s.sorted {
		s.Order[k] = e.index
		s.weights[k] = 1
		if mass != nil {
			s.weights[k] = float64(mass[e.index])
		}
		sum += s.weights[k]
	}
	for k := n - 1; k >= 0; k-- {
		s.weights[k] /= sum // masses in single precision do not quite sum to 1
		s.upper[k] = s.weights[k]
		if k+1 < n {
			s.upper[k] += s.upper[k+1] * s.decay(k, float64(s.Temperature))
		}
	}
}

func (s *Sorter[T]) check(scores, mass []T, bins int, tau float64) {
	switch {
	case bins < 1 || bins > max(len(scores), 1):
		panic(fmt.Sprintf("lapsum: %d bins for %d scores; there must be at least one and no more than scores", bins, len(scores)))
	case mass != nil && len(mass) != len(scores):
		panic(fmt.Sprintf("lapsum: %d masses for %d scores", len(mass), len(scores)))
	case !(tau > 0) || math.IsInf(tau, 1):
		panic(fmt.Sprintf("lapsum: temperature %g is not positive and finite", tau))
	}
	for i, v := range scores {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			panic(fmt.Sprintf("lapsum: score %d is %g", i, v))
		}
	}
}

func grow[E any](buffer []E, n int) []E {
	return slices.Grow(buffer[:0], n)[:n]
}
