package gw

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gwscope/internal/disjoint"
	"gwscope/solver/internal/order"
)

// Transporter solves linear transport problems between the same marginals one
// after another, beginning each at the basis where the last one ended. The zero
// value becomes ready by Reset. It is not safe for concurrent use.
//
// The method is the primal network simplex on the bipartite graph (Ahuja, Magnanti
// and Orlin, Network Flows, 1993, chapter 11) with strongly feasible trees and
// block pricing. Masses are counted in integers, so pivots are exact, degenerate
// ones cannot cycle, and marginals hold to rounding.
type Transporter struct {
	n, m     int
	supply   []int64 // of rows, then of columns
	tree     basis
	hint     []float64 // column duals to begin with (m)
	started  bool
	minEntry int64 // flows below this are rounding of the weights
}

// massUnit is one unit of mass in integers: 2^60, finer than the 2^-53 of the
// weights' own rounding, and with room to add in 63 bits.
const massUnit = 1 << 60

// Reset prepares for marginals a (n) and b (m): non-negative, finite, sums equal
// within 1e-6 of each other and of 1. Zero weights are allowed.
func (t *Transporter) Reset(a, b []float64) error {
	sums := [2]float64{}
	for side, w := range [2][]float64{a, b} {
		for k, v := range w {
			if !(v >= 0) || math.IsInf(v, 1) {
				return fmt.Errorf("weight %d of the %s is %g; weights must be finite and not negative", k, [2]string{"source", "target"}[side], v)
			}
			sums[side] += v
		}
	}
	if !(math.Abs(sums[0]-1) < 1e-6 && math.Abs(sums[1]-1) < 1e-6) {
		return fmt.Errorf("the weights sum to %g (source) and %g (target); both must sum to 1", sums[0], sums[1])
	}
	t.n, t.m = len(a), len(b)
	t.supply = grow(t.supply, t.n+t.m)
	var total [2]int64
	for i, v := range a {
		t.supply[i] = int64(v * massUnit)
		total[0] += t.supply[i]
	}
	for j, v := range b {
		t.supply[t.n+j] = int64(v * massUnit)
		total[1] += t.supply[t.n+j]
	}
	// The sums differ by rounding (and at most by 1e-6): the heaviest columns bear it.
	for total[0] != total[1] {
		heaviest := t.n + order.Largest(t.supply[t.n:])
		change := max(total[0]-total[1], -t.supply[heaviest])
		t.supply[heaviest] += change
		total[1] += change
	}
	t.minEntry = int64(sliverMass(a, b) * massUnit)
	t.hint = grow(t.hint, t.m)
	clear(t.hint)
	t.started = false
	return nil
}

// StartAt makes the next problem begin at a plan, where its entries form no cycle
// (monotone couplings and permutations do not; else the plan is ignored), and at
// column duals v (m; nil: zero). The plan's marginals are taken to be those of
// Reset up to rounding.
func (t *Transporter) StartAt(plan *Plan, v []float64) {
	if v != nil {
		copy(t.hint, v)
	}
	t.started = plan != nil && t.plant(plan)
}

// Duals returns the row and column duals (n, m) of the last problem, shared:
// u_i + v_j <= c_ij, with equality where mass moves.
func (t *Transporter) Duals() (u, v []float64) {
	return t.tree.pot[:t.n], t.tree.pot[t.n : t.n+t.m]
}

// TransportPlan finds the plan of least Σ cost[i*m+j] P_ij for an n x m row-major
// cost. The error is the context's, within a few milliseconds of its end, or says
// that costs are not finite numbers.
func TransportPlan[T Float](ctx context.Context, t *Transporter, cost []T) (*Plan, error) {
	n, m := t.n, t.m
	if len(cost) < n*m {
		panic("gw: the cost matrix is smaller than the transport problem")
	}
	largest := 0.0
	for _, c := range cost[:n*m] {
		// False for NaN; infinite costs would make potentials NaN.
		if v := math.Abs(float64(c)); !(v <= math.MaxFloat64) {
			return nil, errors.New("the costs of the transport problem are not finite numbers; check the distances for NaN and infinity")
		} else if v > largest {
			largest = v
		}
	}
	if !t.started {
		greedy(t, cost)
		t.started = true
	}
	if err := simplex(ctx, t, cost, 1e-13*largest); err != nil {
		return nil, err
	}
	return t.plan(), nil
}

