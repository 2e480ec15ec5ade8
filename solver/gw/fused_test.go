package gw

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestFusedDescentIsNoWorseThanReference(t *testing.T) {
	t.Parallel()
	for _, f := range fixtures(t) {
		plain, err := NewProblem(toDense(f.C1), toDense(f.C2), f.P, f.Q)
		if err != nil {
			t.Fatal(err)
		}
		for _, ref := range []fusedFixture{f.Fused03, f.Fused07} {
			p, err := plain.Fused(toDense(f.M), ref.Alpha)
			if err != nil {
				t.Fatal(err)
			}
			given := FromDense(toDense(ref.Plan), 0)
			if got := p.Objective(given); math.Abs(got-ref.Objective) > 1e-10 {
				t.Errorf("%s, α = %g: the objective of the reference's plan is %.12g, it says %.12g", f.Name, ref.Alpha, got, ref.Objective)
			}
			r, err := p.ConditionalGradient(context.Background(), nil, CGOptions{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r.Objective > ref.Objective+1e-10 {
				t.Errorf("%s, α = %g: objective %.12g from the product coupling, reference %.12g", f.Name, ref.Alpha, r.Objective, ref.Objective)
			}
			if e := r.Plan.MarginalError(f.P, f.Q); e > 1e-12 {
				t.Errorf("%s, α = %g: marginal error %g", f.Name, ref.Alpha, e)
			}
		}
	}
}

// featuredPair is a pair with costs of matching points that know a little.
func featuredPair(seed uint64, n, m int, weighted bool) (pair, *mat.Dense) {
	p := newPair(seed, n, m, weighted)
	rng := newRand(seed + 1)
	cost := mat.NewDense(n, m, nil)
	for i := range n {
		for j := range m {
			u, v := sum(p.dx.RawRowView(i))/float64(n), sum(p.dy.RawRowView(j))/float64(m)
			cost.Set(i, j, (u-v)*(u-v)+0.01*rng.Float64())
		}
	}
	return p, cost
}

func TestFusedDescentEndsBetweenItsTwoParts(t *testing.T) {
	t.Parallel()
	for name, weighted := range map[string]bool{"permutation": false, "general": true} {
		n, m := 90, 90
		if weighted {
			m = 70
		}
		pr, cost := featuredPair(31, n, m, weighted)
		plain, err := NewProblem(pr.dx, pr.dy, pr.a, pr.b)
		if err != nil {
			t.Fatal(err)
		}
		_, least, err := Transport(context.Background(), cost, pr.a, pr.b)
		if err != nil {
			t.Fatal(err)
		}
		alone, err := plain.ConditionalGradient(context.Background(), pr.start, CGOptions{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, alpha := range []float64{1e-6, 0.2, 0.8, 1 - 1e-12, 1} {
			p, err := plain.Fused(cost, alpha)
			if err != nil {
				t.Fatal(err)
			}
			value := func(plan *Plan) float64 {
				linear := 0.0
				for k, w := range plan.Mass {
					linear += w * cost.At(int(plan.I[k]), int(plan.J[k]))
				}
				return (1-alpha)*linear + alpha*Loss(pr.dx, pr.dy, pr.a, pr.b, plan)
			}
			var first CGResult
			for _, threads := range []int{1, 2} {
				last := value(pr.start)
				r, err := p.ConditionalGradient(context.Background(), pr.start, CGOptions{Threads: threads, Progress: func(it int, loss float64, plan *Plan) {
					v := value(plan)
					if v > last+1e-12 {
						t.Errorf("%s, α = %g, iteration %d: the objective rose from %g to %g", name, alpha, it, last, v)
					}
					if l := Loss(pr.dx, pr.dy, pr.a, pr.b, plan); math.Abs(l-loss) > 1e-9 {
						t.Errorf("%s, α = %g, iteration %d: reported GW² %g, it is %g", name, alpha, it, loss, l)
					}
					last = v
				}}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if math.Abs(r.Objective-value(r.Plan)) > 1e-10 || math.Abs(r.Loss-Loss(pr.dx, pr.dy, pr.a, pr.b, r.Plan)) > 1e-10 {
					t.Errorf("%s, α = %g: objective %g and GW² %g, recomputed %g and %g", name, alpha, r.Objective, r.Loss, value(r.Plan), Loss(pr.dx, pr.dy, pr.a, pr.b, r.Plan))
				}
				if threads == 1 {
					first = r
				} else if !samePlan(first.Plan, r.Plan) || first.Objective != r.Objective {
					t.Errorf("%s, α = %g: another number of threads gave another result", name, alpha)
				}
			}
			switch {
			case alpha == 1e-6 && first.Objective > least+2*alpha:
				t.Errorf("%s: at α = 0 nearly, the objective is %g and linear transport gives %g", name, first.Objective, least)
			case alpha > 0.9 && (!samePlan(first.Plan, alone.Plan) || math.Abs(first.Objective-alone.Loss) > 1e-9):
				t.Errorf("%s: at α = 1 the objective is %g, without features GW² is %g", name, first.Objective, alone.Loss)
			}
		}
	}
}

func TestFusedDescentFromTheProductIsStationary(t *testing.T) {
	t.Parallel()
	pr, cost := featuredPair(33, 60, 45, true)
	plain, err := NewProblem(pr.dx, pr.dy, pr.a, pr.b)
	if err != nil {
		t.Fatal(err)
	}
	const alpha = 0.4
	p, err := plain.Fused(cost, alpha)
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.ConditionalGradient(context.Background(), nil, CGOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := Gradient(pr.dx, pr.dy, r.Plan, 1)
	g.Scale(alpha, g)
	var linear mat.Dense
	linear.Scale(1-alpha, cost)
	g.Add(g, &linear)
	_, best, err := Transport(context.Background(), g, pr.a, pr.b)
	if err != nil {
		t.Fatal(err)
	}
	at := 0.0
	for k, w := range r.Plan.Mass {
		at += w * g.At(int(r.Plan.I[k]), int(r.Plan.J[k]))
	}
	if r.Status != Converged || at-best > 1e-4*r.Objective {
		t.Errorf("%v with a gap of %g (objective %g)", r.Status, at-best, r.Objective)
	}
}

func TestFusedRefuses(t *testing.T) {
	t.Parallel()
	d := mat.NewDense(2, 2, []float64{0, 1, 1, 0})
	p, err := NewProblem(d, d, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		cost  *mat.Dense
		alpha float64
	}{
		"size":  {mat.NewDense(2, 3, nil), 0.5},
		"zero":  {mat.NewDense(2, 2, nil), 0},
		"above": {mat.NewDense(2, 2, nil), 1.5},
		"NaN α": {mat.NewDense(2, 2, nil), math.NaN()},
		"NaN":   {mat.NewDense(2, 2, []float64{0, math.NaN(), 0, 0}), 0.5},
	} {
		if _, err := p.Fused(c.cost, c.alpha); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
