package neural

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/feature"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
	"gwscope/solver/nn"
	"gwscope/solver/nn/cpu"
	"gwscope/solver/slicer"
)

// small is a training that takes part of a second.
func small() Settings {
	s, _ := Best.Of()
	s.Net.Features, s.Net.Width, s.Steps, s.Restarts = 64, 32, 120, 2
	return s
}

func train(t *testing.T, s Settings, x, y Side) []Outcome {
	t.Helper()
	b := cpu.New[float32](2)
	defer b.Close()
	outcomes, err := Train(context.Background(), Training{Settings: s, X: x, Y: y, Problem: problemOf(x, y), Backend: b})
	if err != nil {
		t.Fatal(err)
	}
	if len(outcomes) != max(s.Restarts, 1) {
		t.Fatalf("%d outcomes of %d restarts", len(outcomes), s.Restarts)
	}
	for k, o := range outcomes {
		plan := slicer.SortedPlan(o.PushX, o.PushY, x.Weights, y.Weights)
		if !slices.Equal(plan.J, o.Plan.J) || math.Abs(problemOf(x, y).Loss(plan)-o.GW2) > 1e-12 {
			t.Errorf("outcome %d: sorting its scores gives another plan", k)
		}
		if e := o.Plan.MarginalError(x.Weights, y.Weights); e > 1e-9 {
			t.Errorf("outcome %d: marginals off by %g", k, e)
		}
		if k > 0 && o.GW2 < outcomes[k-1].GW2 {
			t.Error("outcomes are not sorted by loss")
		}
	}
	return outcomes
}

func TestTrainingLowersTheLoss(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 3))
	// A flat sheet against a bent one of another size: p = 2, q = 3, n != m, weights.
	x, y := bent(rng, 70, 2, true), bent(rng, 60, 3, true)
	product := problemOf(x, y).Loss(gw.Product(x.Weights, y.Weights))
	for name, s := range map[string]Settings{"dependent": small(), "independent": small(), "linear": small(), "linear-independent": small()} {
		if err := s.Use(Slicers(name)); err != nil {
			t.Fatal(err)
		}
		got := train(t, s, x, y)[0].GW2
		t.Logf("%s: GW² %.5f, product coupling %.5f", name, got, product)
		if got > product/3 {
			t.Errorf("%s: GW² is %g, no better than a third of the product coupling's %g", name, got, product)
		}
	}
}

func TestInputsAndOptimizers(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 3))
	x := bent(rng, 40, 3, false)
	y := shuffled(rng, x)
	for name, change := range map[string]func(*Settings){
		"AdamW with warm-up": func(s *Settings) { s.Decay, s.Warmup, s.FinalRate = 1e-3, 10, 0 },
		"dropout":            func(s *Settings) { s.Net.Dropout = 0.2 },
		"residual":           func(s *Settings) { s.Net.Expansion = 2 },
		"fused":              func(s *Settings) { s.Fused = 1 },
		"hidden lifting":     func(s *Settings) { s.LiftWidth = 16 },
		"deep":               func(s *Settings) { s.Net.Depth, s.Net.Activation = 4, nn.SiLU },
	} {
		s := small()
		change(&s)
		if got := train(t, s, x, y)[0].GW2; got > 0.04 {
			t.Errorf("%s: GW² of a shape with itself is %g", name, got)
		}
	}
}

// reading counts what a training reads back from its device.
type reading struct {
	nn.Backend
	most, times int
}

func (r *reading) Download(dst []float64, t nn.Tensor) {
	r.most = max(r.most, len(dst))
	r.times++
	r.Backend.Download(dst, t)
}

// Networks and plans stay on the device: a step reads the scores back, and sums.
func TestATrainingReadsScoresOnly(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(6, 3))
	x, y := bent(rng, 50, 3, false), bent(rng, 40, 3, false)
	b := cpu.New[float32](1)
	defer b.Close()
	r := &reading{Backend: b}
	s := small()
	s.Steps, s.Restarts, s.Flips = 12, 1, false
	if _, err := Train(context.Background(), Training{Settings: s, X: x, Y: y, Problem: problemOf(x, y), Backend: r}); err != nil {
		t.Fatal(err)
	}
	if r.most != 90 || r.times > s.Steps+1 {
		t.Errorf("%d reads of up to %d numbers in %d steps on 90 points", r.times, r.most, s.Steps)
	}
}

