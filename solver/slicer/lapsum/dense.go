package lapsum

import "gwscope/solver/internal/fastmath"

// Bins is K, the number of bins of the last Sort.
func (s *Sorter[T]) Bins() int { return len(s.Base) + 1 }

// Rows fills rows lo to hi of S (n x K, row-major) and of the kernel values
// E_ik = e^{-|b_k - s_i|/τ}/2 (n x K; its last column is zero, for b_K is infinite),
// which the backward pass needs: φ = E/τ is the derivative of F. Disjoint ranges of
// rows may be filled at the same time.
func (s *Sorter[T]) Rows(soft, kernel, scores []T, lo, hi int) {
	bins, inverse := s.Bins(), 1/s.Temperature
	for i := lo; i < hi; i++ {
		row, kern := soft[i*bins:(i+1)*bins], kernel[i*bins:(i+1)*bins]
		score := scores[i]
		// Below the point shares are differences of E, above it differences the other
		// way round: small shares keep their digits.
		before, above := T(0), false
		for k, base := range s.Base {
			u := (base-score)*inverse + s.Offset[k]
			var e T
			if u <= 0 {
				e = fastmath.Exp(u) / 2
				row[k] = max(e-before, 0)
			} else {
				e = fastmath.Exp(-u) / 2
				if above {
					row[k] = max(before-e, 0)
				} else {
					row[k] = 1 - e - before
					above = true
				}
			}
			kern[k], before = e, e
		}
		if above {
			row[bins-1] = before
		} else {
			row[bins-1] = 1 - before
		}
		kern[bins-1] = 0
	}
}

// Means fills mean (K) for columns lo to hi: mean_k = Σ_i H_ik φ_ik / Σ_i a_i φ_ik,
// H_ik = G_ik - G_i,k+1, from grad G = dL/dS (n x K) and the kernel of Rows. It is
// the change of the loss by a unit of mass that crosses threshold k. mass may be nil.
func Means[T Float](mean, grad, kernel, mass []T, bins, lo, hi int) {
	n := len(grad) / bins
	hi = min(hi, bins-1)
	for k := lo; k < hi; k++ {
		mean[k] = 0
	}
	if lo >= hi {
		return
	}
	// Column sums, a stretch of columns at a time so that rows are read in order.
	const width = 64
	var weight [width]T
	for first := lo; first < hi; first += width {
		last := min(first+width, hi)
		clear(weight[:])
		out := mean[first:last]
		for i := range n {
			a := 1 / T(n)
			if mass != nil {
				a = mass[i]
			}
			g, e := grad[i*bins+first:i*bins+last+1], kernel[i*bins+first:i*bins+last]
			e = e[:len(out)]
			for k := range out {
				out[k] += (g[k] - g[k+1]) * e[k]
				weight[k] += a * e[k]
			}
		}
		for k := range out {
			if weight[k] > 0 {
				out[k] /= weight[k]
			} else {
				out[k] = 0 // no point is near enough to feel this threshold
			}
		}
	}
}

// Backward fills ds = dL/ds (n) for points lo to hi,
// ds_i = Σ_k φ_ik (a_i mean_k - H_ik), from the Means of the same gradient.
func Backward[T Float](ds, grad, kernel, mean, mass []T, bins int, tau float64, lo, hi int) {
	inverse := T(1 / tau)
	for i := lo; i < hi; i++ {
		a := 1 / T(len(ds))
		if mass != nil {
			a = mass[i]
		}
		g, e := grad[i*bins:(i+1)*bins], kernel[i*bins:(i+1)*bins]
		sum := T(0)
		for k := range bins - 1 {
			sum += e[k] * (a*mean[k] - g[k] + g[k+1])
		}
		ds[i] = sum * inverse
	}
}
