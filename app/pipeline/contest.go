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
	"gwscope/solver/verdict"
)

// contest compares the shown minimum with the next ones by how much A's mesh has to stretch when
// it is laid on B along each. Distances between samples hardly see a limb that is turned over, or
// a body with its front behind; a mesh there is strained.
type contest struct {
	// stretch is the mean stretch of angles beyond 1 by minima; NaN where none was laid.
	stretch []float64
}

// mostRivals is how many other minima are laid on B.
const mostRivals = 3

// contestContext is the contest of the match's minima, each laid roughly, on sketches of both
// shapes. It is nil where A's mesh was not laid on B or there is no other minimum of its side.
func (m *Match) contestContext(ctx context.Context) (*contest, error) {
	rivals := m.rivals()
	if m.Registered == nil || len(rivals) == 0 || m.Result.Status == solver.Cancelled {
		return nil, nil
	}
	return m.contested.get(ctx, func(ctx context.Context) (*contest, error) {
		ctx, end := stages.Begin(ctx, "rivals")
		defer end()
		var sketches [2]*metric.Sketch
		for side, s := range []*metric.Space{m.X, m.Y} {
			var err error
			if sketches[side], err = metric.NewSketch(ctx, s, m.Options.Threads); err != nil {
				return nil, err
			}
		}
		c := &contest{stretch: make([]float64, len(m.Result.Alternatives))}
		for k := range c.stretch {
			c.stretch[k] = math.NaN()
		}
		for _, k := range append([]int{m.Chosen}, rivals...) {
			var err error
			if c.stretch[k], err = m.laidRoughly(ctx, k, sketches); err != nil {
				return nil, err
			}
		}
		return c, nil
	})
}

// rivals are the first few other minima that lie on B with the same side out as the shown one.
func (m *Match) rivals() []int {
	shown := m.Alternative()
	var out []int
	for k, a := range m.Result.Alternatives {
		other := !math.IsNaN(shown.Orientation) && !math.IsNaN(a.Orientation) && shown.Direct() != a.Direct()
		if k != m.Chosen && !other && len(out) < mostRivals {
			out = append(out, k)
		}
	}
	return out
}

// laidRoughly is the stretch of A's sketch on B's along minimum k; NaN where it cannot be laid.
func (m *Match) laidRoughly(ctx context.Context, k int, sketches [2]*metric.Sketch) (float64, error) {
	x, y := sketches[0], sketches[1]
	to, back, err := m.Result.Alternatives[k].DenseOnSketch(ctx, x, y, m.Options.Threads)
	if err != nil {
		return math.NaN(), ctx.Err()
	}
	strain, err := register.Strain(ctx, x.Space, y.Space, to, back, register.Options{Threads: m.Options.Threads})
	if err != nil {
		return math.NaN(), ctx.Err()
	}
	return strain, nil
}

// leastStrained is the least stretch of another minimum, and which one has it; k is -1 where none
// was laid.
func (c *contest) leastStrained(shown int) (k int, stretch float64) {
	k, stretch = -1, math.NaN()
	for i, s := range c.stretch {
		if i != shown && !math.IsNaN(s) && !(s >= stretch) {
			k, stretch = i, s
		}
	}
	return k, stretch
}

// addContest adds how much more A's mesh is stretched by the best other minimum.
func (m *Match) addContest(ctx context.Context, e *verdict.Evidence) error {
	c, err := m.contestContext(ctx)
	if err != nil || c == nil {
		return err
	}
	if k, least := c.leastStrained(m.Chosen); k >= 0 {
		e.Strain = least / max(c.stretch[m.Chosen], leastStretch)
	}
	return nil
}

// leastStretch bounds stretches from below: less is the unevenness of triangles.
const leastStretch = 0.05

// closeCall is the difference of scores up to which a minimum that strains A's mesh less may take the
// place of the chosen one.
const closeCall = solver.CloseCall

// prefer is the minimum that should take the place of the solver's choice, as a result with that
// minimum first; r itself where the choice stands. Of minima with close scores the one is taken whose
// score and logarithm of stretch have the least sum.
func (m *Match) prefer(ctx context.Context) (*solver.Result, error) {
	r := m.Result
	close := false
	for _, k := range m.rivals() {
		close = close || r.Alternatives[k].Score-r.Alternatives[0].Score < closeCall
	}
	if !close {
		return r, nil
	}
	e, err := m.EvidenceContext(ctx) // lays rivals where the match is doubtful
	if err != nil || math.IsNaN(e.Strain) {
		return r, err
	}
	c, err := m.contestContext(ctx)
	if err != nil {
		return r, err
	}
	total := func(k int) float64 {
		return r.Alternatives[k].Score + math.Log(max(c.stretch[k], leastStretch))
	}
	best := 0
	for k, s := range c.stretch {
		if !math.IsNaN(s) && r.Alternatives[k].Score-r.Alternatives[0].Score < closeCall && total(k) < total(best) {
			best = k
		}
	}
	if best == 0 {
		return r, nil
	}
	note := fmt.Sprintf("The mesh of A is less stretched by another match of nearly the same score (%.2f against %.2f beyond 1), which was chosen.", c.stretch[best], c.stretch[0])
	return solver.Prefer(solver.Problem{X: m.X, Y: m.Y}, r, best, note, solver.Settings{Method: solver.Hierarchical, Effort: solver.Fast, Threads: m.Options.Threads})
}

// preferLessStrained is m, or where its choice is doubtful and another minimum with a close score
// strains A's mesh less, the match of that one.
func (e *Engine) preferLessStrained(ctx context.Context, m *Match, truth *correspond.Truth, rep *reporter) (*Match, error) {
	if !m.choosesItself() || m.Registered == nil || m.from != "" || ctx.Err() != nil {
		return m, nil
	}
	key := m.key + "|less strained"
	r, ok := e.solves.get(key)
	if !ok {
		var err error
		if r, err = m.prefer(ctx); err != nil {
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
