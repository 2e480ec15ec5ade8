package gw

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Partial is a problem in which only a share s of the mass has to be matched
// (Chapel, Alaya and Gasso 2020, Partial Optimal Transport with Applications on
// Positive-Unlabeled Learning, section 3): its plans have
//
//	P 1 <= a, P' 1 <= b, 1' P 1 = s,
//
// and the loss is that of the matched mass,
//
//	L(P) = 1/s² Σ (DX_ii' - DY_jj')² P_ij P_i'j' ,
//
// divided by s² so that it stays a mean over pairs of matched points and can be
// compared with GW² of whole plans. Which points are left out is part of the plan.
type Partial struct {
	p    *Problem
	mass float64
}

// Partial prepares for plans of the given mass, above 0 and at most 1. Features take
// no part in it.
func (p *Problem) Partial(mass float64) (*Partial, error) {
	if !(mass > 0 && mass <= 1) {
		return nil, fmt.Errorf("the matched mass is %g: use a number above 0, at most 1", mass)
	}
	if p.fused != nil {
		return nil, fmt.Errorf("partial GW knows no features: set α to 1")
	}
	return &Partial{p: p, mass: mass}, nil
}

// Mass is the share s of the mass that is matched.
func (p *Partial) Mass() float64 { return p.mass }

// Loss is L(P), in double precision.
func (p *Partial) Loss(plan *Plan) float64 {
	return Loss(p.p.dx, p.p.dy, nil, nil, plan) / (p.mass * p.mass)
}

// PartialError is the largest amount by which a plan between weights a (n) and b (m) breaks the constraints of
// [Partial]: a marginal above the weights, or another mass than s.
func PartialError(plan *Plan, a, b []float64, s float64) float64 {
	rows, columns := plan.Marginals()
	total, worst := 0.0, 0.0
	for i, r := range rows {
		total += r
		worst = max(worst, r-a[i])
	}
	for j, c := range columns {
		worst = max(worst, c-b[j])
	}
	return max(worst, math.Abs(total-s))
}

// Start is the plan that a descent begins at: a whole plan (nil: the product coupling)
// thinned to the mass s.
func (p *Partial) Start(whole *Plan) (*Plan, error) {
	if whole == nil {
		whole = Product(p.p.a, p.p.b)
	} else if err := p.p.Check(whole); err != nil {
		return nil, err
	}
	return whole.Scaled(p.mass), nil
}

// Scaled is the plan with every mass multiplied by factor, which is positive.
func (p *Plan) Scaled(factor float64) *Plan {
	q := p.Clone()
	for k := range q.Mass {
		q.Mass[k] *= factor
	}
	return q
}

// Cost fills cost ((n+1) x (m+1)) for the linear problem at a plan: a quarter of the
// gradient of s² L among points, nothing for what goes to the last row or column, which
// stand for being left out, and from the one to the other a cost that no plan would pay.
func (p *Partial) Cost(cost *mat.Dense, plan *Plan, threads int) {
	gradient := Gradient(p.p.dx, p.p.dy, plan, threads)
	low, high := 0.0, 0.0
	for i := range p.p.n {
		to := cost.RawRowView(i)
		for j, v := range gradient.RawRowView(i) {
			c := v / 4
			to[j] = c
			low, high = min(low, c), max(high, c)
		}
		to[p.p.m] = 0
	}
	last := cost.RawRowView(p.p.n)
	clear(last)
	// A unit that goes from outside to outside frees two units that must be matched.
	last[p.p.m] = 1 + 2*(high-low)
}

// Weights are the marginals of the linear problem with the last row and column,
// divided by their sum Total.
func (p *Partial) Weights() (a, b []float64, total float64) {
	total = 2 - p.mass
	extend := func(w []float64) []float64 {
		out := append(append([]float64(nil), w...), 1-p.mass)
		for k := range out {
			out[k] /= total
		}
		return out
	}
	return extend(p.p.a), extend(p.p.b), total
}

// Inner is the matched part of a plan of the linear problem, or of its product.
func (p *Partial) Inner(outer *Plan) *Plan {
	_, _, total := p.Weights()
	in := newPlan(p.p.n, p.p.m, len(outer.Mass))
	for k, w := range outer.Mass {
		if int(outer.I[k]) < p.p.n && int(outer.J[k]) < p.p.m {
			in.add(outer.I[k], outer.J[k], w*total)
		}
	}
	return in
}

// ConditionalGradient lowers the loss from a whole plan (nil: the product coupling) by
// conditional gradient with an exact line search (Chapel et al. 2020, algorithm 1).
// The linear problem is a transport problem with one more point on each side, where
// the left-out mass goes. When ctx ends, the best plan so far comes back with Status
// Cancelled and no error.
func (p *Partial) ConditionalGradient(ctx context.Context, start *Plan, opt CGOptions) (CGResult, error) {
	opt = opt.withDefaults()
	plan, err := p.Start(start)
	if err != nil {
		return CGResult{}, err
	}
	var transport Transporter
	a, b, _ := p.Weights()
	if err := transport.Reset(a, b); err != nil {
		return CGResult{}, err
	}
	cost := mat.NewDense(p.p.n+1, p.p.m+1, nil)
	status, iterations := IterationLimit, opt.MaxIter
	loss := p.form(plan, plan)
	for it := 1; it <= opt.MaxIter; it++ {
		p.Cost(cost, plan, opt.Threads)
		outer, err := TransportPlan(ctx, &transport, cost.RawMatrix().Data)
		if ctx.Err() != nil {
			status, iterations = Cancelled, it-1
			break
		}
		if err != nil {
			return CGResult{}, err
		}
		vertex := p.Inner(outer)
		// lineSearch minimises -2 S, so S is minus half of the form here.
		t, gain := lineSearch(-loss/2, -p.form(plan, vertex)/2, -p.form(vertex, vertex)/2, 0)
		if !(gain > opt.Tol*math.Abs(loss)) {
			status, iterations = Converged, it
			break
		}
		plan = mix(plan, vertex, t).kept()
		loss = p.form(plan, plan)
		if opt.Progress != nil {
			opt.Progress(it, loss/(p.mass*p.mass), plan)
		}
	}
	loss = p.Loss(plan)
	return CGResult{Plan: plan, Loss: loss, Objective: loss, Iterations: iterations, Status: status}, nil
}

// form is Σ (DX_ii' - DY_jj')² P_ij Q_i'j', whose marginals need not agree.
func (p *Partial) form(plan, other *Plan) float64 {
	rows, columns := plan.Marginals()
	otherRows, otherColumns := other.Marginals()
	return dot(squareTimes(p.p.dx, rows), otherRows) + dot(squareTimes(p.p.dy, columns), otherColumns) - 2*crossLoss(p.p.dx, p.p.dy, plan, other)
}

// kept is the plan without the entries that a full step has left without mass.
func (p *Plan) kept() *Plan {
	q := newPlan(p.N, p.M, len(p.Mass))
	for k, w := range p.Mass {
		if w > 0 {
			q.add(p.I[k], p.J[k], w)
		}
	}
	return q
}
