package pipeline

import (
	"context"
	"fmt"
	"math"

	"gwscope/internal/stages"
	"gwscope/solver"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
	"gwscope/solver/register"
)

// mostRivals is the largest number of other minima that are laid on B.
const mostRivals = 3

// Another minimum may replace the chosen one where their scores differ by less than
// solver.CloseCall. leastAhead is the difference by which it must be ahead in score and logarithm of
// strain together. Of 179 matches of trials with a margin below 0.5, six became right in this way
// and one wrong; without leastAhead nine and three.
const leastAhead = 0.1

// settled is the probability, of being right or of being wrong, from which a match has no contest.
const settled = 0.97

// leastStrain bounds strains from below: less is the unevenness of triangles.
const leastStrain = 0.05

// preferLessStrained is m or, where its choice is doubtful and close, the match of the minimum along
// which A's mesh strains less when it is laid on B. Distances between samples hardly change when a
// body has its front behind, but a mesh that lies so is strained.
func (e *Engine) preferLessStrained(ctx context.Context, m *Match, truth *correspond.Truth, rep *reporter) (*Match, error) {
	c := &contest{Match: m, rivals: rivalsOf(m)}
	if len(c.rivals) == 0 || !m.choosesItself() || m.Registered == nil || ctx.Err() != nil {
		return m, nil
	}
	key := m.key + "|less strained"
	r, ok := e.solves.get(key)
	if !ok {
		rep.report("laying the next minima on B", rep.shares.surface, nil)
		var err error
		if r, err = c.decide(ctx); err != nil {
			return m, ignoreEnd(ctx, err)
		}
		e.solves.put(key, r)
	}
	if sameChoice(r, m.Result) {
		return m, nil
	}
	s := m.Solved
	s.Result, s.key = r, key
	s, err := e.addSymmetric(ctx, s)
	if err != nil {
		return nil, err
	}
	return e.finish(context.WithoutCancel(ctx), ctx, s, 0, BySolver, truth, rep)
}

// rivalsOf are the first other minima with close scores that have the same side of A outside as
// the chosen one.
func rivalsOf(m *Match) []int {
	chosen := m.Alternative()
	var out []int
	for k, a := range m.Result.Alternatives {
		otherSide := !math.IsNaN(chosen.Orientation) && !math.IsNaN(a.Orientation) && chosen.Direct() != a.Direct()
		if k != m.Chosen && !otherSide && a.Score-chosen.Score < solver.CloseCall && len(out) < mostRivals {
			out = append(out, k)
		}
	}
	return out
}

// contest holds the choice of a match against its rivals.
type contest struct {
	*Match
	rivals   []int
	sketches [2]*metric.Sketch // of A and of B
}

// decide is the match's result with the better rival first, or the result itself where the choice
// stands.
func (c *contest) decide(ctx context.Context) (*solver.Result, error) {
	ctx, end := stages.Begin(ctx, "rivals")
	defer end()
	r := c.Result
	v, err := c.VerdictContext(ctx)
	if err != nil || max(v.Probability, 1-v.Probability) >= settled {
		return r, err
	}
	for side, s := range []*metric.Space{c.X, c.Y} {
		if c.sketches[side], err = metric.NewSketch(ctx, s, c.Options.Threads); err != nil {
			return r, err
		}
	}
	own, err := c.strainOf(ctx, c.Chosen)
	if err != nil || math.IsNaN(own) {
		return r, err
	}
	total := func(k int, strain float64) float64 {
		return r.Alternatives[k].Score + math.Log(max(strain, leastStrain))
	}
	best, strain, least := c.Chosen, own, total(c.Chosen, own)-leastAhead
	for _, k := range c.rivals {
		s, err := c.strainOf(ctx, k)
		if err != nil {
			return r, err
		}
		if t := total(k, s); t < least {
			best, strain, least = k, s, t
		}
	}
	if best == c.Chosen {
		return r, nil
	}
	why := fmt.Sprintf("The match was chosen in a close call: the mesh of A strains less along it than along the minimum with the best score (%.2f against %.2f).", strain, own)
	return solver.Prefer(solver.Problem{X: c.X, Y: c.Y}, r, best, why, solver.Settings{Method: solver.Hierarchical, Effort: solver.Fast, Threads: c.Options.Threads})
}

// strainOf is the strain of A's sketch, laid on B's along minimum k; NaN where it cannot be laid.
func (c *contest) strainOf(ctx context.Context, k int) (float64, error) {
	x, y := c.sketches[0], c.sketches[1]
	to, back, err := c.Result.Alternatives[k].DenseOnSketch(ctx, x, y, c.Options.Threads)
	if err != nil {
		return math.NaN(), ctx.Err()
	}
	strain, err := register.Strain(ctx, x.Space, y.Space, to, back, register.Options{Threads: c.Options.Threads})
	if err != nil {
		return math.NaN(), ctx.Err()
	}
	return strain, nil
}
