package verdict

import "math"

// logistic fits log odds = base - Σ w_k x_k with all w_k of 0 and more, by the largest
// likelihood with a penalty ridge/2 Σ (w_k - prior_k)²: Newton's method on the likelihood,
// coordinate by coordinate on each quadratic. rows have the x, prior may be nil for zeros.
// It is the same each time.
func logistic(rows [][]float64, right []bool, weight []float64, ridge float64, base0 float64, prior []float64) (base float64, w []float64) {
	if prior == nil {
		prior = make([]float64, len(rows[0]))
	}
	f := &fitting{rows: rows, ridge: ridge, base0: base0, prior: prior, base: base0, w: append([]float64(nil), prior...),
		h: make([]float64, len(rows)), r: make([]float64, len(rows))}
	for range 40 {
		f.expand(right, weight)
		moved := 0.0
		for range 30 {
			change := f.sweep()
			moved = math.Max(moved, change)
			if change < 1e-4 {
				break
			}
		}
		if moved < 1e-3 {
			break
		}
	}
	return f.base, f.w
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
