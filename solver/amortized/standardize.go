package amortized

import "math"

// FitInput sets the network's input.shift and input.scale so that each number that it
// sees of a point has mean 0 and variance 1 over the clouds given. A training does it
// once, before its first step; some hundred clouds are enough.
func (w *Weights) FitInput(clouds []*Tokens) {
	width := w.Config.Inputs()
	mean, square := make([]float64, width), make([]float64, width)
	for _, t := range clouds {
		for i, a := range t.Mass {
			a /= float64(len(clouds))
			for c, v := range t.Input[i*width : (i+1)*width] {
				mean[c] += a * float64(v)
				square[c] += a * float64(v) * float64(v)
			}
		}
	}
	shift, scale := w.Get("input.shift"), w.Get("input.scale")
	for c, m := range mean {
		shift[c] = float32(m)
		scale[c] = float32(1 / math.Sqrt(max(square[c]-m*m, 1e-8)))
	}
}
