package solver

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gwscope/assets/shapes"
	"gwscope/meshio/meshtest"
	"gwscope/solver/correspond"
	"gwscope/solver/gw"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/threadtest"
	"gwscope/solver/metric"
)

// across is a pair of different animals, small enough for tests.
func across(t *testing.T) *pair { return embeddedPair(t, "cat/2", "horse/3r", autoAnchorSamples, 4) }

func TestAnchoredMatchesAcrossSpecies(t *testing.T) {
	t.Parallel()
	p := across(t)
	r := mustSolve(t, p.x, p.y, Settings{Method: Anchored})
	best := r.Alternatives[0]
	direct, mirrored := p.meanError(best.SnappedXToY, p.direct), p.meanError(best.SnappedXToY, p.mirrored)
	if direct > 0.1 || mirrored < direct {
		t.Errorf("a cat is matched with a horse %.3f off, and %.3f off its mirror image", direct, mirrored)
	}
	if best.Orientation < 0.7 {
		t.Errorf("only %.2f of the orientation is kept", best.Orientation)
	}
	a := r.Anchors
	if a == nil || len(a.TipsX) != 6 || len(a.TipsY) != 6 || len(best.Match.TipsX) < 5 {
		t.Fatalf("extremities %+v", a)
	}
	if a.Dissimilarity < CrossSpecies {
		t.Errorf("dissimilarity %.4f takes them for one species", a.Dissimilarity)
	}
	if !(a.GW2Map > 0) || !slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, "different species") }) {
		t.Errorf("GW² of the map %g, notes %q", a.GW2Map, r.Notes)
	}
	for k, alt := range r.Alternatives[1:] {
		if alt.Score < r.Alternatives[k].Score {
			t.Error("alternatives are not in the order of their scores")
		}
	}

	// The dense map goes on from there.
	there, back, err := best.Dense(context.Background(), p.x, p.y, correspond.DenseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(there.Places) != len(p.x.Domain.Points) || len(back.Places) != len(p.y.Domain.Points) {
		t.Fatalf("dense maps of %d and %d points", len(there.Places), len(back.Places))
	}
	at := make([]int32, p.x.Len())
	for i, s := range p.x.Samples {
		at[i] = there.Places[s].Nearest
	}
	if e := p.meanError(at, p.direct); e > 0.1 {
		t.Errorf("the dense map is %.3f off at the samples", e)
	}
}

func TestAnchoredWithinASpecies(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "human/2", "human/5r", 250, 3)
	r := mustSolve(t, p.x, p.y, Settings{Method: Anchored})
	if e := p.meanError(r.Alternatives[0].SnappedXToY, p.direct); e > 0.06 {
		t.Errorf("people are matched %.3f off", e)
	}
	if r.Anchors.Dissimilarity > CrossSpecies {
		t.Errorf("dissimilarity %.4f takes two people for different species", r.Anchors.Dissimilarity)
	}
}

// Asked for the mirrored match, extremities give it: they do not depend on what the
// slicer happens to find.
func TestAnchoredGivesTheMirroredMatch(t *testing.T) {
	t.Parallel()
	p := across(t)
	r := mustSolve(t, p.x, p.y, Settings{Method: Anchored, Flip: FlipMirrored})
	best := r.Alternatives[0]
	if direct, mirrored := p.meanError(best.SnappedXToY, p.direct), p.meanError(best.SnappedXToY, p.mirrored); mirrored > 0.1 || direct < mirrored {
		t.Errorf("mirrored on purpose: %.3f off the mirror image, %.3f off the direct one", mirrored, direct)
	}
	if best.Orientation > 0.4 {
		t.Errorf("%.2f of the orientation is kept", best.Orientation)
	}
}

