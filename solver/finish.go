package solver

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"gwscope/solver/gw"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/judge"
	"gwscope/solver/slicer"
)

// sameFine is the mean distance between the targets of two plans, in diameters,
// below which they count as one minimum at full size.
const sameFine = 0.05

// final is a candidate at full size.
type final struct {
	plan    *gw.Plan
	gw2     float64
	status  Status
	xToY    []int32 // heaviest target of each source
	verdict *judge.Verdict
	sliced  sliced // of plans that never left the slicer's class
}

// finish takes candidates to all samples, polishes and judges them there, and
// returns them best first, without repetitions. What ctx cuts short has no verdict
// and comes last.
func (s *solve) finish(ctx context.Context, candidates []candidate) []final {
	all := make([]final, len(candidates))
	workers := make([]finisher, s.threads)
	begin := time.Now()
	var mu sync.Mutex
	done := 0
	_ = parallel.For(ctx, s.threads, len(candidates), 1, func(w, k, _ int) {
		mu.Lock()
		done++
		s.report.stage(fmt.Sprintf("polishing candidate %d of %d", done, len(candidates)), 0.5+0.3*float64(done-1)/float64(len(candidates)))
		mu.Unlock()
		all[k] = s.complete(ctx, &workers[w], candidates[k].sigma)
	})
	all = slices.DeleteFunc(all, func(f final) bool { return f.plan == nil })
	s.times.Polish += time.Since(begin)

	begin = time.Now()
	defer func() { s.times.Choice += time.Since(begin) }()
	s.report.stage("choosing", 0.8)
	for k := range all {
		all[k].xToY = all[k].plan.Targets()
	}
	if ctx.Err() == nil && len(all) > 0 {
		verdicts := s.judge(ctx, max(s.X.Len(), s.Y.Len()), len(all), func(k int) (xToY, yToX []int32) {
			return all[k].xToY, all[k].plan.Transpose().Targets()
		})
		for k, v := range verdicts {
			all[k].verdict = v
		}
	}
	slices.SortStableFunc(all, func(a, b final) int {
		switch {
		case a.verdict != nil && b.verdict != nil:
			return s.prefer(a.verdict, b.verdict)
		case a.verdict != nil:
			return -1
		case b.verdict != nil:
			return 1
		}
		return 0
	})
	var distinct []final
	for _, f := range all {
		same := slices.ContainsFunc(distinct, func(g final) bool {
			return apart(s.Y.Distances, f.xToY, g.xToY) < sameFine
		})
		if !same {
			distinct = append(distinct, f)
		}
	}
	return distinct
}

// finisher is what one goroutine of the last stage keeps.
type finisher struct {
	slicer  slicer.Slicer
	descent gw.CGWorkspace
}

// complete takes a coarse map to all samples and improves it there.
func (s *solve) complete(ctx context.Context, w *finisher, sigma []int32) final {
	if s.NoPolish {
		pairs := &gw.Plan{N: s.X.Len(), M: s.Y.Len(), I: allOf(sigma), J: sigma, Mass: gw.Uniform(len(sigma))}
		r := reslice(&w.slicer, s.cloudX, s.cloudY, s.full, pairs, resliceRounds)
		s.report.plan(r.plan, r.gw2)
		return final{plan: r.plan, gw2: r.gw2, status: Converged, sliced: r}
	}
	start, err := upsample(ctx, s.X, s.Y, sigma)
	if err != nil {
		return final{}
	}
	r, err := s.full.ConditionalGradient(ctx, start, gw.CGOptions{
		Threads:  1, // candidates run side by side
		Progress: func(_ int, gw2 float64, plan *gw.Plan) { s.report.plan(plan, gw2) },
	}, &w.descent)
	if err != nil {
		return final{}
	}
	return final{plan: r.Plan, gw2: r.Loss, status: statusOf(r.Status)}
}

func statusOf(s gw.Status) Status {
	switch s {
	case gw.Converged:
		return Converged
	case gw.IterationLimit:
		return IterationLimit
	}
	return Cancelled
}
