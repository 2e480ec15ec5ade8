package pipeline

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gwscope/app/session"
	"gwscope/solver"
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
	rivals := good.rivals()
	if len(rivals) == 0 {
		t.Fatal("there is no other minimum of its side")
	}
	c, err := good.contestContext(ctx)
	if err != nil {
		t.Fatal(err)
	}
	k, least := c.leastStrained(0)
	if !slices.Contains(rivals, k) || !(least > 1.1*c.stretch[0]) {
		t.Fatalf("strains %v, least of others by minimum %d", c.stretch, k)
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
	if evidence, err := bad.EvidenceContext(ctx); err != nil || !(evidence.Strain < 1) {
		t.Errorf("the strain of others is %v of the wrong one's, %v", evidence.Strain, err)
	}
	back, err := e.preferLessStrained(ctx, bad, nil, newReporter(nil, o))
	if err != nil {
		t.Fatal(err)
	}
	if back.Result.Alternatives[0].Plan != good.Result.Alternatives[0].Plan || back.Chosen != 0 || !(float64(back.Result.Margin) < 0) {
		t.Errorf("minimum %d was not preferred: strains %v", k, c.stretch)
	}
	if notes := back.Result.Notes; len(notes) == 0 || !strings.Contains(notes[len(notes)-1], "less stretched") {
		t.Errorf("the notes are %q", notes)
	}
	if again, err := e.preferLessStrained(ctx, back, nil, newReporter(nil, o)); err != nil || !sameChoice(again.Result, back.Result) {
		t.Errorf("asked again it prefers another, %v", err)
	}
	if v := back.Verdict().Probability; !(v > bad.Verdict().Probability) {
		t.Errorf("%.2f sure of the preferred one, %.2f of the other", v, bad.Verdict().Probability)
	}
}

// Where a person has set the side or landmarks, or there is one minimum, nobody is preferred and
// nothing is compared.
func TestNothingIsPreferredWithoutAChoice(t *testing.T) {
	t.Parallel()
	e := NewEngine()
	o := session.Defaults()
	o.Samples, o.Effort, o.Surface = 60, "fast", session.MapAlone
	m, err := e.Match(context.Background(), mustLoad(t, e, "sample:toy3d/1"), mustLoad(t, e, "sample:toy3d/1"), o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	evidence, err := m.FullEvidenceContext(context.Background())
	if err != nil || !math.IsNaN(evidence.Strain) {
		t.Errorf("a strain of %v of no mesh, %v", evidence.Strain, err)
	}
	one := *m
	r := *m.Result
	r.Alternatives = r.Alternatives[:1]
	one.Result = &r
	if got, err := one.prefer(context.Background()); err != nil || got != &r {
		t.Errorf("of one minimum another result comes back, %v", err)
	}
	if r.Status = solver.Cancelled; one.choosesItself() {
		t.Error("a stopped match would choose")
	}
}
