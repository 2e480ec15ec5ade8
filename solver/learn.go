package solver

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"gwscope/internal/routine"
	"gwscope/internal/stages"
	"gwscope/solver/feature"
	"gwscope/solver/gw"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
	"gwscope/solver/slicer"
	"gwscope/solver/slicer/neural"
)

// trainEnds is the share of the progress bar of a training or the hierarchical slicer;
// refinement has the rest up to searchEnds.
const trainEnds = 0.7

// refineDim is the dimension of the embedding that refinement relabels pairs in
// and the representing network sees.
const refineDim = 6

// learn is the neural method. Candidates come from restarts of a training or from the
// hierarchical slicer; with the preset Best they are refined within the slicer's
// class. All are polished (unless told not to) and judged like any others: of each start
// the best plan that it has seen goes on, and the result is the judge's choice among
// the starts, which need not be the one of least loss; a note says so.
func (s *solve) learn(ctx context.Context) (*candidates, error) {
	l := &learner{solve: s}
	l.settings, _ = s.Learning.settings() // check has seen to errors
	l.settings.Seed = s.Seed
	l.settings.Fused = (1 - s.Alpha) / s.Alpha
	var finals []final
	var err error
	l.goal = s.full
	if s.features != nil {
		if l.goal, err = s.full.Fused(feature.Cost(s.features.x, s.features.y), s.Alpha); err != nil {
			return nil, err
		}
	}
	if s.Learning.Start == FromHierarchical {
		finals, err = l.warm(ctx)
	} else {
		finals, err = l.train(ctx)
	}
	if err != nil {
		return nil, err
	}
	return &candidates{finals: finals, goal: l.goal, arrange: l.arrange, tell: l.tell}, nil
}

// arrange changes the judge's order, and keeps one final of each minimum.
func (l *learner) arrange(finals []final) []final {
	l.nearFirst(finals)
	l.neverWorse(finals)
	distinct := l.once(finals)
	switch {
	case len(distinct) == 1 && distinct[0].verdict != nil && !(distinct[0].verdict.Orientation < 0.5):
		l.remarks = append(l.remarks, "Only one match was found, so there was nothing to compare it with.")
	case !slices.ContainsFunc(distinct, func(f final) bool { return f.verdict == nil || !(f.verdict.Orientation < 0.5) }):
		l.remarks = append(l.remarks, "The training has found mirrored matches only, so nothing unmirrored could be compared with them.")
	}
	return distinct
}

// tell adds the facts of the training to the result.
func (l *learner) tell(r *Result) {
	r.Trace = l.trace
	if k := l.least(r.Alternatives); k > 0 && l.Flip == FlipAuto && !math.IsNaN(r.Alternatives[0].Score) {
		what := "GW²"
		if l.features != nil {
			what = "objective"
		}
		l.remarks = append(l.remarks, fmt.Sprintf("Minimum %d of the list has a lower %s; this one was chosen by rigidity, curvature and orientation, which distances cannot tell.", k+1, what))
	}
	if l.features != nil {
		r.Notes = append(r.Notes, l.noteOnObjective(l.goal, r.Plan(), r.GW2()))
	}
	r.Notes = append(r.Notes, l.remarks...)
}

// learner is one run of the neural method.
type learner struct {
	*solve
	settings neural.Settings
	trace    []neural.Step
	remarks  []string
	goal     *gw.Problem // full, with the features' term if there is one
	sides    [2]neural.Side
	clouds   [2]slicer.Cloud // of all samples, for refinement
	// detours are the results of polishing on the way, by restart.
	detours map[int]gw.CGResult
	seen    best    // of the plans that refinement has shown
	began   float64 // objective of the hierarchical slicer's choice; 0: none
}

