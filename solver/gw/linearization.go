package gw

import (
	"context"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/dense"
)

// Linearization follows the gradient of a problem's objective while a full plan
// changes. It keeps the last plan where the gradient is known exactly, and from there
// it knows two cheaper ways on: the change in single precision, whose error shrinks
// with the change itself, and the change by a low-rank model of the distances, which
// costs O(n m r) and not O(n² m + n m²).
type Linearization struct {
	// Cost (n x m) is the gradient -4 α DX P DY + (1-α) M but for a function of the
	// row and one of the column, to which transport problems are blind.
	Cost *mat.Dense

	p           *Problem
	threads     int
	plan, base  *mat.Dense // last exact plan and its Cost
	change, out blas32.General
	half        blas32.General
	x, y        *lowRank // made when first needed
}

// NewLinearization prepares for plans of p, at the product coupling.
func (p *Problem) NewLinearization(threads int) *Linearization {
	l := &Linearization{p: p, threads: threads, Cost: mat.NewDense(p.n, p.m, nil), plan: mat.NewDense(p.n, p.m, nil), base: mat.NewDense(p.n, p.m, nil),
		change: dense.New32(p.n, p.m), out: dense.New32(p.n, p.m), half: dense.New32(p.n, p.m)}
	x, y := times(p.dx, p.a), times(p.dy, p.b)
	w := l.weight()
	for i, v := range x {
		plan, to := l.plan.RawRowView(i), l.base.RawRowView(i)
		for j, u := range y {
			plan[j] = p.a[i] * p.b[j]
			to[j] = w * v * u
		}
	}
	l.addFeatures(l.base)
	l.Cost.Copy(l.base)
	return l
}

// weight is the factor of DX P DY in the gradient.
func (l *Linearization) weight() float64 {
	if l.p.fused == nil {
		return -4
	}
	return -4 * l.p.fused.alpha
}

func (l *Linearization) addFeatures(to *mat.Dense) {
	f := l.p.fused
	if f == nil {
		return
	}
	for i := range l.p.n {
		blas64.Axpy(1-f.alpha, blas64.Vector{N: l.p.m, Inc: 1, Data: f.cost.RawRowView(i)}, blas64.Vector{N: l.p.m, Inc: 1, Data: to.RawRowView(i)})
	}
}

// At sets Cost at a plan (n x m) in double precision. It reports whether it came to
// its end before the context.
func (l *Linearization) At(ctx context.Context, plan *mat.Dense) bool {
	half := mat.NewDense(l.p.n, l.p.m, nil)
	if !product64(ctx, l.threads, 1, plan.RawMatrix(), l.p.dy.RawMatrix(), half.RawMatrix()) ||
		!product64(ctx, l.threads, l.weight(), l.p.dx.RawMatrix(), half.RawMatrix(), l.base.RawMatrix()) {
		return false
	}
	l.addFeatures(l.base)
	l.plan.Copy(plan)
	l.Cost.Copy(l.base)
	return true
}

// Move is At in single precision: the error is 1e-7 of the change since the last
// exact plan, which plan becomes.
func (l *Linearization) Move(ctx context.Context, plan *mat.Dense) bool {
	l.setChange(plan)
	if !l.p.product(ctx, l.threads, blas.NoTrans, 1, l.change, l.p.y32, 0, l.half) ||
		!l.p.product(ctx, l.threads, blas.NoTrans, float32(l.weight()), l.p.x32, l.half, 0, l.out) {
		return false
	}
	l.add(l.base, l.base)
	l.plan.Copy(plan)
	l.Cost.Copy(l.base)
	return true
}

// Guess sets Cost at a plan by the low-rank model from the last exact plan, which it
// stays.
func (l *Linearization) Guess(plan *mat.Dense) {
	if l.x == nil {
		l.x, l.y = lowRankOf(l.p.x32, l.threads), lowRankOf(l.p.y32, l.threads)
	}
	l.setChange(plan)
	rx, ry := l.x.rank, l.y.rank
	left, core, inner := dense.New32(rx, l.p.m), dense.New32(rx, ry), dense.New32(rx, ry)
	dense.Gemm32(l.threads, blas.Trans, blas.NoTrans, 1, l.x.basis, l.change, 0, left)
	dense.Gemm32(l.threads, blas.NoTrans, blas.NoTrans, 1, left, l.y.basis, 0, core)
	dense.Gemm32(l.threads, blas.NoTrans, blas.NoTrans, 1, l.x.core, core, 0, inner)
	dense.Gemm32(l.threads, blas.NoTrans, blas.NoTrans, float32(l.weight()), inner, l.y.core, 0, core)
	right := dense.New32(l.p.n, ry)
	dense.Gemm32(l.threads, blas.NoTrans, blas.NoTrans, 1, l.x.basis, core, 0, right)
	dense.Gemm32(l.threads, blas.NoTrans, blas.Trans, 1, right, l.y.basis, 0, l.out)
	l.add(l.base, l.Cost)
}