// Sizes may differ, and weights; the plan has the weights all the same (checkResult).
func TestAnchoredTakesUnequalSizesAndWeights(t *testing.T) {
	t.Parallel()
	a, err := shapes.Make("cat/2")
	if err != nil {
		t.Fatal(err)
	}
	b, err := shapes.Make("horse/3")
	if err != nil {
		t.Fatal(err)
	}
	of := func(m *metric.Domain, n int, w metric.WeightKind) *metric.Space {
		s, err := metric.NewSpace(context.Background(), m, metric.SpaceOptions{Samples: n, Weights: w})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	x, y := spaceOf(t, a, 10, 1).Domain, spaceOf(t, b, 10, 1).Domain
	for _, tt := range []struct {
		n, m int
		w    metric.WeightKind
	}{{150, 200, metric.WeightsUniform}, {200, 150, metric.WeightsArea}, {600, 90, metric.WeightsUniform}} {
		r := mustSolve(t, of(x, tt.n, tt.w), of(y, tt.m, tt.w), Settings{Method: Anchored})
		if r.Alternatives[0].Match == nil || math.IsNaN(r.Anchors.Dissimilarity) {
			t.Errorf("%d and %d samples: not matched by extremities", tt.n, tt.m)
		}
	}
}

// Creatures without limbs are matched as before, and the result says why.
func TestAnchoredFallsBackWithoutLimbs(t *testing.T) {
	t.Parallel()
	ball, ring := meshtest.Icosphere(3), meshtest.Torus(1, 0.35, 24, 12)
	toy, err := shapes.Make("toy3d/1")
	if err != nil {
		t.Fatal(err)
	}
	horse, err := shapes.Make("horse/1")
	if err != nil {
		t.Fatal(err)
	}
	x := spaceOf(t, horse, 120, 1)
	for _, y := range []*metric.Space{spaceOf(t, ball, 120, 1), spaceOf(t, ring, 120, 1), spaceOf(t, toy, 120, 1)} {
		for _, pair := range [][2]*metric.Space{{x, y}, {y, x}, {y, y}} {
			r := mustSolve(t, pair[0], pair[1], Settings{Method: Anchored, Effort: Fast})
			want := mustSolve(t, pair[0], pair[1], Settings{Effort: Fast})
			if r.GW2() != want.GW2() {
				t.Errorf("GW² %v, the hierarchical slicer has %v", r.GW2(), want.GW2())
			}
			if len(r.Notes) == 0 || !strings.Contains(r.Notes[0], "hierarchical") {
				t.Errorf("no word about the fall back: %q", r.Notes)
			}
			if r.Anchors == nil || min(len(r.Anchors.TipsX), len(r.Anchors.TipsY)) >= 4 {
				t.Errorf("extremities %+v", r.Anchors)
			}
		}
	}
}

func TestAnchoredBitsDoNotDependOnThreads(t *testing.T) {
	t.Parallel()
	p := concurrentPair(t, "cat/2", "horse/3r", autoAnchorSamples, 4)
	var one *Result
	for _, threads := range threadtest.Counts(1, 2, 5) {
		r := mustSolve(t, p.x, p.y, Settings{Method: Anchored, Threads: threads})
		if one == nil {
			one = r
		}
		if r.GW2() != one.GW2() || r.Margin != one.Margin || !slices.Equal(r.Plan().J, one.Plan().J) {
			t.Errorf("%d threads: other plan", threads)
		}
		for k := range r.Alternatives {
			if !slices.Equal(r.Alternatives[k].SnappedXToY, one.Alternatives[k].SnappedXToY) {
				t.Errorf("%d threads: other map in alternative %d", threads, k)
			}
		}
	}
}

func TestAnchoredStopsWhenCancelled(t *testing.T) {
	t.Parallel()
	p := concurrentPair(t, "cat/2", "horse/3r", autoAnchorSamples, 4)
	times := []float64{0, 0.15, 0.4, 0.8}
	if testing.Short() { // see threadtest.Counts
		times = times[2:3]
	}
	for _, at := range times {
		ctx, cancel := context.WithCancel(context.Background())
		r, err := Solve(ctx, Problem{p.x, p.y}, Settings{Method: Anchored, Progress: func(now Progress) {
			if now.Fraction >= at {
				cancel()
			}
		}})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		checkResult(t, p.x, p.y, r)
		if r.Status != Cancelled {
			t.Errorf("cancelled at %v, and the status is %v", at, r.Status)
		}
	}
}

// Auto looks at extremities across species, and takes the better match.
func TestAnchorsAutoHelpsAcrossSpecies(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "cat/2", "elephant/5r", 220, 7)
	off := mustSolve(t, p.x, p.y, Settings{AnchorRule: AnchorsOff})
	auto := mustSolve(t, p.x, p.y, Settings{})
	if off.Anchors != nil {
		t.Error("anchors were off")
	}
	if auto.Anchors == nil || auto.Alternatives[0].Match == nil {
		t.Fatal("a cat and an elephant were not matched by extremities")
	}
	e, without := p.meanError(auto.Alternatives[0].SnappedXToY, p.direct), p.meanError(off.Alternatives[0].SnappedXToY, p.direct)
	if e > 0.13 || e > without {
		t.Errorf("%.3f off with extremities, %.3f without", e, without)
	}
	// The slicer's own match stays on offer.
	if !slices.ContainsFunc(auto.Alternatives, func(a Alternative) bool { return a.Match == nil }) {
		t.Error("only matches by extremities are offered")
	}
}

// Within a species, where the choice is certain, nothing changes.
func TestAnchorsAutoLeavesCertainMatchesAlone(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "horse/1", "horse/2r", 220, 7)
	off := mustSolve(t, p.x, p.y, Settings{AnchorRule: AnchorsOff})
	auto := mustSolve(t, p.x, p.y, Settings{})
	if off.Margin < CloseCall {
		t.Skip("this choice is a close call")
	}
	if auto.Anchors != nil || auto.GW2() != off.GW2() || !slices.Equal(auto.Plan().J, off.Plan().J) {
		t.Errorf("GW² %v with anchors, %v without", auto.GW2(), off.GW2())
	}
}

// The shortcut to the loss with distances over their means is that loss.
func TestOverMeansIsTheLossOfScaledDistances(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "cat/1", "horse/2r", 80, 3)
	s, err := newSolve(Problem{p.x, p.y}, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	plan := gw.Permutation(order.Natural(80))
	want := gw.Loss(overMean(p.x), overMean(p.y), p.x.Weights, p.y.Weights, plan)
	if got := OverMeans(p.x, p.y, s.full.Loss(plan)); math.Abs(got-want) > 1e-12*(1+want) {
		t.Errorf("%v, want %v", got, want)
	}
}