// prepare makes the input of the networks and of the refinement. It reports whether it
// came to its end before ctx.
func (l *learner) prepare(ctx context.Context) bool {
	var sides [2]neural.Side
	var clouds [2]slicer.Cloud
	settings := l.settings
	if !parallel.Await(ctx, func() {
		var wg routine.Group
		for k, space := range []*metric.Space{l.X, l.Y} {
			wg.Go(func() {
				sides[k] = settings.SideOf(space)
				sides[k].Features = l.features.of(k)
				clouds[k] = slicerCloud(space)
			})
		}
		wg.Wait()
	}) {
		return false
	}
	l.sides, l.clouds = sides, clouds
	return true
}

// padded is a matrix with zero columns added up to dim, as a list.
func padded(points *mat.Dense, dim int) []float64 {
	n, d := points.Dims()
	out := make([]float64, n*dim)
	for i := range n {
		copy(out[i*dim:i*dim+d], points.RawRowView(i))
	}
	return out
}

// train makes candidates from scratch.
func (l *learner) train(ctx context.Context) ([]final, error) {
	ctx, end := stages.Begin(ctx, "train networks")
	defer end()
	s := l.solve
	l.report.stage("preparing the networks", 0)
	if !l.prepare(ctx) {
		return l.simplest(l.settings.Fused), nil
	}
	s.cloudX, s.cloudY = l.clouds[0], l.clouds[1]
	l.report.pausable(l.Learning.Hold != nil)
	begin := time.Now()
	steps, restarts := l.settings.Steps, max(l.settings.Restarts, 1)
	outcomes, err := l.trainNetworks(ctx, neural.Training{
		Settings: l.settings, X: l.sides[0], Y: l.sides[1], Problem: s.full,
		Report: func(t neural.Report) {
			l.trace = append(l.trace, t.Step)
			stage := fmt.Sprintf("learning, step %d of %d", t.Step.Step+1, steps)
			if restarts > 1 {
				stage += fmt.Sprintf(", start %d of %d", t.Restart+1, restarts)
			}
			l.report.training(t, steps, restarts, stage, trainEnds*float64(t.Restart*steps+t.Step.Step+1)/float64(steps*restarts))
		}})
	s.times.Slicing += time.Since(begin)
	if len(outcomes) == 0 {
		if err != nil {
			return nil, err
		}
		return l.simplest(l.settings.Fused), nil
	}
	if err != nil {
		l.remarks = append(l.remarks, "The training stopped early: "+err.Error()+".")
	}
	if l.Learning.Preset == neural.PaperHorse && (l.X.Kind != metric.KindKNN || l.Y.Kind != metric.KindKNN) {
		l.remarks = append(l.remarks, "The paper measures the horses through a 20-nearest-neighbour graph; choose those distances for its setting.")
	}
	// Refinement knows no networks: it would make any slicers alike.
	if l.Learning.Preset == neural.Best && l.Learning.Slicers == neural.Dependent && !l.Learning.NoRefine {
		outcomes = append(outcomes, l.relatives(ctx, outcomes)...)
		l.refine(ctx, outcomes)
	}
	finals := make([]final, len(outcomes))
	for k, o := range outcomes {
		finals[k] = finalOf(o)
		// A plan that is known already.
		if d, ok := l.detours[o.Restart]; ok && d.Objective < l.goal.ObjectiveAt(o.Plan, o.GW2) {
			finals[k].plan, finals[k].gw2, finals[k].status = d.Plan, d.Loss, d.Status
		}
	}
	return finals, nil
}

