package gw

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// exchange is the change that moves mass h from (i, j) and (k, l) to (i, l) and
// (k, j): it keeps marginals.
func exchange(p *mat.Dense, i, j, k, l int, h float64) *mat.Dense {
	q := mat.DenseCopyOf(p)
	q.Set(i, j, q.At(i, j)-h)
	q.Set(k, l, q.At(k, l)-h)
	q.Set(i, l, q.At(i, l)+h)
	q.Set(k, j, q.At(k, j)+h)
	return q
}

func TestLinearizationIsTheGradient(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	pr, cost := featuredPair(51, 40, 30, true)
	plain, err := NewProblem(pr.dx, pr.dy, pr.a, pr.b)
	if err != nil {
		t.Fatal(err)
	}
	const alpha = 0.3
	for name, p := range map[string]*Problem{"GW": plain, "fused": must(plain.Fused(cost, alpha))} {
		objective := func(d *mat.Dense) float64 {
			loss, linear := bruteLoss(pr.dx, pr.dy, d), 0.0
			for i := range 40 {
				for j := range 30 {
					linear += d.At(i, j) * cost.At(i, j)
				}
			}
			if name == "GW" {
				return loss
			}
			return alpha*loss + (1-alpha)*linear
		}
		l := p.NewLinearization(2)
		product := Product(pr.a, pr.b).Dense()
		sharp := Product(pr.a, pr.b)
		sharp = mix(sharp, pr.start, 0.7)
		for step, c := range []struct {
			plan *mat.Dense
			to   func(*mat.Dense)
			tol  float64
		}{
			{product, func(*mat.Dense) {}, 1e-9},
			{sharp.Dense(), func(d *mat.Dense) { l.Move(ctx, d) }, 1e-6},
			{product, func(d *mat.Dense) { l.At(ctx, d) }, 1e-9},
			{sharp.Dense(), func(d *mat.Dense) { l.Guess(d) }, 1e-5}, // the rank is that of the matrices
		} {
			c.to(c.plan)
			for _, at := range [][4]int{{0, 0, 1, 1}, {3, 7, 20, 29}, {39, 2, 5, 11}} {
				i, j, k, m := at[0], at[1], at[2], at[3]
				const h = 1e-4
				want := (objective(exchange(c.plan, i, j, k, m, h)) - objective(exchange(c.plan, i, j, k, m, -h))) / (2 * h)
				got := l.Cost.At(i, m) + l.Cost.At(k, j) - l.Cost.At(i, j) - l.Cost.At(k, m)
				if math.Abs(got-want) > c.tol {
					t.Errorf("%s, step %d, exchange %v: slope %g, differences say %g", name, step, at, got, want)
				}
			}
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestLinearizationFollowsTheLossAndTheModelIsNear(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	pr, cost := featuredPair(53, 220, 260, true)
	p := must(must(NewProblem(pr.dx, pr.dy, pr.a, pr.b)).Fused(cost, 0.6))
	l := p.NewLinearization(0)
	from := mix(Product(pr.a, pr.b), pr.start, 0.3)
	if !l.At(ctx, from.Dense()) {
		t.Fatal("not done")
	}
	near := mix(from, Product(pr.a, pr.b), 1e-3)
	if got, want := l.Loss(near), p.Loss(near); math.Abs(got-want) > 1e-6 {
		t.Errorf("the loss of a near plan is %.9g, it is told as %.9g", want, got)
	}
	if got, want := l.Loss(from), p.Loss(from); math.Abs(got-want) > 1e-13 {
		t.Errorf("the loss of the plan itself is %.15g, it is told as %.15g", want, got)
	}
	far := mix(from, pr.start, 0.2).Dense()
	old := mat.DenseCopyOf(l.Cost)
	l.Guess(far)
	guess := mat.DenseCopyOf(l.Cost)
	l.At(ctx, far)
	var change, off mat.Dense
	change.Sub(l.Cost, old)
	off.Sub(l.Cost, guess)
	if mat.Norm(&off, 2) > 0.02*mat.Norm(&change, 2) {
		t.Errorf("the model is off by %g of a change of %g", mat.Norm(&off, 2), mat.Norm(&change, 2))
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if l.At(ended, far) || l.Move(ended, far) {
		t.Error("a gradient was finished after its context had ended")
	}
}
