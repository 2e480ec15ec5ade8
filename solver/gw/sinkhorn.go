package gw

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/fastmath"
)

// SinkhornOptions of an entropic transport problem.
type SinkhornOptions struct {
	Reg     float64 // ε, the weight of the entropy, in units of the cost; required, positive
	MaxIter int     // default 1000
	Tol     float64 // largest sum of deviations of the column marginal; default 1e-9
	Threads int     // default: all processors
}

func (o SinkhornOptions) withDefaults() SinkhornOptions {
	if o.MaxIter <= 0 {
		o.MaxIter = 1000
	}
	if o.Tol <= 0 {
		o.Tol = 1e-9
	}
	return o
}

// SinkhornResult of an entropic transport problem.
type SinkhornResult struct {
	// Plan (n x m) has rows that sum to a, and columns that sum to b within Error.
	Plan       *mat.Dense
	F, G       []float64 // dual potentials (n, m): P_ij = a_i b_j e^((F_i + G_j - C_ij)/ε)
	Error      float64   // Σ_j |(P' 1)_j - b_j|
	Iterations int
	Status     Status
}

// SinkhornSolver minimises Σ C_ij P_ij + ε Σ P_ij (ln P_ij - 1) over plans with the same
// marginals a (n) and b (m) for one cost after another. Each problem begins at the potentials
// where the last one ended. A solver is not safe for concurrent use.
//
// It is Sinkhorn's iteration on potentials in the log domain, which no small ε can
// overflow (Peyré and Cuturi 2019, section 4.4), at the price of matrix-vector
// products (Schmitzer 2019, section 3.1): a kernel with the potentials absorbed, its
// rows normalised by their largest entry as log-sum-exp does, is scaled as long as
// the scalings stay moderate, and then made anew in the log domain. An iteration
// reads the kernel once. Bits do not depend on the number of threads.
type SinkhornSolver struct {
	a, b       []float64
	logB       []float64
	f, g       []float64 // potentials absorbed in the kernel, in units of the cost
	u, v       []float64 // scalings beside them
	rows       []float64 // K v
	columns    []float64 // K' u
	partial    []float64 // K' u of each block of rows
	kernel     *mat.Dense
	blockCount int
}

// sweepRows is the height of the blocks in which the kernel is read: 32 rows of
// 1000 columns stay in the second-level cache between their two products.
const sweepRows = 32

// largestScaling is the scaling beyond which the kernel absorbs it: far from the
// limits of double precision, where products of several would end.
const largestScaling = 1e60

// smallKernel is the number of entries below which threads take longer to start than
// they save: reading so many takes 10 µs.
const smallKernel = 1 << 15

// NewSinkhornSolver prepares for marginals a (n) and b (m), not negative, with sum 1.
// Zero weights are allowed. Potentials begin at zero.
func NewSinkhornSolver(a, b []float64) (*SinkhornSolver, error) {
	var check Transporter
	if err := check.Reset(a, b); err != nil {
		return nil, err
	}
	n, m := len(a), len(b)
	s := &SinkhornSolver{a: a, b: b, logB: make([]float64, m), f: make([]float64, n), g: make([]float64, m),
		u: make([]float64, n), v: make([]float64, m), rows: make([]float64, n), columns: make([]float64, m),
		kernel: mat.NewDense(n, m, nil), blockCount: (n + sweepRows - 1) / sweepRows}
	s.partial = make([]float64, s.blockCount*m)
	for j, w := range b {
		s.logB[j] = math.Log(w)
	}
	return s, nil
}

// Solve solves the problem of a cost (n x m). When ctx ends, the state so far comes
// back with Status Cancelled. Plan, F and G of the result are shared with s until its
// next problem, which begins at G: writing into it gives another start. The error says that the cost does not fit or is not finite.
func (s *SinkhornSolver) Solve(ctx context.Context, cost *mat.Dense, opt SinkhornOptions) (SinkhornResult, error) {
	opt = opt.withDefaults()
	if n, m := cost.Dims(); n != len(s.a) || m != len(s.b) {
		return SinkhornResult{}, fmt.Errorf("the cost is %d x %d, but there are %d and %d weights", n, m, len(s.a), len(s.b))
	}
	if !(opt.Reg > 0) || math.IsInf(opt.Reg, 1) {
		return SinkhornResult{}, fmt.Errorf("the entropic weight is %g; it must be positive and finite", opt.Reg)
	}
	if len(s.a)*len(s.b) < smallKernel {
		opt.Threads = 1
	}
	if !s.absorb(cost, opt) {
		return SinkhornResult{}, errors.New("the costs of the transport problem are not finite numbers; check the distances for NaN and infinity")
	}
	r := SinkhornResult{Status: IterationLimit}
	for r.Iterations < opt.MaxIter {
		if ctx.Err() != nil {
			r.Status = Cancelled
			break
		}
		if !s.scaleColumns() {
			s.columnsInLogDomain(cost, opt)
			s.absorb(cost, opt)
			r.Iterations++
			r.Error = s.columnError()
			continue
		}
		s.sweep(opt.Threads)
		r.Iterations++
		r.Error = s.columnError()
		if r.Error <= opt.Tol {
			r.Status = Converged
			break
		}
		if s.immoderate() {
			s.settle(opt.Reg)
			s.absorb(cost, opt)
		}
	}
	if r.Iterations == 0 {
		r.Error = s.columnError()
	}
	dense.Blocks(opt.Threads, len(s.a), sweepRows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row, u := s.kernel.RawRowView(i), s.u[i]
			for j, k := range row {
				row[j] = u * k * s.v[j]
			}
		}
	})
	s.settle(opt.Reg)
	r.Plan, r.F, r.G = s.kernel, s.f, s.g
	return r, nil
}

