package gw

import (
	"context"
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"gwscope/solver/internal/threadtest"

	"gonum.org/v1/gonum/mat"
)

func TestDescentIsNoWorseThanReference(t *testing.T) {
	t.Parallel()
	for _, f := range fixtures(t) {
		r, err := ConditionalGradient(context.Background(), toDense(f.C1), toDense(f.C2), f.P, f.Q, nil, CGOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Loss > f.CG.GW+1e-10 {
			t.Errorf("%s: loss %.12g from the product coupling, reference %.12g", f.Name, r.Loss, f.CG.GW)
		}
		if r.Status != Converged {
			t.Errorf("%s: %v", f.Name, r.Status)
		}
		if e := r.Plan.MarginalError(f.P, f.Q); e > 1e-12 {
			t.Errorf("%s: marginal error %g", f.Name, e)
		}
	}
}

// pair is two poses of one shape, sampled independently, with a start.
type pair struct {
	dx, dy *mat.Dense
	a, b   []float64
	start  *Plan
}

func newPair(seed uint64, n, m int, weighted bool) pair {
	rng := newRand(seed)
	px, dx := shape(rng, n, 0.3)
	py, dy := shape(rng, m, 1.0)
	p := pair{dx: dx, dy: dy, a: Uniform(n), b: Uniform(m)}
	if weighted {
		p.a, p.b = randomWeights(rng, n), randomWeights(rng, m)
	}
	orderX, orderY := halvings(px, py)
	p.start = Monotone(orderX, orderY, p.a, p.b)
	return p
}

func TestDescentIsMonotoneFeasibleAndTheSameForAnyThreads(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]pair{
		"permutation": newPair(11, 150, 150, false),
		"sizes":       newPair(12, 90, 140, false),
		"weights":     newPair(13, 100, 100, true),
	} {
		for _, start := range []*Plan{p.start, nil} {
			var first CGResult
			for _, threads := range threadtest.Counts(1, 2, 4) {
				last := math.Inf(1)
				if start != nil {
					last = Loss(p.dx, p.dy, nil, nil, start)
				}
				opt := CGOptions{Threads: threads, Progress: func(it int, loss float64, plan *Plan) {
					if !(loss < last) {
						t.Errorf("%s: iteration %d raised the loss from %g to %g", name, it, last, loss)
					}
					if l := Loss(p.dx, p.dy, nil, nil, plan); math.Abs(l-loss) > 1e-12 {
						t.Errorf("%s: iteration %d reported %g for a plan of loss %g", name, it, loss, l)
					}
					last = loss
				}}
				r, err := ConditionalGradient(context.Background(), p.dx, p.dy, p.a, p.b, start, opt)
				if err != nil {
					t.Fatal(err)
				}
				if err := r.Plan.Validate(); err != nil {
					t.Fatal(err)
				}
				if r.Loss > last+1e-14 {
					t.Errorf("%s: the result has loss %g, the last step had %g", name, r.Loss, last)
				}
				tol := 1e-9
				if r.Plan.IsPermutation() {
					tol = 1e-12
				}
				if e := r.Plan.MarginalError(p.a, p.b); e > tol {
					t.Errorf("%s: marginal error %g", name, e)
				}
				if name == "permutation" && start != nil && !r.Plan.IsPermutation() {
					t.Errorf("%s: the descent left the permutations", name)
				}
				// No first-order descent left: the linear problem cannot beat the plan.
				g := Gradient(p.dx, p.dy, r.Plan, 1)
				_, best, err := Transport(context.Background(), g, p.a, p.b)
				if err != nil {
					t.Fatal(err)
				}
				at := 0.0
				for k, w := range r.Plan.Mass {
					at += w * g.At(int(r.Plan.I[k]), int(r.Plan.J[k]))
				}
				if r.Status == Converged && at-best > 1e-4*r.Loss {
					t.Errorf("%s: a gap of %g (loss %g) is left", name, at-best, r.Loss)
				}
				if first.Plan == nil {
					first = r
				} else if r.Loss != first.Loss || !samePlan(r.Plan, first.Plan) {
					t.Errorf("%s: %d threads gave another result than 1", name, threads)
				}
			}
		}
	}
}

