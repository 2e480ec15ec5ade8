package race

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/meshio/meshtest"
)

// cats are two embedded shapes of different connectivity with a known truth.
var cats = sync.OnceValues(func() (Pair, error) {
	engine := pipeline.NewEngine()
	a, err := engine.Load(context.Background(), "sample:cat/1", session.Defaults())
	if err != nil {
		return Pair{}, err
	}
	b, err := engine.Load(context.Background(), "sample:cat/2r", session.Defaults())
	if err != nil {
		return Pair{}, err
	}
	truth, err := pipeline.LoadTruth(a, b, "")
	return Pair{A: a, B: b, Truth: truth}, err
})

// bumpy are a small shape and itself, turned, scaled and in another order.
func bumpy(t testing.TB) Pair {
	t.Helper()
	m := meshtest.Bumpy(3)
	shuffled, newOf := meshtest.Shuffle(m, 5)
	a, b := pipeline.ShapeOf("a", m), pipeline.ShapeOf("b", meshtest.RigidMove(meshtest.Scaled(shuffled, 40), 6))
	truth, err := pipeline.SameVertexTruth(a, b)
	if err != nil {
		t.Fatal(err)
	}
	for i := range truth.Target {
		truth.Target[i] = newOf[i]
	}
	return Pair{A: a, B: b, Truth: truth}
}

func catPair(t testing.TB) Pair {
	t.Helper()
	p, err := cats()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func contestants(t testing.TB, text string) []Contestant {
	t.Helper()
	cs, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return cs
}

// impossible fails: matching by extremities has features of its own.
var impossible = Contestant{Method: "anchored", Changes: []Change{{"alpha", "0.5"}}}

func small() session.Options {
	o := session.Defaults()
	o.Samples, o.Surface = 60, session.MapAlone
	return o
}

func TestRaceTellsTheMemoryOfEach(t *testing.T) {
	o := small() // not parallel: other tests' arrays would count
	o.Samples = 300
	rows, err := Run(context.Background(), bumpy(t), contestants(t, "cg"), Settings{Options: o})
	if err != nil {
		t.Fatal(err)
	}
	// One cost matrix at the least.
	if least := uint64(8 * 300 * 300); rows[0].Memory < least {
		t.Errorf("%d bytes, want at least %d", rows[0].Memory, least)
	}
}

func TestRaceJudgesAllAlikeAndGoesOnAfterAFailure(t *testing.T) {
	t.Parallel()
	cs := slices.Insert(contestants(t, "cg,cg:warm,hierarchical:fast,cg:40"), 1, impossible)
	var events []Event
	rows, err := Run(context.Background(), catPair(t), cs, Settings{Options: small(), Report: func(e Event) { events = append(events, e) }})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		if r.Contestant.String() != cs[i].String() {
			t.Fatalf("row %d is %s, want %s", i, r.Contestant, cs[i])
		}
		if i == 1 {
			if r.State != Failed || r.Result() || r.Err == nil || !strings.Contains(r.Said(), "set α to 1") || !math.IsNaN(r.GW2) {
				t.Errorf("%s: %v, %v", r.Contestant, r.State, r.Err)
			}
			continue
		}
		if r.State != Finished || !r.Result() {
			t.Fatalf("%s: %v, %v", r.Contestant, r.State, r.Err)
		}
		want := 60
		if i == 4 {
			want = 40
		}
		if r.N != want || !(r.GW2 > 0) || !(r.DenseDirect > 0) || !(r.DenseMirrored > 0) || !(r.PlanDirect > 0) || !(r.SnappedDirect > 0) || !(r.Distortion > 0) {
			t.Errorf("%s: n = %d, figures %+v", r.Contestant, r.N, r)
		}
		// The heap is the whole process's: beside other tests it may have shrunk.
		if r.Method <= 0 || r.Everything < r.Method || r.Shared {
			t.Errorf("%s: time %s of %s", r.Contestant, r.Method, r.Everything)
		}
		// The spaces are measured once, and their time is everybody's.
		if r.Match.Times.Space <= 0 || r.Everything < r.Match.Times.Space {
			t.Errorf("%s: %s for the spaces, %s for everything", r.Contestant, r.Match.Times.Space, r.Everything)
		}
	}
	if rows[0].Match.X != rows[3].Match.X || rows[0].Match.X == rows[4].Match.X {
		t.Error("spaces are shared by those with the same number of samples, and by no others")
	}
	// From the better start the descent cannot end higher than where it began.
	if rows[2].GW2 > rows[3].GW2*1.0001 {
		t.Errorf("from the hierarchical plan, of GW² %g, conditional gradient went up to %g", rows[3].GW2, rows[2].GW2)
	}
	// Events tell of each contestant: that it waits, runs, and is over; one after the other.
	over, clock := 0, time.Duration(0)
	for _, e := range events[len(cs):] {
		if e.Index != over || e.Clock < clock {
			t.Fatalf("an event of %d while %d runs, at %s after %s", e.Index, over, e.Clock, clock)
		}
		clock = e.Clock
		if e.Row.Over() {
			over++
		}
	}
	if over != len(cs) {
		t.Errorf("%d of %d are over", over, len(cs))
	}
}

