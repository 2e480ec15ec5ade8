package experiments

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gwscope/solver/amortized"
	"gwscope/solver/correspond"
	"gwscope/solver/gw"
)

// byHeight is the accuracy of the plan that sorts both objects by their true height, which no method knows.
func byHeight(p *partsPair) float64 {
	order := func(c *partsCloud) []int32 {
		out := make([]int32, len(c.upright))
		for i := range out {
			out[i] = int32(i)
		}
		slices.SortStableFunc(out, func(i, j int32) int { return cmp.Compare(c.upright[i].Y, c.upright[j].Y) })
		return out
	}
	plan := gw.Monotone(order(p.x), order(p.y), p.x.space.Weights, p.y.space.Weights)
	return carried(p.x.labels, p.y.labels, correspond.HeaviestSources(plan))
}

// bestOrder is the share of the mass that keeps its label if both objects are sorted by label, in the order of
// labels that suits the pair best. A slicer with one number for each point cannot carry more.
func bestOrder(labelsX, labelsY []int32) float64 {
	count := labelShares(labelsX, labelsY)
	// All orders are tried: a category of the published set has six labels at most.
	best := 0.0
	var try func(used int, at [2]float64, sum float64)
	try = func(used int, at [2]float64, sum float64) {
		best = max(best, sum)
		for l, c := range count {
			if used>>l&1 == 0 {
				to := [2]float64{at[0] + c[0], at[1] + c[1]}
				try(used|1<<l, to, sum+max(0, min(to[0], to[1])-max(at[0], at[1])))
			}
		}
	}
	try(0, [2]float64{}, 0)
	return best
}

// takeAlone fills in how the matcher does if its network reads each shape beside itself.
func (r Row) takeAlone(p *partsPair, c amortized.Config, model *amortized.Model, x, y *amortized.Tokens) error {
	beside, _, err := model.Scores(x, y)
	if err != nil {
		return err
	}
	aloneX, _, err := model.Scores(x, x)
	if err != nil {
		return err
	}
	aloneY, _, err := model.Scores(y, y)
	if err != nil {
		return err
	}
	plan := c.Match(x, y, aloneX, aloneY).Plan
	r.Put("alone", carried(p.x.labels, p.y.labels, correspond.HeaviestSources(plan)))
	d := c.Outputs()
	likeness := 0.0
	for q := range d {
		var a, b []float64
		for i := q; i < len(beside); i += d {
			a, b = append(a, beside[i]), append(b, aloneX[i])
		}
		likeness += stat.Correlation(a, b, nil) / float64(d)
	}
	r.Put("likeness", likeness)
	return nil
}
