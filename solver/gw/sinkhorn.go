package gw

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/dense"
)

// SinkhornOptions of an entropic transport problem.
type SinkhornOptions struct {
	Reg     float64 // ε, the weight of the entropy, in units of the cost; required, positive
	MaxIter int     // default 1000
	Tol     float64 // largest sum of deviations of the row marginal; default 1e-9
	Threads int     // default GOMAXPROCS
}

// SinkhornResult of an entropic transport problem.
type SinkhornResult struct {
	Plan       *mat.Dense // n x m; columns sum to b exactly, rows to a within Error
	F, G       []float64  // dual potentials (n, m): P_ij = a_i b_j e^((F_i + G_j - C_ij)/ε)
	Error      float64    // Σ_i |(P 1)_i - a_i|
	Iterations int
	Status     Status
}

// Sinkhorn minimises Σ C_ij P_ij + ε Σ P_ij (ln P_ij - 1) over plans with marginals
// a (n) and b (m; nil: uniform) by Sinkhorn's iteration on dual potentials in the
// log domain (Peyré and Cuturi 2019, section 4.4), which no small ε can overflow.
// Zero weights are allowed. When ctx ends, the state so far comes back with Status
// Cancelled. The error says what is wrong with the input.
func Sinkhorn(ctx context.Context, cost *mat.Dense, a, b []float64, opt SinkhornOptions) (SinkhornResult, error) {
	n, m := cost.Dims()
	if a == nil {
		a = Uniform(n)
	}
	if b == nil {
		b = Uniform(m)
	}
	if len(a) != n || len(b) != m {
		return SinkhornResult{}, fmt.Errorf("the cost is %d x %d, but there are %d and %d weights", n, m, len(a), len(b))
	}
	if !(opt.Reg > 0) {
		return SinkhornResult{}, fmt.Errorf("the entropic weight is %g; it must be positive", opt.Reg)
	}
	var check Transporter
	if err := check.Reset(a, b); err != nil {
		return SinkhornResult{}, err
	}
	if opt.MaxIter <= 0 {
		opt.MaxIter = 1000
	}
	if opt.Tol <= 0 {
		opt.Tol = 1e-9
	}
	rows := mat.NewDense(n, m, nil) // -C/ε
	for i := range n {
		to := rows.RawRowView(i)
		for j, c := range cost.RawRowView(i) {
			if math.IsNaN(c) || math.IsInf(c, 0) {
				return SinkhornResult{}, errors.New("the costs of the transport problem are not finite numbers; check the distances for NaN and infinity")
			}
			to[j] = -c / opt.Reg
		}
	}
	columns := mat.DenseCopyOf(rows.T())
	logA, logB := logs(a), logs(b)
	f, g := make([]float64, n), make([]float64, m) // in units of ε
	next := make([]float64, n)
	r := SinkhornResult{Status: IterationLimit}
	for r.Iterations = 0; r.Iterations < opt.MaxIter; {
		if ctx.Err() != nil {
			r.Status = Cancelled
			break
		}
		softMin(columns, f, logA, g, opt.Threads)
		softMin(rows, g, logB, next, opt.Threads)
		r.Iterations++
		// Row sums of the plan of (f, g) are a e^(f - next).
		r.Error = 0
		for i, v := range next {
			if a[i] > 0 {
				r.Error += a[i] * math.Abs(math.Expm1(f[i]-v))
			}
		}
		if r.Error <= opt.Tol {
			r.Status = Converged
			break
		}
		if r.Iterations < opt.MaxIter {
			f, next = next, f
		}
	}
	r.Plan = mat.NewDense(n, m, nil)
	for i := range n {
		to := r.Plan.RawRowView(i)
		for j, c := range rows.RawRowView(i) {
			to[j] = a[i] * b[j] * math.Exp(f[i]+g[j]+c)
		}
	}
	for i := range f {
		f[i] *= opt.Reg
	}
	for j := range g {
		g[j] *= opt.Reg
	}
	r.F, r.G = f, g
	return r, nil
}

// softMin sets out_i = -log Σ_j e^(k_ij + pot_j + logWeight_j).
func softMin(k *mat.Dense, pot, logWeight, out []float64, threads int) {
	dense.Blocks(threads, len(out), 32, func(lo, hi int) {
		term := make([]float64, len(pot))
		for i := lo; i < hi; i++ {
			largest := math.Inf(-1)
			for j, v := range k.RawRowView(i) {
				t := v + pot[j] + logWeight[j]
				term[j] = t
				largest = max(largest, t)
			}
			total := 0.0
			for _, t := range term {
				total += math.Exp(t - largest)
			}
			out[i] = -(largest + math.Log(total))
		}
	})
}

func logs(w []float64) []float64 {
	out := make([]float64, len(w))
	for i, v := range w {
		out[i] = math.Log(v)
	}
	return out
}
