package solver

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"gwscope/internal/stages"
	"gwscope/solver/anchor"
	"gwscope/solver/gw"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/judge"
	"gwscope/solver/slicer"
)

// final is a candidate at full size.
type final struct {
	plan    *gw.Plan
	gw2     float64
	status  Status
	xToY    []int32 // heaviest target of each source
	verdict *judge.Verdict
	sliced  sliced        // of plans that never left the slicer's class
	match   *anchor.Match // of those that came from extremities
	learned bool          // the amortised matcher gave its start, on shapes that it knows
	stopgap bool          // see Result.Stopgap
	// extended says that the plan was polished with the first preselectSamples and not with all.
	extended bool
}

// finish takes candidates to all samples, polishes and judges them there, and
// returns them and those finished before, best first and without repetitions. Where there are many
// samples, few are polished there, the best always. What ctx cuts short has no verdict and comes last.
func (s *solve) finish(ctx context.Context, before []final, candidates []candidate) []final {
	ctx, end := stages.Begin(ctx, "finish candidates")
	defer end()
	begin := time.Now()
	inFull := len(candidates)
	jobs := inFull
	if s.preselects() {
		if candidates = s.preselect(ctx, candidates); len(candidates) == 0 {
			return before
		}
		if inFull = 0; len(before) == 0 { // otherwise one is polished already
			inFull = s.jury.closeCalls(candidates, s.effort.inFull)
		}
		jobs = len(candidates) + 1 // few candidates leave time for the preparation of the judge
	}
	found := make([]final, len(candidates))
	workers := make([]finisher, s.threads)
	var begun atomic.Int64
	_ = parallel.For(ctx, s.threads, jobs, 1, func(w, k, _ int) {
		if k == len(candidates) {
			s.jury.levels(max(s.X.Len(), s.Y.Len()))
			return
		}
		n := begun.Add(1)
		s.report.stage(fmt.Sprintf("polishing candidate %d of %d", n, len(candidates)), 0.5+0.3*float64(n-1)/float64(len(candidates)))
		if sigma := candidates[k].sigma; k < inFull {
			found[k] = s.complete(ctx, &workers[w], sigma, max(1, s.threads/max(inFull, 1)))
		} else {
			found[k] = s.extend(ctx, &workers[w], sigma)
		}
		found[k].learned = candidates[k].learned
	})
	found = slices.DeleteFunc(found, func(f final) bool { return f.plan == nil })
	s.times.Polish += time.Since(begin)

	begin = time.Now()
	s.report.stage("choosing", 0.8)
	s.jury.judgeFinals(ctx, found)
	distinct := s.jury.distinct(append(before, found...))
	s.times.Choice += time.Since(begin)
	for s.polishFirst(ctx, distinct) {
		slices.SortStableFunc(distinct, s.jury.order)
	}
	return distinct
}

// finisher is the memory of one goroutine of the last stage.
type finisher struct {
	slicer  slicer.Slicer
	descent gw.CGWorkspace
}

// complete takes a map of the first samples to all of them and improves it there.
func (s *solve) complete(ctx context.Context, w *finisher, sigma []int32, threads int) final {
	f := s.extend(ctx, w, sigma)
	s.descend(ctx, w, &f, threads)
	return f
}

// extend takes a map of the first samples to all of them. It has no plan when ctx ends before.
func (s *solve) extend(ctx context.Context, w *finisher, sigma []int32) final {
	if s.NoPolish {
		pairs := &gw.Plan{N: s.X.Len(), M: s.Y.Len(), I: order.Natural(len(sigma)), J: sigma, Mass: gw.Uniform(len(sigma))}
		r := reslice(&w.slicer, s.cloudX, s.cloudY, s.full, pairs, resliceRounds)
		s.report.plan(r.plan, r.gw2)
		return final{plan: r.plan, gw2: r.gw2, status: Converged, sliced: r}
	}
	plan, err := s.full.UpsampleAssign(ctx, gw.Permutation(sigma), 1, &w.descent)
	if err != nil {
		return final{}
	}
	return final{plan: plan, gw2: s.full.Loss(plan), extended: true, status: IterationLimit}
}

// polishFirst polishes and judges the first of finals with all samples if it was only extended, and reports
// whether it has done so.
func (s *solve) polishFirst(ctx context.Context, finals []final) bool {
	if len(finals) == 0 || !finals[0].extended || ctx.Err() != nil {
		return false
	}
	s.descend(ctx, &finisher{}, &finals[0], s.threads)
	s.jury.judgeFinals(ctx, finals[:1])
	return true
}

// descend lowers the loss of an extended final with all samples.
func (s *solve) descend(ctx context.Context, w *finisher, f *final, threads int) {
	if !f.extended {
		return
	}
	r, err := s.full.ConditionalGradient(ctx, f.plan, gw.CGOptions{
		Threads:  threads,
		Progress: func(_ int, gw2 float64, plan *gw.Plan) { s.report.plan(plan, gw2) },
	}, &w.descent)
	if err != nil {
		panic("solver: " + err.Error()) // the problem has made the plan itself
	}
	f.plan, f.gw2, f.status, f.extended = r.Plan, r.Loss, r.Status, false
}