// warm makes candidates from the hierarchical slicer's.
func (l *learner) warm(ctx context.Context) ([]final, error) {
	finals, err := l.finals(ctx)
	if err != nil || len(finals) == 0 || ctx.Err() != nil {
		return finals, err
	}
	if finals[0].verdict != nil {
		l.began = l.goal.ObjectiveAt(finals[0].plan, finals[0].gw2)
	}
	if !l.prepare(ctx) {
		return finals, nil
	}
	begin := time.Now()
	outcomes := make([]neural.Outcome, len(finals))
	_ = parallel.For(ctx, l.threads, len(finals), 1, func(_, k, _ int) {
		r := finals[k].sliced
		if r.plan == nil {
			r = reslice(new(slicer.Slicer), l.cloudX, l.cloudY, l.full, finals[k].plan, resliceRounds)
		}
		outcomes[k] = l.outcome(r.slicing.PushX, r.slicing.PushY, k)
	})
	l.times.Slicing += time.Since(begin)
	if ctx.Err() != nil {
		return finals, nil
	}
	l.refine(ctx, outcomes)
	for k, o := range outcomes {
		sliced := finalOf(o)
		finals[k].sliced = sliced.sliced
		if l.NoPolish || l.goal.ObjectiveAt(o.Plan, o.GW2) < l.goal.ObjectiveAt(finals[k].plan, finals[k].gw2) {
			finals[k].plan, finals[k].gw2 = o.Plan, o.GW2
		}
	}
	return finals, nil
}

// nearLeast is how many times the least objective a minimum may have and be chosen. Of
// measured choices within one species the right ones have 1.53 times the least at most;
// those with twice as much and more, which a training that went astray leaves, were wrong,
// whatever the judge made of them.
const nearLeast = 1.8

// nearFirst moves judged finals that are not near-equal to the least behind those that are,
// among those of the wanted side.
func (l *learner) nearFirst(finals []final) {
	n := 0 // judged, and on the side of the first
	least := math.Inf(1)
	for n < len(finals) && finals[n].verdict != nil && l.jury.wanted(finals[n].verdict) == l.jury.wanted(finals[0].verdict) {
		least = min(least, l.goal.ObjectiveAt(finals[n].plan, finals[n].gw2))
		n++
	}
	far := func(f final) int {
		if l.goal.ObjectiveAt(f.plan, f.gw2) > nearLeast*least {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(finals[:n], func(a, b final) int { return far(a) - far(b) })
}

// neverWorse moves the first of the judged finals that is no worse than the choice of the
// hierarchical slicer to the front: refined, two minima with nearly the same
// score may change places, and the choice must not fall on one of higher objective for that.
func (l *learner) neverWorse(finals []final) {
	k := slices.IndexFunc(finals, func(f final) bool {
		return f.verdict != nil && l.goal.ObjectiveAt(f.plan, f.gw2) <= l.began && l.jury.wanted(f.verdict) == l.jury.wanted(finals[0].verdict)
	})
	if k > 0 {
		f := finals[k]
		copy(finals[1:k+1], finals[:k])
		finals[0] = f
	}
}

// least is the minimum of least objective, the first of those that are as good.
func (l *learner) least(minima []Alternative) int {
	least, at := math.Inf(1), 0
	for k, a := range minima {
		if v := l.goal.ObjectiveAt(a.Plan, a.GW2); v < least*(1-1e-6) {
			least, at = v, k
		}
	}
	return at
}

// once keeps one final of each minimum, the first. Where several slicers lead to one
// polished plan, the best of them stands before it.
func (l *learner) once(finals []final) []final {
	var kept []final
	for _, f := range finals {
		k := slices.IndexFunc(kept, func(g final) bool { return l.jury.same(f, g) })
		switch {
		case k < 0:
			kept = append(kept, f)
		case !l.NoPolish && l.before(f) < l.before(kept[k]) && f.gw2 <= kept[k].gw2*(1+1e-9):
			kept[k].sliced = f.sliced
		}
	}
	return kept
}

// before is the objective of a slicer before the polish; +Inf where there is none.
func (l *learner) before(f final) float64 {
	if f.sliced.plan == nil {
		return math.Inf(1)
	}
	return l.goal.ObjectiveAt(f.sliced.plan, f.sliced.gw2)
}

func finalOf(o neural.Outcome) final {
	slicing := &slicer.Slicing{PushX: o.PushX, PushY: o.PushY}
	return final{plan: o.Plan, gw2: o.GW2, status: Converged, sliced: sliced{slicing: slicing, plan: o.Plan, gw2: o.GW2}}
}
