package pipeline

import (
	"context"
	"math"
	"testing"

	"gwscope/app/session"
	"gwscope/solver/correspond"
)

// The wrong side of a pair whose right side is sure must not be trusted: its own map is
// as smooth as the right one, and only the other minimum speaks against it.
func TestTheWrongSideIsNotTrusted(t *testing.T) {
	t.Parallel()
	e := NewEngine()
	o := session.Defaults()
	o.Samples = 200
	a, b := coarse(t, "cat/1"), coarse(t, "cat/2r")
	right, err := e.Match(context.Background(), a, b, o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if right.ChosenBy != BySolver {
		t.Errorf("a fresh match was chosen by %q", right.ChosenBy)
	}
	k := -1
	for i, alt := range right.Result.Alternatives {
		if alt.Direct() != right.Alternative().Direct() {
			k = i
			break
		}
	}
	if k < 0 {
		t.Fatal("no minimum of the other orientation was kept")
	}
	wrong, err := e.Choose(context.Background(), right, k, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if wrong.ChosenBy != ByPerson {
		t.Errorf("a minimum that was asked for was chosen by %q", wrong.ChosenBy)
	}
	trust := func(m *Match) float64 { return correspond.Mean(m.Confidence().Total[0]) }
	if r, w := trust(right), trust(wrong); r < 0.5 || w > 0.7*r {
		t.Errorf("confidence %.2f in the right side and %.2f in the wrong one", r, w)
	}
	for _, side := range right.Confidence().Total {
		for p, v := range side {
			if !(v >= 0 && v <= 1) {
				t.Fatalf("point %d has confidence %g", p, v)
			}
		}
	}
	onA, onB := right.Below(0)
	allA, allB := right.Below(1.01)
	if onA != 0 || onB != 0 || math.Abs(allA-1) > 1e-12 || math.Abs(allB-1) > 1e-12 {
		t.Errorf("below 0: %g and %g, below 1.01: %g and %g", onA, onB, allA, allB)
	}

	// A single vertex has the same match as in the map of all vertices.
	all := right.FromA().VertexMap()
	for v := 0; v < len(all.Target); v += 211 {
		if c := right.FromA().Counterpart(v); c.Target != all.Target[v] || c.Position != all.Position[v] || c.Confidence != all.Confidence[v] {
			t.Fatalf("vertex %d: %+v alone, %d %v %g among all", v, c, all.Target[v], all.Position[v], all.Confidence[v])
		}
	}
}

// Proportions that differ between species are no reason for doubt: of a right match most
// can be trusted, doubtful places are worse than the rest, and a wrong choice is doubtful.
func TestConfidenceBetweenSpecies(t *testing.T) {
	t.Parallel()
	e := NewEngine()
	o := session.Defaults()
	o.Samples, o.Surface = 300, session.MapAlone
	cat := mustLoad(t, e, "sample:cat/1")
	horse := mustLoad(t, e, "sample:horse/3r")
	truth, err := LoadTruth(cat, horse, "")
	if err != nil {
		t.Fatal(err)
	}
	m, err := e.Match(context.Background(), cat, horse, o, truth, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m.Errors.MeanDirect > 0.1 {
		t.Fatalf("the match is wrong: direct error %.3f", m.Errors.MeanDirect)
	}
	var trusted, doubted []float64
	total := m.Confidence().Total[0]
	for p, v := range total {
		switch {
		case v > 0.6:
			trusted = append(trusted, m.Errors.Direct[p])
		case v < 0.3:
			doubted = append(doubted, m.Errors.Direct[p])
		}
	}
	all := correspond.Mean(total)
	if all < 0.5 || 2*len(trusted) < len(total) {
		t.Errorf("a right match has confidence %.2f, and %d of %d points above 0.6", all, len(trusted), len(total))
	}
	if in, out := correspond.Mean(trusted), correspond.Mean(doubted); len(doubted) > 20 && out < 1.2*in {
		t.Errorf("%d doubted points are %.3f off, trusted ones %.3f", len(doubted), out, in)
	}
	for k, alt := range m.Result.Alternatives {
		if k == 0 || alt.Match == nil {
			continue
		}
		other, err := e.Choose(context.Background(), m, k, truth, nil)
		if err != nil {
			t.Fatal(err)
		}
		if other.Errors.MeanDirect < 0.25 {
			continue // nearly the same match
		}
		if w := correspond.Mean(other.Confidence().Total[0]); w > 0.6*all {
			t.Errorf("alternative %d, %.3f off, has confidence %.2f", k, other.Errors.MeanDirect, w)
		}
	}
}

func TestOtherSeedsAgreeAboutASurePair(t *testing.T) {
	t.Parallel()
	e := NewEngine()
	o := quick()
	o.Samples, o.Surface = 150, session.MapAlone
	cat, other := coarse(t, "cat/1"), coarse(t, "cat/2r")
	m, err := e.Match(context.Background(), cat, other, o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	last := 0.0
	asked, err := e.ConsultSeeds(context.Background(), m, 2, func(p Progress) {
		if p.Fraction < last {
			t.Errorf("progress falls from %g to %g", last, p.Fraction)
		}
		last = p.Fraction
	})
	if err != nil {
		t.Fatal(err)
	}
	c := asked.Confidence()
	if c.Consulted != 2 || last != 1 {
		t.Errorf("%d seeds consulted, progress %g", c.Consulted, last)
	}
	if mean := correspond.Mean(c.Seeds[0]); mean < 0.6 {
		t.Errorf("seeds agree to %.2f about a pair that is sure", mean)
	}
	if m.Confidence().Consulted != 0 {
		t.Error("the match that was asked about has changed")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.ConsultSeeds(ctx, m, 1, nil); err == nil {
		t.Error("a cancelled question was answered")
	}
}
