package solver

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/solver/feature"
	"gwscope/solver/gw"
	"gwscope/solver/internal/threadtest"
	"gwscope/solver/judge"
	"gwscope/solver/metric"
	"gwscope/solver/slicer"
	"gwscope/solver/slicer/neural"
)

// quickly is a short training of the preset.
func quickly(preset neural.Preset, steps int) Settings {
	return Settings{Method: Neural, Effort: Fast, Seed: 42, Learning: Learning{Preset: preset, Steps: steps}}
}

func TestLearningFindsAGoodMatch(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "cat/1", "cat/3r", 80, 5)
	r := mustSolve(t, p.x, p.y, quickly(neural.Best, 150))
	error := min(p.meanError(r.Alternatives[0].SnappedXToY, p.direct), p.meanError(r.Alternatives[0].SnappedXToY, p.mirrored))
	t.Logf("GW² %.5f after %.5f, error %.3f", r.GW2(), r.GW2Slicer, error)
	if error > 0.12 {
		t.Errorf("mean error %.3f", error)
	}
	if r.GW2() > float64(r.GW2Slicer) {
		t.Errorf("polish has raised the loss from %g to %g", r.GW2Slicer, r.GW2())
	}
	settings, _ := neural.Best.Of()
	if len(r.Trace) != 150*settings.Restarts {
		t.Fatalf("the trace has %d steps", len(r.Trace))
	}
	least := math.Inf(1)
	for _, s := range r.Trace {
		least = min(least, s.Hard)
	}
	var slicers []float64
	for _, a := range r.Alternatives {
		slicers = append(slicers, a.GW2)
	}
	told := slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, "has a lower GW²") })
	if lower := slices.Min(slicers) < r.GW2()*(1-1e-6); lower != told {
		t.Errorf("of %v %g was chosen, and the notes are %q", slicers, r.GW2(), r.Notes)
	}
	if slices.Min(slicers) > least {
		t.Errorf("the training saw a plan of %g and all that came out are above: %v", least, slicers)
	}
}

func TestLearningGivesTheSameBitsForAnyNumberOfThreads(t *testing.T) {
	t.Parallel()
	p := concurrentPair(t, "cat/1", "cat/2r", 50, 5)
	sets := []Settings{quickly(neural.Best, 8), quickly(neural.PaperHorse, 1), {Method: Neural, Effort: Fast, Learning: Learning{Start: FromHierarchical, Steps: 20}}}
	if testing.Short() { // see threadtest.Counts; the others run on the same threads
		sets = []Settings{quickly(neural.Best, 2)}
	}
	for _, set := range sets {
		var first *Result
		for _, threads := range threadtest.Counts(1, 3) {
			set.Threads = threads
			r := mustSolve(t, p.x, p.y, set)
			if first == nil {
				first = r
			}
			if r.GW2() != first.GW2() || r.GW2Slicer != first.GW2Slicer || !slices.Equal(r.PushX, first.PushX) || r.Margin != first.Margin {
				t.Errorf("%+v: %d threads give GW² %v after %v, one gives %v after %v", set.Learning, threads, r.GW2(), r.GW2Slicer, first.GW2(), first.GW2Slicer)
			}
		}
	}
}

func TestWarmStartNeverEndsWorse(t *testing.T) {
	t.Parallel()
	for k, pair := range [][2]string{{"cat/1", "cat/3r"}, {"horse/1", "horse/2r"}, {"horse/1", "cat/2r"}} {
		p := embeddedPair(t, pair[0], pair[1], 80, 5)
		for _, noPolish := range [][]bool{{true}, {false}, {false, true}}[k] {
			before := mustSolve(t, p.x, p.y, Settings{Effort: Fast, NoPolish: noPolish})
			after := mustSolve(t, p.x, p.y, Settings{Method: Neural, Effort: Fast, NoPolish: noPolish, Learning: Learning{Start: FromHierarchical}})
			least := func(r *Result) float64 {
				g := math.Inf(1)
				for _, a := range r.Alternatives {
					g = min(g, a.GW2)
				}
				return g
			}
			if after.GW2() > before.GW2() {
				t.Errorf("%v, polish %v: GW² %g was chosen, it came from %g", pair, !noPolish, after.GW2(), before.GW2())
			}
			if least(after) > least(before) {
				t.Errorf("%v, polish %v: GW² %g came from %g", pair, !noPolish, least(after), least(before))
			}
			t.Logf("%v polish %v: slicer %.5f -> %.5f, GW² %.5f -> %.5f", pair, !noPolish, before.GW2Slicer, after.GW2Slicer, before.GW2(), after.GW2())
		}
	}
}