func samePlan(p, q *Plan) bool {
	if p.Len() != q.Len() {
		return false
	}
	for k := range p.Mass {
		if p.I[k] != q.I[k] || p.J[k] != q.J[k] || p.Mass[k] != q.Mass[k] {
			return false
		}
	}
	return true
}

func TestDescentRecoversAShuffle(t *testing.T) {
	t.Parallel()
	rng := newRand(14)
	n := 120
	_, dx := shape(rng, n, 0.4)
	dy, sigma := shuffled(rng, dx)
	// Start near the truth: a fifth of the points sent astray.
	start := append([]int32(nil), sigma...)
	for range n / 10 {
		i, j := rng.IntN(n), rng.IntN(n)
		start[i], start[j] = start[j], start[i]
	}
	a := randomWeights(rng, n)
	b := make([]float64, n)
	for i, j := range sigma {
		b[j] = a[i]
	}
	r, err := ConditionalGradient(context.Background(), dx, dy, nil, nil, Permutation(start), CGOptions{})
	if err != nil {
		t.Fatal(err)
	}
	got, ok := r.Plan.Sigma()
	if !ok || r.Loss != 0 {
		t.Fatalf("loss %g after descent from near the truth", r.Loss)
	}
	for i := range got {
		if got[i] != sigma[i] {
			t.Fatalf("point %d went to %d, its copy is %d", i, got[i], sigma[i])
		}
	}
	// With weights of their own the points are found through transport.
	orders := [2][]int32{make([]int32, n), make([]int32, n)}
	for k := range n {
		orders[0][k], orders[1][k] = int32(k), sigma[k]
	}
	for range 12 { // neighbours in the order exchanged: overlapping mass, mostly right
		k := rng.IntN(n - 1)
		orders[1][k], orders[1][k+1] = orders[1][k+1], orders[1][k]
	}
	r, err = ConditionalGradient(context.Background(), dx, dy, a, b, Monotone(orders[0], orders[1], a, b), CGOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Loss > 1e-12 {
		t.Errorf("weighted: loss %g after descent from near the truth", r.Loss)
	}
}

func TestDescentStopsWhenAsked(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]pair{"permutation": newPair(15, 200, 200, false), "general": newPair(16, 120, 150, true)} {
		prob, err := NewProblem(p.dx, p.dy, p.a, p.b)
		if err != nil {
			t.Fatal(err)
		}
		startLoss := prob.Loss(p.start)
		for looks := 0; looks < 400; looks += 1 + looks/4 {
			left := looks
			r, err := prob.ConditionalGradient(endsAfter{context.Background(), &left}, p.start, CGOptions{}, nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if r.Loss > startLoss*(1+1e-12) || r.Plan.MarginalError(p.a, p.b) > 1e-9 {
				t.Fatalf("%s: cancelled after %d looks: loss %g from %g, marginal error %g", name, looks, r.Loss, startLoss, r.Plan.MarginalError(p.a, p.b))
			}
			if looks == 0 && r.Status != Cancelled {
				t.Errorf("%s: cancelled before it began, status %v", name, r.Status)
			}
		}
		r, err := prob.ConditionalGradient(context.Background(), p.start, CGOptions{MaxIter: 1}, nil)
		if err != nil || r.Status != IterationLimit || r.Iterations != 1 {
			t.Errorf("%s: one iteration allowed, %d done, %v, %v", name, r.Iterations, r.Status, err)
		}
	}
	// A real deadline in the middle of large linear problems.
	p := newPair(17, 400, 400, false)
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	if r, err := ConditionalGradient(ctx, p.dx, p.dy, p.a, p.b, nil, CGOptions{}); err != nil || r.Plan == nil {
		t.Errorf("with a deadline: %v", err)
	}
}

func TestDescentsRunSideBySide(t *testing.T) {
	t.Parallel()
	p := newPair(18, 100, 100, false)
	prob, err := NewProblem(p.dx, p.dy, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := prob.ConditionalGradient(context.Background(), p.start, CGOptions{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			var ws CGWorkspace
			for range 5 {
				r, err := prob.ConditionalGradient(context.Background(), p.start, CGOptions{Threads: 2}, &ws)
				if err != nil || r.Loss != want.Loss || !samePlan(r.Plan, want.Plan) {
					t.Errorf("a descent beside others ended elsewhere: %g, not %g (%v)", r.Loss, want.Loss, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestProblemRefusesWhatIsNoSpace(t *testing.T) {
	t.Parallel()
	ok := mat.NewDense(2, 2, []float64{0, 1, 1, 0})
	for name, c := range map[string]struct {
		dx, dy *mat.Dense
		a, b   []float64
	}{
		"missing":         {nil, ok, nil, nil},
		"not square":      {mat.NewDense(2, 3, nil), ok, nil, nil},
		"not symmetric":   {mat.NewDense(2, 2, []float64{0, 1, 2, 0}), ok, nil, nil},
		"NaN":             {ok, mat.NewDense(2, 2, []float64{0, math.NaN(), math.NaN(), 0}), nil, nil},
		"infinite":        {ok, mat.NewDense(2, 2, []float64{0, math.Inf(1), math.Inf(1), 0}), nil, nil},
		"weights":         {ok, ok, []float64{1}, nil},
		"negative weight": {ok, ok, []float64{2, -1}, nil},
		"no mass":         {ok, ok, []float64{0, 0}, nil},
		"sums":            {ok, ok, []float64{0.5, 0.5}, []float64{1, 1}},
	} {
		if _, err := NewProblem(c.dx, c.dy, c.a, c.b); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	prob, err := NewProblem(ok, ok, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, start := range map[string]*Plan{
		"other size": Permutation([]int32{0, 1, 2}),
		"marginals":  {N: 2, M: 2, I: []int32{0}, J: []int32{0}, Mass: []float64{1}},
		"broken":     {N: 2, M: 2, I: []int32{0, 5}, J: []int32{0, 1}, Mass: []float64{0.5, 0.5}},
	} {
		if _, err := prob.ConditionalGradient(context.Background(), start, CGOptions{}, nil); err == nil {
			t.Errorf("start %s: no error", name)
		}
	}
}

func TestTinySpaces(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 4; n++ {
		for m := 1; m <= 4; m++ {
			rng := newRand(uint64(10*n + m))
			_, dx := tiny(rng, n)
			_, dy := tiny(rng, m)
			r, err := ConditionalGradient(context.Background(), dx, dy, nil, nil, nil, CGOptions{})
			if err != nil {
				t.Fatalf("%dx%d: %v", n, m, err)
			}
			if r.Loss > Loss(dx, dy, nil, nil, Product(Uniform(n), Uniform(m)))+1e-15 {
				t.Errorf("%dx%d: worse than the product coupling", n, m)
			}
		}
	}
	// Points that all coincide: any plan is perfect, nothing must divide by zero.
	zero := mat.NewDense(3, 3, nil)
	if r, err := ConditionalGradient(context.Background(), zero, zero, nil, nil, nil, CGOptions{}); err != nil || r.Loss != 0 {
		t.Errorf("coinciding points: loss %g, %v", r.Loss, err)
	}
}

// tiny is n points on a line and their distances.
func tiny(rng interface{ Float64() float64 }, n int) ([]float64, *mat.Dense) {
	x := make([]float64, n)
	for i := range x {
		x[i] = rng.Float64()
	}
	d := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			d.Set(i, j, math.Abs(x[i]-x[j]))
		}
	}
	return x, d
}

func ExampleConditionalGradient() {
	// Five points on a line and the same five in another order.
	line := []float64{0, 1, 3, 6, 10}
	order := []int{3, 0, 4, 2, 1} // point i of the first is point order[i] of the second
	dx, dy := mat.NewDense(5, 5, nil), mat.NewDense(5, 5, nil)
	for i, u := range line {
		for k, v := range line {
			dx.Set(i, k, math.Abs(u-v)/10)
			dy.Set(order[i], order[k], math.Abs(u-v)/10)
		}
	}
	r, err := ConditionalGradient(context.Background(), dx, dy, nil, nil, nil, CGOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	sigma, _ := r.Plan.Sigma()
	fmt.Println(sigma, r.Loss, r.Status)
	// Output: [3 0 4 2 1] 0 converged
}
