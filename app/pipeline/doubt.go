package pipeline

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gwscope/solver/metric"
)

// A match is in doubt where nearly all (mostDoubted) of a shape's area has a confidence below
// doubtedBelow: of a mirrored match it is most of the shape, of a good one a few hundredths.
const (
	doubtedBelow = 0.3
	mostDoubted  = 0.9
)

// alikeBelow is the difference of places below which a shape has none that can be told
// apart by distances: 0.02 of a sphere of triangles, 0.06 of one with
// dents, 0.09 and more of creatures and things.
const alikeBelow = 0.03

// Doubts are sentences on why a match is not to be believed though its margin, over the
// minima that were found, may be wide; nil for none. It works the confidence out.
func (m *Match) Doubts() []string {
	out, _ := m.DoubtsContext(context.Background())
	return out
}

// DoubtsContext is Doubts, which stops within a moment when ctx ends, with its error.
func (m *Match) DoubtsContext(ctx context.Context) ([]string, error) {
	c, err := m.ConfidenceContext(ctx)
	if err != nil {
		return nil, err
	}
	var out []string
	for s, x := range [2]*metric.Space{m.X, m.Y} {
		if placesDiffer(x) < alikeBelow {
			out = append(out, fmt.Sprintf("All places of %s look alike by their distances, as on a sphere: many other matches fit as well.", [2]*Shape{m.A, m.B}[s].Mesh.Name))
			break
		}
	}
	onA, onB := c.below(m, doubtedBelow)
	if worst := max(onA, onB); worst > mostDoubted {
		out = append(out, fmt.Sprintf("The confidence is below %g on %.0f %% of %s.", doubtedBelow, 100*worst, [2]*Shape{m.A, m.B}[map[bool]int{true: 1}[onB > onA]].Mesh.Name))
	}
	return out, nil
}

// fewCompared samples tell whether places differ.
const fewCompared = 200

// placesDiffer says how far the distances from one place to all others are like those from
// another: the standard deviation over samples of each quantile of their distances, in mean
// distances, averaged over the quantiles.
func placesDiffer(x *metric.Space) float64 {
	n := min(x.Len(), fewCompared)
	rows := make([][]float64, n)
	mean := 0.0
	for i := range rows {
		rows[i] = slices.Clone(x.Distances.RawRowView(i)[:n])
		slices.Sort(rows[i])
		for _, d := range rows[i] {
			mean += d / float64(n*n)
		}
	}
	spread := 0.0
	for q := range n {
		var sum, square float64
		for _, r := range rows {
			sum += r[q]
			square += r[q] * r[q]
		}
		sum, square = sum/float64(n), square/float64(n)
		spread += math.Sqrt(max(0, square-sum*sum)) / float64(n)
	}
	if mean == 0 {
		return 0
	}
	return spread / mean
}
