package cpu

import (
	"gwscope/solver/internal/vector"
	"gwscope/solver/nn"
)

// normEpsilon is added to variances, as everywhere in the literature.
const normEpsilon = 1e-5

// norm is rows of a layer normalisation.
type norm[T float32 | float64] struct {
	out, stats, in, gain, bias []T
	width                      int
}

func (l *norm[T]) run(lo, hi int) {
	at, end := lo*l.width, hi*l.width
	vector.NormRows(l.out[at:end], l.stats[2*lo:2*hi], l.in[at:end], l.gain, l.bias, normEpsilon)
}

// Norm is layer normalisation.
func (b *Backend[T]) Norm(out, stats, in, gain, bias nn.Tensor) {
	nn.Shaped(out, in.Rows, in.Cols)
	nn.Shaped(stats, in.Rows, 2)
	nn.Shaped(gain, 1, in.Cols)
	nn.Shaped(bias, 1, in.Cols)
	l := &b.norm
	*l = norm[T]{out: data[T](out), stats: data[T](stats), in: data[T](in), gain: data[T](gain), bias: data[T](bias), width: in.Cols}
	b.pool.run(l, in.Rows, linearBlock, 3*in.Len())
}

// normBack adds to rows of the input's gradient.
type normBack[T float32 | float64] struct {
	dIn, dOut, stats, in, gain []T
	width                      int
	beta                       T // 0 or 1
}

func (l *normBack[T]) run(lo, hi int) {
	for r := lo; r < hi; r++ {
		at := r * l.width
		in, dOut, dIn := l.in[at:at+l.width], l.dOut[at:at+l.width], l.dIn[at:at+l.width]
		mean, inverse := l.stats[2*r], l.stats[2*r+1]
		var sum, along T
		for c, v := range in {
			g := dOut[c] * l.gain[c]
			sum += g
			along += g * (v - mean) * inverse
		}
		sum /= T(l.width)
		along /= T(l.width)
		for c, v := range in {
			dIn[c] = l.beta*dIn[c] + inverse*(dOut[c]*l.gain[c]-sum-(v-mean)*inverse*along)
		}
	}
}

// columnBlock is the number of columns that are summed at once.
const columnBlock = 32

// normColumns is the gradients of gain and bias for a range of columns.
type normColumns[T float32 | float64] struct {
	dGain, dBias, dOut, stats, in []T
	width                         int
}

func (l *normColumns[T]) run(lo, hi int) {
	gain, bias := l.dGain[lo:hi], l.dBias[lo:hi]
	clear(gain)
	clear(bias)
	for r := range len(l.stats) / 2 {
		in, dOut := l.in[r*l.width+lo:r*l.width+hi], l.dOut[r*l.width+lo:r*l.width+hi]
		mean, inverse := l.stats[2*r], l.stats[2*r+1]
		for c, g := range dOut {
			gain[c] += g * (in[c] - mean) * inverse
			bias[c] += g
		}
	}
}

// NormBackward is the gradients of input, gain and bias.
func (b *Backend[T]) NormBackward(dIn, dGain, dBias, dOut, stats, in, gain nn.Tensor, beta float64) {
	nn.Shaped(dIn, in.Rows, in.Cols)
	nn.Shaped(dOut, in.Rows, in.Cols)
	c := &b.normColumns
	*c = normColumns[T]{dGain: data[T](dGain), dBias: data[T](dBias), dOut: data[T](dOut), stats: data[T](stats), in: data[T](in), width: in.Cols}
	b.pool.run(c, in.Cols, columnBlock, 2*in.Len())
	l := &b.normBack
	*l = normBack[T]{dIn: data[T](dIn), dOut: data[T](dOut), stats: data[T](stats), in: data[T](in), gain: data[T](gain), width: in.Cols, beta: T(beta)}
	b.pool.run(l, in.Rows, linearBlock, 4*in.Len())
}

// dropout masks a range of elements.
type dropout[T float32 | float64] struct {
	t     []T
	keep  T
	limit uint64
	seed  uint64
}

func (d *dropout[T]) run(lo, hi int) {
	for i := lo; i < hi; i++ {
		if mix(d.seed+uint64(i)*0x9e3779b97f4a7c15) < d.limit {
			d.t[i] = 0
		} else {
			d.t[i] *= d.keep
		}
	}
}

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood 2014): a good random
// number for every counter.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Dropout zeroes elements at random.
func (b *Backend[T]) Dropout(t nn.Tensor, rate float64, seed uint64) {
	d := &b.dropout
	*d = dropout[T]{t: data[T](t), keep: T(1 / (1 - rate)), limit: uint64(rate * (1 << 63) * 2), seed: mix(seed)}
	b.pool.run(d, t.Len(), dotBlock, t.Len())
}
