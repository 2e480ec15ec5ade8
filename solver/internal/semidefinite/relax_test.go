package semidefinite

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/threadtest"
)

// cloud gives the distances of n random points in space.
func cloud(rng *rand.Rand, n int) *mat.Dense {
	points := make([][3]float64, n)
	for i := range points {
		points[i] = [3]float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
	}
	d := mat.NewDense(n, n, nil)
	for i, p := range points {
		for j, q := range points {
			d.Set(i, j, math.Sqrt((p[0]-q[0])*(p[0]-q[0])+(p[1]-q[1])*(p[1]-q[1])+(p[2]-q[2])*(p[2]-q[2])))
		}
	}
	return d
}

// costs gives a random symmetric matrix with zero diagonal, no metric at all.
func costs(rng *rand.Rand, n int) *mat.Dense {
	d := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range i {
			v := rng.Float64()
			d.Set(i, j, v)
			d.Set(j, i, v)
		}
	}
	return d
}

func weights(rng *rand.Rand, n int, uniform bool) []float64 {
	if uniform {
		return gw.Uniform(n)
	}
	w := make([]float64, n)
	total := 0.0
	for i := range w {
		w[i] = 0.2 + rng.Float64()
		total += w[i]
	}
	for i := range w {
		w[i] /= total
	}
	return w
}

// randomPlan is a vertex of the plans, or a mean of two.
func randomPlan(t *testing.T, rng *rand.Rand, a, b []float64) *mat.Dense {
	t.Helper()
	out := mat.NewDense(len(a), len(b), nil)
	for range 2 {
		c := mat.NewDense(len(a), len(b), nil)
		for i := range len(a) {
			for j := range len(b) {
				c.Set(i, j, rng.Float64())
			}
		}
		p, _, err := gw.Transport(context.Background(), c, a, b)
		if err != nil {
			t.Fatal(err)
		}
		w := rng.IntN(2)
		for k, v := range p.Mass {
			i, j := int(p.I[k]), int(p.J[k])
			out.Set(i, j, out.At(i, j)+v/2)
			if w == 0 {
				out.Set(i, j, out.At(i, j)+v/2)
			}
		}
		if w == 0 {
			c.Zero()
			for k, v := range p.Mass {
				c.Set(int(p.I[k]), int(p.J[k]), v)
			}
			return c
		}
	}
	return out
}

// lifted is y = (1, s x).
func lifted(l *Lift, p *mat.Dense) []float64 {
	y := make([]float64, l.size)
	y[0] = 1
	for i := range l.n {
		for j := range l.m {
			y[1+i*l.m+j] = l.scale * p.At(i, j)
		}
	}
	return y
}

func TestTheFaceHoldsAllPlans(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{1, 1}, {1, 4}, {2, 2}, {3, 5}, {6, 6}, {7, 4}} {
		for _, uniform := range []bool{true, false} {
			t.Run(fmt.Sprint(size, uniform), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(3, uint64(size[0])))
				a, b := weights(rng, size[0], uniform), weights(rng, size[1], uniform)
				l := NewLift(a, b)
				for range 10 {
					y := lifted(l, randomPlan(t, rng, a, b))
					m := dense.New64(l.size, l.size)
					length := 0.0
					for p, v := range y {
						length += v * v
						for q, w := range y {
							m.Data[p*l.size+q] = v * w
						}
					}
					if length > l.length*(1+1e-12) {
						t.Fatalf("a plan has |y|² = %g, beyond the bound %g", length, l.length)
					}
					r := dense.New64(l.face, l.face)
					l.Reduce(2, m, r) // V'yy'V, which loses nothing if y = Vz
					trace := 0.0
					for k := range l.face {
						trace += r.Data[k*r.Stride+k]
					}
					if math.Abs(trace-length) > 1e-12*length {
						t.Errorf("y has length %g and %g on the face", length, trace)
					}
					f, err := dense.PositiveFactor(r)
					if err != nil {
						t.Fatal(err)
					}
					g := l.Expand(2, f)
					back := dense.New64(l.size, l.size)
					dense.Gemm64(1, blas.NoTrans, blas.Trans, 1, g, g, 0, back)
					for p, v := range y {
						if math.Abs(back.Data[p]-v) > 1e-12*float64(l.size) {
							t.Fatalf("entry %d comes back as %g, not %g", p, back.Data[p], v)
						}
					}
				}
			})
		}
	}
}

// problem is a small pair of spaces.
type problem struct {
	name   string
	dx, dy *mat.Dense
	a, b   []float64
	linear *mat.Dense
}

func problems(seed uint64) []problem {
	var all []problem
	for k := range 4 {
		for _, metric := range []bool{true, false} {
			for _, uniform := range []bool{true, false} {
				rng := rand.New(rand.NewPCG(seed, uint64(k)))
				n, m := 2+rng.IntN(4), 2+rng.IntN(4)
				if k%2 == 0 {
					m = n
				}
				p := problem{name: fmt.Sprintf("%dx%d metric=%t uniform=%t", n, m, metric, uniform),
					a: weights(rng, n, uniform), b: weights(rng, m, uniform)}
				make := costs
				if metric {
					make = cloud
				}
				p.dx, p.dy = make(rng, n), make(rng, m)
				if k == 3 {
					p.name += " fused"
					p.linear = mat.NewDense(n, m, nil)
					for i := range n {
						for j := range m {
							p.linear.Set(i, j, rng.Float64())
						}
					}
				}
				all = append(all, p)
			}
		}
	}
	return all
}

