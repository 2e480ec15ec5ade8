package gw

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestTransportEqualsReference(t *testing.T) {
	t.Parallel()
	for _, f := range fixtures(t) {
		plan, value, err := Transport(context.Background(), toDense(f.M), f.P, f.Q)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(value-f.EMDCost) > 1e-12 {
			t.Errorf("%s: value %.15g, reference %.15g", f.Name, value, f.EMDCost)
		}
		if e := plan.MarginalError(f.P, f.Q); e > 1e-12 {
			t.Errorf("%s: marginal error %g", f.Name, e)
		}
	}
}

// optimalByBases solves a tiny transport problem by trying every spanning tree:
// the optimum is at a basic solution.
func optimalByBases(cost *mat.Dense, a, b []float64) float64 {
	n, m := cost.Dims()
	best := math.Inf(1)
	for set := uint(0); set < 1<<(n*m); set++ {
		if bits.OnesCount(set) != n+m-1 {
			continue
		}
		left := append(append([]float64(nil), a...), b...)
		rest, value, feasible := set, 0.0, true
		for rest != 0 {
			leaf := -1 // an arc whose row or column has no other
			for k := range n * m {
				if rest>>k&1 == 0 {
					continue
				}
				row, col := 0, 0
				for l := range n * m {
					if rest>>l&1 == 1 {
						if l/m == k/m {
							row++
						}
						if l%m == k%m {
							col++
						}
					}
				}
				if row == 1 || col == 1 {
					leaf = k
					x, y := k/m, n+k%m
					if row != 1 {
						x, y = y, x
					}
					f := left[x]
					left[y] -= f
					left[x] = 0
					if f < -1e-12 {
						feasible = false
					}
					value += f * cost.At(k/m, k%m)
					break
				}
			}
			if leaf < 0 {
				feasible = false // a cycle
				break
			}
			rest &^= 1 << leaf
		}
		for _, l := range left {
			feasible = feasible && math.Abs(l) < 1e-9
		}
		if feasible {
			best = math.Min(best, value)
		}
	}
	return best
}

func TestTransportAgainstEnumeration(t *testing.T) {
	t.Parallel()
	rng := newRand(8)
	for trial := range 80 {
		n, m := 1+rng.IntN(3), 1+rng.IntN(4)
		a, b := randomWeights(rng, n), randomWeights(rng, m)
		if trial%4 == 1 {
			a, b = Uniform(n), Uniform(m)
		}
		if trial%4 == 2 && n > 1 {
			a[0] += a[1]
			a[1] = 0
		}
		cost := mat.NewDense(n, m, nil)
		for i := range n {
			for j := range m {
				cost.Set(i, j, rng.NormFloat64())
				if trial%3 == 0 {
					cost.Set(i, j, float64(rng.IntN(3)))
				}
			}
		}
		_, value, err := Transport(context.Background(), cost, a, b)
		if err != nil {
			t.Fatal(err)
		}
		if want := optimalByBases(cost, a, b); math.Abs(value-want) > 1e-12 {
			t.Fatalf("trial %d, %dx%d: value %g, the best is %g", trial, n, m, value, want)
		}
	}
}

// checkTransport proves optimality by feasibility and complementary slackness.
func checkTransport(t *testing.T, s *Transporter, cost []float64, plan *Plan, a, b []float64) {
	t.Helper()
	if err := plan.Validate(); err != nil {
		t.Fatal(err)
	}
	if e := plan.MarginalError(a, b); e > 1e-12 {
		t.Fatalf("marginal error %g", e)
	}
	if plan.Len() > len(a)+len(b)-1 {
		t.Fatalf("%d entries are more than a basis has", plan.Len())
	}
	u, v := s.Duals()
	scale := 0.0
	for _, c := range cost {
		scale = math.Max(scale, math.Abs(c))
	}
	for i := range a {
		for j := range b {
			if r := cost[i*len(b)+j] - u[i] - v[j]; r < -1e-11*scale {
				t.Fatalf("reduced cost of (%d,%d) is %g", i, j, r)
			}
		}
	}
	for k := range plan.Mass {
		i, j := plan.I[k], plan.J[k]
		if r := cost[int(i)*len(b)+int(j)] - u[i] - v[j]; math.Abs(r) > 1e-11*scale {
			t.Fatalf("mass moves along (%d,%d) at reduced cost %g", i, j, r)
		}
	}
}

func weightsOf(kind string, rng *rand.Rand, n int) []float64 {
	switch kind {
	case "uniform":
		return Uniform(n)
	case "zeros":
		w := randomWeights(rng, n)
		for k := 0; k+1 < n; k += 3 {
			w[k+1] += w[k]
			w[k] = 0
		}
		return w
	case "one point":
		w := make([]float64, n)
		w[n/2] = 1
		return w
	case "uneven":
		w := make([]float64, n)
		total := 0.0
		for k := range w {
			w[k] = math.Exp(8 * rng.NormFloat64() / 2)
			total += w[k]
		}
		for k := range w {
			w[k] /= total
		}
		return w
	}
	return randomWeights(rng, n)
}

