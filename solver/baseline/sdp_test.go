package baseline_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/assets/shapes"
	"gwscope/solver/baseline"
	"gwscope/solver/gw"
	"gwscope/solver/internal/threadtest"
	"gwscope/solver/metric"
)

// landmarks are the distances of farthest-point samples of a sample shape.
func landmarks(t testing.TB, id string, n int, seed uint64) *mat.Dense {
	t.Helper()
	m, err := shapes.Make(id)
	if err != nil {
		t.Fatal(err)
	}
	d, err := metric.NewDomain(m, metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: n, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return s.Distances
}

// concurrentShapes are two shapes for tests of goroutines. Short runs are those of the race
// detector, which makes animals for seconds and needs none.
func concurrentShapes(x, y string) (string, string) {
	if testing.Short() {
		return "toy3d/1", "toy3d/4"
	}
	return x, y
}

func unevenly(seed uint64, n int) []float64 {
	rng := rand.New(rand.NewPCG(seed, 3))
	w, total := make([]float64, n), 0.0
	for i := range w {
		w[i] = 0.2 + rng.Float64()
		total += w[i]
	}
	for i := range w {
		w[i] /= total
	}
	return w
}

// feasible holds a result to what is promised of any.
func feasible(t testing.TB, p *baseline.Problem, r *baseline.Result) {
	t.Helper()
	if err := r.Plan.Validate(); err != nil {
		t.Fatal(err)
	}
	a, b := p.A, p.B
	n, m := p.Size()
	if a == nil {
		a = gw.Uniform(n)
	}
	if b == nil {
		b = gw.Uniform(m)
	}
	if e := r.Plan.MarginalError(a, b); e > 1e-9 {
		t.Errorf("marginals are off by %g", e)
	}
	if l := gw.Loss(p.DX, p.DY, a, b, r.Plan); math.Abs(l-r.GW2) > 1e-12*(1+l) {
		t.Errorf("GW² is said to be %g and is %g", r.GW2, l)
	}
}

func TestLandmarksAreProvenOptimal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		x, y     string
		n, m     int
		weighted bool
		gap      float64 // the relaxation is sharp where permutations are plans
	}{
		{"horse/1", "horse/2", 10, 10, false, 1e-3},
		{"horse/1", "cat/1", 10, 10, false, 1e-3},
		{"human/1", "cat/1", 7, 9, false, 0.4},
		{"horse/1", "human/1", 8, 8, true, 0.2},
	} {
		t.Run(fmt.Sprintf("%s %s %dx%d", c.x, c.y, c.n, c.m), func(t *testing.T) {
			t.Parallel()
			p := &baseline.Problem{DX: landmarks(t, c.x, c.n, 1), DY: landmarks(t, c.y, c.m, 2)}
			a, b := gw.Uniform(c.n), gw.Uniform(c.m)
			if c.weighted {
				a, b = unevenly(1, c.n), unevenly(2, c.m)
				p.A, p.B = a, b
			}
			r := run(t, "sdp", p, baseline.Options{Parameters: baseline.Parameters{SDP: baseline.SDPParameters{MaxIterations: 300}}})
			feasible(t, p, r)
			if !(r.Bound <= r.GW2 && r.Bound > 0) {
				t.Errorf("the bound is %g, the plan has %g", r.Bound, r.GW2)
			}
			gap, proven := (r.GW2-r.Bound)/r.GW2, strings.HasPrefix(r.Notes[0], "Proven optimal")
			if proven != (gap <= 1e-3) || gap > c.gap {
				t.Errorf("a gap of %g is told as %q", gap, r.Notes[0])
			}
			// Nothing else may go below the bound.
			for seed := range uint64(30) {
				rng := rand.New(rand.NewPCG(seed, 77))
				cost := mat.NewDense(c.n, c.m, nil)
				cost.Apply(func(_, _ int, _ float64) float64 { return rng.Float64() }, cost)
				start, _, err := gw.Transport(context.Background(), cost, a, b)
				if err != nil {
					t.Fatal(err)
				}
				d, err := gw.ConditionalGradient(context.Background(), p.DX, p.DY, a, b, start, gw.CGOptions{})
				if err != nil {
					t.Fatal(err)
				}
				if d.Loss < r.Bound || proven && d.Loss < r.GW2*(1-1.1e-3) {
					t.Errorf("a plan has %g, below what is proven: %q", d.Loss, r.Notes[0])
				}
			}
		})
	}
}

