package trust

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
// (verdict.NearPlace) of its meant place. It follows from the probability that the whole match is
// right, from the number of samples, and from parts that each answer one question:
//
//	Map            Do the way there and back, the shape of the neighbourhood and the place
//	               fit together? (correspond.SurfaceMap.Confidence)
//	Agreement      Do the near-equal minima that the solver kept send the point to the same
//	               place? Each votes with weight exp(-(S-S₀)/0.4), S its score and S₀ the
//	               best score: a minimum as good as the best counts in full, a minimum that
//	               trails by 0.4 counts a third. (correspond.Agreement)
//	Concentration  Does the plan send the mass to one place? 1 - entropy / log of the number
//	               of targets; 1 for permutations. (correspond.Concentration)
//	Partner        Is there any place that fits the point's distances to the rest? 0 where
//	               there is none, as on a limb that the other shape lacks, or where a plan that
//	               matches a part leaves the point out; 1 elsewhere. (See [Unmatched].)
//	Seeds          Do solves from other seeds, with other samples, send the point to the same
//	               place? Only where somebody asked for it; it lowers Total.
type Confidence struct {
	Total                                  [2][]float64
	Map, Agreement, Concentration, Partner [2][]float64
	// Seeds is nil where no other seeds were consulted; Consulted is their number.
	Seeds     [2][]float64
	Consulted int
}

// Confidence is the parts of the confidence, without Total and Seeds; see [Confidence.Weighed].
// marks are the parts that [Match.Unmatched] found.
func (m *Match) Confidence(ctx context.Context, marks *Unmatched) (*Confidence, error) {
	c := &Confidence{Map: [2][]float64{m.AToB.Confidence, m.BToA.Confidence}}
	alternatives := m.Result.Alternatives
	weights := votes(alternatives, m.Chosen)
	var maps [2][][]int32
	for _, a := range alternatives {
		maps[0], maps[1] = append(maps[0], a.SnappedXToY), append(maps[1], a.SnappedYToX)
	}
	plan := m.alternative().Plan
	plans := [2]*gw.Plan{plan, plan.Transpose()}
	for s, x := range m.spaces() {
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
		if c.Partner[s], err = partnered(ctx, x, marks.Samples[s]); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// votes are the weights of near-equal minima: exp(-(S - S₀)/0.4) with S₀ the least score. A
// minimum that nobody judged has no vote, unless nobody judged any. A minimum that a symmetry
// gives has none beside the chosen one.
func votes(alternatives []solver.Alternative, chosen int) []float64 {
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

// Weighed is c with its Total, by a model, the evidence of the match, and the probability that the
// whole match is right.
func (c *Confidence) Weighed(model *verdict.Model, e *verdict.Evidence, pair float64) *Confidence {
	out := *c
	for s := range c.Total {
		out.Total[s] = make([]float64, len(c.Map[s]))
		for p := range out.Total[s] {
			at := verdict.At{Map: c.Map[s][p], Agreement: c.Agreement[s][p], Concentration: c.Concentration[s][p],
				Partner: c.Partner[s][p]}.In(e, pair)
			out.Total[s][p] = model.AtPlace(&at)
		}
	}
	return &out
}

// Consulting is c with the agreement of solves from other seeds, which lowers the Total.
func (c *Confidence) Consulting(seeds int, agreement [2][]float64) *Confidence {
	out := *c
	out.Seeds, out.Consulted = agreement, seeds
	for s, total := range c.Total {
		out.Total[s] = make([]float64, len(total))
		for p, v := range total {
			out.Total[s][p] = v * agreement[s][p]
		}
	}
	return &out
}

// Below is the share of each shape's area whose confidence is less than a threshold: a mask at
// that threshold hides this share.
func (c *Confidence) Below(x, y *metric.Domain, threshold float64) (onA, onB float64) {
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
	return share(c.Total[0], x.PointArea), share(c.Total[1], y.PointArea)
}
