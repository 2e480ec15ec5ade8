package baseline

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
)

// EntropicParameters of entropic GW, under POT's names. The zero value stands for the
// defaults.
type EntropicParameters struct {
	// Epsilon is the weight of the entropy, in units of the squared distances; default
	// 0.05.
	Epsilon float64
	// Solver is "pgd", projected gradient (default), or "ppa", proximal point.
	Solver string
	// MaxIter is the largest number of outer iterations; default 1000, and 300 for the
	// proximal point, whose tail is long: half of the rest of its way takes as many
	// iterations again.
	MaxIter int
	// Tol is the change of the plan between iterations (Frobenius norm) at which they
	// stop; default 1e-9.
	Tol float64
}

// The solvers of entropic GW.
const (
	ProjectedGradient = "pgd"
	ProximalPoint     = "ppa"
)

func (p EntropicParameters) withDefaults() (EntropicParameters, error) {
	p.Epsilon = cmp.Or(p.Epsilon, 0.05)
	p.Solver = cmp.Or(p.Solver, ProjectedGradient)
	if p.MaxIter <= 0 {
		p.MaxIter = 1000
		if p.Solver == ProximalPoint {
			p.MaxIter = 300
		}
	}
	if p.Tol <= 0 {
		p.Tol = 1e-9
	}
	switch {
	case !(p.Epsilon > 0) || math.IsInf(p.Epsilon, 1):
		return p, fmt.Errorf("the weight ε of the entropy is %g: use a positive number, such as 0.05", p.Epsilon)
	case p.Solver != ProjectedGradient && p.Solver != ProximalPoint:
		return p, fmt.Errorf("unknown solver %q: use %q or %q", p.Solver, ProjectedGradient, ProximalPoint)
	}
	return p, nil
}

var entropic = Method{
	Name: "entropic", Title: "Entropic GW",
	About: "Adds entropy: smooth steps, blurred plans",
	Cite:  "Peyré, Cuturi, Solomon 2016, Gromov-Wasserstein Averaging of Kernel and Distance Matrices; Xu, Luo, Zha, Carin 2019, Gromov-Wasserstein Learning for Graph Matching and Node Embedding",
	Warm:  true, Fused: true, Partial: true, Device: true, run: runEntropic,
}

// runEntropic repeats, E being GW² or the fused objective,
//
//	P <- argmin <∇E(P), Q> - ε H(Q)        projected gradient (Peyré et al. 2016, equation 9, τ = 1/ε)
//	P <- argmin <∇E(P), Q> + ε KL(Q | P)   proximal point (Xu et al. 2019, equation 8)
//
// by Sinkhorn's iteration until the plan stays. Projected gradient ends at a
// stationary point of E(P) - ε H(P), a blurred plan; proximal point at one of E,
// through ever sharper plans. The objective falls from iteration to iteration where E
// is concave on plans, as for Euclidean distances and nearly so for geodesic ones. The
// last plan is rounded to the marginals ([gw.Round]), and GW² is that of the rounded
// plan.
func runEntropic(ctx context.Context, p *Problem, o Options) (*Result, error) {
	parameters, err := o.Entropic.withDefaults()
	if err != nil {
		return nil, err
	}
	if !o.Partial.Whole() {
		return runPartialEntropic(ctx, p, o, parameters)
	}
	problem, err := gwProblem(p, o)
	if err != nil {
		return nil, err
	}
	e, err := newEntropicDescent(ctx, problem, parameters, o)
	if err != nil {
		return nil, err
	}
	status, err := e.descend(ctx)
	if err != nil {
		return nil, err
	}
	return e.result(status, p.Fused())
}

// entropicDescent is a run of entropic GW.
type entropicDescent struct {
	EntropicParameters
	o        Options
	problem  *gw.Problem
	sinkhorn *gw.SinkhornSolver
	gradient *gw.Linearization
	// cost is the cost for Sinkhorn: the gradient, or the sum of all gradients for the
	// proximal point, whose -ε ln P is the cost that P was the solution of, but for
	// functions of the row and of the column.
	cost *mat.Dense
	plan *mat.Dense // the last, rows exact, columns as Sinkhorn left them

	potential  []float64 // of the columns, an iteration ago; the proximal point's alone
	iterations int
	known      known
	start      float64 // the plan's change at the last gradient that was computed
	guesses    int     // gradients by the model since
	first      float64 // the first change of the plan
	move       float64 // the last one
	reported   time.Time
	shown      Progress // the last look with a plan
}