// spaceOf is a cloud's space of 48 samples.
func spaceOf(t *testing.T, points []r3.Vec) *metric.Space {
	t.Helper()
	d, err := metric.NewDomain(&mesh.Mesh{Vertices: points}, metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := metric.NewSpace(t.Context(), d, metric.SpaceOptions{Samples: 48, Seed: 3, Kind: metric.KindKNN})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Whatever networks see of an animal, they learn to sort it.
func TestEveryInputTeaches(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 4))
	// A tapered and bent strip, which has no symmetry, and the same points in another order.
	points := make([]r3.Vec, 300)
	for i := range points {
		u, v := rng.Float64(), rng.Float64()-0.5
		points[i] = r3.Vec{X: 3 * u, Y: v * (0.3 + u), Z: u * u}
	}
	other := make([]r3.Vec, len(points))
	for i, k := range rng.Perm(len(points)) {
		other[i] = points[k]
	}
	sx, sy := spaceOf(t, points), spaceOf(t, other)
	var widths []int
	for _, input := range []string{"coordinates", "embedding", "profile"} {
		s := small()
		if err := s.See(input); err != nil {
			t.Fatal(err)
		}
		x, y := s.SideOf(sx), s.SideOf(sy)
		_, width := x.Points.Dims()
		widths = append(widths, width)
		product := problemOf(x, y).Loss(gw.Product(x.Weights, y.Weights))
		got := train(t, s, x, y)[0].GW2
		t.Logf("%s: GW² %.5f, product coupling %.5f", input, got, product)
		if got > product/4 {
			t.Errorf("%s: GW² is %g, no better than a quarter of the product coupling's %g", input, got, product)
		}
	}
	if want := []int{3, 6, feature.ProfileQuantiles}; !slices.Equal(widths, want) {
		t.Errorf("the networks see %v numbers of a point, want %v", widths, want)
	}
	if s := small(); s.See("smell") == nil {
		t.Error("an unknown input was taken")
	}
}

// A planar shape, however it stands, keeps two coordinates, and its match with a shape in space is learned.
func TestAPlaneMeetsSpace(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(8, 2))
	flat, bent := make([]r3.Vec, 80), make([]r3.Vec, 80)
	across := r3.Unit(r3.Vec{X: 1, Y: 2, Z: 2})
	along := r3.Unit(r3.Cross(across, r3.Vec{X: 1}))
	for i, k := range rng.Perm(len(flat)) {
		u, v := 3*rng.Float64(), rng.Float64()
		flat[i] = r3.Add(r3.Scale(u, across), r3.Scale(v*(0.3+u), along))
		bent[k] = r3.Vec{X: 2 * math.Sin(u/2), Y: v * (0.3 + u), Z: 2 - 2*math.Cos(u/2)}
	}
	s := small()
	if err := s.See("coordinates"); err != nil {
		t.Fatal(err)
	}
	x, y := s.SideOf(spaceOf(t, flat)), s.SideOf(spaceOf(t, bent))
	_, p := x.Points.Dims()
	_, q := y.Points.Dims()
	if p != 2 || q != 3 {
		t.Fatalf("the networks see %d and %d coordinates, want 2 and 3", p, q)
	}
	product := problemOf(x, y).Loss(gw.Product(x.Weights, y.Weights))
	if got := train(t, s, x, y)[0].GW2; got > product/4 {
		t.Errorf("GW² is %g, no better than a quarter of the product coupling's %g", got, product)
	}
}

func TestCancelledTrainingKeepsWhatItFound(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 3))
	x, y := bent(rng, 40, 3, false), bent(rng, 40, 3, false)
	b := cpu.New[float32](2)
	defer b.Close()
	ctx, cancel := context.WithCancel(context.Background())
	steps := 0
	outcomes, err := Train(ctx, Training{Settings: small(), X: x, Y: y, Problem: problemOf(x, y), Backend: b,
		Report: func(r Report) {
			if steps++; steps == 7 {
				cancel()
			}
		}})
	if err != nil || len(outcomes) != 1 || outcomes[0].Plan == nil {
		t.Errorf("%d outcomes after a cancel, error %v", len(outcomes), err)
	}
	if steps != 7 {
		t.Errorf("%d steps, the cancel came in the 7th", steps)
	}
}

