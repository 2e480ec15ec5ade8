package register

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// mostFactored is the number of points above which systems are solved by iteration: the
// factor of a larger one takes longer than some dozens of steps from where the points are.
const mostFactored = 20000

const (
	// iterateTo is how far the residual has to fall, iterateMost how many steps that may take.
	iterateTo, iterateMost = 1e-3, 200
)

// iterate solves (λ L + diag(weight mass)) at = b by conjugate gradients from where the
// points are, preconditioned by the diagonal, all three coordinates at once.
func (h *sheet) iterate(ctx context.Context, lambda float64, weight []float64, b []r3.Vec) error {
	n := len(b)
	diagonal := make([]float64, n)
	h.each(func(i int) {
		_, by := h.g.Row(i)
		for _, e := range by {
			diagonal[i] += lambda * h.g.Weight[e]
		}
		diagonal[i] += weight[i] * h.mass[i]
		if diagonal[i] == 0 { // nothing holds the point: it stays
			diagonal[i] = 1
			b[i] = h.at[i]
		}
	})
	product := func(out, x []r3.Vec) {
		h.each(func(i int) {
			near, by := h.g.Row(i)
			sum := r3.Scale(diagonal[i], x[i])
			for k, j := range near {
				sum = r3.Sub(sum, r3.Scale(lambda*h.g.Weight[by[k]], x[j]))
			}
			out[i] = sum
		})
	}
	x, q := append([]r3.Vec(nil), h.at...), make([]r3.Vec, n)
	product(q, x)
	residual, step := make([]r3.Vec, n), make([]r3.Vec, n)
	h.each(func(i int) { residual[i] = r3.Sub(b[i], q[i]) })
	// Coordinates are systems of their own that share the matrix.
	dot := func(u, v []r3.Vec, divide bool) (s r3.Vec) {
		for i, p := range u {
			w := 1.0
			if divide {
				w = 1 / diagonal[i]
			}
			s.X += w * p.X * v[i].X
			s.Y += w * p.Y * v[i].Y
			s.Z += w * p.Z * v[i].Z
		}
		return s
	}
	h.each(func(i int) { step[i] = r3.Scale(1/diagonal[i], residual[i]) })
	rho := dot(residual, residual, true)
	goal := r3.Scale(iterateTo*iterateTo, rho)
	ratio := func(a, b float64) float64 {
		if b == 0 || math.IsNaN(a/b) {
			return 0
		}
		return a / b
	}
	for range iterateMost {
		if err := ctx.Err(); err != nil {
			return err
		}
		if rho.X <= goal.X && rho.Y <= goal.Y && rho.Z <= goal.Z {
			break
		}
		product(q, step)
		bend := dot(step, q, false)
		a := r3.Vec{X: ratio(rho.X, bend.X), Y: ratio(rho.Y, bend.Y), Z: ratio(rho.Z, bend.Z)}
		h.each(func(i int) {
			x[i] = r3.Add(x[i], r3.Vec{X: a.X * step[i].X, Y: a.Y * step[i].Y, Z: a.Z * step[i].Z})
			residual[i] = r3.Sub(residual[i], r3.Vec{X: a.X * q[i].X, Y: a.Y * q[i].Y, Z: a.Z * q[i].Z})
		})
		next := dot(residual, residual, true)
		c := r3.Vec{X: ratio(next.X, rho.X), Y: ratio(next.Y, rho.Y), Z: ratio(next.Z, rho.Z)}
		rho = next
		h.each(func(i int) {
			step[i] = r3.Add(r3.Scale(1/diagonal[i], residual[i]), r3.Vec{X: c.X * step[i].X, Y: c.Y * step[i].Y, Z: c.Z * step[i].Z})
		})
	}
	h.at = x
	return nil
}
