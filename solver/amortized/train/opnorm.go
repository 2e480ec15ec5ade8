package train

import (
	"math"

	G "gorgonia.org/gorgonia"
)

// normEpsilon keeps a row of equal numbers finite; it is that of nn.Backend.
const normEpsilon = 1e-5

// addNorm is layer normalisation after a residual, for a and b (r x d),
//
//	z = a + b,  out = gain (z - mean z)/√(var z + 1e-5) + bias
//
// (post-norm: Vaswani et al. 2017; Ba, Kiros and Hinton 2016).
func addNorm[T Float](a, b, gain, bias *G.Node) *G.Node {
	r, d := rowsOf(a), colsOf(a)
	unit, inverse := make([]T, r*d), make([]T, r) // (z - mean)/deviation, 1/deviation
	return apply(kernel[T]{
		name: "norm", rows: r, cols: d, wrt: []bool{true, true, true, true},
		run: func(out []T, in [][]T) {
			for i := range r {
				lo, hi := i*d, (i+1)*d
				inverse[i] = normalize(out[lo:hi], unit[lo:hi], in[0][lo:hi], in[1][lo:hi], in[2], in[3])
			}
		},
		diff: func(in G.Nodes, out, grad *G.Node) G.Nodes {
			dGain, dBias := make([]T, d), make([]T, d)
			dz := apply(kernel[T]{name: "norm.input", rows: r, cols: d, run: func(out []T, in [][]T) {
				clear(dGain)
				clear(dBias)
				for i := range r {
					lo, hi := i*d, (i+1)*d
					normalizeBackward(out[lo:hi], dGain, dBias, in[0][lo:hi], unit[lo:hi], in[2], inverse[i])
				}
			}}, grad, out, in[2])
			hand := func(name string, from []T) *G.Node {
				return apply(kernel[T]{name: name, rows: 1, cols: d, run: func(out []T, _ [][]T) { copy(out, from) }}, dz)
			}
			return G.Nodes{dz, dz, hand("norm.gain", dGain), hand("norm.bias", dBias)}
		},
	}, a, b, gain, bias)
}

func normalize[T Float](out, unit, a, b, gain, bias []T) (inverse T) {
	d := len(out)
	unit, a, b, gain, bias = unit[:d], a[:d], b[:d], gain[:d], bias[:d]
	sum := T(0)
	for k := range out {
		z := a[k] + b[k]
		unit[k] = z
		sum += z
	}
	mean := sum / T(d)
	square := T(0)
	for k, z := range unit {
		z -= mean
		unit[k] = z
		square += z * z
	}
	inverse = T(1 / math.Sqrt(float64(square)/float64(d)+normEpsilon))
	for k, z := range unit {
		z *= inverse
		unit[k] = z
		out[k] = z*gain[k] + bias[k]
	}
	return inverse
}

// normalizeBackward is dz of one row; dGain and dBias add up.
func normalizeBackward[T Float](dz, dGain, dBias, dOut, unit, gain []T, inverse T) {
	d := len(dz)
	dGain, dBias, dOut, unit, gain = dGain[:d], dBias[:d], dOut[:d], unit[:d], gain[:d]
	sum, along := T(0), T(0)
	for k, g := range dOut {
		u := unit[k]
		dBias[k] += g
		dGain[k] += g * u
		g *= gain[k]
		dz[k] = g
		sum += g
		along += g * u
	}
	sum /= T(d)
	along /= T(d)
	for k, g := range dz {
		dz[k] = inverse * (g - sum - unit[k]*along)
	}
}
