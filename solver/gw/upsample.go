package gw

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"

	"gwscope/solver/internal/dense"
)

// UpsampleAssign extends a plan between the first coarse.N source and coarse.M
// target points (nested samples: a prefix is a coarser shape) to all points of the
// problem. Point i and point j fit as well as they see the coarse matches from the
// same distances,
//
//	cost_ij = Σ_kl coarse_kl (DX_ik - DY_jl)² ,
//
// and one assignment (one transport problem where sizes or weights differ) finds
// the plan of least cost: a matrix product and a linear problem, with no iteration.
// ws may be nil. The error is the context's or says that coarse does not fit.
func (p *Problem) UpsampleAssign(ctx context.Context, coarse *Plan, threads int, ws *CGWorkspace) (*Plan, error) {
	if coarse.N > p.n || coarse.M > p.m || len(coarse.Mass) == 0 {
		return nil, fmt.Errorf("a coarse plan of %d x %d points with %d entries cannot be extended to %d x %d points",
			coarse.N, coarse.M, len(coarse.Mass), p.n, p.m)
	}
	if err := coarse.Validate(); err != nil {
		return nil, err
	}
	if ws == nil {
		ws = &CGWorkspace{}
	}
	n, m, k := p.n, p.m, len(coarse.Mass)
	ws.resize(n, m)
	// The cost is |X_i - Y_j|² of these rows. Half of it less a function of the row
	// is -X_i·Y_j + |Y_j|²/2: a product, and duals to begin with. Centring by a
	// common value keeps the products small in single precision.
	x, y := dense.New32(n, k), dense.New32(m, k)
	centre := 0.0
	dx, dy := p.dx.RawMatrix(), p.dy.RawMatrix()
	for i := range n {
		row := dx.Data[i*dx.Stride:][:n]
		for _, j := range coarse.I {
			centre += row[j]
		}
	}
	centre /= float64(n) * float64(k)
	root := make([]float64, k)
	for e, w := range coarse.Mass {
		root[e] = math.Sqrt(w)
	}
	for i := range n {
		from, to := dx.Data[i*dx.Stride:][:n], x.Data[i*k:][:k]
		for e, c := range coarse.I {
			to[e] = float32(root[e] * (from[c] - centre))
		}
	}
	dual := make([]float64, m)
	for j := range m {
		from, to := dy.Data[j*dy.Stride:][:m], y.Data[j*k:][:k]
		square := 0.0
		for e, c := range coarse.J {
			to[e] = float32(root[e] * (from[c] - centre))
			square += float64(to[e]) * float64(to[e])
		}
		dual[j] = -square / 2
	}
	dense.Gemm32(threads, blas.NoTrans, blas.Trans, -1, x, y, 0, ws.cost)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if p.assignable {
		ws.assignment.Resize(n)
		_, v := ws.assignment.Duals()
		copy(v, dual)
		sigma, err := Assign(ctx, &ws.assignment, ws.cost.Data, Cold)
		if err != nil {
			return nil, err
		}
		return p.permutation(sigma), nil
	}
	// Column terms matter to no plan with fixed marginals, so the cost may stay
	// without them here, too.
	if err := ws.transport.Reset(p.a, p.b); err != nil {
		return nil, err
	}
	ws.transport.StartAt(nil, dual)
	return TransportPlan(ctx, &ws.transport, ws.cost.Data)
}