// With features beside the distances it is the fused objective that must not rise.
func TestAFusedWarmStartNeverEndsWorse(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "horse/1", "cat/2r", 100, 5)
	for _, set := range []Settings{{Alpha: 0.1, Features: feature.Coordinates}, {Alpha: 0.5, Features: feature.Coordinates}, {Alpha: 0.5}} {
		x, errX := feature.Of(p.x, set.Features)
		y, errY := feature.Of(p.y, set.Features)
		full, err := gw.NewProblem(p.x.Distances, p.y.Distances, p.x.Weights, p.y.Weights)
		if err = errors.Join(err, errX, errY); err != nil {
			t.Fatal(err)
		}
		goal, err := full.Fused(feature.Cost(x, y), set.Alpha)
		if err != nil {
			t.Fatal(err)
		}
		set.Effort = Fast
		before := mustSolve(t, p.x, p.y, set)
		set.Method, set.Learning.Start = Neural, FromHierarchical
		after := mustSolve(t, p.x, p.y, set)
		if was, is := goal.ObjectiveAt(before.Plan(), before.GW2()), goal.ObjectiveAt(after.Plan(), after.GW2()); is > was*(1+1e-12) {
			t.Errorf("α = %g, features %q: the objective is %.9f, it came from %.9f", set.Alpha, set.Features, is, was)
		}
	}
}

// Refined minima may change places in the judge's eyes; one of higher loss than the
// first choice must not come out for that.
func TestAWarmChoiceIsNotExchangedForAWorse(t *testing.T) {
	t.Parallel()
	l := &learner{solve: &solve{jury: new(jury)}, goal: new(gw.Problem), began: 0.5}
	finals := []final{{gw2: 0.7, verdict: &judge.Verdict{Score: 1}}, {gw2: 0.6, verdict: &judge.Verdict{Score: 2}}, {gw2: 0.4, verdict: &judge.Verdict{Score: 3}}, {gw2: 0.1, verdict: &judge.Verdict{Score: 4}}}
	l.neverWorse(finals)
	var got []float64
	for _, f := range finals {
		got = append(got, f.gw2)
	}
	if want := []float64{0.4, 0.7, 0.6, 0.1}; !slices.Equal(got, want) {
		t.Errorf("the order of losses is %v, want %v", got, want)
	}
	l.began = 0 // from scratch: the judge's order stands
	l.neverWorse(finals)
	if finals[0].gw2 != 0.4 {
		t.Errorf("without a start the order became %v", finals)
	}
}

// A minimum of twice the least loss is none that the judge should choose, however well it
// likes it.
func TestOnlyNearEqualMinimaAreChosen(t *testing.T) {
	t.Parallel()
	l := &learner{solve: &solve{jury: new(jury)}, goal: new(gw.Problem)}
	of := func(gw2, score, orientation float64) final {
		return final{gw2: gw2, verdict: &judge.Verdict{Score: score, Orientation: orientation}}
	}
	finals := []final{of(0.21, 1, 1), of(0.17, 2, 1), of(0.1, 3, 1), of(0.4, 4, 1), {gw2: 0.01}}
	order := func() (got []float64) {
		l.nearFirst(finals)
		for _, f := range finals {
			got = append(got, f.gw2)
		}
		return got
	}
	if got, want := order(), []float64{0.17, 0.1, 0.21, 0.4, 0.01}; !slices.Equal(got, want) {
		t.Errorf("the order of losses is %v, want %v", got, want)
	}
	// A person's wish comes first.
	l.jury.flip = FlipMirrored
	finals = []final{of(0.5, 1, 0), of(0.1, 2, 1)}
	if got, want := order(), []float64{0.5, 0.1}; !slices.Equal(got, want) {
		t.Errorf("mirrored wanted, the order of losses is %v, want %v", got, want)
	}
}

