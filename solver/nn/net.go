package nn

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Shape of a network from R^In to R^Out:
//
//	x -> cos(Ω x + φ) -> hidden layers -> weights' · + bias
//
// Hidden layers are dense (Expansion 0), or residual blocks with normalisation
// first, x + W₂ act(W₁ norm(x)), widened Expansion times inside and with a last normalisation
// before the head (Xiong et al. 2020). The paper leaves the blocks open; these
// train without further care. Depth 0 is an affine map.
type Shape struct {
	In, Out int
	// Features is the number of random Fourier features, 0 for none, shared out
	// evenly among the Bandwidths: frequencies Ω are Gaussian with a bandwidth as
	// deviation, phases φ uniform.
	Features   int
	Bandwidths []float64
	Width      int
	Depth      int
	Expansion  float64
	Dropout    float64
	Activation Activation
	// ZeroHead starts with a head of zeros: the network adds nothing at first.
	ZeroHead bool
	// SmallStart draws weights and biases with variance 1/(3 fan-in), as PyTorch does by
	// default: signals shrink from layer to layer.
	SmallStart bool
}

// Net is a network, or rather one batch on its way through it: the activations of
// the last forward pass stay for the backward pass.
type Net struct {
	shape     Shape
	backend   Backend
	frequency Tensor // Features x In, fixed
	phase     Tensor // 1 x Features
	draws     []float64

	entry  *dense // residual only: to Width
	hidden []*dense
	norms  []*norm
	head   *dense

	features, featuresPre  Tensor
	input                  Tensor
	rows                   int
	dWide, dWide2, dNarrow Tensor
}

// dense is a layer with its values of a batch.
type dense struct {
	weight, bias *Param
	act          Activation
	in, pre, out Tensor
}

// norm is a normalisation with its values of a batch.
type norm struct {
	gain, bias     *Param
	in, stats, out Tensor
}

// NewNet declares a network's parameters, drawn from rng: weights uniform with
// variance 2/fan-in before a rectifier and 1/fan-in elsewhere (He et al. 2015), biases
// zero, unless the shape wants a small start.
func NewNet(shape Shape, params *Params, rng *rand.Rand) *Net {
	n := &Net{shape: shape}
	in := shape.In
	if shape.Features > 0 {
		n.draws = fourier(shape, rng)
		in = shape.Features
	}
	layer := func(in, out int, act Activation, zero bool) *dense {
		gain := 1.0
		if act == ReLU || act == SiLU {
			gain = 2
		}
		w, b := make([]float64, in*out), make([]float64, out)
		fill := func(values []float64, limit float64) {
			for i := range values {
				values[i] = limit * (2*rng.Float64() - 1)
			}
		}
		switch {
		case zero:
		case shape.SmallStart:
			fill(w, 1/math.Sqrt(float64(in)))
			fill(b, 1/math.Sqrt(float64(in)))
		default:
			fill(w, math.Sqrt(3*gain/float64(in)))
		}
		return &dense{weight: params.Add(out, in, w), bias: params.Add(1, out, b), act: act}
	}
	normal := func() *norm {
		ones := slices.Repeat([]float64{1}, shape.Width)
		return &norm{gain: params.Add(1, shape.Width, ones), bias: params.Add(1, shape.Width, make([]float64, shape.Width))}
	}
	if shape.Depth > 0 {
		if shape.Expansion > 0 {
			n.entry = layer(in, shape.Width, Identity, false)
			wide := n.wide()
			for range shape.Depth {
				n.norms = append(n.norms, normal())
				n.hidden = append(n.hidden, layer(shape.Width, wide, shape.Activation, false), layer(wide, shape.Width, Identity, false))
			}
			n.norms = append(n.norms, normal())
		} else {
			for l := range shape.Depth {
				n.hidden = append(n.hidden, layer(in, shape.Width, shape.Activation, false))
				if l == 0 {
					in = shape.Width
				}
			}
		}
		in = shape.Width
	}
	n.head = layer(in, shape.Out, Identity, shape.ZeroHead)
	return n
}

