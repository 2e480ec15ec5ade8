package gw

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/order"
)

// descendFromProduct is conditional gradient from the product coupling. Its cost
// -(DX a)(DY b)' has rank one, so without features the first linear problem is
// one-dimensional: sorting both sides by their mean distance to all others solves it
// exactly. And nothing of the full plan need be multiplied out.
func (p *Problem) descendFromProduct(ctx context.Context, opt CGOptions, ws *CGWorkspace) (CGResult, error) {
	x, y := times(p.dx, p.a), times(p.dy, p.b)
	pp := dot(x, p.a) * dot(y, p.b)
	at := value{loss: p.constant - 2*pp, linear: p.linearOfProduct()}
	stay := func(status Status, iterations int) (CGResult, error) {
		return p.ended(Product(p.a, p.b), at, iterations, status), nil
	}
	if ctx.Err() != nil {
		return stay(Cancelled, 0)
	}
	vertex, err := p.firstVertex(ctx, x, y, ws)
	if ctx.Err() != nil {
		return stay(Cancelled, 0)
	}
	if err != nil {
		return CGResult{}, err
	}
	pq := 0.0
	for k, w := range vertex.Mass {
		pq += w * x[vertex.I[k]] * y[vertex.J[k]]
	}
	qq := crossLoss(p.dx, p.dy, vertex, vertex)
	t, gain := lineSearch(pp, pq, qq, p.linearOf(vertex)-at.linear)
	if !(gain > opt.Tol*math.Abs(at.total())) {
		return stay(Converged, 1)
	}
	if t < 1 {
		vertex = mix(Product(p.a, p.b), vertex, t)
	}
	if opt.Progress != nil {
		opt.Progress(1, p.Loss(vertex), vertex)
	}
	if sigma, ok := vertex.Sigma(); ok && p.assignable {
		return p.descendPermutations(ctx, sigma, 1, opt, ws)
	}
	return p.descendPlans(ctx, vertex, 1, opt, ws)
}

// firstVertex solves the linear problem of the product coupling, x = DX a, y = DY b.
func (p *Problem) firstVertex(ctx context.Context, x, y []float64, ws *CGWorkspace) (*Plan, error) {
	if p.fused == nil {
		return Monotone(order.Ascending(x), order.Ascending(y), p.a, p.b), nil
	}
	ws.resize(p.n, p.m)
	p.setLinear(ws)
	// Less their means, for the sake of single precision; that changes the cost by a
	// function of the row and one of the column.
	meanX, meanY := dot(x, p.a), dot(y, p.b)
	for i, v := range x {
		row, w := ws.cost.Data[i*p.m:][:p.m], v-meanX
		for j, u := range y {
			row[j] -= float32(w * (u - meanY))
		}
	}
	return p.linear(ctx, nil, true, ws)
}

// descendPlans is conditional gradient over general plans, counting iterations
// from done.
func (p *Problem) descendPlans(ctx context.Context, plan *Plan, done int, opt CGOptions, ws *CGWorkspace) (CGResult, error) {
	if ctx.Err() != nil {
		return p.ended(plan, p.valueOf(plan), done, Cancelled), nil
	}
	pp := crossLoss(p.dx, p.dy, plan, plan)
	at := value{loss: p.constant - 2*pp, linear: p.linearOf(plan)}
	finish := func(status Status, iterations int) (CGResult, error) {
		if status == Cancelled { // at once, with the loss as the steps have summed it up
			return p.ended(plan, at, iterations, status), nil
		}
		plan, at := p.extreme(ctx, plan, p.valueOf(plan), ws)
		return p.ended(plan, at, iterations, status), nil
	}
	if !p.costOf(ctx, plan, opt.Threads, ws) {
		return finish(Cancelled, done)
	}
	for it := done + 1; it <= opt.MaxIter; it++ {
		vertex, err := p.linear(ctx, plan, it == done+1, ws)
		if ctx.Err() != nil {
			return finish(Cancelled, it-1)
		}
		if err != nil {
			return CGResult{}, err
		}
		pq := crossLoss(p.dx, p.dy, plan, vertex)
		qq := crossLoss(p.dx, p.dy, vertex, vertex)
		linear := p.linearOf(vertex) - at.linear
		t, gain := lineSearch(pp, pq, qq, linear)
		if !(gain > opt.Tol*math.Abs(at.total())) {
			return finish(Converged, it)
		}
		moved := vertex
		if t < 1 {
			moved = mix(plan, vertex, t)
		}
		p.changeOf(plan, moved, ws)
		plan = moved
		pp += t * (2*(pq-pp) + t*(pp-2*pq+qq))
		at = value{loss: p.constant - 2*pp, linear: at.linear + t*linear}
		if opt.Progress != nil {
			opt.Progress(it, at.loss, plan)
		}
		updated := false
		if len(ws.changed) > p.n/2 {
			updated = p.costOf(ctx, plan, opt.Threads, ws)
		} else {
			updated = p.moveCost(ctx, opt.Threads, ws)
		}
		if !updated {
			return finish(Cancelled, it)
		}
	}
	return finish(IterationLimit, opt.MaxIter)
}