// Two slicers may be polished into one plan; the better of them is told beside it.
func TestOneMinimumIsToldWithItsBestSlicer(t *testing.T) {
	t.Parallel()
	x := cloudSpace(t, 4, 1)
	full, err := gw.NewProblem(x.Distances, x.Distances, x.Weights, x.Weights)
	if err != nil {
		t.Fatal(err)
	}
	plan := gw.Permutation([]int32{0, 1, 2, 3})
	of := func(slicer float64, targets ...int32) final {
		return final{plan: plan, gw2: 0.1, xToY: targets, sliced: sliced{plan: plan, gw2: slicer}}
	}
	finals := []final{of(0.3, 0, 1, 2, 3), of(0.2, 0, 1, 2, 3), of(0.25, 0, 1, 2, 3), of(0.05, 3, 2, 1, 0)}
	for _, noPolish := range []bool{false, true} {
		l := &learner{solve: &solve{Problem: Problem{x, x}, Settings: Settings{NoPolish: noPolish}, full: full, jury: &jury{x: x, y: x}}, goal: full}
		got := l.once(slices.Clone(finals))
		want := map[bool]float64{false: 0.2, true: 0.3}[noPolish] // without a polish the sort is the plan
		if len(got) != 2 || got[0].sliced.gw2 != want || got[1].sliced.gw2 != 0.05 {
			t.Errorf("polish %v: %d minima, the slicer of the first has %g, want %g", !noPolish, len(got), got[0].sliced.gw2, want)
		}
	}
}

// Refinement of the scores is shown as the training is, and can be held.
func TestRefinementIsShownAndHeld(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "cat/1", "cat/3r", 120, 5)
	full, err := gw.NewProblem(p.x.Distances, p.y.Distances, p.x.Weights, p.y.Weights)
	if err != nil {
		t.Fatal(err)
	}
	var refining atomic.Bool
	var held atomic.Int64
	set := Settings{Method: Neural, Seed: 42, Learning: Learning{Steps: 5, Hold: func(context.Context) {
		if refining.Load() {
			held.Add(1)
		}
	}}}
	looks, last := 0, math.Inf(1)
	set.Progress = func(now Progress) {
		refining.Store(strings.HasPrefix(now.Stage, "refining"))
		if refining.Load() && !now.Pausable || now.Stage == "choosing" && now.Pausable {
			t.Errorf("%s: it can be paused: %v", now.Stage, now.Pausable)
		}
		if now.Training == nil || !now.Training.Refined {
			return
		}
		looks++
		plan := slicer.SortedPlan(now.Training.PushX, now.Training.PushY, p.x.Weights, p.y.Weights)
		if loss := full.Loss(plan); math.Abs(loss-now.Training.Hard) > 1e-12 || now.Training.Hard >= last {
			t.Errorf("a look at GW² %g, after %g, has scores that sort to %g", now.Training.Hard, last, loss)
		}
		last = now.Training.Hard
	}
	mustSolve(t, p.x, p.y, set)
	if looks == 0 || held.Load() == 0 {
		t.Errorf("%d looks at the refinement, which asked %d times whether it is held", looks, held.Load())
	}
}

func TestLearningBearsOddShapes(t *testing.T) {
	t.Parallel()
	shapes := map[string]*mesh.Mesh{
		"two points":   {Vertices: []r3.Vec{{}, {X: 1}}},
		"flat grid":    grid(9, 6, 0),
		"sphere":       ellipsoid(1, 1, 1),
		"cloud":        cloud(30, 4),
		"bigger cloud": cloud(50, 5),
	}
	names := slices.Sorted(maps.Keys(shapes))
	warm := Settings{Method: Neural, Effort: Fast, Learning: Learning{Start: FromHierarchical, Steps: 10}}
	sets := []Settings{quickly(neural.Best, 5), quickly(neural.PaperHorse, 1), warm}
	for i, nameX := range names {
		for j, nameY := range names {
			t.Run(nameX+" to "+nameY, func(t *testing.T) {
				t.Parallel()
				x, y := spaceOf(t, shapes[nameX], 40, 1), spaceOf(t, shapes[nameY], 40, 2)
				tried := sets
				if i != j { // each of the settings meets each shape on either side
					k := (i + j) % len(sets)
					tried = sets[k : k+1]
				}
				for _, set := range tried {
					if r := mustSolve(t, x, y, set); math.IsNaN(r.GW2()) || math.IsNaN(float64(r.Margin)) {
						t.Errorf("GW² %v, margin %v", r.GW2(), r.Margin)
					}
				}
			})
		}
	}
}

