package cpu

import (
	"math"

	"gwscope/solver/nn"
	"gwscope/solver/slicer/lapsum"
)

// flat is added to the variance of scores: it keeps a slicer that is still constant
// from being divided by nothing, and is far below the variance of any other.
const flat = 1e-12

// Standardize gives scores mean 0 and variance 1.
func (b *Backend[T]) Standardize(out, stats, in, mass nn.Tensor) {
	nn.Shaped(in, in.Rows, 1)
	nn.Shaped(out, in.Rows, 1)
	nn.Shaped(mass, in.Rows, 1)
	x, a, y := data[T](in), data[T](mass), data[T](out)
	mean, variance := 0.0, 0.0
	for i, v := range x {
		mean += float64(a[i]) * float64(v)
	}
	for i, v := range x {
		d := float64(v) - mean
		variance += float64(a[i]) * d * d
	}
	deviation := math.Sqrt(variance + flat)
	for i, v := range x {
		y[i] = T((float64(v) - mean) / deviation)
	}
	s := data[T](stats)
	s[0], s[1] = T(mean), T(deviation)
}

// StandardizeBackward is dIn_i = (g_i - a_i Σ g - a_i y_i Σ g y)/deviation.
func (b *Backend[T]) StandardizeBackward(dIn, dOut, out, stats, mass nn.Tensor) {
	g, y, a, d := data[T](dOut), data[T](out), data[T](mass), data[T](dIn)
	var sum, along float64
	for i, v := range g {
		sum += float64(v)
		along += float64(v) * float64(y[i])
	}
	inverse := 1 / float64(data[T](stats)[1])
	for i, v := range g {
		d[i] = T(inverse * (float64(v) - float64(a[i])*(sum+float64(y[i])*along)))
	}
}

// softRows, softMeans and softBack are ranges of the three passes of a soft sort.
type softRows[T float32 | float64] struct {
	sorter               *lapsum.Sorter[T]
	soft, kernel, scores []T
}

func (s *softRows[T]) run(lo, hi int) { s.sorter.Rows(s.soft, s.kernel, s.scores, lo, hi) }

type softMeans[T float32 | float64] struct {
	mean, grad, kernel, mass []T
	bins                     int
}

func (s *softMeans[T]) run(lo, hi int) {
	lapsum.Means(s.mean, s.grad, s.kernel, s.mass, s.bins, lo, hi)
}

type softBack[T float32 | float64] struct {
	ds, grad, kernel, mean, mass []T
	bins                         int
	tau                          float64
}

func (s *softBack[T]) run(lo, hi int) {
	lapsum.Backward(s.ds, s.grad, s.kernel, s.mean, s.mass, s.bins, s.tau, lo, hi)
}

const softBlock = 32

// SoftSort is LapSum.
func (b *Backend[T]) SoftSort(soft, kernel, scores, mass nn.Tensor, tau float64) {
	n, bins := scores.Rows, soft.Cols
	nn.Shaped(scores, n, 1)
	nn.Shaped(mass, n, 1)
	nn.Shaped(soft, n, bins)
	nn.Shaped(kernel, n, bins)
	values := data[T](scores)
	if !finite(values) { // a training that diverged, or was cut short
		for k, s := 0, data[T](soft); k < len(s); k++ {
			s[k] = T(math.NaN())
		}
		return
	}
	b.sorter.Sort(values, data[T](mass), bins, tau)
	r := &b.rows
	*r = softRows[T]{sorter: &b.sorter, soft: data[T](soft), kernel: data[T](kernel), scores: values}
	b.pool.run(r, n, softBlock, 8*n*bins)
}

// SoftSortBackward takes a gradient of the shares to the scores.
func (b *Backend[T]) SoftSortBackward(dScores, dSoft, kernel, mass nn.Tensor, tau float64) {
	n, bins := dSoft.Rows, dSoft.Cols
	nn.Shaped(dScores, n, 1)
	nn.Shaped(kernel, n, bins)
	b.mean = grow(b.mean, bins)
	m := &b.means
	*m = softMeans[T]{mean: b.mean, grad: data[T](dSoft), kernel: data[T](kernel), mass: data[T](mass), bins: bins}
	b.pool.run(m, bins, 2*softBlock, 3*n*bins)
	s := &b.softBack
	*s = softBack[T]{ds: data[T](dScores), grad: m.grad, kernel: m.kernel, mean: b.mean, mass: m.mass, bins: bins, tau: tau}
	b.pool.run(s, n, softBlock, 2*n*bins)
}