// Transport is TransportPlan for a one-off cost (n x m) and weights a (n) and b
// (m; nil: uniform), with the value Σ cost(i, j) P_ij.
func Transport(ctx context.Context, cost *mat.Dense, a, b []float64) (plan *Plan, value float64, err error) {
	n, m := cost.Dims()
	if a == nil {
		a = Uniform(n)
	}
	if b == nil {
		b = Uniform(m)
	}
	if len(a) != n || len(b) != m {
		return nil, 0, fmt.Errorf("the cost is %d x %d, but there are %d and %d weights", n, m, len(a), len(b))
	}
	var t Transporter
	if err := t.Reset(a, b); err != nil {
		return nil, 0, err
	}
	raw := cost.RawMatrix()
	data := raw.Data
	if raw.Stride != m {
		data = mat.DenseCopyOf(cost).RawMatrix().Data
	}
	plan, err = TransportPlan(ctx, &t, data)
	if err != nil {
		return nil, 0, err
	}
	for k, w := range plan.Mass {
		value += w * data[int(plan.I[k])*m+int(plan.J[k])]
	}
	return plan, value, nil
}

// LeastCost finds the plan between weights a (n) and b (m) of least Σ cost[i*m+j] P_ij: a permutation where n = m and
// all weights are equal. The error is the context's, or says what is wrong with the input.
func LeastCost[T Float](ctx context.Context, cost []T, a, b []float64) (*Plan, error) {
	if len(a) == len(b) && Even(a) && Even(b) {
		var s Assignment
		s.Resize(len(a))
		sigma, err := Assign(ctx, &s, cost, Cold)
		if err != nil {
			return nil, err
		}
		return Permutation(sigma), nil
	}
	var t Transporter
	if err := t.Reset(a, b); err != nil {
		return nil, err
	}
	return TransportPlan(ctx, &t, cost)
}

// plan reads the tree's flows.
func (t *Transporter) plan() *Plan {
	p := &Plan{N: t.n, M: t.m}
	g := &t.tree
	root := int32(t.n + t.m)
	for x := range root {
		if g.parent[x] == root || g.flow[x] <= t.minEntry {
			continue
		}
		i, j := x, g.parent[x]
		if i >= int32(t.n) {
			i, j = j, i
		}
		p.add(i, j-int32(t.n), float64(g.flow[x])/massUnit)
	}
	p.sortByRow()
	return p
}

// plant makes the tree of a plan whose entries form no cycle. The supplies become
// the plan's own marginals: equal to the weights up to rounding, and exactly
// feasible.
func (t *Transporter) plant(plan *Plan) bool {
	nodes := t.n + t.m
	if len(plan.Mass) > nodes-1 {
		return false
	}
	t.tree.reset(nodes)
	joined := disjoint.New(nodes)
	for k := range plan.Mass {
		if !joined.Union(plan.I[k], int32(t.n)+plan.J[k]) {
			return false // a cycle
		}
	}
	clear(t.supply)
	arcs := make([]arc, len(plan.Mass))
	for k, w := range plan.Mass {
		f := int64(w * massUnit)
		arcs[k] = arc{plan.I[k], int32(t.n) + plan.J[k], f}
		t.supply[plan.I[k]] += f
		t.supply[t.n+int(plan.J[k])] += f
	}
	t.tree.hang(t.n, arcs)
	copy(t.tree.pot[t.n:nodes], t.hint)
	return true
}
