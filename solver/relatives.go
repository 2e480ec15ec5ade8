package solver

import (
	"cmp"
	"context"
	"slices"

	"gwscope/solver/judge"
	"gwscope/solver/slicer"
	"gwscope/solver/slicer/neural"
)

// Relatives: of how many outcomes, and how many are kept.
const (
	relativesOf   = 2
	relativesKept = 3
)

// side is the side of the mirror that a match is on.
type side int

const (
	unclear side = iota
	direct
	mirrored
)

// sideOf tells the side of an outcome. A poor match keeps about half of the
// orientations: only a map that is clearly on a side counts for it.
func (l *learner) sideOf(o neural.Outcome) side {
	x, y := l.jury.levels(max(l.X.Len(), l.Y.Len()))
	switch v := judge.Orientation(x, y, o.Plan.Targets()); {
	case v > 0.65:
		return direct
	case v < 0.35:
		return mirrored
	}
	return unclear
}

// relatives are the best outcomes with axes of the lifting reversed, as sorts of
// their own. A few restarts may all end on one side of the near-equal minima; the judge can
// only choose between sides when it sees both.
func (l *learner) relatives(ctx context.Context, outcomes []neural.Outcome) []neural.Outcome {
	var found []neural.Outcome
	var cutter slicer.Slicer
	x, y := l.clouds[0], l.clouds[1]
	for _, o := range outcomes[:min(relativesOf, len(outcomes))] {
		straight := slicer.Procrustes(x, y, o.Plan.I, o.Plan.J, o.Plan.Mass).Apply(x)
		for axes := uint(1); axes < 1<<x.Dim; axes++ {
			if ctx.Err() != nil {
				return nil
			}
			slicing := cutter.Slice(slicer.Flip(x.Dim, axes).Apply(straight), y, slicer.PrincipalCuts)
			found = append(found, l.outcome(slicing.PushX, slicing.PushY, 0))
		}
	}
	slices.SortStableFunc(found, func(a, b neural.Outcome) int { return cmp.Compare(a.Value, b.Value) })
	known := slices.Clone(outcomes)
	take := func(o neural.Outcome) {
		targets := o.Plan.Targets()
		if slices.ContainsFunc(known, func(k neural.Outcome) bool {
			return apart(l.Y.Distances, targets, k.Plan.Targets()) < sameFine
		}) {
			return
		}
		o.Restart = len(known)
		known = append(known, o)
	}
	// The side that no restart has found comes first, then the map of least value.
	for _, side := range []side{direct, mirrored} {
		on := func(o neural.Outcome) bool { return l.sideOf(o) == side }
		if !slices.ContainsFunc(outcomes, on) {
			if k := slices.IndexFunc(found, on); k >= 0 {
				take(found[k])
			}
		}
	}
	for _, o := range found {
		if o.Value > tolerable*found[0].Value || len(known) >= len(outcomes)+relativesKept {
			break
		}
		take(o)
	}
	return known[len(outcomes):]
}
