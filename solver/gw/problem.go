package gw

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"gwscope/internal/routine"
	"gwscope/solver/internal/dense"
)

// Problem is two metric measure spaces prepared for repeated descent. It is
// immutable and safe for concurrent use with one CGWorkspace each.
type Problem struct {
	n, m   int
	dx, dy *mat.Dense
	a, b   []float64
	// assignable: n = m and all weights equal, so extreme plans are permutations.
	assignable bool
	constant   float64 // a'(DX∘DX)a + b'(DY∘DY)b

	// Distances minus their mean, in single precision. On plans with fixed
	// marginals the shift changes DX P DY by a function of the row plus one of the
	// column, to which linear problems are blind; the rest is smaller, so
	// single precision reaches further.
	x32, y32 blas32.General
	// columnDual are good first duals of the linear problems (m): with
	// u_i = -½ Σ_k a_k x_ik² they make the reduced cost of (i, j) half the squared
	// distance between i's and its would-be partner j's views of all matched pairs.
	columnDual []float64
	fused      *fused     // nil: the objective is GW² alone
	device     Multiplier // nil: the processor
}

// NewProblem checks and prepares distances dx (n x n) and dy (m x m), symmetric
// with zero diagonal, and weights a (n) and b (m), non-negative with sum 1.
// nil weights are uniform. The matrices are kept, not copied: do not change them.
func NewProblem(dx, dy *mat.Dense, a, b []float64) (*Problem, error) {
	x, y := preparedSide{name: "source", distances: dx, weights: a}, preparedSide{name: "target", distances: dy, weights: b}
	// With thousands of points that takes a tenth of a second, and nobody can cancel it.
	var both routine.Group
	both.Go(x.prepare)
	both.Go(func() {
		if y.prepare(); y.err == nil {
			y.prepareDual()
		}
	})
	both.Wait()
	if err := cmp.Or(x.err, y.err); err != nil {
		return nil, err
	}
	a, b = x.weights, y.weights
	if sa, sb := sum(a), sum(b); !(math.Abs(sa-1) < 1e-6 && math.Abs(sb-1) < 1e-6) {
		return nil, fmt.Errorf("the weights sum to %g (source) and %g (target); both must sum to 1", sa, sb)
	}
	p := &Problem{n: x.n, m: y.n, dx: dx, dy: dy, a: a, b: b, x32: x.centred, y32: y.centred, columnDual: y.dual}
	p.assignable = x.n == y.n && Even(a) && Even(b)
	p.constant = x.square + y.square
	return p, nil
}

// preparedSide is one space of a problem.
type preparedSide struct {
	name      string
	distances *mat.Dense
	weights   []float64 // nil until prepared: uniform

	n       int
	err     error
	square  float64 // a'(D∘D)a
	centred blas32.General
	dual    []float64 // of a target, see Problem.columnDual
}

// prepare checks the side and fills in all but dual.
func (s *preparedSide) prepare() {
	if s.n, s.err = checkSpace(s.name, s.distances, s.weights); s.err != nil {
		return
	}
	if s.weights == nil {
		s.weights = Uniform(s.n)
	}
	s.square = squareForm(s.distances, s.weights)
	s.centred = centred32(s.distances)
}

// prepareDual fills in dual, of a side that is prepared.
func (s *preparedSide) prepareDual() {
	s.dual = make([]float64, s.n)
	for j := range s.dual {
		q := 0.0
		for k, v := range s.centred.Data[j*s.n:][:s.n] {
			q += s.weights[k] * float64(v) * float64(v)
		}
		s.dual[j] = -q / 2
	}
}

func checkSpace(side string, d *mat.Dense, w []float64) (int, error) {
	if d == nil || d.IsEmpty() {
		return 0, fmt.Errorf("the %s has no points", side)
	}
	n, c := d.Dims()
	if n != c {
		return 0, fmt.Errorf("the %s's distances are %d x %d; they must be square", side, n, c)
	}
	if w != nil && len(w) != n {
		return 0, fmt.Errorf("the %s has %d points but %d weights", side, n, len(w))
	}
	if err := checkDistances(side, d); err != nil {
		return 0, err
	}
	positive := w == nil
	for i, v := range w {
		if !(v >= 0) || math.IsInf(v, 1) {
			return 0, fmt.Errorf("the %s's weight %d is %g; weights must be finite and not negative", side, i, v)
		}
		positive = positive || v > 0
	}
	if !positive {
		return 0, fmt.Errorf("the %s's weights are all zero", side)
	}
	return n, nil
}

