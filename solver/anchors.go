package solver

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gwscope/internal/stages"
	"gwscope/solver/anchor"
	"gwscope/solver/gw"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/judge"
)

// AnchorRule says when the hierarchical method also matches by extremities.
type AnchorRule string

// The rules. Auto spends the time where it may help: with thorough effort, on shapes
// that look like different species and on choices that are close calls.
const (
	AnchorsAuto AnchorRule = "auto" // default
	AnchorsOn   AnchorRule = "on"
	AnchorsOff  AnchorRule = "off"
)

// Anchors are the extremities of a pair, and the figures of matching by them beside the plan.
type Anchors struct {
	TipsX, TipsY []anchor.Extremity
	// Dissimilarity is the least GW² near the chosen match, with the distances of both
	// shapes over their means; above CrossSpecies the shapes are called different
	// species. NaN where it was not worked out.
	Dissimilarity float64
	// GW2Map is the GW² of the chosen map as it stands, each sample of X sending all its
	// mass to one of Y, with the masses that come together there. The result's plan and its loss
	// are those of the coupling nearest to the map that keeps Y's weights. NaN where
	// the choice was not matched by extremities.
	GW2Map float64
}

// autoAnchorSamples are the fewest samples at which the automatic rule consults
// extremities: with fewer, the spacing of the samples alone makes two poses of one
// creature as dissimilar as two species are.
const autoAnchorSamples = 200

// pinnedDescents of the matches by extremities are polished where there are pins.
const pinnedDescents = 2

// anchors is a solve's knowledge of extremities.
type anchors struct {
	*anchor.Result
	dissimilarity float64
	gw2Map        func(*anchor.Match) float64
	few           *anchor.FewTipsError // why nothing was matched by them
}

func (a *anchors) report(alternatives []Alternative) *Anchors {
	r := &Anchors{TipsX: a.TipsX, TipsY: a.TipsY, Dissimilarity: a.dissimilarity, GW2Map: math.NaN()}
	for k := range alternatives {
		alternatives[k].foreign = a.dissimilarity > CrossSpecies
	}
	if len(alternatives) > 0 && alternatives[0].Match != nil {
		r.GW2Map = a.gw2Map(alternatives[0].Match)
	}
	return r
}

// findAnchors matches by extremities, between two places of the progress bar. With an
// *anchor.FewTipsError the extremities come back all the same.
func (s *solve) findAnchors(ctx context.Context, from, to float64) (*anchors, error) {
	ctx, end := stages.Begin(ctx, "extremities")
	defer end()
	begin := time.Now()
	found, err := anchor.Solve(ctx, s.X, s.Y, anchor.Options{
		Threads: s.threads, Mirrored: s.Flip == FlipMirrored, PinnedSide: s.Flip == FlipAuto,
		TipsX: s.TipsX, TipsY: s.TipsY, Pins: s.Pins, Memory: &s.memory.anchor,
		Progress: func(stage string, fraction float64) { s.report.stage(stage, from+(to-from)*fraction) },
	})
	s.times.Extremities += time.Since(begin)
	if found == nil {
		found = &anchor.Result{}
	}
	a := &anchors{Result: found, dissimilarity: math.NaN(), gw2Map: s.lossOfMap}
	errors.As(err, &a.few)
	return a, err
}

// consult adds to the finals of the hierarchical slicer those of matching by
// extremities, where the rule asks for it; nil anchors where it does not.
//
// Across species they come in as they are. Within one, where the least loss is what is
// meant, they are polished and judged like any other start. One score decides, that of
// package judge, which asks for no equal mass: by it a map between species is as good as
// its neighbourhoods, whatever its parts weigh. Among themselves matches by extremities
// keep the order and the distances of their own score, which knows more about them.
func (s *solve) consult(ctx context.Context, finals []final) ([]final, *anchors, error) {
	auto := s.AnchorRule == AnchorsAuto && !s.steered()
	if auto && min(s.X.Len(), s.Y.Len()) < autoAnchorSamples {
		return finals, nil, nil
	}
	if s.AnchorRule == AnchorsOff || auto && s.Effort != Thorough || s.NoPolish && !s.steered() || len(finals) == 0 || ctx.Err() != nil {
		return finals, nil, nil
	}
	clear := s.jury.margin(finals) >= CloseCall
	if auto && clear && OverMeans(s.X, s.Y, finals[0].gw2) <= CrossSpecies { // and so is the end of its descent
		return finals, nil, nil
	}
	dissimilarity, err := s.kinship().remembered(ctx, finals[0])
	if err != nil {
		return nil, nil, err
	}
	if auto && clear && dissimilarity <= CrossSpecies {
		return finals, nil, nil
	}
	a, err := s.findAnchors(ctx, 0.85, 0.95)
	a.dissimilarity = dissimilarity
	if a.few != nil || ctx.Err() != nil {
		return finals, a, nil
	}
	if err != nil {
		return nil, nil, err
	}
	more, err := s.anchorFinals(ctx, a)
	if err != nil {
		return nil, nil, err
	}
	if dissimilarity <= CrossSpecies {
		descend := more
		if len(s.Pins) > 0 { // which settle the differences of the others, and are moved by hand
			descend = more[:min(pinnedDescents, len(more))]
		}
		polished, err := s.polishAnchors(ctx, descend)
		if err != nil {
			return nil, nil, err
		}
		if len(s.Pins) == 0 { // a descent may let go of places that pins hold
			more = nil
		}
		more = append(more, polished...)
	} else {
		for k := 1; k < len(more); k++ {
			more[k].verdict.Score = more[0].verdict.Score + more[k].match.Score - more[0].match.Score
		}
	}
	return s.jury.distinct(append(finals, more...)), a, nil
}

