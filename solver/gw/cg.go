package gw

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/dense"
)

// CGOptions of a conditional gradient descent. The zero value works.
type CGOptions struct {
	MaxIter int     // linear problems at most; default 200
	Tol     float64 // least relative drop of the loss that counts as progress; default 1e-9
	Threads int     // for matrix products; default: all processors
	// Progress, if set, is called after every step with the GW² of a plan that is
	// never written again.
	Progress func(iteration int, loss float64, plan *Plan)
}

func (o CGOptions) withDefaults() CGOptions {
	if o.MaxIter <= 0 {
		o.MaxIter = 200
	}
	if o.Tol <= 0 {
		o.Tol = 1e-9
	}
	return o
}

// Status says how a descent ended.
type Status int

// The ways to end.
const (
	Converged Status = iota // no step lowers the loss
	IterationLimit
	Cancelled // the context ended; the plan is the best so far
)

// String names the status for people.
func (s Status) String() string {
	switch s {
	case Converged:
		return "converged"
	case IterationLimit:
		return "iteration limit"
	case Cancelled:
		return "cancelled"
	}
	return fmt.Sprintf("Status(%d)", int(s))
}

// CGResult of a descent.
type CGResult struct {
	Plan       *Plan
	Loss       float64 // GW² of Plan, in double precision
	Objective  float64 // the minimised objective: the fused one of Plan, or Loss again
	Iterations int     // linear problems solved
	Status     Status
}

// CGWorkspace is the memory of descents, reused from one to the next. The zero
// value is ready; it is not safe for concurrent use.
type CGWorkspace struct {
	cost       blas32.General // linear problem's cost, -x32 P y32 (n x m), and the features' share
	left, half blas32.General // rows of x32 and of (change of P) y32
	changed    []int32
	assignment Assignment
	transport  Transporter
}

// ConditionalGradient lowers the GW loss from a start plan (nil: the product
// coupling) by conditional gradient (Frank-Wolfe; Vayer et al. 2019, algorithm 1).
// See Problem.ConditionalGradient, which saves the preparation where the same
// spaces are matched again. The error says what is wrong with the input.
func ConditionalGradient(ctx context.Context, dx, dy *mat.Dense, a, b []float64, start *Plan, opt CGOptions) (CGResult, error) {
	p, err := NewProblem(dx, dy, a, b)
	if err != nil {
		return CGResult{}, err
	}
	return p.ConditionalGradient(ctx, start, opt, nil)
}

// ConditionalGradient lowers the GW loss, or the fused objective of a problem that
// [Problem.Fused] made, from a start plan (nil: the product coupling). Each
// iteration minimises the linearised objective over all plans, an assignment or a
// transport problem with cost -DX P DY, and moves towards its solution as far as the
// exact line search says. The objective never rises. Distances of shapes make the
// loss nearly concave along such moves, so steps go all the way and plans stay
// extreme: permutations where n = m and weights are equal, at most n + m - 1 entries
// otherwise.
//
// Linear problems are set up in single precision; losses, and with them every
// decision, are double. The bits of the result do not depend on Threads. When ctx
// ends, the best plan so far comes back with Status Cancelled and no error. ws may
// be nil. The error says that start does not fit the problem.
func (p *Problem) ConditionalGradient(ctx context.Context, start *Plan, opt CGOptions, ws *CGWorkspace) (CGResult, error) {
	opt = opt.withDefaults()
	if ws == nil {
		ws = &CGWorkspace{}
	}
	if start != nil {
		if err := p.Check(start); err != nil {
			return CGResult{}, err
		}
	}
	if p.assignable {
		ws.assignment.Resize(p.n)
		_, v := ws.assignment.Duals()
		copy(v, p.columnDual)
	}
	if start == nil {
		return p.descendFromProduct(ctx, opt, ws)
	}
	if p.assignable {
		if sigma, ok := start.Sigma(); ok {
			return p.descendPermutations(ctx, sigma, 0, opt, ws)
		}
	}
	return p.descendPlans(ctx, start, 0, opt, ws)
}

// Check says whether plan couples the problem's weights.
func (p *Problem) Check(plan *Plan) error {
	if plan.N != p.n || plan.M != p.m {
		return fmt.Errorf("the start plan couples %d with %d points, the problem has %d and %d", plan.N, plan.M, p.n, p.m)
	}
	if err := plan.Validate(); err != nil {
		return err
	}
	if e := plan.MarginalError(p.a, p.b); !(e < 1e-6) {
		return fmt.Errorf("the start plan's marginals are off the weights by %g", e)
	}
	return nil
}

// costOf fills ws.cost for a plan. It reports whether it came to its end before
// the context.
func (p *Problem) costOf(ctx context.Context, plan *Plan, threads int, ws *CGWorkspace) bool {
	ws.resize(p.n, p.m)
	half := ws.half
	half.Rows = p.n
	if len(plan.Mass)*8 > p.n*p.m {
		full := dense.New32(p.n, p.m)
		for k, w := range plan.Mass {
			full.Data[int(plan.I[k])*p.m+int(plan.J[k])] = float32(w)
		}
		if !p.product(ctx, threads, blas.NoTrans, 1, full, p.y32, 0, half) {
			return false
		}
	} else {
		clear(half.Data[:p.n*p.m])
		for k, w := range plan.Mass {
			addRow(half.Data[int(plan.I[k])*p.m:][:p.m], float32(w), p.y32.Data[int(plan.J[k])*p.m:][:p.m])
		}
	}
	return p.product(ctx, threads, blas.NoTrans, -1, p.x32, half, p.setLinear(ws), ws.cost)
}

// moveCost changes ws.cost by a change E of the plan: only the rows of E that are
// not zero (ws.changed) take part, and their share of E y32 lies in ws.half. Late
// in a descent few points move, and the product costs n·m·(their number).
func (p *Problem) moveCost(ctx context.Context, threads int, ws *CGWorkspace) bool {
	k := len(ws.changed)
	if k == 0 {
		return true
	}
	// The number of rows is known only here; for all n they would take a third of the workspace.
	ws.left = blas32.General{Rows: k, Cols: p.n, Stride: p.n, Data: grow(ws.left.Data, k*p.n)}
	left, half := ws.left, ws.half
	half.Rows = k
	for r, i := range ws.changed {
		copy(left.Data[r*p.n:][:p.n], p.x32.Data[int(i)*p.n:][:p.n]) // row i is column i
	}
	return p.product(ctx, threads, blas.Trans, -1, left, half, 1, ws.cost)
}

func (ws *CGWorkspace) resize(n, m int) {
	reshape := func(g *blas32.General, r, c int) {
		*g = blas32.General{Rows: r, Cols: c, Stride: c, Data: grow(g.Data, r*c)}
	}
	reshape(&ws.cost, n, m)
	reshape(&ws.half, n, m)
}

func addRow(to []float32, w float32, row []float32) {
	for j, v := range row {
		to[j] += w * v
	}
}
