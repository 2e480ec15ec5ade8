package solver_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gwscope/assets"
	"gwscope/assets/shapes"
	"gwscope/solver"
	"gwscope/solver/amortized"
	"gwscope/solver/metric"
)

// untrained is a small matcher that has learned nothing: enough to see how the method
// deals with its scores.
func untrained(t *testing.T) *amortized.Weights {
	t.Helper()
	c := amortized.Default()
	c.Hidden, c.Token, c.Width, c.Context = 24, 20, 16, 8
	w, err := amortized.NewWeights(c, 1)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func objectSpace(t *testing.T, id string, n int) *metric.Space {
	t.Helper()
	m, err := shapes.Make(id)
	if err != nil {
		t.Fatal(err)
	}
	d, err := metric.NewDomain(m, metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: n, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The instant plan is the sort of the push-forward values; refining starts there and only
// lowers the loss, and both values are told.
func TestTheMatcherGivesItsPlanAtOnceAndRefinesItWhenAsked(t *testing.T) {
	t.Parallel()
	p := solver.Problem{X: objectSpace(t, "mug/1", 120), Y: objectSpace(t, "mug/2", 120)}
	at := func(set solver.Settings) *solver.Result {
		t.Helper()
		set.Method, set.Matcher, set.Threads = solver.Amortized, untrained(t), 2
		r, err := solver.Solve(context.Background(), p, set)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	instant, refined := at(solver.Settings{NoPolish: true}), at(solver.Settings{})
	// An untrained network hardly tells left from right: refining may choose the other side.
	side := slices.IndexFunc(instant.Alternatives, func(a solver.Alternative) bool { return a.GW2 == float64(refined.GW2Slicer) })
	if instant.GW2() != float64(instant.GW2Slicer) || side < 0 {
		t.Fatalf("the instant loss is %g, as a slicer's %g and before refining %g", instant.GW2(), instant.GW2Slicer, refined.GW2Slicer)
	}
	if before := instant.Alternatives[side].GW2; !(refined.GW2() < before) {
		t.Errorf("refined %g, instant %g", refined.GW2(), before)
	}
	if side == 0 != slices.Equal(instant.PushX, refined.PushX) || len(instant.PushY) != 120 {
		t.Errorf("side %d: the push-forward values are not the network's", side)
	}
	order := make([]int, 120)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if instant.PushX[i] < instant.PushX[j] {
			return -1
		}
		return 1
	})
	ranks := map[float64]int{}
	sorted := slices.Clone(instant.PushY)
	slices.Sort(sorted)
	for k, v := range sorted {
		ranks[v] = k
	}
	target := make([]int32, 120)
	for k, i := range instant.Plan().I {
		target[i] = instant.Plan().J[k]
	}
	for k, i := range order {
		if got := ranks[instant.PushY[target[i]]]; got != k {
			t.Fatalf("the point of rank %d goes to rank %d", k, got)
		}
	}
	if !slices.ContainsFunc(instant.Notes, func(n string) bool { return strings.Contains(n, "do not say what it has learned") }) {
		t.Errorf("the notes say nothing of weights without statistics: %q", instant.Notes)
	}
	alt := instant.Alternatives[0]
	if len(alt.SnappedXToY) != 120 || math.IsNaN(alt.Score) {
		t.Errorf("the match was not judged: %+v", alt)
	}
}

func TestTheMatcherTakesAnyNumbersAndWeights(t *testing.T) {
	t.Parallel()
	x, y := objectSpace(t, "chair/1", 90), objectSpace(t, "chair/2", 131)
	for _, polish := range []bool{false, true} {
		r, err := solver.Solve(context.Background(), solver.Problem{X: x, Y: y},
			solver.Settings{Method: solver.Amortized, Matcher: untrained(t), NoPolish: !polish})
		if err != nil {
			t.Fatal(err)
		}
		if r.MarginalError > 1e-9 {
			t.Errorf("polish %t: the marginals are off by %g", polish, r.MarginalError)
		}
	}
}

// A cancelled solve still has the instant plan.
func TestTheMatcherIsThereBeforeItIsCancelled(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the race detector has nothing to find where nothing begins")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := solver.Solve(ctx, solver.Problem{X: objectSpace(t, "mug/1", 80), Y: objectSpace(t, "mug/2", 80)},
		solver.Settings{Method: solver.Amortized, Matcher: untrained(t)})
	if err != nil {
		t.Fatal(err)
	}
	if r.Status != solver.Cancelled || r.GW2() != float64(r.GW2Slicer) {
		t.Errorf("status %v, loss %g, instant %g", r.Status, r.GW2(), r.GW2Slicer)
	}
}

func TestWithoutWeightsTheMatcherSaysSo(t *testing.T) {
	t.Parallel()
	if assets.Matcher() != nil {
		t.Skip("this program carries a trained matcher")
	}
	x := objectSpace(t, "mug/1", 40)
	_, err := solver.Solve(context.Background(), solver.Problem{X: x, Y: x}, solver.Settings{Method: solver.Amortized})
	if err == nil || !strings.Contains(err.Error(), "gwscope train") {
		t.Errorf("error %v", err)
	}
}

// The embedded matcher, where there is one, is small enough to ship, says what it is, and
// knows what it knows.
func TestTheEmbeddedMatcher(t *testing.T) {
	t.Parallel()
	data := assets.Matcher()
	if data == nil {
		t.Skip("no trained matcher is embedded")
	}
	if len(data) > 8<<20 {
		t.Errorf("the file has %d MB", len(data)>>20)
	}
	w, err := amortized.Read(strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	if w.Statistics == nil || len(w.Card.Categories) == 0 || w.Card.Epochs == 0 {
		t.Errorf("its card is %+v, statistics %t", w.Card, w.Statistics != nil)
	}
	match := func(a, b string) *solver.Result {
		r, err := solver.Solve(context.Background(), solver.Problem{X: objectSpace(t, a, 256), Y: objectSpace(t, b, 256)},
			solver.Settings{Method: solver.Amortized, NoPolish: true})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	warned := func(r *solver.Result) bool {
		return slices.ContainsFunc(r.Notes, func(n string) bool { return strings.Contains(n, "may be nonsense") })
	}
	if r := match("chair/1", "chair/2"); warned(r) {
		t.Errorf("two chairs: %q", r.Notes)
	}
	if r := match("cat/1", "cat/2"); warned(r) {
		t.Errorf("two cats: %q", r.Notes)
	}
	if r := match("toy3d/4", "toy3d/4"); !warned(r) {
		t.Errorf("two stars and no warning: %q", r.Notes)
	}
}

// Left and right have the same loss on objects that are their own mirror images: the instant match takes
// the side that keeps orientation, and has the other among the minima.
func TestTheInstantMatchTakesTheDirectSide(t *testing.T) {
	t.Parallel()
	for _, id := range []string{"horse/1", "chair/2", "car/1", "motorbike/1"} {
		p := solver.Problem{X: objectSpace(t, id, 160), Y: objectSpace(t, id, 140)}
		r, err := solver.Solve(context.Background(), p, solver.Settings{Method: solver.Amortized, NoPolish: true, Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Alternatives) != 2 || !(r.Alternatives[0].Orientation > 0.6) || !(r.Alternatives[1].Orientation < r.Alternatives[0].Orientation) {
			t.Errorf("%s: orientations of %d minima, the first %.2f", id, len(r.Alternatives), r.Alternatives[0].Orientation)
		}
		flipped, err := solver.Solve(context.Background(), p, solver.Settings{Method: solver.Amortized, NoPolish: true, Flip: solver.FlipMirrored, Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		if !(flipped.Alternatives[0].Orientation < 0.5) {
			t.Errorf("%s: the mirrored side was asked for, orientation %.2f", id, flipped.Alternatives[0].Orientation)
		}
	}
}