func TestDivergenceIsAnError(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 3))
	x, y := bent(rng, 30, 3, false), bent(rng, 30, 3, false)
	s := small()
	s.Rate, s.Clip, s.Net.Activation = 1e30, 0, nn.Identity
	b := cpu.New[float32](1)
	defer b.Close()
	outcomes, err := Train(context.Background(), Training{Settings: s, X: x, Y: y, Problem: problemOf(x, y), Backend: b})
	if err == nil {
		t.Error("a training with a rate of 1e30 gave no error")
	}
	if len(outcomes) == 0 || outcomes[0].Plan == nil {
		t.Error("the plan of the first step was lost")
	}
}

// The paper's tables, so that nobody changes a value by accident.
func TestPresetsHaveThePapersValues(t *testing.T) {
	t.Parallel()
	a, err := PaperAnimals.Of()
	if err != nil {
		t.Fatal(err)
	}
	if a.Net.Width != 1024 || a.Net.Depth != 6 || a.Net.Features != 128 || a.Rate != 1e-4 || a.Decay != 0 ||
		a.Steps != 1500 || a.Clip != 1 || a.TemperatureStart != 1e-4 || a.Bins != nil {
		t.Errorf("animals: %+v", a)
	}
	h, err := PaperHorse.Of()
	if err != nil {
		t.Fatal(err)
	}
	if h.Net.Width != 512 || h.Net.Depth != 4 || h.Net.Expansion != 2 || h.Net.Dropout != 0 || h.Rate != 3e-3 || h.Decay != 1e-4 ||
		h.Steps != 1000 || h.Restarts != 3 || h.Warmup != 50 || h.Clip != 5 || h.TemperatureStart != 1 || h.TemperatureEnd != 0.03 || h.Bins != nil {
		t.Errorf("horse: %+v", h)
	}
	if got := h.temperature(1); math.Abs(got-0.03) > 1e-12 {
		t.Errorf("the horse's temperature ends at %g", got)
	}
	if h.rate(0) != 3e-3/50 || h.rate(49) != 3e-3 || h.rate(999) > 1e-5 || a.rate(0) != 1e-4 || a.rate(1499) != 1e-4 {
		t.Error("rates do not follow warm-up and decay")
	}
	if _, err := Preset("mine").Of(); err == nil {
		t.Error("an unknown preset was accepted")
	}
}

func TestRefinementNeverEndsWorseAndStaysSorted(t *testing.T) {
	t.Parallel()
	for seed, weighted := range []bool{false, true} {
		rng := rand.New(rand.NewPCG(uint64(seed), 5))
		x := bent(rng, 90, 3, weighted)
		y := shuffled(rng, x)
		if weighted {
			y = bent(rng, 75, 3, true)
		}
		problem := problemOf(x, y)
		cx, cy := cloudOf(x, 3), cloudOf(y, 3)
		// A poor start: the embedding with an axis reversed.
		start := outcomeOf(problem, x, y, slicer.Flip(3, 1).Apply(cx), cy)
		reports := 0
		set := Refinement{Problem: problem, X: x, Y: y, CloudX: cx, CloudY: cy, Effort: Quick, Seed: 1}
		again := Refine(context.Background(), set, start)
		set.Report = func(Outcome) { reports++ }
		got := Refine(context.Background(), set, start)
		t.Logf("GW² %.5f -> %.5f, %d better plans", start.GW2, got.GW2, reports)
		if !(got.GW2 < 0.95*start.GW2) || reports == 0 {
			t.Errorf("refinement took GW² from %g to %g", start.GW2, got.GW2)
		}
		if got.GW2 != again.GW2 {
			t.Error("the same seed gave another plan")
		}
		plan := slicer.SortedPlan(got.PushX, got.PushY, x.Weights, y.Weights)
		if !slices.Equal(plan.J, got.Plan.J) || math.Abs(problem.Loss(got.Plan)-got.GW2) > 1e-12 {
			t.Error("the refined plan is not the sort of its scores")
		}
	}
}

