package cpu

import (
	"gonum.org/v1/gonum/blas"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/fastmath"
	"gwscope/solver/internal/vector"
	"gwscope/solver/nn"
)

// linear is rows of a dense layer: the product, and at once, while it is in the
// cache, bias, activation and residual.
type linear[T float32 | float64] struct {
	out, pre, in, weight, bias, residual []T
	p, q                                 int
	act                                  nn.Activation
}

// linearBlock keeps a block's outputs within the second-level cache. BLAS packs the
// weights again for every block, which fewer rows would not be worth.
const linearBlock = 128

func (l *linear[T]) run(lo, hi int) {
	z := l.pre
	if z == nil {
		z = l.out
	}
	z, out := z[lo*l.q:hi*l.q], l.out[lo*l.q:hi*l.q]
	dense.Product(blas.NoTrans, blas.Trans, hi-lo, l.q, l.p, 1, l.in[lo*l.p:hi*l.p], l.p, l.weight, l.p, 0, z, l.q)
	switch {
	case l.bias != nil && l.act == nn.ReLU && &out[0] == &z[0]:
		for r := 0; r < len(z); r += l.q {
			rectifySum(z[r:r+l.q], l.bias)
		}
	default:
		if l.bias != nil {
			vector.AddBias(z, l.bias)
		}
		activate(out, z, l.act)
	}
	if l.residual != nil {
		vector.Add(out, l.residual[lo*l.q:hi*l.q])
	}
}

// Linear is out = act(in weight' + bias) + residual.
func (b *Backend[T]) Linear(out, pre, in, weight, bias, residual nn.Tensor, act nn.Activation) {
	nn.Shaped(out, in.Rows, weight.Rows)
	nn.Shaped(pre, in.Rows, weight.Rows)
	nn.Shaped(residual, in.Rows, weight.Rows)
	nn.Shaped(bias, 1, weight.Rows)
	nn.Shaped(weight, weight.Rows, in.Cols)
	l := &b.linear
	*l = linear[T]{out: data[T](out), pre: data[T](pre), in: data[T](in), weight: data[T](weight),
		bias: data[T](bias), residual: data[T](residual), p: in.Cols, q: weight.Rows, act: act}
	b.pool.run(l, in.Rows, linearBlock, out.Len()*in.Cols)
}

// activate sets out to act(z); out may be z.
func activate[T float32 | float64](out, z []T, act nn.Activation) {
	switch act {
	case nn.Identity:
		if &out[0] != &z[0] {
			copy(out, z)
		}
	case nn.ReLU:
		rectify(out, z)
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
			out[k] = fastmath.Cos(v)
		}
	case nn.GELU:
		vector.GELU(out, z)
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

// linearBack turns rows of dOut into the gradient of pre, and sums them for the
// bias: each block of rows its own sums, which are then added in order.
type linearBack[T float32 | float64] struct {
	dOut, pre, parts []T
	q                int
	act              nn.Activation
}

func (l *linearBack[T]) run(lo, hi int) {
	grad := l.dOut[lo*l.q : hi*l.q]
	var sum []T
	if l.parts != nil {
		at := lo / linearBlock * l.q
		sum = l.parts[at : at+l.q]
		clear(sum)
	}
	if l.act == nn.ReLU && sum != nil {
		for r := lo; r < hi; r++ {
			maskPositiveSum(l.dOut[r*l.q:(r+1)*l.q], l.pre[r*l.q:(r+1)*l.q], sum)
		}
		return
	}
	if l.act != nn.Identity {
		differentiate(grad, l.pre[lo*l.q:hi*l.q], l.act)
	}
	if sum == nil {
		return
	}
	for r := 0; r < len(grad); r += l.q {
		for c, v := range grad[r : r+l.q] {
			sum[c] += v
		}
	}
}

// differentiate multiplies grad by act'(z).
func differentiate[T float32 | float64](grad, z []T, act nn.Activation) {
	switch act {
	case nn.ReLU:
		maskPositive(grad, z)
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
			grad[k] *= -fastmath.Sin(v)
		}
	case nn.GELU:
		vector.GELUBackward(grad, z)
	}
}

// LinearBackward takes dOut to the gradients of input, weight and bias.
func (b *Backend[T]) LinearBackward(dIn, dWeight, dBias, dOut, pre, in, weight nn.Tensor, act nn.Activation, beta float64) {
	if act != nn.Identity && pre.None() {
		panic("cpu: the backward pass of an activation needs its input")
	}
	nn.Shaped(dOut, in.Rows, weight.Rows)
	if act != nn.Identity || !dBias.None() {
		l := &b.linearBack
		q := dOut.Cols
		*l = linearBack[T]{dOut: data[T](dOut), pre: data[T](pre), q: q, act: act}
		if !dBias.None() {
			b.parts = grow(b.parts, (dOut.Rows+linearBlock-1)/linearBlock*q)
			l.parts = b.parts
		}
		b.pool.run(l, dOut.Rows, linearBlock, dOut.Len())
		if sum := data[T](dBias); sum != nil {
			clear(sum)
			for at := 0; at < len(l.parts); at += q {
				for c, v := range l.parts[at : at+q] {
					sum[c] += v
				}
			}
		}
	}
	if !dWeight.None() {
		b.Gemm(dWeight, dOut, true, in, false, 1, 0)
	}
	if !dIn.None() {
		b.Gemm(dIn, dOut, false, weight, false, 1, beta)
	}
}
