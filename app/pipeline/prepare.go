package pipeline

import (
	"context"
	"time"

	"gwscope/app/session"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// Prepared is a pair with its spaces, on which several methods can be run.
type Prepared struct {
	A, B *Shape
	X, Y *metric.Space
	// Marks are what a person has marked; they steer methods that can be steered.
	Marks session.Marks
	// Took is how long the spaces took; little where they were remembered.
	Took time.Duration

	// shares lets solves use what earlier ones of the pair have found out, which times
	// that are compared must not.
	shares bool
}

// Prepare computes both spaces. Of the options only those matter that spaces depend
// on: samples, metric, weights, seed, and which parts of a mesh take part.
func (e *Engine) Prepare(ctx context.Context, a, b *Shape, opt session.Options, progress func(Progress)) (*Prepared, error) {
	return e.prepare(ctx, a, b, opt, newReporter(progress))
}

// MatchPrepared is [Engine.Match] on spaces that are there already, which opt must
// agree with. The time of the spaces counts as the match's own. solved, if set, is
// called when the plan is found and judged, before maps are made of it.
func (e *Engine) MatchPrepared(ctx context.Context, p *Prepared, opt session.Options, truth *correspond.Truth, progress func(Progress), solved func()) (*Match, error) {
	return e.matchPrepared(ctx, p, opt, truth, newReporter(progress), solved)
}

func (e *Engine) prepare(ctx context.Context, a, b *Shape, opt session.Options, rep *reporter) (*Prepared, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	start := time.Now()
	m := &Match{A: a, B: b, Options: opt}
	if err := e.spacesOf(ctx, m, rep); err != nil {
		if ctx.Err() != nil {
			return nil, ErrCancelled
		}
		return nil, err
	}
	return &Prepared{A: a, B: b, X: m.X, Y: m.Y, Took: time.Since(start)}, nil
}

func (e *Engine) matchPrepared(ctx context.Context, p *Prepared, opt session.Options, truth *correspond.Truth, rep *reporter, solved func()) (*Match, error) {
	if err := opt.Check(); err != nil {
		return nil, err
	}
	m := &Match{A: p.A, B: p.B, Options: opt, X: p.X, Y: p.Y, ChosenBy: BySolver, Marks: p.Marks, shares: p.shares}
	m.Times.Load = max(p.A.LoadTime, p.B.LoadTime) // they are read side by side
	m.Times.Space = p.Took

	start := time.Now()
	err := e.solve(ctx, m, rep)
	if solved != nil {
		solved()
	}
	if err != nil {
		return nil, err
	}
	asked := time.Now()
	if err := e.askForHelp(ctx, m, rep); err != nil {
		return nil, err
	}
	if err := e.addSymmetric(ctx, m, rep); err != nil {
		return nil, err
	}
	judging := time.Since(asked)
	// The maps of the plan in hand are what a person who cancels wants to keep.
	if err := e.finish(context.WithoutCancel(ctx), ctx, m, truth, rep); err != nil {
		return nil, err
	}
	m.Times.Judge = max(0, judging-m.Times.Dense) // who asked has made the map already
	m.Times.Total = m.Times.Load + m.Times.Space + time.Since(start)
	rep.report("done", 1, nil)
	return m, nil
}
