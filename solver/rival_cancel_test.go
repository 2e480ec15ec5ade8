package solver

import (
	"context"
	"testing"
)

// Every method that is cancelled before it begins hands back some plan, also where it
// was to start from the hierarchical slicer's.
func TestCancelledAtOnceEveryMethodHandsBackAPlan(t *testing.T) {
	t.Parallel()
	p := concurrentPair(t, "cat/2", "cat/3r", 20, 4)
	x, y := p.x, p.y
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, method := range Methods() {
		for _, start := range []Start{FromScratch, FromHierarchical} {
			r, err := Solve(ctx, Problem{x, y}, Settings{Method: method, Learning: Learning{Start: start}})
			if err != nil {
				if start == FromScratch {
					t.Errorf("%s: %v", method, err)
				}
				continue // a method without a choice of starts says so
			}
			if a := r.Alternatives; len(a) == 0 || len(a[0].SnappedXToY) != x.Len() || len(a[0].SnappedYToX) != y.Len() {
				t.Errorf("%s from %s: its plan has no match for each sample", method, start)
			}
			if r.Plan() == nil || r.Status != Cancelled || len(r.Alternatives) == 0 || r.PushX == nil {
				t.Errorf("%s from %s: plan %v, %s, %d alternatives", method, start, r.Plan() != nil, r.Status, len(r.Alternatives))
			}
		}
	}
}
