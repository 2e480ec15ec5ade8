package cpu

import (
	"math"

	"gonum.org/v1/gonum/blas"

	"gwscope/solver/internal/fastmath"
	"gwscope/solver/nn"
)

// linear is rows of a dense layer: the product, and at once, while it is in the
// cache, bias, activation and residual.
type linear[T float32 | float64] struct {
	out, pre, in, weight, bias, residual []T
	p, q                                 int
	act                                  nn.Activation
}

// linearBlock keeps a block's outputs within the second-level cache.
const linearBlock = 64

func (l *linear[T]) run(lo, hi int) {
	z := l.pre
	if z == nil {
		z = l.out
	}
	z, out := z[lo*l.q:hi*l.q], l.out[lo*l.q:hi*l.q]
	product(blas.NoTrans, blas.Trans, hi-lo, l.q, l.p, 1, l.in[lo*l.p:hi*l.p], l.p, l.weight, l.p, 0, z, l.q)
	if l.bias != nil {
		for r := 0; r < len(z); r += l.q {
			row := z[r : r+l.q]
			for c, v := range l.bias {
				row[c] += v
			}
		}
	}
	activate(out, z, l.act)
	if l.residual != nil {
		for k, v := range l.residual[lo*l.q : hi*l.q] {
			out[k] += v
		}
	}
}

// Linear is out = act(in weight' + bias) + residual.
func (b *Backend[T]) Linear(out, pre, in, weight, bias, residual nn.Tensor, act nn.Activation) {
	shaped(out, in.Rows, weight.Rows)
	shaped(pre, in.Rows, weight.Rows)
	shaped(residual, in.Rows, weight.Rows)
	shaped(bias, 1, weight.Rows)
	shaped(weight, weight.Rows, in.Cols)
	l := &b.linear
	*l = linear[T]{out: data[T](out), pre: data[T](pre), in: data[T](in), weight: data[T](weight),
		bias: data[T](bias), residual: data[T](residual), p: in.Cols, q: weight.Rows, act: act}
	b.pool.run(l, in.Rows, linearBlock, out.Len()*in.Cols)
}

// activate sets out to act(z); out may be z.
func activate[T float32 | float64](out, z []T, act nn.Activation) {
	switch act {
	case nn.Identity:
		copy(out, z)
	case nn.ReLU:
		for k, v := range z {
			out[k] = max(v, 0)
		}
	case nn.SiLU:
		for k, v := range z {
			out[k] = v * sigmoid(v)
		}
	case nn.Tanh:
		for k, v := range z {
			out[k] = tanh(v)
		}
	case nn.Cosine:
		for k, v := range z {
			out[k] = T(math.Cos(float64(v)))
		}
	}
}

func sigmoid[T float32 | float64](v T) T {
	e := fastmath.Exp(-max(v, -v))
	if v >= 0 {
		return 1 / (1 + e)
	}
	return e / (1 + e)
}

func tanh[T float32 | float64](v T) T {
	e := fastmath.Exp(-2 * max(v, -v))
	t := (1 - e) / (1 + e)
	if v < 0 {
		return -t
	}
	return t
}

// linearBack turns dOut into the gradient of pre, and sums it for the bias, for a
// range of columns.
type linearBack[T float32 | float64] struct {
	dOut, pre, dBias []T
	q                int
	act              nn.Activation
}

const columnBlock = 32

func (l *linearBack[T]) run(lo, hi int) {
	if l.dBias != nil {
		clear(l.dBias[lo:hi])
	}
	for r := 0; r < len(l.dOut); r += l.q {
		grad := l.dOut[r+lo : r+hi]
		if l.act != nn.Identity {
			differentiate(grad, l.pre[r+lo:r+hi], l.act)
		}
		if l.dBias != nil {
			sum := l.dBias[lo:hi]
			for c, v := range grad {
				sum[c] += v
			}
		}
	}
}

// differentiate multiplies grad by act'(z).
func differentiate[T float32 | float64](grad, z []T, act nn.Activation) {
	switch act {
	case nn.ReLU:
		for k, v := range z {
			if !(v > 0) {
				grad[k] = 0
			}
		}
	case nn.SiLU:
		for k, v := range z {
			s := sigmoid(v)
			grad[k] *= s * (1 + v*(1-s))
		}
	case nn.Tanh:
		for k, v := range z {
			t := tanh(v)
			grad[k] *= 1 - t*t
		}
	case nn.Cosine:
		for k, v := range z {
			grad[k] *= -T(math.Sin(float64(v)))
		}
	}
}

// LinearBackward takes dOut to the gradients of input, weight and bias.
func (b *Backend[T]) LinearBackward(dIn, dWeight, dBias, dOut, pre, in, weight nn.Tensor, act nn.Activation, beta float64) {
	if act != nn.Identity && pre.None() {
		panic("cpu: the backward pass of an activation needs its input")
	}
	shaped(dOut, in.Rows, weight.Rows)
	if act != nn.Identity || !dBias.None() {
		l := &b.linearBack
		*l = linearBack[T]{dOut: data[T](dOut), pre: data[T](pre), dBias: data[T](dBias), q: dOut.Cols, act: act}
		b.pool.run(l, dOut.Cols, columnBlock, dOut.Len())
	}
	if !dWeight.None() {
		b.Gemm(dWeight, dOut, true, in, false, 1, 0)
	}
	if !dIn.None() {
		b.Gemm(dIn, dOut, false, weight, false, 1, beta)
	}
}