func TestRelaxationFindsAShuffle(t *testing.T) {
	t.Parallel()
	d := landmarks(t, "horse/1", 20, 1)
	sigma := rand.New(rand.NewPCG(5, 5)).Perm(20)
	other := mat.NewDense(20, 20, nil)
	for i, si := range sigma {
		for j, sj := range sigma {
			other.Set(si, sj, d.At(i, j))
		}
	}
	r := run(t, "sdp", &baseline.Problem{DX: d, DY: other}, baseline.Options{})
	if r.GW2 > 1e-20 || r.Bound != 0 || r.Notes[0] != "Proven optimal: the GW² is zero." {
		t.Errorf("GW² %g, bound %g, %q", r.GW2, r.Bound, r.Notes[0])
	}
}

func TestRelaxationRefusesManyPoints(t *testing.T) {
	t.Parallel()
	m, _ := baseline.Find("sdp")
	_, err := m.Run(context.Background(), &baseline.Problem{DX: mat.NewDense(25, 25, nil), DY: mat.NewDense(3, 3, nil)}, baseline.Options{})
	if err == nil || !strings.Contains(err.Error(), "--samples 24") {
		t.Errorf("25 points: %v", err)
	}
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		bad := mat.NewDense(2, 2, []float64{0, v, v, 0})
		if _, err := m.Run(context.Background(), &baseline.Problem{DX: bad, DY: mat.NewDense(2, 2, nil)}, baseline.Options{}); err == nil {
			t.Errorf("a distance of %g is taken", v)
		}
	}
}

func TestRelaxationTakesDegenerateShapes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for _, size := range [][2]int{{1, 1}, {1, 6}, {6, 1}, {2, 2}, {2, 24}} {
		p := &baseline.Problem{DX: between(randomPoints(rng, size[0], 3), 1), DY: between(randomPoints(rng, size[1], 3), 1)}
		r := run(t, "sdp", p, baseline.Options{Parameters: baseline.Parameters{SDP: baseline.SDPParameters{MaxIterations: 100}}})
		feasible(t, p, r)
		if r.Bound > r.GW2*(1+1e-9) {
			t.Errorf("%v: bound %g, plan %g", size, r.Bound, r.GW2)
		}
		if min(size[0], size[1]) == 1 && r.GW2-r.Bound > 1e-3*r.GW2 {
			t.Errorf("%v: there is one plan only, of %g, and the bound is %g", size, r.GW2, r.Bound)
		}
	}
	// All points in one place.
	p := &baseline.Problem{DX: mat.NewDense(4, 4, nil), DY: mat.NewDense(5, 5, nil)}
	if r := run(t, "sdp", p, baseline.Options{}); r.GW2 != 0 || r.Bound != 0 {
		t.Errorf("two points: GW² %g, bound %g", r.GW2, r.Bound)
	}
}

func TestRelaxationHeedsFeatures(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 1))
	x, y := randomPoints(rng, 6, 3), randomPoints(rng, 6, 3)
	p := spaces(x, y)
	p.FeaturesX, p.FeaturesY, p.Alpha = x, y, 0.3
	r := run(t, "sdp", p, baseline.Options{})
	feasible(t, p, r)
	objective := 0.3 * r.GW2
	for k, w := range r.Plan.Mass {
		for c := range 3 {
			d := x.At(int(r.Plan.I[k]), c) - y.At(int(r.Plan.J[k]), c)
			objective += 0.7 * w * d * d
		}
	}
	if math.Abs(objective-r.Value) > 1e-12 || r.ValueName != "fused objective" {
		t.Errorf("%s is said to be %g and is %g", r.ValueName, r.Value, objective)
	}
	if !math.IsNaN(r.Bound) {
		t.Errorf("a bound of the fused objective is told as one of GW²: %g", r.Bound)
	}
	if !strings.Contains(r.Notes[0], "fused objective below") {
		t.Errorf("what is proven is told as %q", r.Notes[0])
	}
}