// Loss is GW² of a plan near the last exact one, to second order in their distance
// and to first order in the errors of the marginals of plans since At: the value that people
// watch while a method runs.
func (l *Linearization) Loss(plan *Plan) float64 {
	// With S(P, Q) = <DX P DY, Q>: S(Q, Q) = 2 S(P, Q) - S(P, P) + S(Q-P, Q-P).
	pq, pp := 0.0, 0.0
	m, base := l.p.m, l.base.RawMatrix().Data
	for k, w := range plan.Mass {
		pq += w * base[int(plan.I[k])*m+int(plan.J[k])]
	}
	for i := range l.p.n {
		pp += dot(l.plan.RawRowView(i), base[i*m:][:m])
	}
	if f := l.p.fused; f != nil {
		pq -= (1 - f.alpha) * f.of(plan)
		for i := range l.p.n {
			pp -= (1 - f.alpha) * dot(l.plan.RawRowView(i), f.cost.RawRowView(i))
		}
	}
	return l.p.constant - 2*(2*pq-pp)/l.weight()
}

// setChange writes plan less the last exact one into l.change.
func (l *Linearization) setChange(plan *mat.Dense) {
	m := l.p.m
	dense.Blocks(l.threads, l.p.n, sweepRows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			from, to := l.plan.RawRowView(i), l.change.Data[i*m:][:m]
			for j, v := range plan.RawRowView(i) {
				to[j] = float32(v - from[j])
			}
		}
	})
}

// add sets to = from + l.out.
func (l *Linearization) add(from, to *mat.Dense) {
	m := l.p.m
	dense.Blocks(l.threads, l.p.n, sweepRows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row, old := to.RawRowView(i), from.RawRowView(i)
			for j, v := range l.out.Data[i*m:][:m] {
				row[j] = old[j] + float64(v)
			}
		}
	})
}

// product64 is product in double precision, c = alpha a b.
func product64(ctx context.Context, threads int, alpha float64, a, b, c blas64.General) bool {
	slab := max(128, productSlab/2/(b.Rows*b.Cols))
	for lo := 0; lo < c.Rows; lo += slab {
		if ctx.Err() != nil {
			return false
		}
		part, out := dense.Band64(blas.NoTrans, a, c, lo, min(lo+slab, c.Rows))
		dense.Gemm64(threads, blas.NoTrans, blas.NoTrans, alpha, part, b, 0, out)
	}
	return ctx.Err() == nil
}

// modelRank is the rank of the model: the 48 leading directions of geodesic
// distances carry all but a thousandth of them.
const modelRank = 48

// lowRank is a symmetric matrix D ≈ Q B Q', Q (n x r) with orthonormal columns.
type lowRank struct {
	rank  int
	basis blas32.General // Q
	core  blas32.General // B
}

// lowRankOf finds the leading directions of a symmetric matrix by a random sketch
// with one power iteration (Halko, Martinsson and Tropp 2011, algorithm 4.3).
func lowRankOf(d blas32.General, threads int) *lowRank {
	n := d.Rows
	r := min(modelRank, n)
	rng := rand.New(rand.NewPCG(1, uint64(n))) // any directions do
	sketch, image := dense.New32(n, r), dense.New32(n, r)
	for k := range sketch.Data {
		sketch.Data[k] = float32(rng.NormFloat64())
	}
	for range 2 {
		dense.Gemm32(threads, blas.NoTrans, blas.NoTrans, 1, d, sketch, 0, image)
		orthonormal(image)
		sketch, image = image, sketch
	}
	dense.Gemm32(threads, blas.NoTrans, blas.NoTrans, 1, d, sketch, 0, image)
	out := &lowRank{rank: r, basis: sketch, core: dense.New32(r, r)}
	dense.Gemm32(threads, blas.Trans, blas.NoTrans, 1, sketch, image, 0, out.core)
	return out
}

// orthonormal makes the columns of q orthonormal by Gram and Schmidt's method, done
// twice against rounding. A column that depends on those before it becomes zero.
func orthonormal(q blas32.General) {
	columns := make([][]float64, q.Cols)
	for c := range columns {
		v := make([]float64, q.Rows)
		for i := range v {
			v[i] = float64(q.Data[i*q.Stride+c])
		}
		before := norm(v)
		for range 2 {
			for _, u := range columns[:c] {
				blas64.Axpy(-dot(u, v), blas64.Vector{N: len(u), Inc: 1, Data: u}, blas64.Vector{N: len(v), Inc: 1, Data: v})
			}
		}
		after := norm(v)
		scale := 0.0
		if after > 1e-5*before { // single precision has nothing to say below
			scale = 1 / after
		}
		for i := range v {
			v[i] *= scale
			q.Data[i*q.Stride+c] = float32(v[i])
		}
		columns[c] = v
	}
}

func norm(v []float64) float64 { return blas64.Nrm2(blas64.Vector{N: len(v), Inc: 1, Data: v}) }
