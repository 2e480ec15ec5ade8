package gw

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// sinkhorn solves one problem; without weights they are uniform.
func sinkhorn(ctx context.Context, cost *mat.Dense, a, b []float64, opt SinkhornOptions) (SinkhornResult, error) {
	n, m := cost.Dims()
	if a == nil {
		a = Uniform(n)
	}
	if b == nil {
		b = Uniform(m)
	}
	s, err := NewSinkhornSolver(a, b)
	if err != nil {
		return SinkhornResult{}, err
	}
	return s.Solve(ctx, cost, opt)
}

func TestSinkhornEqualsReference(t *testing.T) {
	t.Parallel()
	for _, f := range fixtures(t) {
		r, err := sinkhorn(context.Background(), toDense(f.M), f.P, f.Q, SinkhornOptions{Reg: f.Sinkhorn.Reg, MaxIter: 20000, Tol: 1e-13})
		if err != nil {
			t.Fatal(err)
		}
		var d mat.Dense
		d.Sub(r.Plan, toDense(f.Sinkhorn.Plan))
		if worst := mat.Norm(&d, math.Inf(1)); worst > 1e-9 {
			t.Errorf("%s: the plan is off the reference by %g (row sum)", f.Name, worst)
		}
	}
}

func TestSinkhornIsFeasibleAndTendsToTransport(t *testing.T) {
	t.Parallel()
	rng := newRand(19)
	n, m := 20, 30
	a, b := weightsOf("zeros", rng, n), randomWeights(rng, m)
	cost := mat.NewDense(n, m, nil)
	for i := range n {
		for j := range m {
			cost.Set(i, j, rng.Float64())
		}
	}
	_, best, err := Transport(context.Background(), cost, a, b)
	if err != nil {
		t.Fatal(err)
	}
	last := math.Inf(1)
	for _, reg := range []float64{1, 0.1, 0.01, 0.002} {
		var first *mat.Dense
		for _, threads := range []int{1, 3} {
			r, err := sinkhorn(context.Background(), cost, a, b, SinkhornOptions{Reg: reg, MaxIter: 20000, Tol: 1e-8, Threads: threads})
			if err != nil {
				t.Fatal(err)
			}
			p := FromDense(r.Plan, 0)
			if e := p.MarginalError(a, b); r.Status != Converged || e > 1e-8 {
				t.Errorf("ε=%g: %v, marginal error %g", reg, r.Status, e)
			}
			value := 0.0
			for k, w := range p.Mass {
				value += w * cost.At(int(p.I[k]), int(p.J[k]))
			}
			if value < best-1e-7 {
				t.Errorf("ε=%g: cost %g is below the optimum %g", reg, value, best)
			}
			if first == nil {
				if value > last {
					t.Errorf("ε=%g: cost %g rose from %g", reg, value, last)
				}
				last, first = value, r.Plan
			} else if !mat.Equal(first, r.Plan) {
				t.Errorf("ε=%g: another number of threads gave other bits", reg)
			}
		}
	}
	if last > best*1.02 {
		t.Errorf("at ε=0.002 the cost is %g, the optimum %g", last, best)
	}
}

func TestSinkhornRefusesAndStops(t *testing.T) {
	t.Parallel()
	c := mat.NewDense(2, 2, []float64{0, 1, 1, 0})
	if _, err := sinkhorn(context.Background(), c, nil, nil, SinkhornOptions{}); err == nil {
		t.Error("no entropic weight gave no error")
	}
	if _, err := sinkhorn(context.Background(), c, []float64{1}, nil, SinkhornOptions{Reg: 1}); err == nil {
		t.Error("one weight for two rows gave no error")
	}
	if _, err := sinkhorn(context.Background(), mat.NewDense(1, 1, []float64{math.NaN()}), nil, nil, SinkhornOptions{Reg: 1}); err == nil {
		t.Error("NaN gave no error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := sinkhorn(ctx, c, nil, nil, SinkhornOptions{Reg: 1}); err != nil || r.Status != Cancelled {
		t.Errorf("cancelled: %v, %v", r.Status, err)
	}
}

// Potentials of hundreds of ε, kernels that underflow, and costs of any size.
func TestSinkhornSurvivesExtremeCosts(t *testing.T) {
	t.Parallel()
	rng := newRand(22)
	n, m := 30, 25
	a, b := randomWeights(rng, n), weightsOf("zeros", rng, m)
	cost := mat.NewDense(n, m, nil)
	for i := range n {
		for j := range m {
			cost.Set(i, j, 1000*rng.Float64()+5e4*float64(j%3)-1e5*float64(i%2))
		}
	}
	_, best, err := Transport(context.Background(), cost, a, b)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewSinkhornSolver(a, b)
	if err != nil {
		t.Fatal(err)
	}
	for _, reg := range []float64{1e6, 100, 10, 1} {
		r, err := s.Solve(context.Background(), cost, SinkhornOptions{Reg: reg, MaxIter: 200000, Tol: 1e-6})
		if err != nil || r.Status != Converged {
			t.Fatalf("ε=%g: %v after %d iterations, error %g, %v", reg, r.Status, r.Iterations, r.Error, err)
		}
		value := 0.0
		for i := range n {
			for j := range m {
				value += r.Plan.At(i, j) * cost.At(i, j)
				if b[j] > 0 && math.Abs(r.Plan.At(i, j)-a[i]*b[j]*math.Exp((r.F[i]+r.G[j]-cost.At(i, j))/reg)) > 1e-9 {
					t.Fatalf("ε=%g: entry %d, %d is not that of its potentials", reg, i, j)
				}
			}
		}
		if reg == 1 && value > best+20 {
			t.Errorf("at ε=1 the cost is %g, the optimum %g", value, best)
		}
	}
}

func TestSinkhornBeginsWhereItEnded(t *testing.T) {
	t.Parallel()
	p := newPair(23, 80, 60, true)
	cost := must(NewProblem(p.dx, p.dy, p.a, p.b)).NewLinearization(1).Cost
	s, err := NewSinkhornSolver(p.a, p.b)
	if err != nil {
		t.Fatal(err)
	}
	opt := SinkhornOptions{Reg: 0.002, Tol: 1e-10, MaxIter: 100000}
	cold, err := s.Solve(context.Background(), cost, opt)
	if err != nil {
		t.Fatal(err)
	}
	plan := mat.DenseCopyOf(cold.Plan)
	warm, err := s.Solve(context.Background(), cost, opt)
	if err != nil || warm.Iterations > 2 || cold.Iterations < 10 {
		t.Errorf("%d iterations from the solution, %d from zero (%v)", warm.Iterations, cold.Iterations, err)
	}
	var d mat.Dense
	if d.Sub(plan, warm.Plan); mat.Norm(&d, 2) > 1e-9 {
		t.Errorf("solved again, the plan is off by %g", mat.Norm(&d, 2))
	}
}
