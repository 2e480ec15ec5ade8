package verdict

import (
	"math"
	"slices"
)

// logistic fits log odds = base - Σ w_k x_k with all w_k of 0 and more, by the largest
// likelihood with a penalty ridge/2 Σ (w_k - prior_k)²: Newton's method on the likelihood,
// coordinate by coordinate on each quadratic, with steps that never raise the loss. rows have the x, prior may be nil for zeros.
// It is the same each time.
func logistic(rows [][]float64, right []bool, weight []float64, ridge float64, base0 float64, prior []float64) (base float64, w []float64) {
	if prior == nil {
		prior = make([]float64, len(rows[0]))
	}
	f := &fitting{rows: rows, ridge: ridge, base0: base0, prior: prior, base: base0, w: append([]float64(nil), prior...),
		h: make([]float64, len(rows)), r: make([]float64, len(rows))}
	loss := f.loss(right, weight)
	for range newtonSteps {
		base, w := f.base, slices.Clone(f.w)
		f.expand(right, weight)
		for range 30 {
			if f.sweep() < 1e-4 {
				break
			}
		}
		next := f.loss(right, weight)
		for range halvings { // a whole step of Newton's may lead too far
			if next <= loss {
				break
			}
			f.base = (f.base + base) / 2
			for k := range f.w {
				f.w[k] = (f.w[k] + w[k]) / 2
			}
			next = f.loss(right, weight)
		}
		if next > loss {
			return base, w
		}
		if loss-next < 1e-6*loss {
			break
		}
		loss = next
	}
	return f.base, f.w
}

// A fit ends after newtonSteps at most; each is halved until it brings no loss, halvings times at
// most.
const (
	newtonSteps = 100
	halvings    = 20
)

// loss is minus the log likelihood, and the penalties; the fit minimises it.
func (f *fitting) loss(right []bool, weight []float64) float64 {
	sum := 1e-3 / 2 * (f.base - f.base0) * (f.base - f.base0)
	for k, w := range f.w {
		sum += f.ridge / 2 * (w - f.prior[k]) * (w - f.prior[k])
	}
	for i, x := range f.rows {
		s := f.base
		for k, v := range x {
			s -= f.w[k] * v
		}
		if right[i] {
			s = -s
		}
		// log(1 + exp(s)), which does not overflow
		sum += weight[i] * (math.Max(s, 0) + math.Log1p(math.Exp(-math.Abs(s))))
	}
	return sum
}

// fitting is a fit under way.
type fitting struct {
	rows         [][]float64
	ridge, base0 float64
	prior        []float64
	base         float64
	w            []float64
	// h and r are of the quadratic about the fit, for each row: its curvature, and the step in
	// log odds to its least.
	h, r []float64
}

// expand makes the quadratic that is nearest to the likelihood at the fit.
func (f *fitting) expand(right []bool, weight []float64) {
	for i, x := range f.rows {
		s := f.base
		for k, v := range x {
			s -= f.w[k] * v
		}
		q := sigmoid(s)
		f.h[i] = weight[i] * math.Max(q*(1-q), 1e-3)
		y := 0.0
		if right[i] {
			y = 1
		}
		f.r[i] = weight[i] * (y - q) / f.h[i]
	}
}

// sweep goes once through the base and all weights, and returns the largest step.
func (f *fitting) sweep() float64 {
	d := f.step(func(int) float64 { return 1 }, 1e-3, f.base-f.base0)
	f.base += d
	for i := range f.r {
		f.r[i] -= d
	}
	change := math.Abs(d)
	for k := range f.w {
		d := f.step(func(i int) float64 { return -f.rows[i][k] }, f.ridge, f.w[k]-f.prior[k])
		d = math.Max(d, -f.w[k])
		if d == 0 {
			continue
		}
		f.w[k] += d
		for i := range f.r {
			f.r[i] += d * f.rows[i][k]
		}
		change = math.Max(change, math.Abs(d))
	}
	return change
}

// step is the way to the least of the quadratic along one coordinate, which is away from its prior.
func (f *fitting) step(column func(i int) float64, ridge, away float64) float64 {
	num, den := -ridge*away, ridge
	for i := range f.rows {
		x := column(i)
		num += f.h[i] * x * f.r[i]
		den += f.h[i] * x * x
	}
	if den == 0 {
		return 0
	}
	return num / den
}

func sigmoid(s float64) float64 { return 1 / (1 + math.Exp(-s)) }