// known is how the present gradient is known.
type known int

const (
	inDouble known = iota
	inSingle
	byModel
)

// The low-rank model of the distances takes over when the plan moves by less than
// modelFrom of its norm: before, small errors could choose another minimum. It is
// left after modelRuns iterations, or when moves have shrunk to modelGain of the
// first one, about its own error.
const (
	modelAfter = 1 // iterations: large ε ends so soon that the model would not pay for itself
	modelFrom  = 0.1
	modelGain  = 1e-3
	modelRuns  = 20
)

func newEntropicDescent(ctx context.Context, problem *gw.Problem, parameters EntropicParameters, o Options) (*entropicDescent, error) {
	a, b := problem.Weights()
	if o.Start != nil {
		if err := problem.Check(o.Start); err != nil {
			return nil, err
		}
	}
	sinkhorn, err := gw.NewSinkhornSolver(a, b)
	if err != nil {
		return nil, err
	}
	e := &entropicDescent{EntropicParameters: parameters, o: o, problem: problem, sinkhorn: sinkhorn,
		gradient: problem.NewLinearization(o.Threads), plan: mat.NewDense(len(a), len(b), nil)}
	e.plan.Outer(1, mat.NewVecDense(len(a), a), mat.NewVecDense(len(b), b))
	e.cost = e.gradient.Cost
	if e.Solver == ProximalPoint {
		e.cost, e.potential = mat.NewDense(len(a), len(b), nil), make([]float64, len(b))
	}
	if o.Start != nil {
		e.begin(ctx)
	}
	return e, nil
}

// startBlur is the share of the product coupling in the proximal point's start. Mass that
// is zero there stays zero.
const startBlur = 0.01

// begin goes to the start plan. Where ctx ends it stays at the product coupling.
func (e *entropicDescent) begin(ctx context.Context) {
	start := e.o.Start.Dense()
	if e.Solver == ProximalPoint {
		start.Apply(func(i, j int, v float64) float64 {
			return v + startBlur*(e.plan.At(i, j)-v)
		}, start)
	}
	if !e.gradient.At(ctx, start) {
		return
	}
	e.plan = start
	if e.Solver == ProximalPoint {
		e.cost.Apply(func(i, j int, _ float64) float64 {
			return -e.Epsilon * math.Log(max(start.At(i, j), math.SmallestNonzeroFloat64)) // of points without mass
		}, e.cost)
	}
}

// descend iterates until the plan stays and says how it ended.
func (e *entropicDescent) descend(ctx context.Context) (gw.Status, error) {
	share := 1.0 // of the plan that the last iteration moved
	for e.iterations < e.MaxIter {
		if e.Solver == ProximalPoint {
			e.cost.Add(e.cost, e.gradient.Cost)
		}
		// An iteration need not be solved much more finely than it moves.
		tol := min(max(1e-12, 0.05*share), 1e-3)
		r, err := e.sinkhorn.Solve(ctx, e.cost, gw.SinkhornOptions{Reg: e.Epsilon, Tol: tol, Threads: e.o.Threads})
		if err != nil {
			return gw.Converged, err
		}
		if r.Status == gw.Cancelled {
			return gw.Cancelled, nil
		}
		e.iterations++
		move, size := e.moveTo(r.Plan)
		if e.Solver == ProximalPoint {
			e.extrapolate(r.G)
		}
		share = move / size
		if move <= e.Tol && e.known == inDouble {
			return gw.Converged, nil
		}
		if !e.advance(ctx, move, size) {
			return gw.Cancelled, nil
		}
		e.report(move)
	}
	return gw.IterationLimit, nil
}

// extrapolate moves column potentials on as far as they have moved in the last
// iteration: costs add up, and so do potentials.
func (e *entropicDescent) extrapolate(g []float64) {
	for j, v := range g {
		g[j] += v - e.potential[j]
		e.potential[j] = v
	}
}