// checkDistances looks at all pairs once, in tiles, because a transposed walk by whole rows misses the cache at every step.
func checkDistances(side string, d *mat.Dense) error {
	n, _ := d.Dims()
	raw := d.RawMatrix()
	const tile = 32
	largest, apart, finite := 0.0, 0.0, true
	for i0 := 0; i0 < n; i0 += tile {
		for j0 := 0; j0 <= i0; j0 += tile {
			for i := i0; i < min(i0+tile, n); i++ {
				row := raw.Data[i*raw.Stride:]
				for j := j0; j < min(j0+tile, i+1); j++ {
					u, v := row[j], raw.Data[j*raw.Stride+i]
					// Comparisons with NaN are false.
					if a := math.Abs(u); !(a <= largest) {
						finite, largest = finite && a <= math.MaxFloat64, a
					}
					if !(math.Abs(v) <= math.MaxFloat64) {
						finite = false
					}
					if a := math.Abs(u - v); a > apart {
						apart = a
					}
				}
			}
		}
	}
	if finite && apart <= mostAsymmetric*largest {
		return nil
	}
	for i := range n {
		for j := range n {
			switch u, v := raw.Data[i*raw.Stride+j], raw.Data[j*raw.Stride+i]; {
			case !(math.Abs(u) <= math.MaxFloat64):
				return fmt.Errorf("the %s's distance between points %d and %d is %g; distances must be finite", side, i, j, u)
			case finite && math.Abs(u-v) > mostAsymmetric*largest:
				return fmt.Errorf("the %s's distances are not symmetric: %g from point %d to %d, %g back", side, u, i, j, v)
			}
		}
	}
	return nil
}

// mostAsymmetric is the largest difference between a distance and the one back, over the largest distance.
const mostAsymmetric = 1e-9

func centred32(d *mat.Dense) blas32.General {
	n, _ := d.Dims()
	raw := d.RawMatrix()
	mean := 0.0
	for i := range n {
		mean += sum(raw.Data[i*raw.Stride:][:n])
	}
	mean /= float64(n) * float64(n)
	out := dense.New32(n, n)
	for i := range n {
		to := out.Data[i*n:][:n]
		for j, v := range raw.Data[i*raw.Stride:][:n] {
			to[j] = float32(v - mean)
		}
	}
	return out
}

func sum(w []float64) float64 {
	total := 0.0
	for _, v := range w {
		total += v
	}
	return total
}

// Weights are the problem's marginals a (n) and b (m), shared.
func (p *Problem) Weights() (a, b []float64) { return p.a, p.b }

// Loss is the squared GW loss of a plan of this problem.
func (p *Problem) Loss(plan *Plan) float64 {
	if p.assignable {
		if sigma, ok := plan.Sigma(); ok {
			return permutationLoss(p.dx, p.dy, sigma)
		}
	}
	return Loss(p.dx, p.dy, p.a, p.b, plan)
}

// largeLoss is the number of points from which a loss is summed up on all processors: it takes some thousandths of a second.
const largeLoss = 1000

// permutationLoss is the loss of the plan σ/n for symmetric distances with zero
// diagonal: twice the sum over pairs i < k.
func permutationLoss(dx, dy *mat.Dense, sigma []int32) float64 {
	x, y := dx.RawMatrix(), dy.RawMatrix()
	n := len(sigma)
	rows := make([]float64, n)
	threads := 1
	if n >= largeLoss {
		threads = 0
	}
	dense.Blocks(threads, n, 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			rx := x.Data[i*x.Stride:][:n]
			ry := y.Data[int(sigma[i])*y.Stride:][:n]
			row := 0.0
			for k := i + 1; k < n; k++ {
				d := rx[k] - ry[sigma[k]]
				row += d * d
			}
			rows[i] = row
		}
	})
	return 2 * sum(rows) / (float64(n) * float64(n))
}
