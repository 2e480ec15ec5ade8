package pipeline

import (
	"context"
	"math"
	"slices"

	"gwscope/internal/routine"
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
	e.Method, e.Effort = kindOf(m), m.Options.Effort
	e.Samples = float64(min(m.X.Len(), m.Y.Len()))
	e.Minima = float64(len(r.Alternatives))
	e.Score, e.Rigidity, e.Orientation = alt.Score, alt.Rigidity, alt.Orientation
	e.Wanted = is(m.Options.Flip != string(solver.FlipAuto))
	e.GW2, e.Least = alt.GW2, alt.GW2
	for k, other := range r.Alternatives {
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
	e.Far, e.Pieces, e.Cracks, e.Open = 0, 0, 0, 0
	for _, s := range []*Shape{m.A, m.B} {
		if !m.Options.DropOutliers {
			e.Far = max(e.Far, float64(s.Report.Far))
		}
		if m.Options.Weld == 0 {
			e.Cracks = max(e.Cracks, float64(s.Report.CrackVertices))
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

// kindOf is which model judges a match.
func kindOf(m *Match) verdict.Method {
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

// addSymmetries adds how the shapes lie on themselves.
func (m *Match) addSymmetries(ctx context.Context, e *verdict.Evidence) error {
	var selves [2]*solver.SelfMaps
	var errs [2]error
	var wg routine.Group
	for s, x := range [2]*metric.Space{m.X, m.Y} {
		wg.Go(func() { selves[s], errs[s] = m.selfMaps(ctx, s, x) })
	}
	wg.Wait()
	for s, x := range [2]*metric.Space{m.X, m.Y} {
		if errs[s] != nil {
			return errs[s]
		}
		self := selves[s]
		if self.Samples == 0 {
			continue // there are too few to tell
		}
		turn, turns, mirror, score, rigid, rigids := &e.SelfA, &e.TurnsA, &e.MirrorA, &e.SelfScoreA, &e.TurnA, &e.RigidA
		if s == 1 {
			turn, turns, mirror, score, rigid, rigids = &e.SelfB, &e.TurnsB, &e.MirrorB, &e.SelfScoreB, &e.TurnB, &e.RigidB
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
			case o.Moves*x.Diameter < verdict.LeastTurn:
			case o.Orientation < 0.5:
				*mirror = least(*mirror, o.Behind)
			default:
				*turn = least(*turn, o.Behind)
				if o.Behind < verdict.SelfEqual && another(&seen, o.Moves*x.Diameter) {
					*turns++
				}
			}
		}
		// The loss that the spacing explains falls like the area of a sample's cell.
		if floor := self.Floor * float64(self.Samples) / e.Samples; !(floor <= e.Floor) {
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
func (m *Match) selfMaps(ctx context.Context, side int, x *metric.Space) (*solver.SelfMaps, error) {
	var known *lazy[solver.SelfMaps]
	if s := m.selves[side]; s != nil {
		known = &s.maps
	}
	return known.get(ctx, func(ctx context.Context) (*solver.SelfMaps, error) {
		self, err := solver.FindSelfMaps(ctx, x, m.Options.Threads)
		if self == nil && err == nil {
			self = &solver.SelfMaps{}
		}
		return self, err
	})
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
