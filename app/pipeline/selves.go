package pipeline

import (
	"cmp"
	"context"
	"math"

	"gwscope/internal/routine"
	"gwscope/solver"
	"gwscope/solver/metric"
	"gwscope/solver/verdict"
)

// bothSelfMaps is how both shapes lie on themselves.
func (p *Pair) bothSelfMaps(ctx context.Context, known [2]*selfMemory, threads int) (selves [2]*solver.SelfMaps, err error) {
	var errs [2]error
	var wg routine.Group
	for s, x := range [2]*metric.Space{p.X, p.Y} {
		wg.Go(func() { selves[s], errs[s] = selfMaps(ctx, known[s], x, threads) })
	}
	wg.Wait()
	return selves, cmp.Or(errs[0], errs[1])
}

// addSymmetries adds how the shapes lie on themselves.
func (m *Match) addSymmetries(ctx context.Context, e *verdict.Evidence) error {
	selves, err := m.bothSelfMaps(ctx, m.selves, m.Options.Threads)
	if err != nil {
		return err
	}
	for s, x := range [2]*metric.Space{m.X, m.Y} {
		self := selves[s]
		if self.Samples == 0 {
			continue // there are too few to tell
		}
		if e.Symmetry == "" {
			e.Symmetry = newNaming(x, self).kind()
		}
		turn, turns, score, rigid, rigids := &e.SelfA, &e.TurnsA, &e.SelfScoreA, &e.TurnA, &e.RigidA
		if s == 1 {
			turn, turns, score, rigid, rigids = &e.SelfB, &e.TurnsB, &e.SelfScoreB, &e.TurnB, &e.RigidB
		}
		*turns, *rigids, *score = 0, 0, self.Score
		var seen, seenRigid []float64 // one turn is found several times, and moves the same way
		for _, o := range self.Others {
			if o.TurnMoves >= verdict.LeastTurn {
				*rigid = least(*rigid, o.Turned)
				if o.Turned < verdict.TurnEqual && another(&seenRigid, o.TurnMoves) {
					*rigids++
				}
			}
			switch {
			case o.Moves*x.Diameter < verdict.LeastTurn, o.Orientation < 0.5:
			default:
				*turn = least(*turn, o.Behind)
				if o.Behind < verdict.SelfEqual && another(&seen, o.Moves*x.Diameter) {
					*turns++
				}
			}
		}
		if floor := floorOf(self, &m.Pair); !(floor <= e.Floor) {
			e.Floor = floor
		}
	}
	return nil
}

// least is the lesser of two, either of which may be unknown.
func least(a, b float64) float64 {
	if a <= b || math.IsNaN(b) {
		return a
	}
	return b
}

// sameTurn is the difference in how far two turns move a shape, in √area, below which they
// are taken for one.
const sameTurn = 0.05

// another reports whether a turn that moves a shape so far is none of those seen, and adds it.
func another(seen *[]float64, moves float64) bool {
	for _, s := range *seen {
		if math.Abs(s-moves) < sameTurn {
			return false
		}
	}
	*seen = append(*seen, moves)
	return true
}

// selfMaps is how one of the spaces lies on itself; without Samples where it cannot be told.
func selfMaps(ctx context.Context, memory *selfMemory, x *metric.Space, threads int) (*solver.SelfMaps, error) {
	var known *lazy[solver.SelfMaps]
	if memory != nil {
		known = &memory.maps
	}
	return known.get(ctx, func(ctx context.Context) (*solver.SelfMaps, error) {
		self, err := solver.FindSelfMaps(ctx, x, threads)
		if self == nil && err == nil {
			self = &solver.SelfMaps{}
		}
		return self, err
	})
}