// advance takes the gradient to the plan, which has just moved, in the cheapest way
// that is good enough. It reports whether it came to its end before the context.
func (e *entropicDescent) advance(ctx context.Context, move, size float64) bool {
	computed := e.known != byModel
	next := move // as moves shrink, so will the next one
	if e.move > move {
		next *= move / e.move
	}
	e.move = move
	if computed {
		e.start, e.guesses = move, 0
	}
	switch {
	case next <= e.Tol: // at an end: look in double precision
		e.known = inDouble
		return e.gradient.At(ctx, e.plan)
	case e.Solver == ProjectedGradient && e.iterations > modelAfter && e.start < modelFrom*size && e.guesses < modelRuns && (computed || move > modelGain*e.start):
		e.known = byModel
		e.guesses++
		e.gradient.Guess(e.plan)
		return ctx.Err() == nil
	}
	e.known = inSingle
	return e.gradient.Move(ctx, e.plan)
}

// moveTo makes next the plan and returns the Frobenius norms of the change and of the
// plan.
func (e *entropicDescent) moveTo(next *mat.Dense) (move, size float64) {
	n, _ := next.Dims()
	for i := range n {
		to := e.plan.RawRowView(i)
		for j, v := range next.RawRowView(i) {
			d := v - to[j]
			move += d * d
			size += v * v
			to[j] = v
		}
	}
	move, size = math.Sqrt(move), math.Sqrt(size)
	if e.iterations == 1 {
		e.first = move
	}
	return move, size
}

// reportEvery keeps the plans that people look at from costing more than the solve.
const reportEvery = 200 * time.Millisecond

func (e *entropicDescent) report(move float64) {
	if e.o.Progress == nil {
		return
	}
	look := Progress{Stage: fmt.Sprintf("iteration %d", e.iterations)}
	// Moves shrink by a factor from one iteration to the next.
	if move < e.first && e.Tol < e.first {
		look.Fraction = min(1, math.Log(e.first/move)/math.Log(e.first/e.Tol))
	}
	look.Fraction = max(look.Fraction, float64(e.iterations)/float64(e.MaxIter))
	if time.Since(e.reported) >= reportEvery {
		if plan, err := e.rounded(); err == nil {
			look.Plan, look.GW2 = plan, e.lossAtOnce(plan)
			e.shown = look
		}
		e.reported = time.Now()
	}
	e.o.Progress(look)
}

func (e *entropicDescent) rounded() (*gw.Plan, error) {
	a, b := e.problem.Weights()
	return gw.Round(e.plan, a, b)
}

// atOnce is the work, in multiply-adds, that a person who cancels does not notice:
// about 50 ms.
const atOnce = 1e9

// lossAtOnce is GW² of a plan near the last one, within a thousandth for large plans.
func (e *entropicDescent) lossAtOnce(plan *gw.Plan) float64 {
	if n, m := plan.N, plan.M; n*m*(n+m) < atOnce {
		return e.problem.Loss(plan)
	}
	return e.gradient.Loss(plan)
}

func (e *entropicDescent) result(status gw.Status, fused bool) (*Result, error) {
	if status == gw.Cancelled && e.shown.Plan != nil {
		// Rounding millions of entries would keep a person waiting.
		return result(e.shown.Plan, e.shown.GW2, e.iterations, status), nil
	}
	plan, err := e.rounded()
	if err != nil {
		return nil, err
	}
	var loss float64
	switch status {
	case gw.Converged: // exact where the plan has come to rest
		loss = e.gradient.Loss(plan)
	case gw.Cancelled:
		loss = e.lossAtOnce(plan)
	default:
		loss = e.problem.Loss(plan)
	}
	r := result(plan, loss, e.iterations, status)
	if fused {
		r.Value, r.ValueName = e.problem.ObjectiveAt(plan, loss), "fused objective"
	}
	disorder := plan.Entropy()
	if e.Solver == ProjectedGradient {
		r.Value = e.problem.ObjectiveAt(plan, loss) - e.Epsilon*disorder
		r.ValueName = "entropic objective"
		if fused {
			r.ValueName = "fused entropic objective"
		}
	}
	a, _ := e.problem.Weights()
	if spread := math.Exp(disorder - entropy(a)); spread > 2 {
		r.Notes = append(r.Notes, fmt.Sprintf("The plan is blurred: at ε = %g the mass of a point is spread over about %.0f targets.", e.Epsilon, spread))
	}
	return r, nil
}

// entropy of weights, in nats.
func entropy(w []float64) float64 {
	h := 0.0
	for _, v := range w {
		if v > 0 {
			h -= v * math.Log(v)
		}
	}
	return h
}
