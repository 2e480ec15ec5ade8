package pipeline

import (
	"context"
	"slices"

	"gwscope/solver"
	"gwscope/solver/metric"
	"gwscope/solver/verdict"
)

// mostSymmetric is how many matches that symmetries give join the others: of a shape that
// can be turned by any angle, some for all.
const mostSymmetric = 6

// mirrorLoss is the GW² of a mirror image over that of the identity up to which a shape
// counts as its own mirror image.
const mirrorLoss = 1.5

// addSymmetric lets the matches that differ from the chosen one by a symmetry of a shape join
// the alternatives: nothing but the samples tells these apart, so a search may miss them. It
// does so where a search chose among minima and nobody said which way round it goes.
func (e *Engine) addSymmetric(ctx context.Context, s Solved, rep *reporter) (Solved, error) {
	r := s.Result
	if kindOf(&s) != verdict.Search || !polishes(s.Options) || r.Status == solver.Cancelled || r.Part != nil || len(s.Marks.Pinned()) > 0 || ctx.Err() != nil {
		return s, nil
	}
	key := s.key + "|symmetries"
	if known, ok := e.solves.get(key); ok {
		s.Result = known
		return s, nil
	}
	rep.report("looking for symmetries", rep.shares.solve, nil)
	selves, err := s.bothSelfMaps(ctx, [2]*selfMemory{e.selfOf(&s.Pair, 0), e.selfOf(&s.Pair, 1)}, s.Options.Threads)
	if err != nil {
		return s, ignoreEnd(ctx, err)
	}
	suggestions := slices.Concat(s.symmetric(0, selves[0]), s.symmetric(1, selves[1]))
	if len(suggestions) > 0 {
		floor := max(floorOf(selves[0], &s.Pair), floorOf(selves[1], &s.Pair))
		r, err = solver.Join(ctx, solver.Problem{X: s.X, Y: s.Y}, r, suggestions, mostSymmetric, floor, solver.Settings{Effort: solver.Fast, Threads: s.Options.Threads})
		if err != nil {
			return s, ignoreEnd(ctx, err)
		}
	}
	e.solves.put(key, r)
	s.Result = r
	return s, nil
}

// floorOf is the GW² that the spacing of a pair's samples explains on a shape: it falls like the
// area of a sample's cell.
func floorOf(self *solver.SelfMaps, m *Pair) float64 {
	return self.Floor * float64(self.Samples) / float64(min(m.X.Len(), m.Y.Len()))
}

// symmetric are the chosen match after, or before, each symmetry of one of the shapes.
func (m *Solved) symmetric(side int, self *solver.SelfMaps) []solver.Suggestion {
	x := [2]*metric.Space{m.X, m.Y}[side]
	chosen := m.Result.Alternatives[0].SnappedXToY
	var out []solver.Suggestion
	names := newNaming(x, self)
	for k := range self.Others {
		o := &self.Others[k]
		if !symmetry(o, x) {
			continue
		}
		g := solver.Suggestion{Name: names.of(o), XToY: make([]int32, len(chosen))}
		image := imageUnder(o, x)
		near := m.X.NearestSamples(m.Options.Threads)
		for i := range chosen {
			if side == 0 {
				g.XToY[i] = chosen[near[image(m.X.Samples[i])]]
			} else {
				g.XToY[i] = image(max(chosen[i], 0))
			}
		}
		out = append(out, g)
	}
	return out
}

// symmetry reports whether a shape lies on itself under a self-map as well as it does as it
// is, but elsewhere.
func symmetry(o *solver.SelfMap, x *metric.Space) bool {
	far := o.Moves*x.Diameter >= verdict.LeastTurn
	switch {
	case o.TurnMoves >= verdict.LeastTurn && o.Turned < verdict.TurnEqual:
		return true
	case o.Orientation < 0.5:
		return far && o.Loss < mirrorLoss
	}
	return far && o.Behind < verdict.SelfEqual
}

// rigidly reports whether it is a turn of the surface as it is.
func rigidly(o *solver.SelfMap) bool {
	return o.TurnMoves >= verdict.LeastTurn && o.Turned < verdict.TurnEqual
}

// imageUnder is the point to which a self-map sends a point of the Domain: by its turn where
// it is one, else as it sends the nearest of the samples that it knows.
func imageUnder(o *solver.SelfMap, x *metric.Space) func(point int32) int32 {
	d := x.Domain
	if rigidly(o) {
		return func(point int32) int32 { return d.NearestPoints(o.Turn.Apply(d.Points[point]), 1)[0] }
	}
	cell := x.NearestSamples(0)
	return func(point int32) int32 {
		row := x.Distances.RawRowView(int(cell[point]))
		best := 0
		for i := range o.To {
			if row[i] < row[best] {
				best = i
			}
		}
		return o.To[best]
	}
}
