package semidefinite

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
)

// Solver runs the alternating direction method of multipliers on
//
//	min <C, Y>  with  Y = V R V',  R ⪰ 0,  Y_00 = 1,  0 <= Y <= u u' .
//
// It is not safe for concurrent use. The bits do not depend on Threads.
type Solver struct {
	*Lift
	Threads int

	constant float64 // a'(DX∘DX)a + b'(DY∘DY)b: the objective is this plus unit <C, Y>
	unit     float64 // |V'CV| before it was made 1
	cost     blas64.General
	y, z     blas64.General
	low      blas64.General // V R V', of low rank in the end
	work     blas64.General // N x N
	reduced  blas64.General // V'(Y + Z/β)V
	factor   blas64.General // of R
	beta     float64
	steps    int
	adapt    int // the step at which β is looked at next

	// Primal and Dual are the residuals |Y - VRV'| / (1 + |Y|) and
	// β|Y - Y_before| / (1 + |Z|) of the last step; +Inf before the second.
	Primal, Dual float64
}

// The method's own parameters. stepLength is the largest for which it is known to
// converge, (1 + √5)/2. The best penalty β for |V'CV| = 1 was found to be near 0.1 for
// n = m = 4, 0.02 for 12 and 0.002 for 24: where it is too high the bound crawls (8 %
// of gap after 300 steps), where it is too low the plan wanders. So it starts at
// penaltyScale/(nm) and is then led by the residuals' ratio, which is in the tens and
// hundreds in good runs. It changes at ever longer intervals and stays from adaptUntil
// on, which convergence asks for.
const (
	stepLength    = 1.618
	penaltyScale  = 2
	penaltyChange = 1.4
	mostRatio     = 300 // of Primal to Dual
	leastRatio    = 30
	firstAdapt    = 20
	penaltyWait   = 10
	adaptGrowth   = 1.25
	adaptUntil    = 1500
)

// NewSolver prepares for distances dx (n x n) and dy (m x m) and positive weights
// with sum 1. The objective is GW² + <linear, P>; linear (n x m) may be nil. It
// starts at the product coupling.
func NewSolver(dx, dy *mat.Dense, a, b []float64, linear *mat.Dense, threads int) *Solver {
	l := NewLift(a, b)
	s := &Solver{Lift: l, Threads: threads, beta: penaltyScale / float64(len(a)*len(b)), adapt: firstAdapt, Primal: math.Inf(1), Dual: math.Inf(1)}
	s.constant = squareForm(dx, a) + squareForm(dy, b)
	n := l.size
	s.cost, s.y, s.z = dense.New64(n, n), dense.New64(n, n), dense.New64(n, n)
	s.low, s.work, s.reduced = dense.New64(n, n), dense.New64(n, n), dense.New64(l.face, l.face)

	for p := range l.n * l.m {
		row := s.work.Data[(1+p)*n+1 : (2+p)*n]
		for q := range row {
			row[q] = -2 / (l.scale * l.scale) * dx.At(p/l.m, q/l.m) * dy.At(p%l.m, q%l.m)
		}
	}
	if linear != nil {
		for p := range l.n * l.m {
			half := linear.At(p/l.m, p%l.m) / (2 * l.scale)
			s.work.Data[1+p], s.work.Data[(1+p)*n] = half, half
		}
	}
	l.Reduce(threads, s.work, s.reduced)
	s.unit = blas64.Nrm2(blas64.Vector{N: len(s.reduced.Data), Inc: 1, Data: s.reduced.Data})
	if s.unit == 0 { // every plan costs the same
		s.unit = 1
	}
	for k := range s.reduced.Data {
		s.reduced.Data[k] /= s.unit
	}
	// Only V'CV matters to plans. So C is replaced by its part on the face, and the multiplier
	// need not cancel the rest.
	half := l.Expand(threads, s.reduced)
	s.cost = l.Expand(threads, transposed(half))

	start := make([]float64, n)
	start[0] = 1
	for p := range l.n * l.m {
		start[1+p] = l.scale * a[p/l.m] * b[p%l.m]
	}
	for p, v := range start {
		for q, w := range start {
			s.y.Data[p*n+q] = v * w
		}
	}
	return s
}

func transposed(m blas64.General) blas64.General {
	out := dense.New64(m.Cols, m.Rows)
	for i := range m.Rows {
		for j := range m.Cols {
			out.Data[j*out.Stride+i] = m.Data[i*m.Stride+j]
		}
	}
	return out
}

