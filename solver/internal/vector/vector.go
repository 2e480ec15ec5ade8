package vector

import (
	"math"

	"gwscope/solver/internal/fastmath"
)

// ExpRows replaces each row x of a block (rows x cols, rows = len(sums)) by
// mass∘e^(x - max x) and sets sums to the rows' sums: a softmax but for the division,
// which is cheaper after the product that follows. mass is cols, nil for ones.
func ExpRows[T float32 | float64](block []T, cols int, mass, sums []T) {
	if expRows(block, cols, mass, sums) {
		return
	}
	for r := range sums {
		row := block[r*cols : (r+1)*cols]
		largest := T(math.Inf(-1))
		for _, v := range row {
			largest = max(largest, v)
		}
		var sum T
		if mass == nil {
			for c, v := range row {
				e := fastmath.Exp(v - largest)
				row[c] = e
				sum += e
			}
		} else {
			for c, v := range row {
				e := mass[c] * fastmath.Exp(v-largest)
				row[c] = e
				sum += e
			}
		}
		sums[r] = sum
	}
}

// GELU sets out to the Gaussian error linear units z Φ(z) (Hendrycks and Gimpel 2016),
// Φ(z) = (1 + erf(z/√2))/2; out may be z.
func GELU[T float32 | float64](out, z []T) {
	if gelu(out, z) {
		return
	}
	for k, v := range z {
		out[k] = v * T(gaussian(v))
	}
}

// GELUBackward multiplies grad by the slopes at z, Φ(z) + z φ(z).
func GELUBackward[T float32 | float64](grad, z []T) {
	if geluBackward(grad, z) {
		return
	}
	for k, v := range z {
		density := math.Exp(-0.5*float64(v)*float64(v)) / math.Sqrt(2*math.Pi)
		grad[k] *= T(gaussian(v) + float64(v)*density)
	}
}

func gaussian[T float32 | float64](v T) float64 { return 0.5 * (1 + math.Erf(float64(v)/math.Sqrt2)) }

// NormRows is layer normalisation of rows (in and out are rows x width, with rows =
// len(stats)/2): out = gain (in - mean)/√(variance + epsilon) + bias; stats keeps each
// row's mean and reciprocal deviation.
func NormRows[T float32 | float64](out, stats, in, gain, bias []T, epsilon float64) {
	if len(stats) == 0 || normRows(out, stats, in, gain, bias, epsilon) {
		return
	}
	width := len(gain)
	for r := range len(stats) / 2 {
		x, y := in[r*width:(r+1)*width], out[r*width:(r+1)*width]
		var sum, squares T
		for _, v := range x {
			sum += v
		}
		mean := sum / T(width)
		for _, v := range x {
			squares += (v - mean) * (v - mean)
		}
		inverse := T(1 / math.Sqrt(float64(squares/T(width))+epsilon))
		stats[2*r], stats[2*r+1] = mean, inverse
		for c, v := range x {
			y[c] = (v-mean)*inverse*gain[c] + bias[c]
		}
	}
}

// AddBias adds a bias (cols) to every row of a block (rows x cols).
func AddBias[T float32 | float64](block, bias []T) {
	if len(block) == 0 || addBias(block, bias) {
		return
	}
	for cols := len(bias); len(block) >= cols; block = block[cols:] {
		row := block[:cols]
		for c, v := range bias {
			row[c] += v
		}
	}
}

// Add adds each entry of what to the same entry of to.
func Add[T float32 | float64](to, what []T) {
	if len(to) == 0 || add(to, what) {
		return
	}
	for k, v := range what {
		to[k] += v
	}
}

// SoftmaxBackward takes a row of unnormalised weights e, whose softmax is p = inverse e,
// to p, and the gradient g of p to that of its logits, p∘(g - p·g).
func SoftmaxBackward[T float32 | float64](e, g []T, inverse T) {
	if len(e) == 0 || softmaxBackward(e, g, inverse) {
		return
	}
	var dot T
	for k, v := range e {
		e[k] = v * inverse
		dot += e[k] * g[k]
	}
	for k, p := range e {
		g[k] = p * (g[k] - dot)
	}
}
