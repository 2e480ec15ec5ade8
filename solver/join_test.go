package solver

import (
	"context"
	"math"
	"slices"
	"testing"

	"gwscope/meshio/meshtest"
)

// solvedBumps is a bumpy ball and the same one moved, with 40 samples each, and their fast match.
func solvedBumps(t *testing.T) (Problem, *Result) {
	t.Helper()
	shape := meshtest.Bumpy(2)
	p := Problem{X: spaceOf(t, shape, 40, 1), Y: spaceOf(t, meshtest.RigidMove(shape, 2), 40, 2)}
	r, err := Solve(context.Background(), p, Settings{Effort: Fast})
	if err != nil {
		t.Fatal(err)
	}
	return p, r
}

// A suggestion whose loss with few samples is beyond hope goes no further; that of the chosen map does.
func TestHopelessSuggestionsGoNoFurther(t *testing.T) {
	t.Parallel()
	p, r := solvedBumps(t)
	s, err := newSolve(p, Settings{Effort: Fast})
	if err != nil {
		t.Fatal(err)
	}
	j := &joining{solve: s, cell: p.Y.NearestSamples(1)}
	chosen := r.Alternatives[0].SnappedXToY
	other := slices.Clone(chosen)
	slices.Reverse(other)
	both := []Suggestion{{Name: "other", XToY: other}, {Name: "chosen", XToY: chosen}}
	settled, err := j.settled(context.Background(), both, 1.1*r.GW2())
	if err != nil || len(settled) != 1 || settled[0].at != 1 {
		t.Errorf("%d suggestions go on with all samples (%v)", len(settled), err)
	}
	for _, c := range []struct {
		most float64
		want []bool
	}{{1.1 * r.GW2(), []bool{false, true}}, {math.Inf(1), []bool{true, true}}} {
		found, err := j.finals(context.Background(), both, c.most, math.Inf(-1))
		if err != nil {
			t.Fatal(err)
		}
		for k, f := range found {
			if (f.verdict != nil) != c.want[k] {
				t.Errorf("up to %g: %s is judged: %t, GW² %g", c.most, both[k].Name, f.verdict != nil, f.gw2)
			}
		}
	}
}
