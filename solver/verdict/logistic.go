package verdict

import "math"

// logistic fits log odds = base - Σ w_k x_k with all w_k of 0 and more, by the largest
// likelihood with a penalty ridge/2 Σ (w_k - prior_k)²: Newton's method on the likelihood,
// coordinate by coordinate on each quadratic. rows have the x, prior may be nil for zeros.
// It is the same each time.
func logistic(rows [][]float64, right []bool, weight []float64, ridge float64, base0 float64, prior []float64) (base float64, w []float64) {
	p := len(rows[0])
	w = make([]float64, p)
	if prior != nil {
		copy(w, prior)
	}
	base = base0
	score := make([]float64, len(rows))
	for range 40 {
		moved := 0.0
		h, r := make([]float64, len(rows)), make([]float64, len(rows))
		for i, x := range rows {
			s := base
			for k, v := range x {
				s -= w[k] * v
			}
			score[i] = s
			q := sigmoid(s)
			h[i] = weight[i] * math.Max(q*(1-q), 1e-3)
			y := 0.0
			if right[i] {
				y = 1
			}
			r[i] = weight[i] * (y - q) / h[i] // of the quadratic, in log odds
		}
		for range 30 {
			change := 0.0
			step := func(column func(i int) float64, ridge, away float64) float64 {
				num, den := -ridge*away, ridge
				for i := range rows {
					x := column(i)
					num += h[i] * x * r[i]
					den += h[i] * x * x
				}
				if den == 0 {
					return 0
				}
				return num / den
			}
			d := step(func(int) float64 { return 1 }, 1e-3, base-base0)
			base += d
			for i := range r {
				r[i] -= d
			}
			change = math.Abs(d)
			for k := range p {
				away := w[k]
				if prior != nil {
					away -= prior[k]
				}
				d := step(func(i int) float64 { return -rows[i][k] }, ridge, away)
				d = math.Max(d, -w[k])
				if d == 0 {
					continue
				}
				w[k] += d
				for i := range r {
					r[i] += d * rows[i][k]
				}
				change = math.Max(change, math.Abs(d))
			}
			moved = math.Max(moved, change)
			if change < 1e-4 {
				break
			}
		}
		if moved < 1e-3 {
			break
		}
	}
	return base, w
}

func sigmoid(s float64) float64 { return 1 / (1 + math.Exp(-s)) }