// polishAnchors descends from the plans of matches by extremities.
func (s *solve) polishAnchors(ctx context.Context, starts []final) ([]final, error) {
	ctx, end := stages.Begin(ctx, "polish by extremities")
	defer end()
	begin := time.Now()
	polished := make([]final, len(starts))
	errs := make([]error, len(starts))
	_ = parallel.For(ctx, s.threads, len(starts), 1, func(_, k, _ int) {
		r, err := s.full.ConditionalGradient(ctx, starts[k].plan, gw.CGOptions{Threads: 1}, nil)
		polished[k], errs[k] = final{plan: r.Plan, gw2: r.Loss, status: r.Status}, err
	})
	polished = slices.DeleteFunc(polished, func(f final) bool { return f.plan == nil })
	s.times.Polish += time.Since(begin)
	begin = time.Now()
	s.jury.judgeFinals(ctx, polished)
	s.times.Choice += time.Since(begin)
	return polished, errors.Join(errs...)
}

// anchorFinals gives each match its plan and its verdict. Matches that ctx cuts short are left out.
func (s *solve) anchorFinals(ctx context.Context, a *anchors) ([]final, error) {
	ctx, end := stages.Begin(ctx, "plans by extremities")
	defer end()
	begin := time.Now()
	x, y := s.jury.levels(max(s.X.Len(), s.Y.Len()))
	finals := make([]final, len(a.Matches))
	errs := make([]error, len(finals))
	_ = parallel.For(ctx, s.threads, len(finals), 1, func(_, k, _ int) {
		m, f := a.Matches[k], &finals[k]
		if f.plan, errs[k] = gw.LeastCost(ctx, m.Cost().Data, s.X.Weights, s.Y.Weights); errs[k] != nil {
			return
		}
		f.match, f.gw2, f.status, f.xToY = m, s.full.Loss(f.plan), Converged, f.plan.Targets()
		f.verdict = judge.NewBench(x, y).Rate(m.XToY, m.YToX)
	})
	finals = slices.DeleteFunc(finals, func(f final) bool { return f.plan == nil })
	s.times.Choice += time.Since(begin)
	if ctx.Err() != nil {
		return finals, nil
	}
	return finals, errors.Join(errs...)
}

// lossOfMap is the GW² of a match as it stands: the images, with the masses that they
// get, are a space of their own.
func (s *solve) lossOfMap(m *anchor.Match) float64 {
	cell := s.Y.NearestSamples(s.threads)
	images := order.Take(cell, m.XToY)
	plan := &gw.Plan{N: s.X.Len(), M: s.Y.Len(), I: order.Natural(len(images)), J: images, Mass: s.X.Weights}
	return gw.Loss(s.X.Distances, s.Y.Distances, nil, nil, plan)
}

// notesOnAnchors tells the role of extremities in a result.
func (r *Result) notesOnAnchors(method Method, few *anchor.FewTipsError) []string {
	a := r.Anchors
	var notes []string
	say := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	notes = append(notes, a.notesOnSpecies()...)
	if method == Hierarchical {
		switch won, by := byExtremities(r.Alternatives); {
		case few != nil:
			say("Extremities did not help: %v.", few)
		case a.Dissimilarity <= CrossSpecies:
			say("Matches by extremities joined the candidates, polished like any other.")
		case by > 0 && won:
			say("The match by extremities won over the slicer's by %.2f in score.", by)
		case by > 0:
			say("The slicer's match won over the one by extremities by %.2f in score.", by)
		}
	}
	if len(r.Alternatives) > 0 && r.Alternatives[0].Match != nil {
		say("Matched by extremities: %d on the source, %d on the target, %d paired.", len(a.TipsX), len(a.TipsY), len(r.Alternatives[0].Match.TipsX))
		say("The map lets points meet and has GW² %.6f with the masses that it brings together; the plan and its GW² are those of the nearest coupling that keeps the weights.", a.GW2Map)
	}
	return notes
}

// byExtremities reports whether the chosen alternative came from extremities, and by how
// much in score it is ahead of the best that came otherwise; 0 where there is no other.
func byExtremities(alternatives []Alternative) (won bool, by float64) {
	for k, alt := range alternatives {
		if k == 0 {
			won = alt.Match != nil
		} else if (alt.Match != nil) != won {
			return won, alt.Score - alternatives[0].Score
		}
	}
	return won, 0
}
