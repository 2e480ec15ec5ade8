package pipeline

import (
	"context"
	"strings"
	"testing"

	"gwscope/app/session"
)

// A fast match between species that is doubted lets extremities join, and says so; the answer
// is the one that asking for them gives.
func TestAFastMatchBetweenSpeciesAsksExtremities(t *testing.T) {
	if testing.Short() {
		t.Skip("solves a pair three times")
	}
	t.Parallel()
	e := NewEngine()
	o := session.Defaults()
	o.Samples, o.Effort, o.Surface = 300, "fast", session.MapAlone
	a, b := mustLoad(t, e, "sample:horse/2"), mustLoad(t, e, "sample:elephant/3")
	m, err := e.MatchMarked(context.Background(), a, b, o, session.Marks{}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(m.Notes(), " "), "extremities joined") {
		t.Fatalf("no extremities joined: %s, %q", m.Verdict().Line(), m.Notes())
	}
	o.Anchors = "on"
	asked, err := e.MatchMarked(context.Background(), a, b, o, session.Marks{}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m.GW2() != asked.GW2() {
		t.Errorf("GW² %g with help and %g where it was asked for", m.GW2(), asked.GW2())
	}
}
