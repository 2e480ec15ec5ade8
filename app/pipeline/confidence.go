package pipeline

import (
	"context"
	"math"

	"gwscope/solver"
	"gwscope/solver/correspond"
	"gwscope/solver/gw"
	"gwscope/solver/metric"
	"gwscope/solver/verdict"
)

// Confidence says how far the match of each point can be trusted, from 0 to 1, without
// knowing the truth: Total is the probability that the point's image lies within 0.05 √area
// (verdict.NearPlace) of where it is meant to. It follows from the probability that the match is
// right at all ([Match.Verdict]), from the number of samples, and from parts that each answer
// one question:
//
//	Map            Do the way there and back, the shape of the neighbourhood and the place
//	               fit together? (correspond.SurfaceMap.Confidence)
//	Agreement      Do the near-equal minima that the solver kept send the point to the same
//	               place? Each votes with weight exp(-(S-S₀)/0.4), S its score and S₀ the
//	               best one: a minimum as good as the best counts in full, one that trails
//	               by 0.4 counts a third. (correspond.Agreement)
//	Concentration  Does the plan send the mass to one place? 1 - entropy / log of the number
//	               of targets; 1 for permutations. (correspond.Concentration)
//	Partner        Is there any place that fits the point's distances to the rest? 0 where
//	               there is none, as on a limb that the other shape lacks, or where a plan that
//	               matches a part leaves the point out; 1 elsewhere. (See [Unmatched].)
//	Seeds          Do solves from other seeds, with other samples, send the point to the same
//	               place? Only where they were asked for; it lowers Total. See [Engine.ConsultSeeds].
//
// Index 0 is of A's points (of X's Domain), 1 of B's.
type Confidence struct {
	Total                                  [2][]float64
	Map, Agreement, Concentration, Partner [2][]float64
	// Seeds is nil where no other seeds were consulted; Consulted is how many were.
	Seeds     [2][]float64
	Consulted int
}

// Confidence is how far each point's match can be trusted. It is safe for use by several
// goroutines, and the same each time.
func (m *Match) Confidence() *Confidence { return must(m.ConfidenceContext(context.Background())) }

// ConfidenceContext is Confidence, which stops within a moment when ctx ends, with its error.
func (m *Match) ConfidenceContext(ctx context.Context) (*Confidence, error) {
	return m.conf.get(ctx, func(ctx context.Context) (*Confidence, error) {
		parts, err := m.confidenceParts(ctx)
		if err != nil {
			return nil, err
		}
		v, err := m.VerdictContext(ctx)
		if err != nil {
			return nil, err
		}
		c := *parts
		c.weigh(v.Probability, float64(min(m.X.Len(), m.Y.Len())))
		return &c, nil
	})
}

// confidenceParts is the confidence without its Total.
func (m *Match) confidenceParts(ctx context.Context) (*Confidence, error) {
	return m.confParts.get(ctx, m.confidence)
}

// ConfidenceKnown reports whether Confidence has been worked out, and takes no time. A match
// that no engine made works it out each time, so there is nothing to wait for.
func (m *Match) ConfidenceKnown() bool { return m.conf == nil || m.conf.known() }

func (m *Match) confidence(ctx context.Context) (*Confidence, error) {
	c := &Confidence{Map: [2][]float64{m.AToB.Confidence, m.BToA.Confidence}}
	alternatives := m.Result.Alternatives
	weights := alternativeWeights(alternatives, m.Chosen)
	var maps [2][][]int32
	for _, a := range alternatives {
		maps[0], maps[1] = append(maps[0], a.SnappedXToY), append(maps[1], a.SnappedYToX)
	}
	plan := m.Alternative().Plan
	plans := [2]*gw.Plan{plan, plan.Transpose()}
	for s, x := range [2]*metric.Space{m.X, m.Y} {
		onto := [2]*metric.Space{m.Y, m.X}[s]
		agreement, err := correspond.Agreement(ctx, onto, maps[s], weights, m.Chosen)
		if err != nil {
			return nil, err
		}
		if c.Agreement[s], err = correspond.FieldContext(ctx, x, agreement); err != nil {
			return nil, err
		}
		if c.Concentration[s], err = correspond.FieldContext(ctx, x, correspond.Concentration(plans[s])); err != nil {
			return nil, err
		}
	}
	marks, err := m.UnmatchedContext(ctx)
	if err != nil {
		return nil, err
	}
	for s, x := range [2]*metric.Space{m.X, m.Y} {
		if c.Partner[s], err = partnered(ctx, x, marks.Samples[s]); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// weigh works the totals out of the parts, the probability of the match and its samples.
func (c *Confidence) weigh(pair, samples float64) {
	model := verdictModel()
	for s := range c.Total {
		c.Total[s] = make([]float64, len(c.Map[s]))
		for p := range c.Total[s] {
			at := verdict.At{Map: c.Map[s][p], Agreement: c.Agreement[s][p], Concentration: c.Concentration[s][p], Partner: c.Partner[s][p], Pair: pair, Samples: samples}
			c.Total[s][p] = model.AtPlace(&at)
		}
	}
	c.askSeeds()
}

// askSeeds lowers the totals by what other seeds say.
func (c *Confidence) askSeeds() {
	if c.Consulted == 0 {
		return
	}
	for s, total := range c.Total {
		lowered := make([]float64, len(total))
		for p, v := range total {
			lowered[p] = v * c.Seeds[s][p]
		}
		c.Total[s] = lowered
	}
}

// alternativeWeights are the votes of near-equal minima: exp(-(S - S₀)/0.4) with S₀
// the least score. What was not judged has no vote, unless nothing was, and what only a
// symmetry gives has none beside the chosen one.
func alternativeWeights(alternatives []solver.Alternative, chosen int) []float64 {
	least := math.Inf(1)
	for _, a := range alternatives {
		if a.Score < least {
			least = a.Score
		}
	}
	out := make([]float64, len(alternatives))
	for k, a := range alternatives {
		switch {
		case a.Joined && k != chosen:
			// The probability of the pair knows of the symmetry, and would count it twice.
		case math.IsInf(least, 1):
			out[k] = 1
		case !math.IsNaN(a.Score):
			out[k] = math.Exp(-(a.Score - least) / solver.CloseCall)
		}
	}
	return out
}

// Below is the share of each shape's area whose confidence is less than a threshold:
// what a mask at that threshold hides.
func (m *Match) Below(threshold float64) (onA, onB float64) {
	return m.Confidence().below(m, threshold)
}

func (c *Confidence) below(m *Match, threshold float64) (onA, onB float64) {
	share := func(values, area []float64) float64 {
		var below, all float64
		for p, v := range values {
			all += area[p]
			if v < threshold {
				below += area[p]
			}
		}
		return below / all
	}
	return share(c.Total[0], m.X.Domain.PointArea), share(c.Total[1], m.Y.Domain.PointArea)
}
