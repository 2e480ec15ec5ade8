package trust

import (
	"math"
	"testing"

	"gwscope/solver"
)

func TestVotesOfMinimaFollowTheirScores(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	alts := func(scores ...float64) (out []solver.Alternative) {
		for _, s := range scores {
			out = append(out, solver.Alternative{Score: s})
		}
		return out
	}
	w := votes(alts(-3, -3+solver.CloseCall, nan, -3), 0)
	if w[0] != 1 || math.Abs(w[1]-math.Exp(-1)) > 1e-12 || w[2] != 0 || w[3] != 1 {
		t.Errorf("votes %v", w)
	}
	if w := votes(alts(nan, nan), 0); w[0] != 1 || w[1] != 1 {
		t.Errorf("votes of minima that nobody judged: %v", w)
	}
	turned := alts(-3, -3)
	turned[1].Joined = true
	if w := votes(turned, 0); w[1] != 0 {
		t.Errorf("what a symmetry gives votes with %v", w)
	}
	if w := votes(turned, 1); w[1] != 1 {
		t.Errorf("what is shown votes with %v", w)
	}
}