// squareForm is a'(D∘D)a.
func squareForm(d *mat.Dense, a []float64) float64 {
	total := 0.0
	for i, ai := range a {
		for k, v := range d.RawRowView(i) {
			total += ai * a[k] * v * v
		}
	}
	return total
}

// Step makes one iteration: Y and Z after the last R, then the next R. It costs
// one eigendecomposition of size (n-1)(m-1) + 1. The error is the eigensolver's, and
// says that distances are not finite.
func (s *Solver) Step() error {
	if s.steps > 0 {
		s.clip()
	}
	s.steps++
	if s.steps == s.adapt && s.steps < adaptUntil {
		s.balance()
	}
	n := s.size
	s.each(func(_, lo, hi int) {
		for k := lo; k < hi; k++ {
			s.work.Data[k] = s.y.Data[k] + s.z.Data[k]/s.beta
		}
	})
	s.Reduce(s.Threads, s.work, s.reduced)
	scratch := blas64.General{Rows: s.face, Cols: s.face, Stride: s.face, Data: append([]float64(nil), s.reduced.Data...)}
	var err error
	if s.factor, err = dense.PositiveFactor(scratch); err != nil {
		return err
	}
	if s.factor.Cols == 0 {
		clear(s.low.Data)
		return nil
	}
	g := s.Expand(s.Threads, s.factor)
	dense.Gemm64(s.Threads, blas.NoTrans, blas.Trans, 1, g, g, 0, blas64.General{Rows: n, Cols: n, Stride: n, Data: s.low.Data})
	return nil
}

// balance changes β so that neither residual lags behind.
func (s *Solver) balance() {
	switch ratio := s.Primal / s.Dual; {
	case ratio > mostRatio:
		s.beta *= penaltyChange
	case ratio < leastRatio:
		s.beta /= penaltyChange
	}
	s.adapt = max(s.adapt+penaltyWait, int(adaptGrowth*float64(s.adapt)))
}

// each shares the entries of lifted matrices among threads by whole rows.
func (s *Solver) each(f func(chunk, lo, hi int)) {
	parallel.For(context.Background(), s.Threads, s.size, rows, func(_, lo, hi int) { f(lo/rows, lo*s.size, hi*s.size) })
}

// clip moves Y to the nearest point between its bounds and Z by the step that is still
// missing.
func (s *Solver) clip() {
	type sums struct{ gap, move, y, z float64 }
	parts := make([]sums, (s.size+rows-1)/rows)
	s.each(func(chunk, lo, hi int) {
		part := &parts[chunk]
		for p := lo / s.size; p < hi/s.size; p++ {
			for q, up := range s.upper {
				k := p*s.size + q
				low, z := s.low.Data[k], s.z.Data[k]
				y := min(max(low-(s.cost.Data[k]+z)/s.beta, 0), s.upper[p]*up)
				if k == 0 {
					y = 1
				}
				gap, move := y-low, y-s.y.Data[k]
				z += stepLength * s.beta * gap
				s.y.Data[k], s.z.Data[k] = y, z
				part.gap += gap * gap
				part.move += move * move
				part.y += y * y
				part.z += z * z
			}
		}
	})
	var all sums
	for _, p := range parts {
		all.gap += p.gap
		all.move += p.move
		all.y += p.y
		all.z += p.z
	}
	s.Primal = math.Sqrt(all.gap) / (1 + math.Sqrt(all.y))
	s.Dual = s.beta * math.Sqrt(all.move) / (1 + math.Sqrt(all.z))
}

// Plan is the x block of V R V' as a matrix (n x m). Its marginals are those of the
// problem up to the primal residual; entries can be slightly negative.
func (s *Solver) Plan() *mat.Dense {
	out := mat.NewDense(s.n, s.m, nil)
	for p, v := range s.low.Data[1:s.size] {
		out.Set(p/s.m, p%s.m, v/s.scale)
	}
	return out
}

// Given is the row of V R V' of the pair (i, j) as a matrix (n x m), which for the
// lift of one plan is that plan, and for a mean of lifts the mean over those plans
// that send i to j, which tells mirror images apart.
func (s *Solver) Given(i, j int) *mat.Dense {
	p := 1 + i*s.m + j
	row := s.low.Data[p*s.size : (p+1)*s.size]
	out := mat.NewDense(s.n, s.m, nil)
	if row[0] <= 0 {
		return out
	}
	for q, v := range row[1:] {
		out.Set(q/s.m, q%s.m, v/(s.scale*row[0]))
	}
	return out
}