// wide is the width inside a residual block.
func (n *Net) wide() int { return max(1, int(math.Round(n.shape.Expansion*float64(n.shape.Width)))) }

// fourier draws frequencies and phases.
func fourier(s Shape, rng *rand.Rand) []float64 {
	draws := make([]float64, s.Features*(s.In+1))
	for f := range s.Features {
		bandwidth := 1.0
		if len(s.Bandwidths) > 0 {
			bandwidth = s.Bandwidths[f%len(s.Bandwidths)]
		}
		for c := range s.In {
			draws[f*s.In+c] = bandwidth * rng.NormFloat64()
		}
	}
	for f := range s.Features {
		draws[s.Features*s.In+f] = 2 * math.Pi * rng.Float64()
	}
	return draws
}

// Bind makes room on the backend for batches of the given number of rows. The
// parameters must have been built on the same backend.
func (n *Net) Bind(b Backend, rows int) {
	s := n.shape
	n.backend, n.rows = b, rows
	if s.Features > 0 {
		n.frequency, n.phase = b.New(s.Features, s.In), b.New(1, s.Features)
		b.Upload(n.frequency, n.draws[:s.Features*s.In])
		b.Upload(n.phase, n.draws[s.Features*s.In:])
		n.features, n.featuresPre = b.New(rows, s.Features), b.New(rows, s.Features)
	}
	if s.Depth == 0 {
		n.dNarrow = b.New(rows, max(s.Features, s.In))
		return
	}
	for k, l := range n.hidden {
		width := s.Width
		if n.entry != nil && k%2 == 0 {
			width = n.wide()
		}
		l.out = b.New(rows, width)
		switch {
		case l.act == ReLU && s.Dropout == 0:
			l.pre = l.out // its sign is enough
		case l.act != Identity:
			l.pre = b.New(rows, width)
		}
	}
	for _, l := range n.norms {
		l.out, l.stats = b.New(rows, s.Width), b.New(rows, 2)
	}
	widest := max(s.Features, s.In, s.Width)
	if n.entry != nil {
		n.entry.out = b.New(rows, s.Width)
		widest = max(widest, n.wide())
	}
	n.dWide, n.dWide2, n.dNarrow = b.New(rows, widest), b.New(rows, widest), b.New(rows, widest)
}

func (n *Net) forward(l *dense, out, in, residual Tensor) {
	l.in = in
	n.backend.Linear(out, l.pre, in, l.weight.Value, l.bias.Value, residual, l.act)
}

// Forward sets out (rows x Out) for in (rows x In). A seed of 0 leaves dropout
// out; any other draws masks from it.
func (n *Net) Forward(out, in Tensor, seed uint64) {
	b, s := n.backend, n.shape
	x := in
	if s.Features > 0 {
		b.Linear(n.features, n.featuresPre, in, n.frequency, n.phase, Tensor{}, Cosine)
		x = n.features
	}
	n.input = in
	switch {
	case n.entry != nil:
		n.forward(n.entry, n.entry.out, x, Tensor{})
		x = n.entry.out
		for k, l := range n.norms {
			l.in = x
			b.Norm(l.out, l.stats, x, l.gain.Value, l.bias.Value)
			if k == s.Depth {
				x = l.out
				break
			}
			up, down := n.hidden[2*k], n.hidden[2*k+1]
			n.forward(up, up.out, l.out, Tensor{})
			n.drop(up.out, seed, k)
			n.forward(down, down.out, up.out, x)
			x = down.out
		}
	default:
		for k, l := range n.hidden {
			n.forward(l, l.out, x, Tensor{})
			n.drop(l.out, seed, k)
			x = l.out
		}
	}
	n.forward(n.head, out, x, Tensor{})
}

func (n *Net) drop(t Tensor, seed uint64, layer int) {
	if n.shape.Dropout > 0 && seed != 0 {
		n.backend.Dropout(t, n.shape.Dropout, seed*0x9e3779b97f4a7c15+uint64(layer))
	}
}

