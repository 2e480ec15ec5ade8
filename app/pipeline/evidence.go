package pipeline

import (
	"context"
	"math"
	"slices"
	"strconv"

	"gwscope/solver"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
	"gwscope/solver/verdict"
)

// EvidenceContext is what is known of whether the match is right. It stops within a moment
// when ctx ends, with its error.
func (m *Match) EvidenceContext(ctx context.Context) (*verdict.Evidence, error) {
	e := verdict.Unknown()
	r, alt := m.Result, m.Alternative()
	e.Method, e.Effort = kindOf(&m.Solved), m.Options.Effort
	e.Samples = float64(min(m.X.Len(), m.Y.Len()))
	e.Score, e.Rigidity, e.Orientation = alt.Score, alt.Rigidity, alt.Orientation
	e.Wanted = is(m.Options.Flip != string(solver.FlipAuto))
	e.GW2, e.Least = alt.GW2, alt.GW2
	e.Minima = 0
	for k, other := range r.Alternatives {
		if other.Joined && k != m.Chosen {
			continue // how the shapes lie on themselves says more of those
		}
		e.Minima++
		e.Least = min(e.Least, other.GW2)
		if lead := other.Score - alt.Score; k != m.Chosen && !math.IsNaN(lead) && !(lead >= e.Margin) {
			e.Margin, e.OtherOrientation = lead, other.Orientation
			e.OtherApart = apartOn(m.Y, alt.SnappedXToY, other.SnappedXToY)
		}
	}
	e.Dissimilarity = solver.OverMeans(m.X, m.Y, alt.GW2)
	e.Distortion, e.Spread = m.MeanDistortion(), m.MeanSpread()
	c, err := m.confidenceParts(ctx)
	if err != nil {
		return nil, err
	}
	both := func(of [2][]float64) float64 { return (correspond.Mean(of[0]) + correspond.Mean(of[1])) / 2 }
	e.Map, e.Agreement, e.Concentration, e.Partner = both(c.Map), both(c.Agreement), both(c.Concentration), both(c.Partner)
	u, err := m.UnmatchedContext(ctx)
	if err != nil {
		return nil, err
	}
	e.Unmatched = max(u.Area[0], u.Area[1])
	e.Covered = min(correspond.Coverage(m.Y.Domain, m.X.Domain, m.BToA), correspond.Coverage(m.X.Domain, m.Y.Domain, m.AToB))
	if _, err := m.TipsContext(ctx); err != nil {
		return nil, err
	}
	onA, onB := m.TipCount()
	e.TipsA, e.TipsB = float64(onA), float64(onB)
	e.Paired, e.Consulted, e.Pins = 0, is(r.Anchors != nil), float64(len(m.Marks.Pinned()))
	if alt.Match != nil {
		e.Paired = float64(len(alt.Match.TipsX))
	}
	if err := m.addSymmetries(ctx, e); err != nil {
		return nil, err
	}
	e.Places = min(placesDiffer(m.X), placesDiffer(m.Y))
	e.Far, e.Pieces, e.Cracks, e.Open, e.CrackWidth = 0, 0, 0, 0, 0
	for _, s := range []*Shape{m.A, m.B} {
		if !m.Options.DropOutliers {
			e.Far = max(e.Far, float64(s.Report.Far))
		}
		if m.Options.Weld == 0 {
			e.Cracks = max(e.Cracks, float64(s.Report.CrackVertices))
			e.CrackWidth = max(e.CrackWidth, s.Weld())
		}
		if surface := s.Report.Surface(); !s.Report.PointCloud {
			e.Pieces = max(e.Pieces, float64(surface.Components))
			e.Open = max(e.Open, is(surface.BoundaryEdges > 0))
		}
	}
	e.Normals = is(m.X.Domain.Normals != nil && m.Y.Domain.Normals != nil)
	e.Unfamiliar, e.Stopped = is(r.Unfamiliar != ""), is(r.Status == solver.Cancelled || r.Stopgap)
	e.Mass = m.Options.Mass
	return e, nil
}

// Weld is the share of the shape's diagonal up to which welding closes its cracks; 0 where
// it has none.
func (s *Shape) Weld() float64 {
	share, err := strconv.ParseFloat(s.Report.Weld(), 64)
	if err != nil {
		return 0 // no cracks
	}
	return share
}

// kindOf is which model judges a match.
func kindOf(m *Solved) verdict.Method {
	switch {
	case m.Result.Own != nil:
		return verdict.Rival
	case m.Options.Method == string(solver.Amortized):
		return verdict.Instant
	}
	return verdict.Search
}

func is(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// apartOn is the mean distance between the images of two maps to points of y, as a share of
// the diameter, by the nearest samples; NaN where neither knows.
func apartOn(y *metric.Space, a, b []int32) float64 {
	near := y.NearestSamples(0)
	sum, n := 0.0, 0
	for i := range a {
		if i < len(b) && a[i] >= 0 && b[i] >= 0 {
			sum += y.Distances.At(int(near[a[i]]), int(near[b[i]]))
			n++
		}
	}
	return sum / float64(n)
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
