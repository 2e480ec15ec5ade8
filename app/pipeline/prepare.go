package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/internal/routine"
	"gwscope/internal/stages"
	"gwscope/solver"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// Prepare computes both spaces. They depend on the options for samples, metric, weights, seed, and
// the parts of a mesh that take part.
func (e *Engine) Prepare(ctx context.Context, a, b *Shape, opt session.Options, progress func(Progress)) (*Pair, error) {
	return e.prepare(ctx, a, b, opt, newReporter(progress, opt))
}

// PrepareAt computes spaces whose samples are vertices of the files, in this order, such as landmarks.
func (e *Engine) PrepareAt(ctx context.Context, a, b *Shape, opt session.Options, at [2][]int32) (*Pair, error) {
	if err := option.Check(opt); err != nil {
		return nil, err
	}
	weights, err := metric.ParseWeights(opt.Weights)
	if err != nil {
		return nil, err
	}
	kind, err := metric.ParseKind(Distances(a, b, opt))
	if err != nil {
		return nil, err
	}
	p := &Pair{A: a, B: b, keys: SpaceKeys(a, b, opt)}
	spaces := [2]**metric.Space{&p.X, &p.Y}
	start := time.Now()
	for side, s := range []*Shape{a, b} {
		d, err := s.Domain(opt)
		if err != nil {
			return nil, err
		}
		points := make([]int32, len(at[side]))
		for k, v := range at[side] {
			points[k] = d.PointOf[v]
		}
		if *spaces[side], err = metric.NewSpace(ctx, d, metric.SpaceOptions{At: points, Kind: kind, Weights: weights, Threads: opt.Threads}); err != nil {
			return nil, err
		}
		p.keys[side] += fmt.Sprintf("|at %v", at[side])
	}
	p.Took = time.Since(start)
	return p, nil
}

// MatchPrepared is [Engine.MatchMarked] on spaces that were made with these options. The
// time of the spaces counts as the match's own. The solve uses no findings of earlier solves.
// solved, if set, is called when the plan is found, before the maps are made.
func (e *Engine) MatchPrepared(ctx context.Context, p *Pair, opt session.Options, marks session.Marks, truth *correspond.Truth, progress func(Progress), solved func()) (*Match, error) {
	return e.matchPrepared(ctx, p, &Asked{Options: opt, Marks: marks}, truth, newReporter(progress, opt), solved)
}

func (e *Engine) prepare(ctx context.Context, a, b *Shape, opt session.Options, rep *reporter) (*Pair, error) {
	if err := option.Check(opt); err != nil {
		return nil, err
	}
	p, err := e.pair(ctx, a, b, opt, rep)
	if err != nil && ctx.Err() != nil {
		return nil, ErrCancelled
	}
	return p, err
}

func (e *Engine) matchPrepared(ctx context.Context, p *Pair, asked *Asked, truth *correspond.Truth, rep *reporter, solved func()) (*Match, error) {
	if err := option.Check(asked.Options); err != nil {
		return nil, err
	}
	start := time.Now()
	stop := e.meanwhile(ctx, p, asked, rep)
	s, err := e.solve(ctx, p, asked, rep)
	stop()
	if solved != nil {
		solved()
	}
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	in, end := stages.Begin(ctx, "ask for help")
	s, err = e.askForHelp(in, s, rep)
	end()
	if err != nil {
		return nil, err
	}
	judging := time.Since(begin)
	m, err := e.finishBesideSymmetries(ctx, s, truth, rep)
	if err != nil {
		return nil, err
	}
	if m, err = e.preferLessStrained(ctx, m, truth, rep); err != nil {
		return nil, err
	}
	m.Times.Judge += max(0, judging-m.Times.Dense) // asking for help has made the maps
	m.Times.Total = m.Times.Load + m.Times.Space + time.Since(start)
	rep.report("done", 1, nil)
	return m, nil
}

// finishBesideSymmetries makes the match of the solver's choice, and meanwhile looks for the matches
// that symmetries give. They hardly ever change the choice; where they do, the match is made again.
// It looks while A's mesh is laid on B, when a processor is often idle, and where no mesh is laid,
// while the maps are made.
func (e *Engine) finishBesideSymmetries(ctx context.Context, s Solved, truth *correspond.Truth, rep *reporter) (*Match, error) {
	registering, stop := context.WithCancel(ctx)
	defer stop()
	var (
		wg     routine.Group
		joined Solved
		failed error
	)
	look := sync.OnceFunc(func() {
		wg.Go(func() {
			in, end := stages.Begin(ctx, "symmetries")
			defer end()
			joined, failed = e.addSymmetric(in, s)
			if failed != nil || !sameChoice(joined.Result, s.Result) {
				stop()
			}
		})
	})
	if s.Options.Surface == session.MapAlone || s.X.Domain.IsCloud() || s.Y.Domain.IsCloud() {
		look()
	}
	// A person who cancels gets the maps of the present plan.
	whole := context.WithoutCancel(ctx)
	matched, err := e.carry(whole, s, 0, BySolver, rep)
	look()
	var m *Match
	if err == nil {
		m, err = e.complete(whole, registering, matched, truth, rep)
	}
	begin := time.Now()
	wg.Wait()
	waited := time.Since(begin)
	if err = cmp.Or(err, failed); err != nil {
		return nil, err
	}
	if sameChoice(joined.Result, s.Result) {
		e.join(m, joined.Result)
	} else if m, err = e.finish(context.WithoutCancel(ctx), ctx, joined, 0, BySolver, truth, rep); err != nil {
		return nil, err
	}
	m.Times.Judge = waited
	return m, nil
}

// sameChoice reports whether two results have chosen the same plan.
func sameChoice(r, o *solver.Result) bool {
	return r == o || r.Alternatives[0].Plan == o.Alternatives[0].Plan
}

// join gives a match that keeps its choice the alternatives of r, and puts its maps into memory
// under its new key as well.
func (e *Engine) join(m *Match, r *solver.Result) {
	if r == m.Result {
		return
	}
	if m.Result.Status == solver.Cancelled && r.Status != solver.Cancelled {
		stopped := *r
		stopped.Status = solver.Cancelled
		r = &stopped
	}
	m.Result = r
	if m.kin != nil {
		m.kin = &kinship{r, m.kin.kin, m.kin.figure} // it depends on the choice alone
	}
	if r.Status != solver.Cancelled {
		key := e.denseKey(&m.Matched)
		e.denses.put(key, m.dense)
		if m.laying != nil {
			e.layings.put(key, m.laying)
		}
	}
}
