package solver

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gwscope/internal/stages"
	"gwscope/solver/gw"
	"gwscope/solver/internal/parallel"
)

// candidates are handed over by a method: plans to choose from, and facts about
// them.
type candidates struct {
	// finals; none where the method was cancelled before its first plan: then the best that
	// was seen is all there is.
	finals []final
	// goal is the objective of a polish of the slicers' plans; nil: the plans stay as they are.
	goal *gw.Problem
	// judged says that the finals are judged, and the best stands first.
	judged bool
	// arrange changes the judge's order, or leaves some out; nil: it stands.
	arrange func([]final) []final
	// anchors is the knowledge of extremities, nil where nobody looked at them.
	anchors *anchors
	// tell adds facts that only the method knows to the result; nil: none.
	tell func(*Result)
}

// Shares of the progress bar: a method's own search, and the polish of its plans.
const (
	searchEnds = 0.85
	polishEnds = 0.95
)

// conclude is the end of every method: it polishes, judges and chooses.
func (s *solve) conclude(ctx context.Context, c *candidates) *Result {
	ctx, end := stages.Begin(ctx, "conclude")
	defer end()
	s.report.pausable(false)
	if c.goal != nil && !s.NoPolish {
		s.polish(ctx, c.goal, c.finals)
	}
	finals := c.finals
	if !c.judged {
		begin := time.Now()
		s.report.stage("choosing", polishEnds)
		s.jury.judgeFinals(ctx, finals)
		slices.SortStableFunc(finals, s.jury.order)
		if c.arrange != nil {
			finals = c.arrange(finals)
		}
		s.times.Choice += time.Since(begin)
	}
	r := s.result(ctx, finals)
	if a := c.anchors; a != nil {
		r.Anchors = a.report(r.Alternatives)
		r.Notes = append(r.notesOnAnchors(s.Method, a.few), r.Notes...)
	}
	if c.tell != nil {
		c.tell(r)
	}
	r.Backend = s.computedBy()
	if s.Backend == GPUBackend && s.networks == "" && s.multipliedOn() == "" {
		r.Notes = append(r.Notes, "The graphics card had nothing to do: matrix products go there from 1000 samples on.")
	}
	if s.card != nil && s.card.lost != nil {
		r.Notes = append(r.Notes, fmt.Sprintf("The CPU took over the matrix products: %v.", s.card.lost))
	}
	return r
}

// polish descends from the slicers' plans by conditional gradient, and keeps better plans.
func (s *solve) polish(ctx context.Context, goal *gw.Problem, finals []final) {
	begin := time.Now()
	workers := make([]finisher, s.threads)
	s.report.stage("polishing", searchEnds)
	threads := max(1, s.threads/max(len(finals), 1)) // those side by side share them
	_ = parallel.For(ctx, s.threads, len(finals), 1, func(w, k, _ int) {
		f := &finals[k]
		if f.sliced.plan == nil {
			return
		}
		r, err := goal.ConditionalGradient(ctx, f.sliced.plan, gw.CGOptions{Threads: threads,
			Progress: func(_ int, gw2 float64, plan *gw.Plan) { s.report.plan(plan, gw2) }}, &workers[w].descent)
		if err == nil && !(r.Objective >= goal.ObjectiveAt(f.plan, f.gw2)) {
			f.plan, f.gw2, f.status = r.Plan, r.Loss, r.Status
		}
	})
	s.times.Polish += time.Since(begin)
}
