package baseline

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
)

// PartialParameters say how much of the shapes is to be matched.
type PartialParameters struct {
	// Mass is the share of the mass that is matched (Chapel, Alaya and Gasso 2020), above
	// 0; 0 and 1 stand for all of it.
	Mass float64
}

// Whole reports whether everything is to be matched.
func (p PartialParameters) Whole() bool { return p.Mass == 0 || p.Mass == 1 }

// partial prepares a problem of which a share is to be matched.
func partial(p *Problem, o Options) (*gw.Partial, error) {
	if p.Fused() {
		return nil, errors.New("matching a part knows no features: set α to 1, or the matched mass to 1")
	}
	problem, err := gwProblem(p, o)
	if err != nil {
		return nil, err
	}
	return problem.Partial(o.Partial.Mass)
}

// runPartialCG is conditional gradient for a share of the mass.
func runPartialCG(ctx context.Context, p *Problem, o Options) (*Result, error) {
	problem, err := partial(p, o)
	if err != nil {
		return nil, err
	}
	r, err := problem.ConditionalGradient(ctx, o.Start, descent(o))
	if err != nil {
		return nil, err
	}
	return partialResult(problem, r.Plan, r.Iterations, r.Status), nil
}

func partialResult(problem *gw.Partial, plan *gw.Plan, iterations int, status gw.Status) *Result {
	r := result(plan, problem.Loss(plan), iterations, status)
	r.Mass = problem.Mass()
	return r
}

// runPartialEntropic is entropic GW for a share of the mass: the same iterations, with
// one more point on each side, which takes the left-out mass. The entropy is that of
// the plan with these points, so that the left-out mass is blurred as well.
func runPartialEntropic(ctx context.Context, p *Problem, o Options, parameters EntropicParameters) (*Result, error) {
	problem, err := partial(p, o)
	if err != nil {
		return nil, err
	}
	plan, err := problem.Start(o.Start)
	if err != nil {
		return nil, err
	}
	a, b, _ := problem.Weights()
	sinkhorn, err := gw.NewSinkhornSolver(a, b)
	if err != nil {
		return nil, err
	}
	step, cost := mat.NewDense(len(a), len(b), nil), mat.NewDense(len(a), len(b), nil)
	if parameters.Solver == ProximalPoint {
		startAt(cost, problem, plan, parameters.Epsilon)
	}
	last := mat.NewDense(len(a), len(b), nil)
	ended := func(status gw.Status, iterations int) (*Result, error) {
		return partialResult(problem, plan, iterations, status), nil
	}
	share := 1.0
	reported := time.Time{}
	for it := 1; it <= parameters.MaxIter; it++ {
		problem.Cost(step, plan, o.Threads)
		step.Scale(4, step) // the whole gradient, as ε is measured beside it
		if parameters.Solver == ProximalPoint {
			cost.Add(cost, step)
		} else {
			cost.Copy(step)
		}
		r, err := sinkhorn.Solve(ctx, cost, gw.SinkhornOptions{Reg: parameters.Epsilon, Tol: min(max(1e-12, 0.05*share), 1e-3), Threads: o.Threads})
		if err != nil {
			return nil, err
		}
		if r.Status == gw.Cancelled {
			return ended(gw.Cancelled, it-1)
		}
		last.Sub(r.Plan, last)
		move := mat.Norm(last, 2)
		share = move / mat.Norm(r.Plan, 2)
		last.Copy(r.Plan)
		outer, err := gw.Round(r.Plan, a, b)
		if err != nil {
			return nil, err
		}
		plan = problem.Inner(outer)
		if move <= parameters.Tol {
			return ended(gw.Converged, it)
		}
		if o.Progress != nil {
			look := Progress{Stage: fmt.Sprintf("iteration %d", it), Fraction: float64(it) / float64(parameters.MaxIter)}
			if time.Since(reported) >= reportEvery {
				look.Plan, look.GW2 = plan, problem.Loss(plan)
				reported = time.Now()
			}
			o.Progress(look)
		}
	}
	return ended(gw.IterationLimit, parameters.MaxIter)
}

// startAt fills cost with -ε ln of the plan that the proximal point starts from. Mass that
// is left out starts evenly.
func startAt(cost *mat.Dense, problem *gw.Partial, plan *gw.Plan, epsilon float64) {
	a, b, total := problem.Weights()
	inner := plan.Dense()
	rows, columns := plan.Marginals()
	n, m := inner.Dims()
	cost.Apply(func(i, j int, _ float64) float64 {
		v := 0.0
		switch {
		case i < n && j < m:
			v = (inner.At(i, j) + startBlur*(rows[i]*columns[j]/problem.Mass()-inner.At(i, j))) / total
		case i < n:
			v = a[i] - rows[i]/total
		case j < m:
			v = b[j] - columns[j]/total
		}
		return -epsilon * math.Log(max(v, math.SmallestNonzeroFloat64))
	}, cost)
}
