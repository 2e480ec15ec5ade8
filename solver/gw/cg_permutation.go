package gw

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
)

// descendPermutations is conditional gradient among permutations: every linear
// problem is an assignment, every step goes all the way, iterations counted from
// done. It hands over to descendPlans when only a mixture lowers the loss.
func (p *Problem) descendPermutations(ctx context.Context, sigma []int32, done int, opt CGOptions, ws *CGWorkspace) (CGResult, error) {
	at := p.permutationValue(sigma)
	result := func(status Status, iterations int) (CGResult, error) {
		return p.ended(p.permutation(sigma), at, iterations, status), nil
	}
	if !p.permutationCost(ctx, sigma, opt.Threads, ws) {
		return result(Cancelled, done)
	}
	start := Cold
	fromAfar := done > 0 // from the product coupling, whose costs tell nothing of these
	if fromAfar {
		start = Far
	}
	for it := done + 1; it <= opt.MaxIter; it++ {
		next, err := Assign(ctx, &ws.assignment, ws.cost.Data, start)
		if ctx.Err() != nil {
			return result(Cancelled, it-1)
		}
		if err != nil {
			return CGResult{}, err
		}
		start = Warm
		if ws.compare(sigma, next); len(ws.changed) == 0 {
			return result(Converged, it)
		}
		to := p.permutationValue(next)
		drops := at.total()-to.total() > opt.Tol*math.Abs(at.total())
		if !drops || p.overshoots(sigma, next, to.total()-at.total(), ws) {
			if t := p.mixture(sigma, next, at, to, opt.Tol); t > 0 {
				mixed := mix(p.permutation(sigma), p.permutation(next), t)
				return p.descendPlans(ctx, mixed, it, opt, ws)
			}
		}
		if !drops {
			if to.total() < at.total() {
				copy(sigma, next)
				at = to
			}
			return result(Converged, it)
		}
		if fromAfar && len(ws.changed) > p.n/2 { // and the costs are far from the last ones again
			start = Far
		}
		whole := len(ws.changed) > p.n*7/8 // fewer rows make a smaller product
		if !whole {
			p.permutationChange(sigma, next, ws)
		}
		copy(sigma, next)
		at = to
		if opt.Progress != nil {
			opt.Progress(it, at.loss, p.permutation(sigma))
		}
		updated := false
		if whole {
			updated = p.permutationCost(ctx, sigma, opt.Threads, ws)
		} else {
			updated = p.moveCost(ctx, opt.Threads, ws)
		}
		if !updated {
			return result(Cancelled, it)
		}
	}
	return result(IterationLimit, opt.MaxIter)
}

// compare sets ws.changed to the rows in which two permutations differ.
func (ws *CGWorkspace) compare(sigma, next []int32) {
	ws.changed = ws.changed[:0]
	for i, j := range next {
		if j != sigma[i] {
			ws.changed = append(ws.changed, int32(i))
		}
	}
}

// permutationChange prepares moveCost for the way from sigma to next.
func (p *Problem) permutationChange(sigma, next []int32, ws *CGWorkspace) {
	n := p.n
	scale := float32(1 / float64(n))
	for r, i := range ws.changed {
		from, to := p.y32.Data[int(sigma[i])*n:][:n], p.y32.Data[int(next[i])*n:][:n]
		d := ws.half.Data[r*n:][:n]
		for j, v := range to {
			d[j] = scale * (v - from[j])
		}
	}
}

// permutation is the plan of sigma with the problem's own weights.
func (p *Problem) permutation(sigma []int32) *Plan {
	plan := Permutation(sigma)
	copy(plan.Mass, p.a)
	return plan
}

// permutationCost is costOf for the plan of sigma: a gather and one product.
func (p *Problem) permutationCost(ctx context.Context, sigma []int32, threads int, ws *CGWorkspace) bool {
	ws.resize(p.n, p.n)
	n := p.n
	scale := float32(1 / float64(n))
	for i, j := range sigma {
		d := ws.half.Data[i*n:][:n]
		for k, v := range p.y32.Data[int(j)*n:][:n] {
			d[k] = scale * v
		}
	}
	return p.product(ctx, threads, blas.NoTrans, -1, p.x32, ws.half, p.setLinear(ws), ws.cost)
}

// overshoots reports whether the whole step from one permutation to another, which
// changes the objective by change < 0, ends beyond the least objective on the way.
// The objective is a parabola whose slope at the start is that of the linear problem,
// 4/n Σ (cost(i, next(i)) - cost(i, σ(i))): its minimum lies within the step where it
// is convex and the slope promised more than twice the change.
func (p *Problem) overshoots(sigma, next []int32, change float64, ws *CGWorkspace) bool {
	slope := 0.0
	for _, i := range ws.changed {
		row := ws.cost.Data[int(i)*p.n:][:p.n]
		slope += float64(row[next[i]]) - float64(row[sigma[i]])
	}
	return slope*4/float64(p.n) < 2*change
}

// mixture returns the step in (0, 1) of the exact line search from one permutation
// towards another, 0 where it is the whole step or would gain less than tol
// (relative).
func (p *Problem) mixture(sigma, next []int32, at, to value, tol float64) float64 {
	// With S(P, Q) = <DX P DY, Q> the loss along the way is
	// loss - 4 t (S(P,Q) - S(P,P)) - 2 t² (S(P,P) - 2 S(P,Q) + S(Q,Q)),
	// and S(P,P) = (constant - loss) / 2.
	x, y := p.dx.RawMatrix(), p.dy.RawMatrix()
	n := p.n
	cross := 0.0
	for i, j := range sigma {
		rx, ry := x.Data[i*x.Stride:][:n], y.Data[int(j)*y.Stride:][:n]
		for k, l := range next {
			cross += rx[k] * ry[l]
		}
	}
	cross /= float64(n) * float64(n)
	pp, qq := (p.constant-at.loss)/2, (p.constant-to.loss)/2
	t, gain := lineSearch(pp, cross, qq, to.linear-at.linear)
	if t >= 1 || gain < tol*math.Abs(at.total()) {
		return 0
	}
	return t
}

// lineSearch returns the t in [0, 1] that minimises the objective of (1-t) P + t Q
// and its drop there, from S(P,P), S(P,Q), S(Q,Q) and the change of the linear term
// on the whole way.
func lineSearch(pp, pq, qq, linear float64) (t, gain float64) {
	slope, curve := 2*(pq-pp)-linear/2, pp-2*pq+qq // half the drop is slope t + curve t²
	t = 1
	if slope+2*curve < 0 {
		t = slope / (-2 * curve)
	}
	if slope <= 0 && slope+curve <= 0 {
		return 0, 0
	}
	return t, 2 * t * (slope + curve*t)
}