func TestRefinementLowersAFusedLoss(t *testing.T) {
	t.Parallel()
	for seed, weighted := range []bool{false, true} {
		rng := rand.New(rand.NewPCG(uint64(seed), 5))
		x := bent(rng, 60, 3, weighted)
		y := shuffled(rng, x)
		if weighted {
			y = bent(rng, 50, 3, true)
		}
		problem := problemOf(x, y)
		cx, cy := cloudOf(x, 3), cloudOf(y, 3)
		push := outcomeOf(problem, x, y, slicer.Flip(3, 1).Apply(cx), cy)
		last := math.Inf(1)
		for _, weight := range []float64{0, 1, 30} {
			start := OutcomeOf(problem, x, y, weight, push.PushX, push.PushY)
			got := Refine(context.Background(), Refinement{Problem: problem, X: x, Y: y, CloudX: cx, CloudY: cy, Fused: weight, Effort: Quick, Seed: 1}, start)
			features := feature.Mean(x.Features, y.Features, got.Plan.I, got.Plan.J, got.Plan.Mass)
			t.Logf("λ = %g: value %.5f -> %.5f, features %.5f", weight, start.Value, got.Value, features)
			if !(got.Value < 0.97*start.Value) || math.Abs(got.GW2+weight*features-got.Value) > 1e-9 {
				t.Errorf("λ = %g: the value went from %g to %g, GW² %g and features %g", weight, start.Value, got.Value, got.GW2, features)
			}
			if features > last {
				t.Errorf("λ = %g: the features differ by %g, with less weight by %g", weight, features, last)
			}
			last = features
		}
	}
}

func TestNetworkRepresentsAnOrder(t *testing.T) {
	t.Parallel()
	for _, n := range []int{60, 600} { // dual and primal regression
		rng := rand.New(rand.NewPCG(uint64(n), 6))
		x := bent(rng, n, 3, false)
		y := shuffled(rng, x)
		problem := problemOf(x, y)
		cx, cy := cloudOf(x, 3), cloudOf(y, 3)
		start := outcomeOf(problem, x, y, cx, cy)
		pushX, pushY, ok := Represent(cx, cy, start, 1)
		if !ok {
			t.Fatal("no network was found")
		}
		plan := slicer.SortedPlan(pushX, pushY, x.Weights, y.Weights)
		if loss := problem.Loss(plan); loss > 1.05*start.GW2+1e-6 {
			t.Errorf("n = %d: the network's plan has GW² %g, the one to represent %g", n, loss, start.GW2)
		}
	}
}

// A temperature of 1e-4 is far below the distance between neighbouring scores of a slicer
// that spreads them over 1, and its soft sort has no slope; it must be read in the small
// scores that the paper's network begins with.
func TestThePapersTemperatureLeavesSomethingToLearn(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(6, 3))
	x := bent(rng, 60, 3, false)
	y := shuffled(rng, x)
	y.Points.Apply(func(_, _ int, v float64) float64 { return 1 - v }, y.Points) // the lifting has to turn round
	s, err := PaperAnimals.Of()
	if err != nil {
		t.Fatal(err)
	}
	s.Net.Width, s.Rate, s.Steps = 48, 2e-3, 120 // narrower, so that it takes a moment only
	var first, last Step
	b := cpu.New[float32](2)
	defer b.Close()
	outcomes, err := Train(context.Background(), Training{Settings: s, X: x, Y: y, Problem: problemOf(x, y), Backend: b,
		Report: func(r Report) {
			if r.Step.Step == 0 {
				first = r.Step
			}
			last = r.Step
		}})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("temperatures %.3g to %.3g deviations, GW² %.4f -> %.4f", first.Temperature, last.Temperature, first.Hard, outcomes[0].GW2)
	spacing := math.Sqrt(12) / 60
	if first.Temperature < spacing/4 || first.Temperature > 10*spacing {
		t.Errorf("the training begins at %g deviations; neighbours are %g apart", first.Temperature, spacing)
	}
	if outcomes[0].GW2 > first.Hard/2 {
		t.Errorf("GW² went from %g to %g only", first.Hard, outcomes[0].GW2)
	}
}
