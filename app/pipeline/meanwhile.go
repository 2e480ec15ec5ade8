package pipeline

import (
	"context"
	"fmt"

	"gwscope/internal/routine"
	"gwscope/solver"
	"gwscope/solver/verdict"
)

// meanwhile shows the amortised matcher's match while a thorough solve runs, if the matcher has
// learned such shapes and the verdict on its match is sure. The solve's own plans, which are not
// judged before the end, are not shown then. The result of the solve stays the same. stop ends the
// work and waits for its end.
func (e *Engine) meanwhile(ctx context.Context, p *Pair, asked *Asked, rep *reporter) (stop func()) {
	o := asked.Options
	if !e.Meanwhile || rep.to == nil || o.Method != string(solver.Hierarchical) || o.Effort != string(solver.Thorough) || o.Alpha < 1 || o.Mass < 1 ||
		o.Flip != string(solver.FlipAuto) || len(asked.Marks.Pinned()) > 0 || !solver.HasMatcher() {
		return func() {}
	}
	if _, known := e.solves.get(solveKey(p, asked)); known {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var wg routine.Group
	wg.Go(func() {
		if s, sure := e.instant(ctx, p, asked); sure > 0 && ctx.Err() == nil {
			rep.show(&Preview{X: s.X, Y: s.Y, Plan: s.Result.Plan(), Sure: sure})
		}
	})
	return func() {
		cancel()
		wg.Wait()
	}
}

// instantSamples is the number of samples of a match that is shown meanwhile: few, because it should
// be there before the solve ends.
const instantSamples = 150

// instant is the amortised matcher's match of the first samples and its probability; 0 where the
// match is not sure, ctx has ended, or the matcher has not learned such shapes.
func (e *Engine) instant(ctx context.Context, p *Pair, asked *Asked) (s Solved, sure float64) {
	if !solver.Familiar(p.X, p.Y, asked.Options.Threads) || ctx.Err() != nil {
		return s, 0
	}
	o := asked.Options
	o.Method, o.Model, o.Refined = string(solver.Amortized), "", false
	silent := newReporter(nil, o)
	first := &Pair{A: p.A, B: p.B, X: p.X.Prefix(instantSamples), Y: p.Y.Prefix(instantSamples)}
	for side := range first.keys {
		first.keys[side] = fmt.Sprintf("%s|first %d", p.keys[side], instantSamples)
	}
	s, err := e.solve(ctx, first, &Asked{Options: o, Marks: asked.Marks}, silent)
	if err != nil {
		return s, 0 // the thorough solve will report it
	}
	probability, err := e.glance(ctx, s, o.Surface, silent)
	if err != nil || probability < verdict.Sure {
		return s, 0
	}
	return s, probability
}
