package gui

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/app/pipeline"
	"gwscope/internal/figures"
	"gwscope/solver"
	"gwscope/solver/anchor"
	"gwscope/solver/metric"
)

// What a person reads about a doubtful match: which species, how many extremities, and
// what would settle it.
func TestAdviceFollowsMarginAndSpecies(t *testing.T) {
	t.Parallel()
	space := &metric.Space{Samples: []int32{0, 1}, Weights: []float64{0.5, 0.5}, Distances: mat.NewDense(2, 2, []float64{0, 1, 1, 0})}
	tips := func(n int) []anchor.Extremity { return make([]anchor.Extremity, n) }
	of := func(margin float64, dissimilarity float64, a, b, alternatives int) *pipeline.Match {
		r := &solver.Result{Outcome: figures.Outcome{Margin: figures.Number(margin)}, Uncertain: margin < solver.MarginUncertain, Alternatives: make([]solver.Alternative, alternatives),
			Anchors: &solver.Anchors{TipsX: tips(a), TipsY: tips(b), Dissimilarity: dissimilarity}}
		m := new(pipeline.Match)
		m.X, m.Y, m.Result = space, space, r
		return m
	}
	unfamiliar := of(math.Inf(1), 0, 6, 6, 1)
	unfamiliar.Result.Unfamiliar = "Shape A is unlike what the matcher has learned."
	if got := adviceOf(unfamiliar); got != unfamiliar.Result.Unfamiliar {
		t.Errorf("of an unfamiliar shape it says %q", got)
	}
	const same, other = 0.5 * solver.CrossSpecies, 2 * solver.CrossSpecies
	for name, c := range map[string]struct {
		m              *pipeline.Match
		doubtful, thin bool
		advice         string
	}{
		"sure within a species":      {of(1.2, same, 6, 6, 3), false, false, ""},
		"uncertain within a species": {of(0.1, same, 6, 6, 3), true, false, "three landmarks"},
		"clear across species":       {of(1.2, other, 6, 6, 3), true, false, ""},
		"close across species":       {of(0.6, other, 6, 6, 3), true, true, "three landmarks"},
		"the only candidate":         {of(math.Inf(1), other, 6, 6, 1), false, false, ""},
		"too few extremities on B":   {of(1.2, other, 6, 2, 2), true, false, "B has too few extremities"},
		"no extremity on A":          {of(1.2, other, 0, 6, 2), true, false, "A has too few extremities"},
	} {
		if got := doubtful(c.m); got != c.doubtful {
			t.Errorf("%s: alternatives are shown: %v, want %v", name, got, c.doubtful)
		}
		if got := thinAcross(c.m); got != c.thin {
			t.Errorf("%s: thin %v, want %v", name, got, c.thin)
		}
		if got := adviceOf(c.m); (got == "") != (c.advice == "") || !strings.Contains(got, c.advice) {
			t.Errorf("%s: advice %q, want %q in it", name, got, c.advice)
		}
		if text, _ := kinOf(c.m); !strings.Contains(text, "species") {
			t.Errorf("%s: %q", name, text)
		}
	}
	if got := tipsOf(of(1, other, 6, 5, 2)); got != "6 on A, 5 on B" {
		t.Errorf("extremities read %q", got)
	}
	m := of(1, other, 6, 5, 5)
	m.Chosen = 4
	if got := thumbnails(m); len(got) != mostThumbs || got[mostThumbs-1] != 4 {
		t.Errorf("pictures of %v; the chosen one must be among them", got)
	}
}