func (p problem) objective(plan *gw.Plan) float64 {
	v := gw.Loss(p.dx, p.dy, p.a, p.b, plan)
	if p.linear != nil {
		for k, w := range plan.Mass {
			v += w * p.linear.At(int(plan.I[k]), int(plan.J[k]))
		}
	}
	return v
}

// least is the objective of the best of many plans: vertices that random transport
// problems and descents from them find.
func (p problem) least(t *testing.T) float64 {
	t.Helper()
	rng := rand.New(rand.NewPCG(8, 8))
	best := math.Inf(1)
	for range 200 {
		start := gw.FromDense(randomPlan(t, rng, p.a, p.b), 0)
		best = math.Min(best, p.objective(start))
		r, err := gw.ConditionalGradient(context.Background(), p.dx, p.dy, p.a, p.b, start, gw.CGOptions{})
		if err != nil {
			t.Fatal(err)
		}
		best = math.Min(best, p.objective(r.Plan))
	}
	return best
}

func TestBoundHoldsAtEveryStep(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		for _, p := range problems(seed) {
			t.Run(p.name, func(t *testing.T) {
				t.Parallel()
				least := p.least(t)
				s := NewSolver(p.dx, p.dy, p.a, p.b, p.linear, 1)
				best := math.Inf(-1)
				for step := range 400 {
					if err := s.Step(); err != nil {
						t.Fatal(err)
					}
					bound, err := s.Bound(context.Background())
					if err != nil {
						t.Fatal(err)
					}
					if bound > least*(1+1e-12) {
						t.Fatalf("after %d steps no plan is said to be below %.17g, and one has %.17g", step+1, bound, least)
					}
					best = math.Max(best, bound)
				}
				if best < 0.7*least-1e-9 { // the relaxation is strong
					t.Errorf("the best bound is %g, the best plan has %g", best, least)
				}
			})
		}
	}
}

// Where both residuals are small the bound must be the relaxation's own value, even
// where that is below every plan's.
func TestBoundBecomesTheRelaxationsValue(t *testing.T) {
	t.Parallel()
	for _, p := range problems(5) {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			s := NewSolver(p.dx, p.dy, p.a, p.b, p.linear, 1)
			best := math.Inf(-1)
			for range 1500 {
				if err := s.Step(); err != nil {
					t.Fatal(err)
				}
			}
			for range 20 {
				if err := s.Step(); err != nil {
					t.Fatal(err)
				}
				bound, _ := s.Bound(context.Background())
				best = math.Max(best, bound)
			}
			value := s.constant
			for k, c := range s.cost.Data {
				value += s.unit * c * s.low.Data[k]
			}
			if math.Abs(value-best) > 5e-3*value {
				t.Errorf("the bound is %g, the relaxation's value %g (residuals %.1e and %.1e)", best, value, s.Primal, s.Dual)
			}
		})
	}
}

// A wrong eigensolver must cost sharpness, not truth.
func TestBoundDoesNotTrustTheEigensolver(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 4))
	p := problem{dx: cloud(rng, 5), dy: cloud(rng, 5), a: gw.Uniform(5), b: gw.Uniform(5)}
	least := p.least(t)
	s := NewSolver(p.dx, p.dy, p.a, p.b, nil, 1)
	for range 50 {
		if err := s.Step(); err != nil {
			t.Fatal(err)
		}
	}
	sharp, _ := s.Bound(context.Background())
	for k := range s.factor.Rows { // the last eigenvector, of the largest eigenvalue, is lost
		s.factor.Data[k*s.factor.Stride+s.factor.Cols-1] = 0
	}
	g := s.Expand(1, s.factor)
	dense.Gemm64(1, blas.NoTrans, blas.Trans, 1, g, g, 0, s.low)
	if blunt, _ := s.Bound(context.Background()); blunt > least || blunt >= sharp {
		t.Errorf("with an eigenvector missing the bound is %g; it was %g, and a plan has %g", blunt, sharp, least)
	}
}

func TestSolverHasTheSameBitsForAnyThreads(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 1))
	dx, dy, a, b := cloud(rng, 9), cloud(rng, 8), weights(rng, 9, false), weights(rng, 8, false)
	want := math.NaN()
	for _, threads := range threadtest.Counts(1, 2, 5) {
		s := NewSolver(dx, dy, a, b, nil, threads)
		for range 30 {
			if err := s.Step(); err != nil {
				t.Fatal(err)
			}
		}
		got, err := s.Bound(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if math.IsNaN(want) {
			want = got
		} else if got != want {
			t.Errorf("%d threads: %v, want the bits of %v", threads, got, want)
		}
	}
}

func TestBoundStopsWithTheContext(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 1))
	s := NewSolver(cloud(rng, 6), cloud(rng, 6), gw.Uniform(6), gw.Uniform(6), nil, 1)
	if b, err := s.Bound(context.Background()); err != nil || !math.IsInf(b, -1) {
		t.Errorf("before the first step: %v, %v", b, err)
	}
	if err := s.Step(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if b, err := s.Bound(ctx); err != context.Canceled || !math.IsInf(b, -1) {
		t.Errorf("after the end of the context: %v, %v", b, err)
	}
}

func BenchmarkStep(b *testing.B) {
	for _, n := range []int{10, 18, 24} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			s := NewSolver(cloud(rng, n), cloud(rng, n), gw.Uniform(n), gw.Uniform(n), nil, 0)
			for b.Loop() {
				if err := s.Step(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