func TestRelaxationHasTheSameBitsForAnyThreads(t *testing.T) {
	t.Parallel()
	x, y := concurrentShapes("horse/1", "cat/1")
	p := &baseline.Problem{DX: landmarks(t, x, 11, 1), DY: landmarks(t, y, 12, 2)}
	o := baseline.Options{Parameters: baseline.Parameters{SDP: baseline.SDPParameters{MaxIterations: 40}}}
	var one *baseline.Result
	for _, o.Threads = range threadtest.Counts(1, 2) {
		two := run(t, "sdp", p, o)
		if one == nil {
			one = two
		}
		if one.GW2 != two.GW2 || one.Bound != two.Bound || !slices.Equal(one.Plan.J, two.Plan.J) {
			t.Errorf("one thread: %v, bound %v; two: %v, bound %v", one.GW2, one.Bound, two.GW2, two.Bound)
		}
	}
}

func TestRelaxationKeepsTheBestWhenCancelled(t *testing.T) {
	t.Parallel()
	x, y := concurrentShapes("human/1", "human/2")
	p := &baseline.Problem{DX: landmarks(t, x, 18, 1), DY: landmarks(t, y, 18, 2)}
	m, _ := baseline.Find("sdp")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var last baseline.Progress
	r, err := m.Run(ctx, p, baseline.Options{Progress: func(q baseline.Progress) {
		if q.Fraction < 0 || q.Fraction > 1 || q.Plan == nil {
			t.Errorf("progress %+v", q)
		}
		last = q
		cancel()
	}})
	if err != nil || r.Status != gw.Cancelled {
		t.Fatalf("%v, %v", r, err)
	}
	feasible(t, p, r)
	if r.GW2 > last.GW2 || r.Bound > r.GW2 || math.IsInf(r.Bound, 0) {
		t.Errorf("%g was shown, %g is kept, the bound is %g", last.GW2, r.GW2, r.Bound)
	}
	r, err = m.Run(ctx, p, baseline.Options{})
	if err != nil || r.Status != gw.Cancelled || r.Plan != nil && !strings.HasPrefix(r.Notes[0], "Nothing is proven") {
		t.Errorf("cancelled before it began: %+v, %v", r, err)
	}
}

func ExampleMethod_Run() {
	// Corners of a square, and of a rectangle nearly one.
	corners := func(w, h float64) *mat.Dense {
		return between(mat.NewDense(4, 2, []float64{0, 0, w, 0, w, h, 0, h}), 1)
	}
	m, _ := baseline.Find("sdp")
	r, err := m.Run(context.Background(), &baseline.Problem{DX: corners(1, 1), DY: corners(1, 1.1)}, baseline.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("GW² %.6f, %s\n", r.GW2, r.Status)
	fmt.Println(strings.SplitN(r.Notes[0], " within", 2)[0])
	// Output:
	// GW² 0.003810, converged
	// Proven optimal
}

func BenchmarkSDP(b *testing.B) {
	for _, n := range []int{10, 18, 24} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := &baseline.Problem{DX: landmarks(b, "horse/1", n, 1), DY: landmarks(b, "horse/2", n, 2)}
			for b.Loop() {
				r := run(b, "sdp", p, baseline.Options{})
				b.ReportMetric(100*(r.GW2-r.Bound)/r.GW2, "gap%")
				b.ReportMetric(float64(r.Iterations), "iterations")
			}
		})
	}
}
