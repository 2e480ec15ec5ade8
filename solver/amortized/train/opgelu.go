package train

import (
	"math"

	G "gorgonia.org/gorgonia"
)

// gelu is x Φ(x), Φ the cumulated standard normal distribution (Hendrycks and Gimpel
// 2016), exactly and not by its tanh.
func gelu[T Float](x *G.Node) *G.Node {
	r, c := rowsOf(x), colsOf(x)
	slope := make([]T, r*c)
	return apply(kernel[T]{
		name: "gelu", rows: r, cols: c, wrt: []bool{true},
		run: func(out []T, in [][]T) {
			switch x := any(in[0]).(type) {
			case []float32:
				gelu32(any(out).([]float32), any(slope).([]float32), x)
			case []float64:
				gelu64(any(out).([]float64), any(slope).([]float64), x)
			}
		},
		diff: func(_ G.Nodes, out, grad *G.Node) G.Nodes {
			return G.Nodes{apply(kernel[T]{name: "gelu.input", rows: r, cols: c, run: func(out []T, in [][]T) {
				g, s := in[0][:len(out)], slope[:len(out)]
				for k := range out {
					out[k] = g[k] * s[k]
				}
			}}, grad, out)}
		},
	}, x)
}

func gelu64(out, slope, x []float64) {
	for k, v := range x {
		phi := math.Erfc(-v/math.Sqrt2) / 2
		out[k] = v * phi
		slope[k] = phi + v*math.Exp(-v*v/2)/math.Sqrt(2*math.Pi)
	}
}

// gelu32 takes Φ by Abramowitz and Stegun 7.1.26 (error below 1.5e-7), which needs
// the exponential that is the density too.
func gelu32(out, slope, x []float32) {
	const (
		perOctave = 1.44269504
		hi, lo    = 0.693359375, -2.12194440e-4
		shifter   = 3 << 22
	)
	out, slope = out[:len(x)], slope[:len(x)]
	for k, v := range x {
		a := math.Float32frombits(math.Float32bits(v) &^ (1 << 31))
		// e^(-v²/2), as in fastmath.ExpRow32.
		u := max(-v*v/2, -87)
		shifted := u*perOctave + shifter
		n := shifted - shifter
		r := (u - n*hi) - n*lo
		p := float32(1.9875691500e-4)
		p = p*r + 1.3981999507e-3
		p = p*r + 8.3334519073e-3
		p = p*r + 4.1665795894e-2
		p = p*r + 1.6666665459e-1
		p = p*r + 5.0000001201e-1
		e := ((p*r)*r + r + 1) * math.Float32frombits((math.Float32bits(shifted)+127)<<23)

		t := 1 / (1 + (0.3275911/math.Sqrt2)*a)
		tail := t * (0.254829592 + t*(-0.284496736+t*(1.421413741+t*(-1.453152027+t*1.061405429)))) * e / 2 // Φ(-|v|)
		phi := tail
		if v > 0 {
			phi = 1 - tail
		}
		out[k] = v * phi
		slope[k] = phi + v*e*0.39894228
	}
}