func TestLearningTakesUnequalSizesAndWeights(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "cat/1", "cat/3r", 100, 5)
	x, y := weighted(t, p.x, 100, metric.WeightsArea), weighted(t, p.y, 80, metric.WeightsArea)
	for _, set := range []Settings{quickly(neural.Best, 40), {Method: Neural, Effort: Fast, Learning: Learning{Start: FromHierarchical}}} {
		r := mustSolve(t, x, y, set)
		t.Logf("%+v: GW² %.5f after %.5f", set.Learning, r.GW2(), r.GW2Slicer)
		if r.GW2() > 0.02 {
			t.Errorf("%+v: GW² %g", set.Learning, r.GW2())
		}
	}
}

func TestCancelledLearningKeepsTheBestPlan(t *testing.T) {
	t.Parallel()
	p := concurrentPair(t, "cat/1", "cat/2r", 150, 5)
	sets := []Settings{
		{Method: Neural}, {Method: Neural, Learning: Learning{Preset: neural.PaperAnimals}},
		{Method: Neural, Learning: Learning{Start: FromHierarchical}},
	}
	if testing.Short() { // see threadtest.Counts
		sets = sets[2:]
	}
	for _, set := range sets {
		for _, wait := range []time.Duration{0, 30 * time.Millisecond, 200 * time.Millisecond, 800 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(context.Background(), wait)
			r, err := Solve(ctx, Problem{p.x, p.y}, set)
			late := time.Since(deadline(ctx))
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			checkResult(t, p.x, p.y, r)
			t.Logf("%+v after %v: back %v later with GW² %.5f, %d steps", set.Learning, wait, late, r.GW2(), len(r.Trace))
			if r.Status != Cancelled {
				t.Errorf("status %v after the deadline", r.Status)
			}
		}
	}
}

// Shapes that stand alike are told from their mirror images by coordinates: the more
// these weigh, the closer together are matched points.
func TestFeaturesDrawMatchedPointsTogether(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "cat/1", "cat/2r", 60, 5)
	for _, noPolish := range []bool{false, true} {
		last := math.Inf(1)
		for _, alpha := range []float64{1, 0.2} {
			set := quickly(neural.Best, 50)
			set.Alpha, set.Features, set.NoPolish = alpha, feature.Coordinates, noPolish
			r := mustSolve(t, p.x, p.y, set)
			fx, _ := feature.Of(p.x, set.Features)
			fy, _ := feature.Of(p.y, set.Features)
			least := math.Inf(1)
			for _, a := range r.Alternatives {
				least = min(least, feature.Mean(fx, fy, a.Plan.I, a.Plan.J, a.Plan.Mass))
			}
			t.Logf("α = %g, polish %v: features %.5f, GW² %.5f", alpha, !noPolish, least, r.GW2())
			if least > last {
				t.Errorf("α = %g: the features differ by %g, with more weight on the distances by %g", alpha, least, last)
			}
			last = least
			if alpha < 1 {
				want := alpha*r.GW2() + (1-alpha)*feature.Mean(fx, fy, r.Plan().I, r.Plan().J, r.Plan().Mass)
				told := fmt.Sprintf("fused objective is %.6f", want)
				if !slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, told) }) {
					t.Errorf("the %s, and the notes say %q", told, r.Notes)
				}
			}
		}
	}
}

func TestLearningIsReported(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "cat/1", "cat/2r", 80, 5)
	set := quickly(neural.Best, 60)
	looks, last := 0, 0.0
	set.Progress = func(now Progress) {
		if now.Fraction < last {
			t.Errorf("the fraction falls from %g to %g", last, now.Fraction)
		}
		last = now.Fraction
		if l := now.Training; l != nil {
			looks++
			if len(l.PushX) != 80 || len(l.PushY) != 80 || !(l.Temperature > 0) || !(l.Soft > 0) || now.Best == nil {
				t.Errorf("a look without content: %+v", l.Step)
			}
		}
	}
	mustSolve(t, p.x, p.y, set)
	if looks == 0 {
		t.Error("nobody saw the training")
	}
}

func TestLearningIsChecked(t *testing.T) {
	t.Parallel()
	x := cloudSpace(t, 5, 1)
	for _, l := range []Learning{{Preset: "mine"}, {Start: "cold"}, {Steps: -1}, {Preset: neural.PaperHorse, Start: FromHierarchical}, {Start: FromHierarchical, NoRefine: true}} {
		if _, err := Solve(context.Background(), Problem{x, x}, Settings{Method: Neural, Learning: l}); err == nil || !strings.Contains(err.Error(), "use") {
			t.Errorf("%+v: error %v", l, err)
		}
	}
}
