package solver

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"
	"unsafe"

	"gwscope/internal/figures"
	"gwscope/solver/internal/order"
	"gwscope/solver/slicer"
	"gwscope/solver/slicer/neural"
)

// result puts together the report on the finals, the chosen one first.
func (s *solve) result(ctx context.Context, finals []final) *Result {
	r := &Result{Seed: s.Seed}
	if len(finals) == 0 { // cancelled early: the best that was seen
		plan, gw2 := s.report.best()
		finals = []final{{plan: plan, gw2: gw2, xToY: targetsOf(s.X.Distances, plan)}}
	}
	for k := range finals {
		if finals[k].xToY == nil { // nobody got to judging it
			finals[k].xToY = targetsOf(s.X.Distances, finals[k].plan)
		}
	}
	finals = s.pinning.honouring(finals)
	s.polishFirst(ctx, finals) // pins may have chosen another
	for _, f := range finals {
		r.Alternatives = append(r.Alternatives, s.alternative(f))
	}
	chosen := finals[0]
	r.Status, r.Stopgap = chosen.status, chosen.stopgap
	if ctx.Err() != nil {
		r.Status = Cancelled
	}
	r.Margin = figures.Number(s.jury.margin(finals))
	s.report.choose(chosen.plan, chosen.gw2)

	begin := time.Now()
	sliced := chosen.sliced
	if sliced.plan == nil {
		if s.cloudX.Len() == 0 { // the method knows no slicer
			s.cloudX, s.cloudY = slicerCloud(s.X), slicerCloud(s.Y)
		}
		rounds := resliceRounds
		if ctx.Err() != nil {
			rounds = 1
		}
		sliced = reslice(new(slicer.Slicer), s.cloudX, s.cloudY, s.full, chosen.plan, rounds)
	}
	r.Slicer, r.GW2Slicer = sliced.plan, figures.Number(sliced.gw2)
	r.PushX, r.PushY = sliced.slicing.PushX, sliced.slicing.PushY
	s.times.Slicing += time.Since(begin)

	r.MarginalError = figures.Number(chosen.plan.MarginalError(s.X.Weights, s.Y.Weights))
	r.Times = s.times
	r.Notes = append(s.pinning.notesFor(s.Method, s.AnchorRule), s.notesOn(chosen)...)
	if slices.ContainsFunc(finals, func(f final) bool { return f.extended }) {
		r.Notes = append(r.Notes, fmt.Sprintf("Near-equal minima that are no close call were polished with the first %d samples only: their GW² is a little too high.", preselectSamples))
	}
	if r.Stopgap {
		r.Notes = append(r.Notes, "The solve was stopped before the method had a plan: this one is a mere sort by mean distance.")
	}
	s.report.stage("done", 1)
	return r
}

func (s *solve) alternative(f final) Alternative {
	a := Alternative{Plan: f.plan, GW2: f.gw2, Score: math.NaN(), Orientation: math.NaN(), Rigidity: math.NaN(), Match: f.match, pins: s.Pins}
	if v := f.verdict; v != nil {
		a.Score, a.Orientation, a.Rigidity = v.Score, v.Orientation, v.Rigidity
		a.SnappedXToY, a.SnappedYToX = v.XToY, v.YToX
		return a
	}
	// Cut short before it was judged: the plan's own targets must do.
	a.SnappedXToY = order.Take(s.Y.Samples, f.xToY)
	a.SnappedYToX = order.Take(s.X.Samples, targetsOf(s.Y.Distances, f.plan.Transpose()))
	return a
}

// notesOn says what could not be judged and why.
func (s *solve) notesOn(chosen final) []string {
	var notes []string
	x, y := s.X.Domain, s.Y.Domain
	switch {
	case x.Normals == nil && y.Normals == nil:
		notes = append(notes, "Neither shape has normals, so orientation and curvature could not be judged: a mirror image may have been taken for the match.")
	case x.Normals == nil:
		notes = append(notes, "The source has no normals, so orientation and curvature could not be judged: a mirror image may have been taken for the match.")
	case y.Normals == nil:
		notes = append(notes, "The target has no normals, so orientation and curvature could not be judged: a mirror image may have been taken for the match.")
	case x.Sheet || y.Sheet:
		which := "Both shapes are sheets: neither of their sides is the outer one"
		switch {
		case !y.Sheet:
			which = "The source is a sheet: neither of its sides is the outer one"
		case !x.Sheet:
			which = "The target is a sheet: neither of its sides is the outer one"
		}
		notes = append(notes, which+", so no match is called direct or mirrored.")
	}
	if chosen.verdict == nil {
		return append(notes, "The solve was cancelled before the candidates were judged: this is the plan of least loss so far.")
	}
	if !s.jury.wanted(chosen.verdict) {
		side := map[FlipRule]string{FlipDirect: "direct", FlipMirrored: "mirrored"}[s.Flip]
		if math.IsNaN(chosen.verdict.Orientation) {
			notes = append(notes, "No match of these shapes can be called "+side+": this is the best of all.")
		} else {
			notes = append(notes, "No "+side+" match was found among the near-equal minima: this is the best of the others.")
		}
	}
	return notes
}

// Bytes is about the memory that the result takes.
func (r *Result) Bytes() int {
	const pair = 4 + 4 + 8 // of a plan
	n := 8*(len(r.PushX)+len(r.PushY)) + int(unsafe.Sizeof(neural.Step{}))*len(r.Trace)
	if r.Slicer != nil {
		n += pair * len(r.Slicer.Mass)
	}
	for _, a := range r.Alternatives {
		if a.Plan != nil {
			n += pair * len(a.Plan.Mass)
		}
		n += 4 * (len(a.SnappedXToY) + len(a.SnappedYToX))
	}
	return n
}
