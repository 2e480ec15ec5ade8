package gw

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// part is a random planar cloud of n points and a shuffled copy of its first m, turned
// and moved: distances only.
func part(rng *rand.Rand, n, m int) (dx, dy *mat.Dense, truth []int32) {
	points := make([][2]float64, n)
	for i := range points {
		points[i] = [2]float64{rng.NormFloat64(), 0.5 * rng.NormFloat64()}
	}
	order := rng.Perm(m)
	truth = make([]int32, m) // of the copy's points
	for j, i := range order {
		truth[j] = int32(i)
	}
	distances := func(count int, at func(int) [2]float64) *mat.Dense {
		d := mat.NewDense(count, count, nil)
		for i := range count {
			for j := range count {
				p, q := at(i), at(j)
				d.Set(i, j, math.Hypot(p[0]-q[0], p[1]-q[1]))
			}
		}
		return d
	}
	return distances(n, func(i int) [2]float64 { return points[i] }), distances(m, func(j int) [2]float64 { return points[truth[j]] }), truth
}

func partialOf(t *testing.T, dx, dy *mat.Dense, a, b []float64, mass float64) *Partial {
	t.Helper()
	p, err := NewProblem(dx, dy, a, b)
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.Partial(mass)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestPartialKeepsItsConstraintsAndFalls(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	for _, mass := range []float64{0.1, 0.5, 0.83, 1} {
		dx, dy, _ := part(rng, 31, 24)
		a, b := make([]float64, 31), make([]float64, 24)
		total := 0.0
		for i := range a {
			a[i] = rng.Float64()
			total += a[i]
		}
		for i := range a {
			a[i] /= total
		}
		copy(b, Uniform(24))
		p := partialOf(t, dx, dy, a, b, mass)
		last := math.Inf(1)
		r, err := p.ConditionalGradient(context.Background(), nil, CGOptions{Progress: func(_ int, loss float64, plan *Plan) {
			if loss > last*(1+1e-9) {
				t.Errorf("mass %g: the loss rose from %g to %g", mass, last, loss)
			}
			last = loss
			if err := plan.Validate(); err != nil {
				t.Error(err)
			}
			if e := PartialError(plan, a, b, mass); e > 1e-9 {
				t.Errorf("mass %g: constraints broken by %g", mass, e)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != Converged || math.Abs(r.Loss-last) > 1e-9 {
			t.Errorf("mass %g: %v with loss %g, last seen %g", mass, r.Status, r.Loss, last)
		}
	}
}

// From a good start the points that have no partner are found out: a shape against
// two thirds of itself.
func TestPartialLeavesOutWhatIsMissing(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	const n, m = 45, 30
	dx, dy, truth := part(rng, n, m)
	// All of Y is to be matched, which is the share m/n of X's points: weights of a point
	// are those of its like.
	a, b := Uniform(n), make([]float64, m)
	for j := range b {
		b[j] = 1.0 / n
	}
	b = append(b, 1-float64(m)/n) // a far point, which nothing matches
	far := mat.NewDense(m+1, m+1, nil)
	for i := range m {
		for j := range m {
			far.Set(i, j, dy.At(i, j))
		}
		far.Set(i, m, 50)
		far.Set(m, i, 50)
	}
	// The start sends each point of the part home and the rest to the far one.
	home := make(map[int32]int32)
	for j, i := range truth {
		home[i] = int32(j)
	}
	start := newPlan(n, m+1, n)
	for i := range int32(n) {
		j, ok := home[i]
		if !ok {
			j = m
		}
		start.add(i, j, a[i])
	}
	p := partialOf(t, dx, far, a, b, float64(m)/n)
	r, err := p.ConditionalGradient(context.Background(), start, CGOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Loss > 1e-20 {
		t.Errorf("loss %g, want 0", r.Loss)
	}
	targets := r.Plan.Targets()
	for i := range int32(n) {
		j, ok := home[i]
		if !ok {
			j = -1
		}
		if targets[i] != j {
			t.Errorf("point %d goes to %d, want %d", i, targets[i], j)
		}
	}
}

// All mass is what conditional gradient has always matched.
func TestPartialOfAllMassIsGW(t *testing.T) {
	t.Parallel()
	dx, dy, _ := part(rand.New(rand.NewPCG(3, 9)), 26, 26)
	p := partialOf(t, dx, dy, nil, nil, 1)
	r, err := p.ConditionalGradient(context.Background(), nil, CGOptions{})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := ConditionalGradient(context.Background(), dx, dy, nil, nil, nil, CGOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if e := r.Plan.MarginalError(Uniform(26), Uniform(26)); e > 1e-9 {
		t.Errorf("marginals off by %g", e)
	}
	if math.Abs(r.Loss-whole.Loss) > 1e-9 {
		t.Errorf("loss %g, conditional gradient %g", r.Loss, whole.Loss)
	}
}

func TestPartialRefusesWhatIsNoShare(t *testing.T) {
	t.Parallel()
	dx, dy, _ := part(rand.New(rand.NewPCG(3, 9)), 5, 5)
	p, err := NewProblem(dx, dy, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, mass := range []float64{0, -1, 1.01, math.NaN()} {
		if _, err := p.Partial(mass); err == nil {
			t.Errorf("a mass of %g was accepted", mass)
		}
	}
}

func TestPartialCancels(t *testing.T) {
	t.Parallel()
	dx, dy, _ := part(rand.New(rand.NewPCG(3, 9)), 25, 20)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := partialOf(t, dx, dy, nil, nil, 0.5)
	r, err := p.ConditionalGradient(ctx, nil, CGOptions{})
	if err != nil || r.Status != Cancelled || r.Plan == nil || PartialError(r.Plan, p.p.a, p.p.b, p.mass) > 1e-9 {
		t.Errorf("%+v, %v", r, err)
	}
}
