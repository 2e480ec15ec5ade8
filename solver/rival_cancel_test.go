package solver

import (
	"context"
	"testing"
)

// Every method that is cancelled before it begins hands back some plan, also where it
// was to start from the hierarchical slicer's.
func TestCancelledAtOnceEveryMethodHandsBackAPlan(t *testing.T) {
	t.Parallel()
	p := embeddedPair(t, "cat/2", "cat/3r", 20, 4)
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
			if r.Plan == nil || r.Status != Cancelled || len(r.Alternatives) == 0 || r.PushX == nil {
				t.Errorf("%s from %s: plan %v, %s, %d alternatives", method, start, r.Plan != nil, r.Status, len(r.Alternatives))
			}
		}
	}
}
