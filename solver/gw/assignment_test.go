package gw

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// assignDense is Assign for a one-off square matrix, with the value Σ cost(i, σ(i)).
func assignDense(cost *mat.Dense) (sigma []int32, value float64, err error) {
	var s Assignment
	n, _ := cost.Dims()
	s.Resize(n)
	if sigma, err = Assign(context.Background(), &s, cost.RawMatrix().Data, Cold); err != nil {
		return nil, 0, err
	}
	for i, j := range sigma {
		value += cost.At(i, int(j))
	}
	return sigma, value, nil
}

// optimalByEnumeration tries all permutations.
func optimalByEnumeration(cost *mat.Dense) float64 {
	n, _ := cost.Dims()
	best := math.Inf(1)
	used := make([]bool, n)
	var place func(i int, sum float64)
	place = func(i int, sum float64) {
		if i == n {
			best = math.Min(best, sum)
			return
		}
		for j := range n {
			if !used[j] {
				used[j] = true
				place(i+1, sum+cost.At(i, j))
				used[j] = false
			}
		}
	}
	place(0, 0)
	return best
}

// checkAssignment proves optimality by complementary slackness.
func checkAssignment[T Float](t *testing.T, s *Assignment, cost []T, sigma []int32) {
	t.Helper()
	n := len(sigma)
	u, v := s.Duals()
	seen := make([]bool, n)
	scale := 0.0
	for _, c := range cost {
		scale = math.Max(scale, math.Abs(float64(c)))
	}
	tol := 1e-12 * scale * float64(n)
	primal, dual := 0.0, 0.0
	for i, j := range sigma {
		if seen[j] {
			t.Fatalf("column %d is used twice", j)
		}
		seen[j] = true
		primal += float64(cost[i*n+int(j)])
		dual += u[i] + v[i]
		for k := range n {
			if r := float64(cost[i*n+k]) - u[i] - v[k]; r < -tol {
				t.Fatalf("reduced cost of (%d,%d) is %g", i, k, r)
			}
		}
	}
	if math.Abs(primal-dual) > tol*float64(n) {
		t.Fatalf("primal value %.15g, dual value %.15g", primal, dual)
	}
}

func TestAssignmentAgainstEnumeration(t *testing.T) {
	t.Parallel()
	rng := newRand(5)
	for n := 1; n <= 7; n++ {
		for trial := range 60 {
			cost := mat.NewDense(n, n, nil)
			for i := range n {
				for j := range n {
					switch trial % 3 {
					case 0:
						cost.Set(i, j, rng.NormFloat64())
					case 1:
						cost.Set(i, j, float64(rng.IntN(3))) // many ties
					default:
						cost.Set(i, j, -float64((i+1)*(j+1))*rng.Float64()*1e6)
					}
				}
			}
			_, value, err := assignDense(cost)
			if err != nil {
				t.Fatal(err)
			}
			if want := optimalByEnumeration(cost); math.Abs(value-want) > 1e-12*(1+math.Abs(want)) {
				t.Fatalf("n=%d trial %d: value %g, the best is %g", n, trial, value, want)
			}
		}
	}
}

// structuredCosts are families that strain different parts of the method.
func structuredCosts(n int, seed uint64) map[string][]float64 {
	rng := newRand(seed)
	families := map[string]func(i, j int) float64{
		"random":      func(i, j int) float64 { return rng.Float64() },
		"product":     func(i, j int) float64 { return float64((i + 1) * (j + 1)) },
		"constant":    func(i, j int) float64 { return 3 },
		"few values":  func(i, j int) float64 { return float64(rng.IntN(4)) },
		"one column":  func(i, j int) float64 { return float64(j) },
		"huge spread": func(i, j int) float64 { return math.Exp(20 * rng.NormFloat64() / 3) },
		"equal rows":  func(i, j int) float64 { return math.Abs(float64(j*5%n) - float64(i%3)) },
		"line":        func(i, j int) float64 { return math.Abs(float64(i*7%n) - float64(j*3%n)) },
	}
	out := map[string][]float64{}
	for name, f := range families {
		c := make([]float64, n*n)
		for i := range n {
			for j := range n {
				c[i*n+j] = f(i, j)
			}
		}
		out[name] = c
	}
	return out
}