// times is D a.
func times(d *mat.Dense, a []float64) []float64 {
	out := make([]float64, len(a))
	for i := range out {
		out[i] = dot(d.RawRowView(i), a)
	}
	return out
}

func dot(a, b []float64) float64 {
	total := 0.0
	for k, v := range a {
		total += v * b[k]
	}
	return total
}

// linear solves the linear problem with cost ws.cost.
func (p *Problem) linear(ctx context.Context, plan *Plan, first bool, ws *CGWorkspace) (*Plan, error) {
	if p.assignable {
		start := Warm
		if first {
			start = Cold
		}
		sigma, err := Assign(ctx, &ws.assignment, ws.cost.Data, start)
		if err != nil {
			return nil, err
		}
		return p.permutation(sigma), nil
	}
	if first {
		if err := ws.transport.Reset(p.a, p.b); err != nil {
			return nil, err
		}
		ws.transport.StartAt(plan, p.columnDual)
	}
	return TransportPlan(ctx, &ws.transport, ws.cost.Data)
}

// changeOf lists in ws.changed the rows in which two plans differ and puts those
// rows of (to - from) y32 into ws.half.
func (p *Problem) changeOf(from, to *Plan, ws *CGWorkspace) {
	ws.changed = ws.changed[:0]
	f, t := 0, 0
	for i := range int32(p.n) {
		f0, t0 := f, t
		for f < len(from.I) && from.I[f] == i {
			f++
		}
		for t < len(to.I) && to.I[t] == i {
			t++
		}
		same := f-f0 == t-t0
		for k := 0; same && k < f-f0; k++ {
			same = from.J[f0+k] == to.J[t0+k] && from.Mass[f0+k] == to.Mass[t0+k]
		}
		if same {
			continue
		}
		ws.changed = append(ws.changed, i)
		if len(ws.changed) > p.n/2 {
			continue // too many for an update: only their number will be asked
		}
		row := ws.half.Data[(len(ws.changed)-1)*p.m:][:p.m]
		clear(row)
		for k := f0; k < f; k++ {
			addRow(row, -float32(from.Mass[k]), p.y32.Data[int(from.J[k])*p.m:][:p.m])
		}
		for k := t0; k < t; k++ {
			addRow(row, float32(to.Mass[k]), p.y32.Data[int(to.J[k])*p.m:][:p.m])
		}
	}
}

// extreme tries to replace a mixture that a line search has left by the
// permutation that overlaps it most, and keeps whichever has the lower objective:
// people want partners, and the objective decides.
func (p *Problem) extreme(ctx context.Context, plan *Plan, at value, ws *CGWorkspace) (*Plan, value) {
	if !p.assignable || ctx.Err() != nil || plan.IsPermutation() {
		return plan, at
	}
	clear(ws.cost.Data)
	for k, w := range plan.Mass {
		ws.cost.Data[int(plan.I[k])*p.m+int(plan.J[k])] = -float32(w)
	}
	_, v := ws.assignment.Duals()
	clear(v)
	sigma, err := Assign(ctx, &ws.assignment, ws.cost.Data, Cold)
	if err != nil {
		return plan, at
	}
	if to := p.permutationValue(sigma); to.total() <= at.total()+1e-12*math.Abs(at.total()) {
		return p.permutation(sigma), to
	}
	return plan, at
}

// mix is (1-t) p + t q.
func mix(p, q *Plan, t float64) *Plan {
	out := newPlan(p.N, p.M, len(p.Mass)+len(q.Mass))
	k, l := 0, 0
	for k < len(p.Mass) || l < len(q.Mass) {
		switch {
		case l == len(q.Mass) || k < len(p.Mass) && (p.I[k] < q.I[l] || p.I[k] == q.I[l] && p.J[k] < q.J[l]):
			out.add(p.I[k], p.J[k], (1-t)*p.Mass[k])
			k++
		case k == len(p.Mass) || q.I[l] < p.I[k] || q.I[l] == p.I[k] && q.J[l] < p.J[k]:
			out.add(q.I[l], q.J[l], t*q.Mass[l])
			l++
		default:
			out.add(p.I[k], p.J[k], (1-t)*p.Mass[k]+t*q.Mass[l])
			k++
			l++
		}
	}
	return out
}