func (n *Net) backward(l *dense, dIn, dOut Tensor) {
	n.backend.LinearBackward(dIn, l.weight.Grad, l.bias.Grad, dOut, l.pre, l.in, l.weight.Value, l.act, 0)
}

// Backward sets the gradients of all parameters from dOut (rows x Out), which it
// overwrites, for the last Forward with the same seed. dIn, if wanted, is the
// gradient of the first dIn.Rows rows of the input.
func (n *Net) Backward(dIn, dOut Tensor, seed uint64) {
	b, s := n.backend, n.shape
	view := func(t Tensor, width int) Tensor { return t.Part(0, n.rows, width) }
	// first takes the gradient of the first layer's output, d, to the rows of its input
	// that anybody wants: the target's points learn nothing.
	first := func(l *dense, d Tensor) {
		n.backward(l, Tensor{}, d)
		if dIn.None() {
			return
		}
		rows, to := dIn.Rows, dIn
		if s.Features > 0 {
			to = n.dNarrow.Part(0, rows, s.Features)
		}
		b.Gemm(to, d.Slice(0, rows), false, l.weight.Value, false, 1, 0)
		if s.Features > 0 {
			b.LinearBackward(dIn, Tensor{}, Tensor{}, to, n.featuresPre.Slice(0, rows), n.input.Slice(0, rows), n.frequency, Cosine, 0)
		}
	}
	switch {
	case s.Depth == 0:
		first(n.head, dOut)
	case n.entry != nil:
		x, inner := view(n.dWide, s.Width), view(n.dWide2, n.wide())
		normed := view(n.dNarrow, s.Width)
		n.backward(n.head, normed, dOut)
		last := n.norms[s.Depth]
		b.NormBackward(x, last.gain.Grad, last.bias.Grad, normed, last.stats, last.in, last.gain.Value, 0)
		for k := s.Depth - 1; k >= 0; k-- {
			up, down, l := n.hidden[2*k], n.hidden[2*k+1], n.norms[k]
			n.backward(down, inner, x)
			n.drop(inner, seed, k)
			n.backward(up, normed, inner)
			b.NormBackward(x, l.gain.Grad, l.bias.Grad, normed, l.stats, l.in, l.gain.Value, 1)
		}
		first(n.entry, x)
	default:
		x, next := n.dWide, n.dWide2
		n.backward(n.head, view(x, s.Width), dOut)
		for k := len(n.hidden) - 1; k > 0; k-- {
			n.drop(view(x, s.Width), seed, k)
			n.backward(n.hidden[k], view(next, s.Width), view(x, s.Width))
			x, next = next, x
		}
		n.drop(view(x, s.Width), seed, 0)
		first(n.hidden[0], view(x, s.Width))
	}
}

// Shape is the network's shape, as asked for.
func (n *Net) Shape() Shape { return n.shape }

// Fourier is the frequencies (Features x In) and the phases (Features) of the random
// features, one after the other, with which a check can work the network out anew.
func (n *Net) Fourier() []float64 { return n.draws }

// Params lists the parameters: weight and bias of each layer, gain and bias of each
// normalisation, in the order of the forward pass.
func (n *Net) Params() []*Param {
	var list []*Param
	layer := func(l *dense) { list = append(list, l.weight, l.bias) }
	if n.entry != nil {
		layer(n.entry)
	}
	for k, l := range n.hidden {
		if n.entry != nil && k%2 == 0 {
			list = append(list, n.norms[k/2].gain, n.norms[k/2].bias)
		}
		layer(l)
	}
	if n.entry != nil {
		last := n.norms[len(n.norms)-1]
		list = append(list, last.gain, last.bias)
	}
	layer(n.head)
	return list
}

// NewFourier draws the random Fourier features of a shape and returns their map
// from a point (In) to features (Features), for use without a backend.
func NewFourier(s Shape, rng *rand.Rand) func(features, point []float64) {
	draws := fourier(s, rng)
	return func(features, point []float64) {
		for f := range features {
			z := draws[s.Features*s.In+f]
			for c, v := range point {
				z += draws[f*s.In+c] * v
			}
			features[f] = math.Cos(z)
		}
	}
}