func TestAssignmentIsOptimalByDuality(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, n := range []int{2, 31, 64, 150} {
		for name, cost := range structuredCosts(n, uint64(n)) {
			t.Run(fmt.Sprintf("%s/%d", name, n), func(t *testing.T) {
				t.Parallel()
				var s Assignment
				s.Resize(n)
				sigma, err := Assign(ctx, &s, cost, Cold)
				if err != nil {
					t.Fatal(err)
				}
				checkAssignment(t, &s, cost, sigma)
				// Warm from its own duals after a small change, and from absurd duals.
				rng := newRand(uint64(n) + 1)
				for range n {
					cost[rng.IntN(n*n)] *= 1.01
				}
				sigma, err = Assign(ctx, &s, cost, Warm)
				if err != nil {
					t.Fatal(err)
				}
				checkAssignment(t, &s, cost, sigma)
				_, v := s.Duals()
				for j := range v {
					v[j] = rng.NormFloat64()
				}
				sigma, err = Assign(ctx, &s, cost, Warm)
				if err != nil {
					t.Fatal(err)
				}
				checkAssignment(t, &s, cost, sigma)
				single := make([]float32, n*n)
				for k, c := range cost {
					single[k] = float32(c)
				}
				s.Resize(n)
				sigma, err = Assign(ctx, &s, single, Cold)
				if err != nil {
					t.Fatal(err)
				}
				checkAssignment(t, &s, single, sigma)
			})
		}
	}
}

func TestAssignmentFindsTheOnlyCheapPermutation(t *testing.T) {
	t.Parallel()
	rng := newRand(6)
	n := 200
	cost := mat.NewDense(n, n, nil)
	perm := rng.Perm(n)
	for i := range n {
		for j := range n {
			cost.Set(i, j, 1+rng.Float64())
		}
		cost.Set(i, perm[i], rng.Float64())
	}
	sigma, _, err := assignDense(cost)
	if err != nil {
		t.Fatal(err)
	}
	for i, j := range sigma {
		if int(j) != perm[i] {
			t.Fatalf("row %d goes to %d, not to %d", i, j, perm[i])
		}
	}
}

func TestAssignmentRefusesWhatItCannotDo(t *testing.T) {
	t.Parallel()
	nan := mat.NewDense(40, 40, nil)
	for j := range 40 {
		nan.Set(7, j, math.NaN())
	}
	if _, _, err := assignDense(nan); err == nil {
		t.Error("a row of NaN gave no error")
	}
	// Cancellation at any point returns the context's error, never a half result.
	rng := newRand(7)
	n := 120
	cost := make([]float64, n*n)
	for k := range cost {
		cost[k] = rng.Float64()
	}
	for looks := range 200 {
		var s Assignment
		s.Resize(n)
		left := looks
		sigma, err := Assign(endsAfter{context.Background(), &left}, &s, cost, Cold)
		if err == nil {
			checkAssignment(t, &s, cost, sigma)
		} else if !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d looks: %v", looks, err)
		}
	}
}

// Duals that know nothing of the costs leave rows without a column after small bids; the auction begins again with
// large ones then, and leaves none.
func TestAnAuctionBeginsAgainWithLargeBids(t *testing.T) {
	t.Parallel()
	const n = 800
	cost := make([]float64, n*n)
	rng := rand.New(rand.NewPCG(3, 5))
	x, y := make([]float64, n), make([]float64, n)
	for i := range n {
		x[i], y[i] = rng.Float64(), rng.Float64()
	}
	for i := range n {
		for j := range n {
			cost[i*n+j] = -x[i] * y[j] // all rows like the same columns best
		}
	}
	begun := func() (s *Assignment, gap float64) {
		s = new(Assignment)
		s.Resize(n)
		s.core.resize(n)
		for i := range int32(n) {
			s.rowToCol[i], s.colToRow[i] = -1, -1
			_, spread := choose(s, cost, i)
			gap += spread / n
		}
		return s, gap
	}
	s, gap := begun()
	if err := bid(t.Context(), s, cost, auctionStages[0]*gap, 30*n); err != nil || len(s.free) == 0 {
		t.Fatalf("small bids leave %d rows over (%v): too easy", len(s.free), err)
	}
	s, gap = begun()
	if err := auction(t.Context(), s, cost, gap, Cold); err != nil || len(s.free) > 0 {
		t.Errorf("the auction leaves %d rows over (%v)", len(s.free), err)
	}
}
