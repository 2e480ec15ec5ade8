package pipeline

import (
	"context"

	"gwscope/solver"
	"gwscope/solver/trust"
	"gwscope/solver/verdict"
)

// mostSymmetric is the largest number of matches by symmetries that join the others. For a shape
// that can be turned by any angle, these stand for all.
const mostSymmetric = 6

// choosesItself reports whether another minimum may replace the chosen one: a search chose among
// minima, there are no pins, and all of both shapes is matched.
func (s *Solved) choosesItself() bool {
	r := s.Result
	return kindOf(s) == verdict.Search && polishes(s.Options) && r.Status != solver.Cancelled && r.Part == nil && len(s.Marks.Pinned()) == 0
}

// addSymmetric adds the matches that differ from the chosen one by a symmetry of a shape to the
// alternatives. A search may miss them, because they differ only by the samples. A clearly better
// one becomes the chosen one. It does so where [Solved.choosesItself] allows it.
func (e *Engine) addSymmetric(ctx context.Context, s Solved) (Solved, error) {
	r := s.Result
	if !s.choosesItself() || ctx.Err() != nil {
		return s, nil
	}
	key := s.key + "|symmetries"
	if known, ok := e.solves.get(key); ok {
		s.Result = known
		return s, nil
	}
	selves, err := s.bothSelfMaps(ctx, [2]*selfMemory{e.selfOf(&s.Pair, 0), e.selfOf(&s.Pair, 1)}, s.Options.Threads)
	if err != nil {
		return s, ignoreEnd(ctx, err)
	}
	problem := solver.Problem{X: s.X, Y: s.Y}
	settings := solver.Settings{Effort: solver.Fast, Threads: s.Options.Threads}
	if s.memory != nil {
		settings.Memory = s.memory.solver
	}
	join := func(r *solver.Result) (*solver.Result, error) {
		suggestions := trust.Symmetric(s.X, s.Y, r, selves, s.Options.Threads)
		if len(suggestions) == 0 {
			return r, nil
		}
		return solver.Join(ctx, problem, r, suggestions, mostSymmetric, selves.Floor(s.X, s.Y), settings)
	}
	if r, err = join(r); err != nil {
		return s, ignoreEnd(ctx, err)
	}
	better, err := solver.Promote(problem, r, solver.FlipRule(s.Options.Flip), settings)
	if err == nil && better != r {
		better, err = join(better)
	}
	if err != nil {
		return s, ignoreEnd(ctx, err)
	}
	r = better
	e.solves.put(key, r)
	s.Result = r
	return s, nil
}
