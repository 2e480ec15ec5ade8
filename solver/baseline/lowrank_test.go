package baseline

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
	"gwscope/solver/internal/order"
)

// startOf is a plan of a rank in general position: the projection of random kernels.
func startOf(t *testing.T, p *Problem, rank int) *lowRankPlan {
	t.Helper()
	a, b := p.weights()
	plan, err := randomLowRank(t.Context(), a, b, rank, 1e-6, rand.New(rand.NewPCG(8, 8)))
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func TestLowRankGradientIsTheDerivative(t *testing.T) {
	t.Parallel()
	p := mismatch(true)
	plan := startOf(t, p, 4)
	c := newLowRankCost(p, LowRankParameters{}.withDefaults(), 1)
	got := c.gradient(plan, 1)
	derivative := func(x *float64) float64 {
		const h = 1e-5
		old := *x
		*x = old + h
		above := c.gradient(plan, 1).value
		*x = old - h
		below := c.gradient(plan, 1).value
		*x = old
		return (above - below) / (2 * h)
	}
	check := func(what string, x, gradient []float64) {
		for k := range x {
			if want := derivative(&x[k]); math.Abs(gradient[k]-want) > 1e-5*(1+math.Abs(want)) {
				t.Fatalf("d/d%s[%d] is %g, by differences %g", what, k, gradient[k], want)
			}
		}
	}
	check("Q", plan.q.RawMatrix().Data, got.q.RawMatrix().Data)
	check("R", plan.r.RawMatrix().Data, got.r.RawMatrix().Data)
	check("g", plan.g, got.g)
}

func TestDykstraProjects(t *testing.T) {
	t.Parallel()
	a, b := unevenWeights(1, 30), unevenWeights(2, 44)
	rng := rand.New(rand.NewPCG(5, 5))
	logs := func(n int) *mat.Dense {
		d := mat.NewDense(n, 6, nil)
		d.Apply(func(_, _ int, _ float64) float64 { return 2 * rng.NormFloat64() }, d)
		return d
	}
	const alpha = 0.05
	logG := []float64{0, -9, 1, 0.5, -1, 0} // the second asks for less than α
	k1, k2 := logs(30), logs(44)
	p, err := dykstra(t.Context(), mat.DenseCopyOf(k1), mat.DenseCopyOf(k2), logG, a, b, alpha)
	if err != nil {
		t.Fatal(err)
	}
	for side, f := range []*mat.Dense{p.q, p.r} {
		columns := make([]float64, 6)
		for i, w := range [][]float64{a, b}[side] {
			sum := 0.0
			for k, v := range f.RawRowView(i) {
				sum += v
				columns[k] += v
			}
			if math.Abs(sum-w) > 1e-6 {
				t.Errorf("side %d: row %d holds %g, want %g", side, i, sum, w)
			}
		}
		for k, v := range columns {
			if math.Abs(v-p.g[k]) > 1e-3 || v < alpha-1e-3 {
				t.Errorf("side %d: component %d holds %g, g is %g, at least %g", side, k, v, p.g[k], alpha)
			}
		}
	}
	// The projection scales rows and columns of the kernel, nothing else.
	ratio := func(i, k int) float64 { return math.Log(p.q.At(i, k)) - k1.At(i, k) }
	if d := ratio(3, 2) - ratio(3, 4) - ratio(20, 2) + ratio(20, 4); math.Abs(d) > 1e-9 {
		t.Errorf("a cross ratio of Q has moved by %g", d)
	}
}

func TestLowRankPlansHaveTheirRank(t *testing.T) {
	t.Parallel()
	p := mismatch(false)
	for _, rank := range []int{1, 3, 8} {
		r, err := lowRank.Run(t.Context(), p, Options{Seed: 1, Parameters: Parameters{LowRank: LowRankParameters{Rank: rank}}})
		if err != nil {
			t.Fatal(err)
		}
		var svd mat.SVD
		if !svd.Factorize(r.Plan.Dense(), mat.SVDNone) {
			t.Fatal("no singular values")
		}
		if values := svd.Values(nil); values[rank] > 1e-12*values[0] {
			t.Errorf("rank %d: the next singular value is %g of %g", rank, values[rank], values[0])
		}
	}
}

// Where distances have factors of low rank, as squared Euclidean ones do (d + 2), the
// linear-time variant is the quadratic one.
func TestLinearTimeVariantEqualsTheQuadratic(t *testing.T) {
	t.Parallel()
	x, y := limbed(1, 60), limbed(2, 75)
	p := &Problem{DX: distancesOf(x, 2), DY: distancesOf(y, 2), Alpha: 1}
	a, b := negativeTypeFactors(p.DX, 50)
	if e := factorError(p.DX, a, b); e > 1e-10 {
		t.Errorf("squared distances in space are missed by %g", e)
	}
	if _, d := a.Dims(); d != 3+2 {
		t.Errorf("factors of rank %d for squared distances in space", d)
	}
	// Rounding grows from step to step, so few steps are compared.
	var results [2]*Result
	for k, costRank := range []int{-1, 3} {
		r, err := lowRank.Run(t.Context(), p, Options{Seed: 1, Parameters: Parameters{LowRank: LowRankParameters{Rank: 6, CostRank: costRank, MaxIter: 40}}})
		if err != nil {
			t.Fatal(err)
		}
		results[k] = r
	}
	if d := math.Abs(results[0].GW2 - results[1].GW2); d > 1e-7*results[0].GW2 {
		t.Errorf("GW² is %.12g by distances and %.12g by factors", results[0].GW2, results[1].GW2)
	}
	if len(results[1].Notes) == 0 {
		t.Error("nothing says that factors stand for the distances")
	}
}

// The factors of distances that have none are not much worse than the best of their
// rank, from the singular value decomposition.
func TestFactorsOfDistancesConverge(t *testing.T) {
	t.Parallel()
	const n = 200
	d := distancesOf(limbed(2, n), 1)
	var svd mat.SVD
	if !svd.Factorize(d, mat.SVDNone) {
		t.Fatal("no singular values")
	}
	values := svd.Values(nil)
	all := mat.Norm(d, 2)
	for _, terms := range []int{20, 80} {
		a, b := negativeTypeFactors(d, terms)
		tail := 0.0
		for _, v := range values[terms+2:] {
			tail += v * v
		}
		got, best := factorError(d, a, b), math.Sqrt(tail)/all
		t.Logf("%d terms miss %.2g, the best of the rank %.2g", terms, got, best)
		if got > 4*best {
			t.Errorf("%d terms miss %g, the best of the rank %g", terms, got, best)
		}
	}
}

// Groups of points that coincide are what a plan of low rank can match exactly.
func TestLowRankMatchesGroups(t *testing.T) {
	t.Parallel()
	centers := limbed(6, 5)
	points := mat.NewDense(40, 3, nil)
	for i := range 40 {
		points.SetRow(i, centers.RawRowView(i%5))
	}
	moved, order := shuffled(points, 6)
	p := &Problem{DX: distancesOf(points, 1), DY: distancesOf(moved, 1), Alpha: 1}
	best := math.Inf(1)
	for seed := range uint64(5) { // one start in a few finds it
		r, err := lowRank.Run(t.Context(), p, Options{Seed: seed, Parameters: Parameters{LowRank: LowRankParameters{Rank: 5}}})
		if err != nil {
			t.Fatal(err)
		}
		if r.GW2 < best {
			best = r.GW2
		}
		if r.GW2 > 1e-6 {
			continue
		}
		for k, i := range r.Plan.I {
			if d := p.DY.At(int(order[i]), int(r.Plan.J[k])); d > 1e-9 && r.Plan.Mass[k] > 1e-4 {
				t.Fatalf("point %d shares %g with another group", i, r.Plan.Mass[k])
			}
		}
	}
	if best > 1e-6 {
		t.Errorf("no start of five found the groups: GW² is %g", best)
	}
}

// On five points every permutation can be tried, and one of them has the least GW² of
// all plans, since that is concave for squared Euclidean distances. No method may end
// below; CNT, with its many starts, ends there.
func TestScalableMethodsAgainstAllPermutations(t *testing.T) {
	t.Parallel()
	reached := 0
	for seed := range uint64(6) {
		p := &Problem{DX: distancesOf(limbed(seed, 5), 2), DY: distancesOf(limbed(seed+50, 5), 2), Alpha: 1}
		least := math.Inf(1)
		permutations(5, func(sigma []int32) {
			least = min(least, gw.Loss(p.DX, p.DY, nil, nil, gw.Permutation(sigma)))
		})
		for _, method := range scalable {
			r, err := method.Run(t.Context(), p, Options{Seed: seed, Parameters: Parameters{LowRank: LowRankParameters{Rank: 5}}})
			if err != nil {
				t.Fatal(err)
			}
			if r.GW2 < least-1e-12 {
				t.Errorf("seed %d: %s claims %g, but the least of all permutations is %g", seed, method.Name, r.GW2, least)
			}
			if method == &kernelGW && r.GW2 < least+1e-9 {
				reached++
			}
		}
	}
	// Shapes that have nothing in common have many minima, and entropy blurs the choice.
	if reached < 5 {
		t.Errorf("CNT found the best permutation of %d of 6 pairs", reached)
	}
}

// permutations visits all orders of n.
func permutations(n int, visit func([]int32)) {
	sigma := order.Natural(n)
	var turn func(k int)
	turn = func(k int) {
		if k == n {
			visit(sigma)
			return
		}
		for l := k; l < n; l++ {
			sigma[k], sigma[l] = sigma[l], sigma[k]
			turn(k + 1)
			sigma[k], sigma[l] = sigma[l], sigma[k]
		}
	}
	turn(0)
}