func TestTransportIsOptimalByDuality(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{1, 9}, {9, 1}, {20, 20}, {60, 37}, {40, 120}} {
		n, m := size[0], size[1]
		for _, kind := range []string{"uniform", "random", "zeros", "one point", "uneven"} {
			for _, costs := range []string{"random", "ties", "product", "constant"} {
				t.Run(fmt.Sprintf("%dx%d/%s/%s", n, m, kind, costs), func(t *testing.T) {
					t.Parallel()
					rng := newRand(uint64(n*m + len(kind)))
					a, b := weightsOf(kind, rng, n), weightsOf(kind, rng, m)
					cost := make([]float64, n*m)
					for k := range cost {
						switch costs {
						case "random":
							cost[k] = rng.NormFloat64()
						case "ties":
							cost[k] = float64(rng.IntN(3))
						case "product":
							cost[k] = -float64((k/m + 1) * (k%m + 1))
						}
					}
					var s Transporter
					if err := s.Reset(a, b); err != nil {
						t.Fatal(err)
					}
					plan, err := TransportPlan(context.Background(), &s, cost)
					if err != nil {
						t.Fatal(err)
					}
					checkTransport(t, &s, cost, plan, a, b)
					// Warm, after a change of costs.
					for range n {
						cost[rng.IntN(n*m)] += 0.3 * rng.NormFloat64()
					}
					plan, err = TransportPlan(context.Background(), &s, cost)
					if err != nil {
						t.Fatal(err)
					}
					checkTransport(t, &s, cost, plan, a, b)
					// From a given plan and from duals that mean nothing.
					duals := make([]float64, m)
					for j := range duals {
						duals[j] = rng.NormFloat64()
					}
					orderX, orderY := make([]int32, n), make([]int32, m)
					for k, i := range rng.Perm(n) {
						orderX[k] = int32(i)
					}
					for k, j := range rng.Perm(m) {
						orderY[k] = int32(j)
					}
					for _, start := range []*Plan{Monotone(orderX, orderY, a, b), Product(a, b), nil} {
						if err := s.Reset(a, b); err != nil {
							t.Fatal(err)
						}
						s.StartAt(start, duals)
						again, err := TransportPlan(context.Background(), &s, cost)
						if err != nil {
							t.Fatal(err)
						}
						checkTransport(t, &s, cost, again, a, b)
					}
				})
			}
		}
	}
}

func TestTransportOfEqualWeightsIsAnAssignment(t *testing.T) {
	t.Parallel()
	rng := newRand(9)
	n := 60
	cost := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			cost.Set(i, j, rng.Float64())
		}
	}
	plan, value, err := Transport(context.Background(), cost, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	sigma, best, err := assignDense(cost)
	if err != nil {
		t.Fatal(err)
	}
	got, ok := plan.Sigma()
	if !ok {
		t.Fatal("the plan is not a permutation")
	}
	for i := range got {
		if got[i] != sigma[i] {
			t.Errorf("row %d: %d by transport, %d by assignment", i, got[i], sigma[i])
		}
	}
	if math.Abs(value-best/float64(n)) > 1e-14 {
		t.Errorf("values %g and %g differ", value, best/float64(n))
	}
}

func TestTransportRefusesWhatItCannotDo(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ok := mat.NewDense(2, 2, []float64{1, 2, 3, 4})
	for name, c := range map[string]struct {
		cost *mat.Dense
		a, b []float64
	}{
		"NaN cost":        {mat.NewDense(2, 2, []float64{1, math.NaN(), 1, 1}), nil, nil},
		"infinite cost":   {mat.NewDense(2, 2, []float64{1, math.Inf(1), 1, 1}), nil, nil},
		"negative weight": {ok, []float64{1.5, -0.5}, nil},
		"NaN weight":      {ok, nil, []float64{math.NaN(), 1}},
		"sum":             {ok, []float64{0.5, 0.2}, nil},
		"length":          {ok, []float64{1}, nil},
	} {
		if _, _, err := Transport(ctx, c.cost, c.a, c.b); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	rng := newRand(10)
	cost := mat.NewDense(50, 70, nil)
	for i := range 50 {
		for j := range 70 {
			cost.Set(i, j, rng.Float64())
		}
	}
	left := 0
	if _, _, err := Transport(endsAfter{ctx, &left}, cost, nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled transport returned %v", err)
	}
}

func FuzzTransport(f *testing.F) {
	f.Add(uint64(1), uint8(3), uint8(4), false)
	f.Add(uint64(2), uint8(12), uint8(5), true)
	f.Fuzz(func(t *testing.T, seed uint64, rows, columns uint8, ties bool) {
		n, m := 1+int(rows)%24, 1+int(columns)%24
		rng := newRand(seed)
		kinds := []string{"uniform", "random", "zeros", "one point", "uneven"}
		a, b := weightsOf(kinds[rng.IntN(len(kinds))], rng, n), weightsOf(kinds[rng.IntN(len(kinds))], rng, m)
		cost := make([]float64, n*m)
		for k := range cost {
			cost[k] = rng.NormFloat64()
			if ties {
				cost[k] = float64(rng.IntN(2))
			}
		}
		var s Transporter
		if err := s.Reset(a, b); err != nil {
			t.Fatal(err)
		}
		plan, err := TransportPlan(context.Background(), &s, cost)
		if err != nil {
			t.Fatal(err)
		}
		checkTransport(t, &s, cost, plan, a, b)
	})
}
