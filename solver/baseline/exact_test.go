package baseline_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/baseline"
	"gwscope/solver/gw"
)

// bruteForce is the least GW² over all permutations, n! of them.
func bruteForce(dx, dy *mat.Dense) float64 {
	n, _ := dx.Dims()
	sigma := make([]int32, n)
	for i := range sigma {
		sigma[i] = int32(i)
	}
	best := math.Inf(1)
	var try func(k int)
	try = func(k int) {
		if k == n {
			best = math.Min(best, gw.Loss(dx, dy, nil, nil, gw.Permutation(sigma)))
			return
		}
		for i := k; i < n; i++ {
			sigma[k], sigma[i] = sigma[i], sigma[k]
			try(k + 1)
			sigma[k], sigma[i] = sigma[i], sigma[k]
		}
	}
	try(0)
	return best
}

// between gives |x_i - x_j|^power of points x (n x d).
func between(x *mat.Dense, power float64) *mat.Dense {
	n, _ := x.Dims()
	d := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			sum := 0.0
			for c, v := range x.RawRowView(i) {
				sum += (v - x.At(j, c)) * (v - x.At(j, c))
			}
			d.Set(i, j, math.Pow(sum, power/2))
		}
	}
	return d
}

func randomPoints(rng *rand.Rand, n, d int) *mat.Dense {
	m := mat.NewDense(n, d, nil)
	for i := range n {
		for c := range d {
			m.Set(i, c, rng.NormFloat64()/float64(1+c)) // longer than wide, as shapes are
		}
	}
	return m
}

// spaces is the problem of two point sets with Euclidean distances.
func spaces(x, y *mat.Dense) *baseline.Problem {
	return &baseline.Problem{DX: between(x, 1), DY: between(y, 1), PointsX: x, PointsY: y}
}

// onLine is the problem of points on the line with squared distances, whose GW² sliced
// distances speak of.
func onLine(x, y []float64) *baseline.Problem {
	px, py := mat.NewDense(len(x), 1, x), mat.NewDense(len(y), 1, y)
	return &baseline.Problem{DX: between(px, 2), DY: between(py, 2), PointsX: px, PointsY: py}
}

func run(t testing.TB, name string, p *baseline.Problem, o baseline.Options) *baseline.Result {
	t.Helper()
	m, err := baseline.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Run(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Beinert, Heiss and Steidl 2023: from seven points on, both the identity and the
// anti-identity can be beaten. Here x has one far point on each side and y two on one
// side; best is to send both to both.
func TestNeitherMonotoneCouplingIsOptimalOnTheLine(t *testing.T) {
	t.Parallel()
	const e = 1e-3 // all points distinct
	p := onLine([]float64{-1, -2 * e, -e, 0, e, 2 * e, 1}, []float64{-2 * e, -e, 0, e, 2 * e, 1, 1 + e})
	optimum := bruteForce(p.DX, p.DY)
	sliced := run(t, "sgw", p, baseline.Options{})
	if !(sliced.Value > 1.1*optimum) {
		t.Errorf("the better of both monotone couplings has %g, and the optimum %g: this is no counter-example", sliced.Value, optimum)
	}
	if math.Abs(sliced.Value-sliced.GW2) > 1e-12 {
		t.Errorf("on the line the plan's GW² with squared distances is SGW, but they are %g and %g", sliced.GW2, sliced.Value)
	}
	// The relaxation finds the optimum and proves it.
	relaxed := run(t, "sdp", p, baseline.Options{})
	if relaxed.Bound > optimum*(1+1e-9) || relaxed.GW2 > optimum*(1+1e-9) {
		t.Errorf("optimum %g, relaxation: bound %g, plan %g", optimum, relaxed.Bound, relaxed.GW2)
	}
	// A local solver may miss it but never lies below.
	if descended := run(t, "cg", p, baseline.Options{Start: sliced.Plan}); descended.GW2 < optimum*(1-1e-9) || descended.GW2 > sliced.GW2 {
		t.Errorf("conditional gradient from the sliced plan: %g, optimum %g, start %g", descended.GW2, optimum, sliced.GW2)
	}
}

// On few points the better of both is usually the optimum.
func TestMonotoneCouplingsOnTheLineAgainstBruteForce(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 6; n++ {
		for seed := range uint64(4) {
			rng := rand.New(rand.NewPCG(seed, uint64(n)))
			x, y := make([]float64, n), make([]float64, n)
			for i := range n {
				x[i], y[i] = rng.NormFloat64(), math.Exp(rng.NormFloat64())
			}
			p := onLine(x, y)
			optimum := bruteForce(p.DX, p.DY)
			for _, name := range []string{"sgw", "ri-sgw", "max-min-sgw"} { // all the same on the line
				r := run(t, name, p, baseline.Options{Parameters: baseline.Parameters{Sliced: baseline.SlicedParameters{Directions: 3}}})
				if math.Abs(r.Value-optimum) > 1e-9*optimum+1e-15 {
					t.Errorf("n=%d seed=%d: %s is %g, the optimum %g", n, seed, name, r.Value, optimum)
				}
			}
		}
	}
}

// For Euclidean distances GW² is concave along plans, so permutations hold the optimum
// of all plans: bound <= optimum <= every method.
func TestBoundIsBelowOptimumIsBelowEveryMethod(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 5; n++ {
		for seed := range uint64(3) {
			t.Run(fmt.Sprintf("n=%d seed=%d", n, seed), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(seed, uint64(n)))
				p := spaces(randomPoints(rng, n, 3), randomPoints(rng, n, 2))
				optimum := bruteForce(p.DX, p.DY)
				relaxed := run(t, "sdp", p, baseline.Options{})
				if relaxed.Bound > optimum*(1+1e-9) {
					t.Errorf("the bound %.15g is above the optimum %.15g", relaxed.Bound, optimum)
				}
				if relaxed.Bound < 0.9*optimum {
					t.Errorf("the bound %g is far below the optimum %g", relaxed.Bound, optimum)
				}
				if relaxed.GW2 > optimum*(1+1e-9) {
					t.Errorf("the relaxation's plan has %g, the optimum %g", relaxed.GW2, optimum)
				}
				for _, m := range baseline.All {
					r, err := m.Run(context.Background(), p, baseline.Options{Seed: 1})
					if err != nil {
						t.Fatal(err)
					}
					if r.GW2 < optimum*(1-1e-9) {
						t.Errorf("%s: %.15g, below the optimum %.15g", m.Name, r.GW2, optimum)
					}
				}
			})
		}
	}
}