// absorb makes the kernel of the column potentials, with rows that sum to a: the
// row half of an iteration in the log domain. It reports whether all costs are
// finite.
func (s *SinkhornSolver) absorb(cost *mat.Dense, opt SinkhornOptions) bool {
	n, m := len(s.a), len(s.b)
	shift := make([]float64, m) // g/ε + ln b
	for j, g := range s.g {
		shift[j] = g/opt.Reg + s.logB[j]
	}
	finite := make([]bool, s.blockCount)
	scale := 1 / opt.Reg
	s.blocks(opt.Threads, func(block, lo, hi int) {
		finite[block] = true
		sums := s.partial[block*m:][:m]
		clear(sums)
		for i := lo; i < hi; i++ {
			row := s.kernel.RawRowView(i)
			largest := math.Inf(-1)
			for j, c := range cost.RawRowView(i) {
				t := shift[j] - scale*c
				row[j] = t
				if t > largest {
					largest = t
				}
			}
			total := fastmath.ExpRow(row, largest)
			if !(total >= 1 && total <= math.MaxFloat64) { // the largest term is 1, but for NaN
				finite[block] = false
				return
			}
			s.f[i] = -opt.Reg * (largest + math.Log(total))
			w := s.a[i] / total
			for j, k := range row {
				k *= w
				row[j] = k
				sums[j] += k
			}
		}
	})
	for _, ok := range finite {
		if !ok {
			return false
		}
	}
	for i := range n {
		s.u[i] = 1
	}
	for j := range m {
		s.v[j] = 1
	}
	s.addPartial()
	return true
}

// blocks calls f for blocks of rows that depend on the number of rows alone.
func (s *SinkhornSolver) blocks(threads int, f func(block, lo, hi int)) {
	dense.Blocks(threads, s.blockCount, 1, func(block, _ int) {
		f(block, block*sweepRows, min((block+1)*sweepRows, len(s.a)))
	})
}

// addPartial sums the blocks' column sums in their order.
func (s *SinkhornSolver) addPartial() {
	m := len(s.b)
	clear(s.columns)
	for block := range s.blockCount {
		for j, c := range s.partial[block*m:][:m] {
			s.columns[j] += c
		}
	}
}

// scaleColumns sets v = b / K'u. It reports false where a column of the kernel has
// underflowed.
func (s *SinkhornSolver) scaleColumns() bool {
	for j, b := range s.b {
		if b == 0 {
			s.v[j] = 1 // its kernel is zero
			continue
		}
		v := b / s.columns[j]
		if !(v < math.MaxFloat64) {
			return false
		}
		s.v[j] = v
	}
	return true
}

// sweep sets u = a / K v and finds the sums of the columns of u K.
func (s *SinkhornSolver) sweep(threads int) {
	m := len(s.b)
	raw := s.kernel.RawMatrix()
	s.blocks(threads, func(block, lo, hi int) {
		part := blas64.General{Rows: hi - lo, Cols: m, Stride: raw.Stride, Data: raw.Data[lo*raw.Stride:]}
		rows := blas64.Vector{N: hi - lo, Inc: 1, Data: s.rows[lo:hi]}
		blas64.Gemv(blas.NoTrans, 1, part, blas64.Vector{N: m, Inc: 1, Data: s.v}, 0, rows)
		for i := lo; i < hi; i++ {
			s.u[i] = 0
			if s.a[i] > 0 {
				s.u[i] = s.a[i] / s.rows[i]
			}
		}
		blas64.Gemv(blas.Trans, 1, part, blas64.Vector{N: hi - lo, Inc: 1, Data: s.u[lo:hi]}, 0,
			blas64.Vector{N: m, Inc: 1, Data: s.partial[block*m:][:m]})
	})
	s.addPartial()
}

// columnError is Σ_j |v_j (K'u)_j - b_j|, infinite where it is no number.
func (s *SinkhornSolver) columnError() float64 {
	total := 0.0
	for j, b := range s.b {
		total += math.Abs(s.v[j]*s.columns[j] - b)
	}
	if math.IsNaN(total) {
		return math.Inf(1)
	}
	return total
}

// immoderate reports whether scalings have left the range in which products of them
// are safe.
func (s *SinkhornSolver) immoderate() bool {
	for i, u := range s.u {
		if s.a[i] > 0 && !(u < largestScaling && u > 1/largestScaling) {
			return true
		}
	}
	for _, v := range s.v {
		if !(v < largestScaling && v > 1/largestScaling) {
			return true
		}
	}
	return false
}

// settle moves the scalings into the potentials.
func (s *SinkhornSolver) settle(reg float64) {
	for i, u := range s.u {
		if u > 0 && u <= math.MaxFloat64 {
			s.f[i] += reg * math.Log(u)
		}
		s.u[i] = 1
	}
	for j, v := range s.v {
		if v > 0 {
			s.g[j] += reg * math.Log(v)
		}
		s.v[j] = 1
	}
}

// columnsInLogDomain is the column half of an iteration in the log domain, from the
// row potentials absorbed last, for columns whose kernel has underflowed.
func (s *SinkhornSolver) columnsInLogDomain(cost *mat.Dense, opt SinkhornOptions) {
	n := len(s.a)
	dense.Blocks(opt.Threads, len(s.b), sweepRows, func(lo, hi int) {
		term := make([]float64, n)
		for j := lo; j < hi; j++ {
			largest := math.Inf(-1)
			for i, w := range s.a {
				term[i] = math.Inf(-1)
				if w > 0 {
					term[i] = (s.f[i]-cost.At(i, j))/opt.Reg + math.Log(w)
				}
				largest = max(largest, term[i])
			}
			s.g[j] = -opt.Reg * (largest + math.Log(fastmath.ExpRow(term, largest)))
		}
	})
}
