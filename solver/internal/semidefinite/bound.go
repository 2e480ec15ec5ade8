package semidefinite

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"

	"gwscope/solver/gw"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
)

// Bound is a lower bound on the objective of all plans, proven by the multiplier
// after the last step; -Inf before the first. It takes nm transport problems between the
// weights. The error is that of ctx.
func (s *Solver) Bound(ctx context.Context) (float64, error) {
	if s.steps == 0 {
		return math.Inf(-1), nil
	}
	// With Z' = Z + β(Y - VRV'), V'Z'V is β times the negative part of the matrix that R is the
	// positive part of.
	m := s.work
	s.each(func(_, lo, hi int) {
		for k := lo; k < hi; k++ {
			m.Data[k] = s.cost.Data[k] + s.z.Data[k] + s.beta*(s.y.Data[k]-s.low.Data[k])
		}
	})
	slack := s.beta * s.excess() * s.length
	// Rounding of M and of the sums over it, generously: 64 units in the last place
	// for each of N terms, on the largest y'My.
	largest := math.Max(slices.Max(m.Data), -slices.Min(m.Data))
	slack += 64 * 0x1p-53 * float64(s.size) * largest * s.length
	linear, err := s.bound(ctx, s.Threads, m)
	if err != nil {
		return math.Inf(-1), err
	}
	return s.constant + s.unit*(linear-slack), nil
}

// excess bounds the largest eigenvalue of V'(Y + Z/β)V - R. In exact arithmetic none
// is positive; that the eigensolver found all that are is not taken on trust: a
// Cholesky factor of δI minus it exists only if δ is a bound.
func (s *Solver) excess() float64 {
	k := s.face
	rest := dense.New64(k, k)
	norm := blas64.Nrm2(blas64.Vector{N: len(s.reduced.Data), Inc: 1, Data: s.reduced.Data})
	for delta := 8 * 0x1p-53 * float64(k) * norm; delta < norm; delta *= 10 {
		for i, v := range s.reduced.Data {
			rest.Data[i] = -v
		}
		if s.factor.Cols > 0 {
			dense.Gemm64(s.Threads, blas.NoTrans, blas.Trans, 1, s.factor, s.factor, 1, rest)
		}
		for i := range k {
			rest.Data[i*k+i] += delta
		}
		if _, ok := lapack64.Potrf(blas64.Symmetric{N: k, Stride: k, Data: rest.Data, Uplo: blas.Upper}); ok {
			// Potrf itself errs by less than this.
			return delta + 8*0x1p-53*float64(k)*norm
		}
	}
	return norm
}

// bound is the least y'My over lifted plans y = (1, s x) or less, M symmetric (N x N):
// with l_p the least s <M_p, q> over plans q, which bounds row p, it is
// M_00 + the least s Σ_p (2 M_0p + l_p) x_p over plans x (Gilmore 1962, Lawler 1963).
func (l *Lift) bound(ctx context.Context, threads int, m blas64.General) (float64, error) {
	linear := make([]float64, l.n*l.m)
	// A transporter begins where it ended: one for each row of plans, whoever works
	// on it, keeps the bits free of threads.
	err := parallel.For(ctx, threads, l.n, 1, func(_, i, _ int) {
		var t gw.Transporter
		if err := t.Reset(l.a, l.b); err != nil {
			panic("relax: " + err.Error())
		}
		for p := i * l.m; p < (i+1)*l.m; p++ {
			row := m.Data[(1+p)*l.size : (2+p)*l.size]
			value, _ := l.least(ctx, &t, row[1:])
			linear[p] = 2*m.Data[1+p] + l.scale*value
		}
	})
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return math.Inf(-1), err
	}
	var t gw.Transporter
	if err := t.Reset(l.a, l.b); err != nil {
		panic("relax: " + err.Error())
	}
	value, err := l.least(ctx, &t, linear)
	return m.Data[0] + l.scale*value, err
}

// least is the least <c, x> over plans, or less: a'u + b'v of duals that are made
// feasible whatever the simplex method left.
func (l *Lift) least(ctx context.Context, t *gw.Transporter, c []float64) (float64, error) {
	if _, err := gw.TransportPlan(ctx, t, c); err != nil {
		return math.Inf(-1), err
	}
	_, v := t.Duals()
	total := 0.0
	for j, w := range l.b {
		total += w * v[j]
	}
	for i, w := range l.a {
		u := math.Inf(1)
		for j, x := range c[i*l.m : (i+1)*l.m] {
			u = math.Min(u, x-v[j])
		}
		total += w * u
	}
	return total, nil
}
