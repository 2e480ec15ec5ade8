package lapsum

import (
	"gwscope/solver/internal/fastmath"
)

// Band is a soft sort with only the entries of S that matter: row i has those of
// bins First[i] to First[i] + width - 1, entries Start[i] to Start[i+1].
type Band[T Float] struct {
	Bins  int
	First []int32 // n
	Start []int32 // n + 1
	// Soft and Kernel are S and E of [Sorter.Rows], row after row.
	Soft, Kernel []T

	row, kern []T
}

// Row is the bins and entries of point i.
func (b *Band[T]) Row(i int) (first int, soft, kernel []T) {
	lo, hi := b.Start[i], b.Start[i+1]
	return int(b.First[i]), b.Soft[lo:hi], b.Kernel[lo:hi]
}

// Band fills the band of the last Sort: the bins around each point's own whose
// nearer threshold is within reach temperatures of its score (e^-16 is 1e-7), at
// most half on each side. Shares outside are at most e^-reach/2 on each side.
func (s *Sorter[T]) Band(b *Band[T], scores []T, reach float64, half int) {
	n, bins := len(scores), s.Bins()
	b.Bins = bins
	b.First, b.Start = grow(b.First, n), grow(b.Start, n+1)
	b.Soft, b.Kernel = b.Soft[:0], b.Kernel[:0]
	b.Start[0] = 0
	limit, inverse := T(reach), 1/s.Temperature
	// at is (b_k - s_i)/τ.
	at := func(k int, score T) T { return (s.Base[k]-score)*inverse + s.Offset[k] }
	for i, score := range scores {
		// Thresholds ascend: the number of those left of the score is the point's own bin.
		own := countBelow(bins-1, func(k int) bool { return at(k, score) <= 0 })
		lo := countBelow(own, func(k int) bool { return at(k, score) < -limit })
		hi := own + countBelow(bins-1-own, func(k int) bool { return at(own+k, score) <= limit })
		lo, hi = max(lo, own-half), min(hi, own+half)
		b.First[i] = int32(lo)
		b.Soft, b.Kernel = s.appendRow(b.Soft, b.Kernel, score, lo, hi)
		b.Start[i+1] = int32(len(b.Soft))
	}
}

// appendRow appends the shares of bins lo to hi.
func (s *Sorter[T]) appendRow(soft, kernel []T, score T, lo, hi int) (softs, kernels []T) {
	bins, inverse := s.Bins(), 1/s.Temperature
	before, above := T(0), false
	if lo > 0 {
		u := (s.Base[lo-1]-score)*inverse + s.Offset[lo-1]
		before, above = fastmath.Exp(-max(u, -u))/2, u > 0
	}
	for k := lo; k <= hi; k++ {
		if k == bins-1 {
			if above {
				soft = append(soft, before)
			} else {
				soft = append(soft, 1-before)
			}
			kernel = append(kernel, 0)
			break
		}
		u := (s.Base[k]-score)*inverse + s.Offset[k]
		e := fastmath.Exp(-max(u, -u)) / 2
		switch {
		case u <= 0:
			soft = append(soft, max(e-before, 0))
		case above:
			soft = append(soft, max(before-e, 0))
		default:
			soft = append(soft, 1-e-before)
			above = true
		}
		kernel = append(kernel, e)
		before = e
	}
	return soft, kernel
}

// countBelow is the number of leading k in [0, n) for which less holds.
func countBelow(n int, less func(k int) bool) int {
	lo, hi := 0, n
	for lo < hi {
		if mid := (lo + hi) / 2; less(mid) {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// Backward fills ds = dL/ds (n) from grad, which holds dL/dS at the entries of the
// band and one more at the end of every row, dL/dS of the next bin (unused in rows
// that end with the last bin): row i starts at Start[i] + i. mass may be nil. A
// threshold is felt only by the points in whose band it lies.
func (b *Band[T]) Backward(ds, grad, mass []T, tau float64) {
	n := len(ds)
	mean, weight := grow(b.row, b.Bins), grow(b.kern, b.Bins)
	b.row, b.kern = mean, weight
	clear(mean)
	clear(weight)
	massOf := func(i int) T {
		if mass != nil {
			return mass[i]
		}
		return 1 / T(n)
	}
	for i := range n {
		first, _, kernel := b.Row(i)
		g := grad[int(b.Start[i])+i:]
		for k, e := range kernel {
			mean[first+k] += (g[k] - g[k+1]) * e
			weight[first+k] += massOf(i) * e
		}
	}
	for k, w := range weight {
		if w > 0 {
			mean[k] /= w
		}
	}
	for i := range n {
		first, _, kernel := b.Row(i)
		g := grad[int(b.Start[i])+i:]
		sum := T(0)
		for k, e := range kernel {
			sum += e * (massOf(i)*mean[first+k] - g[k] + g[k+1])
		}
		ds[i] = sum / T(tau)
	}
}
