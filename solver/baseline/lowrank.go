package baseline

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gwscope/solver/feature"
	"gwscope/solver/gw"
	"gwscope/solver/internal/parallel"
)

// LowRankParameters of low-rank GW, under the paper's names.
type LowRankParameters struct {
	// Rank is r, the nonnegative rank of the plan; default 20, at most min(n, m).
	Rank int
	// Gamma is the step γ of mirror descent: the exponents of a step are at most γ times
	// the gradient as a share of its largest entry; default 100.
	Gamma float64
	// Alpha is the lower bound α of g, as a share of an even 1/r; default 1e-3.
	Alpha float64
	// CostRank is the number of terms d of the factors (of rank d + 2) that stand for
	// the distances in the linear-time variant; 0: the distances themselves up to 3,000
	// points, 100 terms beyond that; negative: always the distances themselves.
	CostRank int
	// Init is where the descent begins: "random" (default), or "lower bound", the plan
	// of the first lower bound.
	Init string
	// MaxIter is the largest number of mirror steps; default 500.
	MaxIter int
	// Tol is the drop of the objective over 20 steps, as a share of it, below which the
	// descent ends; default 1e-3.
	Tol float64
}

// The starts of low-rank GW.
const (
	RandomInit     = "random"
	LowerBoundInit = "lower bound"
)

func (p LowRankParameters) withDefaults() LowRankParameters {
	p.Rank = cmp.Or(p.Rank, 20)
	p.Gamma = cmp.Or(p.Gamma, 100)
	p.Alpha = cmp.Or(p.Alpha, 1e-3)
	p.Init = cmp.Or(p.Init, RandomInit)
	p.MaxIter = cmp.Or(p.MaxIter, 500)
	p.Tol = cmp.Or(p.Tol, 1e-3)
	return p
}

func (p LowRankParameters) check() error {
	switch {
	case p.Rank < 1 || !(p.Gamma > 0) || !(p.Alpha > 0 && p.Alpha < 1) || p.MaxIter < 1 || !(p.Tol > 0):
		return fmt.Errorf("rank %d, γ = %g, α = %g, %d iterations and tolerance %g: all must be positive and α below 1",
			p.Rank, p.Gamma, p.Alpha, p.MaxIter, p.Tol)
	case p.Init != RandomInit && p.Init != LowerBoundInit:
		return fmt.Errorf("unknown start %q: use %q or %q", p.Init, RandomInit, LowerBoundInit)
	}
	return nil
}

var lowRank = Method{
	Name: "lowrank", Title: "Low-rank GW",
	About: "Plans of low rank, for very many samples",
	Cite:  "Scetbon, Peyré, Cuturi 2022, Linear-Time Gromov Wasserstein Distances using Low Rank Couplings and Costs",
	Fused: true, run: runLowRank,
}