// The paper's preset for horses would take other distances by itself; in a race losses
// must compare.
func TestAPresetDoesNotChangeTheDistancesOfARace(t *testing.T) {
	t.Parallel()
	rows, err := Run(context.Background(), bumpy(t), contestants(t, "hierarchical:fast,neural:paper-horse:steps=1,neural:paper-horse:steps=1:metric=knn"), Settings{Options: small()})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.State != Finished {
			t.Fatalf("%s: %v, %v", r.Contestant, r.State, r.Err)
		}
	}
	if rows[0].Match.X != rows[1].Match.X || rows[0].Match.X == rows[2].Match.X {
		t.Errorf("the distances are %v, %v and %v", rows[0].Match.X.Kind, rows[1].Match.X.Kind, rows[2].Match.X.Kind)
	}
}

// Running methods side by side changes times and nothing else.
func TestSideBySideReachesTheSame(t *testing.T) {
	t.Parallel()
	cs, pair := contestants(t, "hierarchical:fast,cg,cg:40"), bumpy(t)
	one, err := Run(context.Background(), pair, cs, Settings{Options: small()})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	busy := false
	all, err := Run(context.Background(), pair, cs, Settings{Options: small(), SideBySide: true, Report: func(Event) {
		if !mu.TryLock() {
			busy = true
			return
		}
		defer mu.Unlock()
	}})
	if err != nil {
		t.Fatal(err)
	}
	if busy {
		t.Error("two events at once")
	}
	for i := range cs {
		a, b := one[i], all[i]
		if a.GW2 != b.GW2 || a.DenseDirect != b.DenseDirect || a.PlanDirect != b.PlanDirect {
			t.Errorf("%s: GW² %g alone and %g side by side", cs[i], a.GW2, b.GW2)
		}
		if !b.Shared || b.Memory != 0 {
			t.Errorf("%s: shared %v, memory %d", cs[i], b.Shared, b.Memory)
		}
	}
}

