package solver

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"gwscope/internal/stages"
	"gwscope/solver/gw"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/slicer/neural"
)

// longest is how many candidates get the long refinement: the best, and the best on
// another side of the mirror, or else the second best. The judge chooses between
// sides, and its choice should not be the one that was left half done.
const longest = 2

// lengthen orders outcomes, the least of value first, with those for the long refinement
// in front.
func (l *learner) lengthen(outcomes []neural.Outcome, value func(neural.Outcome) float64) {
	slices.SortStableFunc(outcomes, func(a, b neural.Outcome) int { return cmp.Compare(value(a), value(b)) })
	if len(outcomes) <= longest {
		return
	}
	first := l.sideOf(outcomes[0])
	k := 1 + slices.IndexFunc(outcomes[1:], func(o neural.Outcome) bool {
		s := l.sideOf(o)
		return s != first && s != unclear
	})
	if k > 1 {
		o := outcomes[k]
		copy(outcomes[2:k+1], outcomes[1:k])
		outcomes[1] = o
	}
}

// refine improves outcomes within the slicer's class and lets a network represent
// them, where its own plan is no worse.
func (l *learner) refine(ctx context.Context, outcomes []neural.Outcome) {
	ctx, end := stages.Begin(ctx, "refine networks")
	defer end()
	begin := time.Now()
	defer func() { l.times.Slicing += time.Since(begin) }()
	l.report.pausable(l.Learning.Hold != nil)
	for _, o := range outcomes {
		l.seen.lower(o.Value)
	}
	pass := func(count int, effort neural.Effort, from, to float64) {
		done := 0
		var mu sync.Mutex
		_ = parallel.For(ctx, l.threads, count, 1, func(_, k, _ int) {
			outcomes[k] = neural.Refine(ctx, neural.Refinement{Problem: l.full, X: l.sides[0], Y: l.sides[1],
				CloudX: l.clouds[0], CloudY: l.clouds[1], Fused: l.settings.Fused, Effort: effort, Seed: l.Seed + uint64(k),
				Hold: l.Learning.Hold, Report: l.show}, outcomes[k])
			mu.Lock()
			defer mu.Unlock()
			done++
			l.report.stage(fmt.Sprintf("refining candidate %d of %d", done, count), from+(to-from)*float64(done)/float64(count))
		})
	}
	middle := trainEnds + (searchEnds-trainEnds)/3
	pass(len(outcomes), neural.Quick, trainEnds, middle)
	value := func(o neural.Outcome) float64 { return o.Value }
	if !l.NoPolish {
		// The end of a polish tells more than its beginning.
		l.detour(ctx, outcomes)
		value = func(o neural.Outcome) float64 {
			if d, ok := l.detours[o.Restart]; ok {
				return d.Objective
			}
			return o.Value
		}
	}
	if l.Effort == Thorough {
		l.lengthen(outcomes, value)
		pass(min(longest, len(outcomes)), neural.Long, middle, searchEnds)
		slices.SortStableFunc(outcomes, func(a, b neural.Outcome) int { return cmp.Compare(a.Restart, b.Restart) })
	}
	for k := range outcomes {
		l.represent(ctx, &outcomes[k])
	}
}

// best is the least of some values, which several goroutines find.
type best struct {
	mu    sync.Mutex
	value float64
	some  bool
}

// lower takes v if it is the least so far, and says so.
func (b *best) lower(v float64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.some && v >= b.value {
		return false
	}
	b.value, b.some = v, true
	return true
}

// show reports an outcome, and its scores where none were better.
func (l *learner) show(o neural.Outcome) {
	l.report.plan(o.Plan, o.GW2)
	if n := len(l.trace); n > 0 && l.seen.lower(o.Value) {
		l.report.refined(o, l.trace[n-1], l.settings.Steps, max(l.settings.Restarts, 1))
	}
}

// detour polishes outcomes for a look at where that leads, and goes on from the sort
// nearest to the polished plan where it is better: descent over all plans gets past places
// where sorts are stuck. The results are sorts all the same.
func (l *learner) detour(ctx context.Context, outcomes []neural.Outcome) {
	polished := make([]gw.CGResult, len(outcomes))
	workers := make([]finisher, l.threads)
	_ = parallel.For(ctx, l.threads, len(outcomes), 1, func(w, k, _ int) {
		o := &outcomes[k]
		r, err := l.goal.ConditionalGradient(ctx, o.Plan, gw.CGOptions{Threads: 1, Progress: func(int, float64, *gw.Plan) {
			if l.Learning.Hold != nil {
				l.Learning.Hold(ctx)
			}
		}}, &workers[w].descent)
		if err != nil || ctx.Err() != nil {
			return
		}
		l.report.plan(r.Plan, r.Loss)
		polished[k] = r
		nearest := reslice(&workers[w].slicer, l.clouds[0], l.clouds[1], l.full, r.Plan, resliceRounds)
		if n := l.outcome(nearest.slicing.PushX, nearest.slicing.PushY, o.Restart); n.Value < o.Value {
			*o = n
			l.show(n)
		}
	})
	l.detours = map[int]gw.CGResult{}
	for k, o := range outcomes {
		if polished[k].Plan != nil {
			l.detours[o.Restart] = polished[k]
		}
	}
}

// represent replaces an outcome's scores by a network's.
func (l *learner) represent(ctx context.Context, o *neural.Outcome) {
	var pushX, pushY []float64
	var ok bool
	in := *o // for the goroutine if it is left behind
	if !parallel.Await(ctx, func() { pushX, pushY, ok = neural.Represent(l.clouds[0], l.clouds[1], in, l.Seed) }) || !ok {
		return
	}
	if n := l.outcome(pushX, pushY, o.Restart); n.Value <= o.Value*(1+1e-12) {
		*o = n
	}
}

// outcome is the outcome of scores.
func (l *learner) outcome(pushX, pushY []float64, restart int) neural.Outcome {
	o := neural.OutcomeOf(l.full, l.sides[0], l.sides[1], l.settings.Fused, pushX, pushY)
	o.Restart = restart
	return o
}