// runLowRank is low-rank GW (Scetbon et al. 2022, algorithms 2 and 3): among plans
//
//	P = Q diag(1/g) R',  Q 1 = a,  R 1 = b,  Q' 1 = R' 1 = g  (Q: n x r, R: m x r)
//
// GW² = constant - 2 <DX P DY, P> is lowered by mirror descent in (Q, R, g) under the
// Kullback-Leibler divergence: multiply by e^(-γ gradient), project by Dykstra's
// iteration (see [dykstra]). With S = Q' DX Q and T = R' DY R (r x r),
//
//	<DX P DY, P> = tr(S diag(1/g) T diag(1/g)),
//	∇Q = -4 DX Q diag(1/g) T diag(1/g),  ∇R likewise,  ∇g_k = 4 (S diag(1/g) T)_kk/g_k²,
//
// so a step costs two products D Q: O(n² r), or O(n d r) where D = A B' has factors of
// rank d (see [negativeTypeFactors]). A fused objective adds 1-α times its feature
// cost, which has factors of rank p + 2.
//
// The paper divides nothing; later work divides γ by the square of the gradient's
// largest entry (Scetbon and Cuturi 2022), which is right for one scale of the
// distances. Here γ is divided by that entry itself, so scale does not matter.
//
// The paper begins at the plan of the first lower bound, a low-rank transport between
// the eccentricities (DX∘DX)a and (DY∘DY)b. On animals that start ended with 1.3 to
// 1.7 times the GW² of a random one, whose components do not yet stand for anything
// and can become limbs, so random is the default. Starts are not repeated.
//
// At the end small entries of Q and R are dropped (see [lowRankPlan.tidy]), and the
// diagonal is replaced by the r x r coupling of both column sums nearest to it, which
// makes the marginals exact and keeps the rank.
func runLowRank(ctx context.Context, p *Problem, o Options) (*Result, error) {
	par := o.LowRank.withDefaults()
	if err := par.check(); err != nil {
		return nil, err
	}
	n, m := p.Size()
	a, b := p.weights()
	rank := min(par.Rank, n, m)
	var objective *lowRankCost
	if !parallel.Await(ctx, func() { objective = newLowRankCost(p, par, o.Threads) }) {
		return result(nil, math.NaN(), 0, gw.Cancelled), nil
	}
	start, err := randomLowRank(ctx, a, b, rank, par.Alpha/float64(rank), rand.New(rand.NewPCG(o.Seed, 0x6c72)))
	if err != nil {
		return result(nil, math.NaN(), 0, gw.Cancelled), nil
	}
	d := &lowRankDescent{a: a, b: b, par: par, threads: o.Threads,
		exact: &lowRankCost{x: fullOperator{p.DX, o.Threads}, y: fullOperator{p.DY, o.Threads}, gw: 1, moments: objective.moments}}
	status := gw.Converged
	if par.Init == LowerBoundInit {
		start, status = d.descend(ctx, eccentricityCost(p, a, b), start)
	}
	if status != gw.Cancelled {
		d.report = o.Progress
		start, status = d.descend(ctx, objective, start)
	}
	start.tidy(a, b)
	r := result(start.plan(o.Threads), d.exact.gradient(start, o.Threads).gw2, d.steps, status)
	if p.Fused() {
		r.Value, r.ValueName = p.Alpha*r.GW2+(1-p.Alpha)*feature.Mean(p.FeaturesX, p.FeaturesY, r.Plan.I, r.Plan.J, r.Plan.Mass), "fused objective"
	}
	r.Notes = objective.notes
	return r, nil
}

// lowRankDescent is mirror descent from one cost to the next.
type lowRankDescent struct {
	a, b    []float64
	par     LowRankParameters
	threads int
	report  func(Progress)
	exact   *lowRankCost // GW² in the distances themselves
	steps   int
}

// progressWindow is the number of steps over which the drop of the objective is
// looked at.
const progressWindow = 20

// descend lowers a cost from a plan, and returns the best plan met.
func (d *lowRankDescent) descend(ctx context.Context, c *lowRankCost, p *lowRankPlan) (*lowRankPlan, gw.Status) {
	rank := len(p.g)
	best, least, before := p, math.Inf(1), math.Inf(1)
	for k := range d.par.MaxIter {
		if ctx.Err() != nil {
			return best, gw.Cancelled
		}
		gradient := c.gradient(p, d.threads)
		if gradient.value < least {
			best, least = p, gradient.value
		}
		if k%progressWindow == 0 {
			if before-least <= d.par.Tol*math.Abs(least) {
				return best, gw.Converged
			}
			before = least
			if d.report != nil {
				shown := best.clone()
				shown.tidy(d.a, d.b)
				d.report(Progress{Stage: fmt.Sprintf("mirror step %d", k), Fraction: float64(k) / float64(d.par.MaxIter),
					GW2: d.exact.gradient(shown, d.threads).gw2, Plan: shown.plan(d.threads)})
			}
		}
		largest := max(largestIn(gradient.q.RawMatrix().Data), largestIn(gradient.r.RawMatrix().Data), largestIn(gradient.g))
		if largest == 0 {
			return best, gw.Converged
		}
		logStep := func(mass, gradient []float64) {
			for i, v := range mass {
				gradient[i] = math.Log(v) - d.par.Gamma/largest*gradient[i]
			}
		}
		logStep(p.q.RawMatrix().Data, gradient.q.RawMatrix().Data)
		logStep(p.r.RawMatrix().Data, gradient.r.RawMatrix().Data)
		logStep(p.g, gradient.g)
		next, err := dykstra(ctx, gradient.q, gradient.r, gradient.g, d.a, d.b, d.par.Alpha/float64(rank))
		if err != nil {
			return best, gw.Cancelled
		}
		d.steps++
		p = next
	}
	return best, gw.IterationLimit
}

// largestIn is the largest magnitude.
func largestIn(x []float64) float64 {
	largest := 0.0
	for _, v := range x {
		largest = max(largest, math.Abs(v))
	}
	return largest
}