func TestCancelKeepsWhatIsDone(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	rows, err := Run(ctx, bumpy(t), contestants(t, "cg,neural:100000,hierarchical:fast"), Settings{Options: small(),
		Report: func(e Event) {
			if e.Index == 1 && e.GW2 > 0 {
				cancel() // the second has a plan and would train for hours
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	if rows[0].State != Finished || rows[1].State != Stopped || rows[2].State != Skipped {
		t.Fatalf("states %v, %v, %v", rows[0].State, rows[1].State, rows[2].State)
	}
	if !rows[1].Result() || !(rows[1].GW2 > 0) || rows[2].Result() || rows[2].Err != nil {
		t.Errorf("the stopped one has GW² %g, the last one %v", rows[1].GW2, rows[2].Err)
	}
}

func TestALimitEndsAMethodNotTheRace(t *testing.T) {
	t.Parallel()
	rows, err := Run(context.Background(), bumpy(t), contestants(t, "neural:100000,cg"),
		Settings{Options: small(), Limit: 1500 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if rows[0].State != Stopped && rows[0].State != Failed || !strings.Contains(rows[0].Said(), "1.5 s") {
		t.Errorf("out of time: %v, %q", rows[0].State, rows[0].Said())
	}
	if rows[1].State != Finished {
		t.Errorf("the next one: %v, %v", rows[1].State, rows[1].Err)
	}
}

// A method without a plan at the time limit has this message, whatever it was doing. A plan that
// does not come from the method does not count as its plan.
func TestALimitBeforeTheFirstPlanIsNoPlan(t *testing.T) {
	t.Parallel()
	var cs []Contestant
	for _, m := range option.Find("method").Choices {
		if m != "sdp" && m != "amortized" { // of few samples; of weights that may be missing
			cs = append(cs, Contestant{Method: m})
		}
	}
	rows, err := Run(context.Background(), bumpy(t), cs, Settings{Options: small(), Limit: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	without := 0
	for _, r := range rows {
		var none *NoPlanError
		switch {
		case errors.As(r.Err, &none) && r.State == Failed:
			without++
			if r.Said() != "No plan within 1e-09 s." {
				t.Errorf("%s says %q", r.Contestant, r.Said())
			}
		case r.Err != nil:
			t.Errorf("%s: %v", r.Contestant, r.Err)
		case r.State != Stopped || r.Match.Result.Stopgap:
			t.Errorf("%s: %s with a plan that is not its own", r.Contestant, r.State)
		}
	}
	if without < 5 {
		t.Errorf("only %d methods had no plan", without)
	}
	if got := (&NoPlanError{10 * time.Second}).Error(); got != "no plan within 10 s" {
		t.Errorf("the error reads %q", got)
	}
}

func TestRacesThatCannotBe(t *testing.T) {
	t.Parallel()
	p := bumpy(t)
	cs := contestants(t, "cg")
	wrong := small()
	wrong.Metric = "crow"
	for name, run := range map[string]func() ([]Row, error){
		"no method":    func() ([]Row, error) { return Run(context.Background(), p, nil, Settings{Options: small()}) },
		"one shape":    func() ([]Row, error) { return Run(context.Background(), Pair{A: p.A}, cs, Settings{Options: small()}) },
		"wrong metric": func() ([]Row, error) { return Run(context.Background(), p, cs, Settings{Options: wrong}) },
	} {
		if rows, err := run(); err == nil || rows != nil {
			t.Errorf("%s: %d rows, error %v", name, len(rows), err)
		}
	}
}

// On one pair of spaces, small enough for the relaxation, no plan of any method lies
// below its proven bound.
func TestEveryMethodRunsAndNoneBeatsTheBound(t *testing.T) {
	t.Parallel()
	var cs []Contestant
	for _, c := range Default() {
		if c.Method == "neural" {
			c = contestants(t, "neural:20")[0] // the trained one takes its time
		}
		cs = append(cs, c)
	}
	o := small()
	o.Samples = 20
	rows, err := Run(context.Background(), bumpy(t), cs, Settings{Options: o})
	if err != nil {
		t.Fatal(err)
	}
	bound, bounds := 0.0, 0
	for _, r := range rows {
		// Extremities need limbs, of which a bumpy ball has none: a reason will do there.
		if !r.Result() && (r.Contestant.Method != "anchored" || r.Said() == "") {
			t.Errorf("%s: %v, %v", r.Contestant, r.State, r.Err)
		}
		if !math.IsNaN(r.Bound) {
			bound, bounds = max(bound, r.Bound), bounds+1
		}
	}
	if bounds == 0 {
		t.Error("nobody proves a bound")
	}
	for _, r := range rows {
		// The relaxation is solved to a relative 1e-5 of the largest squared distance, 1.
		if r.Result() && r.N == o.Samples && r.GW2 < bound-1e-5 {
			t.Errorf("%s has GW² %.8f, below the bound %.8f", r.Contestant, r.GW2, bound)
		}
	}
}
