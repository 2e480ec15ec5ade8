package pipeline

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gwscope/app/session"
	"gwscope/solver"
	"gwscope/solver/metric"
)

// The search is made to prefer another minimum by a hair: the mesh, which has to stretch more along
// it, gives the choice back, and a note says so. The choice that the mesh bears out stays.
func TestAMinimumThatStrainsTheMeshLessIsPreferred(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	e := NewEngine()
	o := session.Defaults()
	o.Samples, o.Effort = 150, "fast"
	good, err := e.Match(ctx, mustLoad(t, e, "sample:human/1"), mustLoad(t, e, "sample:human/3r"), o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &contest{Match: good}
	for side, x := range []*metric.Space{good.X, good.Y} {
		if c.sketches[side], err = metric.NewSketch(ctx, x, 0); err != nil {
			t.Fatal(err)
		}
	}
	own, err := c.strainOf(ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	// Another minimum of its side, along which the mesh strains clearly more.
	k := slices.IndexFunc(good.Result.Alternatives, func(a solver.Alternative) bool {
		return a.Plan != good.Alternative().Plan && a.Direct() == good.Alternative().Direct()
	})
	if k < 0 {
		t.Fatal("there is no other minimum of its side")
	}
	if other, err := c.strainOf(ctx, k); err != nil || !(other > 1.3*own) {
		t.Fatalf("a strain of %.3f along minimum %d, %.3f along the chosen one, %v", other, k, own, err)
	}
	turned := *good.Result
	turned.Alternatives = slices.Clone(turned.Alternatives)
	all := turned.Alternatives
	all[0], all[k] = all[k], all[0]
	all[0].Score = all[k].Score - 0.05
	all[0].Joined, all[0].Symmetry = false, ""
	s := good.Solved
	s.Result, s.key = &turned, s.key+"|turned"
	bad, err := e.finish(ctx, ctx, s, 0, BySolver, nil, newReporter(nil, o))
	if err != nil {
		t.Fatal(err)
	}
	back, err := e.preferLessStrained(ctx, bad, nil, newReporter(nil, o))
	if err != nil {
		t.Fatal(err)
	}
	if back.Result.Alternatives[0].Plan != good.Result.Alternatives[0].Plan || back.Chosen != 0 || !(float64(back.Result.Margin) < 0) {
		t.Errorf("minimum %d was kept", k)
	}
	if notes := back.Result.Notes; len(notes) == 0 || !strings.Contains(notes[len(notes)-1], "strains less") {
		t.Errorf("the notes are %q", notes)
	}
	if again, err := e.preferLessStrained(ctx, back, nil, newReporter(nil, o)); err != nil || !sameChoice(again.Result, back.Result) {
		t.Errorf("asked again it prefers another, %v", err)
	}
}

// A stopped match, and one with landmarks, keep their choice.
func TestOnlyASearchChoosesItself(t *testing.T) {
	t.Parallel()
	e := NewEngine()
	o := session.Defaults()
	o.Samples, o.Effort = 60, "fast"
	m, err := e.Match(context.Background(), mustLoad(t, e, "sample:toy3d/1"), mustLoad(t, e, "sample:toy3d/1"), o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !m.choosesItself() {
		t.Error("a search does not choose")
	}
	stopped := *m.Result
	stopped.Status = solver.Cancelled
	s := m.Solved
	if s.Result = &stopped; s.choosesItself() {
		t.Error("a stopped match chooses")
	}
}
