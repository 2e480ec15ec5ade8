package pipeline

import (
	"context"

	"gwscope/internal/routine"
	"gwscope/solver"
)

// earlySamples is the number of samples of a match that is shown before the others: their distances are there in
// some hundredths of a second.
const earlySamples = 100

// early shows a match of a few samples while the distances of all are measured, where a person
// watches: first colours do not have to wait for the other samples. The match itself stays
// the same. stop ends the work and waits for its end.
func (e *Engine) early(ctx context.Context, a, b *Shape, asked *Asked, rep *reporter) (stop func()) {
	o := asked.Options
	if !e.Meanwhile || rep.to == nil || o.Method != string(solver.Hierarchical) || o.Samples <= 2*earlySamples ||
		o.Alpha < 1 || o.Mass < 1 || len(asked.Marks.Pinned()) > 0 || e.knows(SpaceKeys(a, b, o)) {
		return func() {}
	}
	o.Samples, o.Effort, o.Anchors = earlySamples, string(solver.Fast), string(solver.AnchorsOff)
	rep.report("measuring distances", 0, nil)
	few, err := e.pair(ctx, a, b, o, newReporter(nil, o))
	if err != nil {
		return func() {} // the match will report it
	}
	ctx, cancel := context.WithCancel(ctx)
	var shown *Preview
	plans := newReporter(func(p Progress) {
		if p.Preview != shown && ctx.Err() == nil {
			shown = p.Preview
			rep.show(shown)
		}
	}, o)
	var wg routine.Group
	wg.Go(func() {
		if s, err := e.solve(ctx, few, &Asked{Options: o, Marks: asked.Marks}, plans); err == nil && ctx.Err() == nil {
			rep.show(&Preview{X: s.X, Y: s.Y, Plan: s.Result.Plan()})
		}
	})
	return func() {
		cancel()
		wg.Wait()
	}
}

// knows reports whether both spaces have been measured.
func (e *Engine) knows(keys [2]string) bool {
	for _, key := range keys {
		if _, ok := e.spaces.get(key); !ok {
			return false
		}
	}
	return true
}
