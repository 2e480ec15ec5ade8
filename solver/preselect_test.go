package solver

import (
	"slices"
	"testing"
)

// With many samples only the best candidates descend with all of them. The choice is that of fewer
// samples, the other side stays on offer, and the number of threads changes nothing.
func TestManySamplesArePreselected(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("makes animals")
	}
	p := embeddedPair(t, "horse/1", "horse/2r", manySamples, 7)
	set := Settings{Effort: Fast, AnchorRule: AnchorsOff, Threads: 2}
	many := mustSolve(t, p.x, p.y, set)
	if many.Status != Converged {
		t.Errorf("the chosen plan is %v", many.Status)
	}
	x, y := p.x.Prefix(preselectSamples), p.y.Prefix(preselectSamples)
	few := mustSolve(t, x, y, set)
	to := targetsOf(p.x.Distances, many.Plan())[:preselectSamples]
	sum := 0.0
	for i, j := range targetsOf(x.Distances, few.Plan()) {
		sum += p.y.Distances.At(int(j), int(to[i]))
	}
	if mean := sum / preselectSamples; mean > sameFine {
		t.Errorf("many samples are matched otherwise than few: %.3f diameters apart", mean)
	}
	direct := many.Alternatives[0].Direct()
	if !slices.ContainsFunc(many.Alternatives, func(a Alternative) bool { return a.Direct() != direct }) {
		t.Error("there is no match of the other side")
	}
	set.Threads = 1
	one := mustSolve(t, p.x, p.y, set)
	if len(one.Alternatives) != len(many.Alternatives) {
		t.Fatalf("%d minima with one thread, %d with two", len(one.Alternatives), len(many.Alternatives))
	}
	for k, a := range one.Alternatives {
		if !slices.Equal(a.Plan.J, many.Alternatives[k].Plan.J) || a.GW2 != many.Alternatives[k].GW2 {
			t.Errorf("minimum %d has other bits with one thread", k)
		}
	}
}
