package trust

import (
	"math"
	"slices"

	"gwscope/solver"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
	"gwscope/solver/verdict"
)

// Known holds the slow findings about a match, made before its evidence is gathered.
type Known struct {
	Confidence *Confidence
	Unmatched  *Unmatched
	// Coverage is the share of the area of A that the map from B hits, and the reverse.
	Coverage [2]float64
	// Tips is how many extremities A and B have, without pins.
	Tips   [2]int
	Selves Selves
}

// Evidence is gathered from the match itself. Facts of the files and of the options, such as
// cracks and the method, are unknown in it; the caller adds them.
func (m *Match) Evidence(k *Known) *verdict.Evidence {
	e := verdict.Unknown()
	r, alt := m.Result, m.alternative()
	e.Samples = float64(min(m.X.Len(), m.Y.Len()))
	e.Score, e.Rigidity, e.Orientation = alt.Score, alt.Rigidity, alt.Orientation
	m.addMinima(e)
	e.Dissimilarity = solver.OverMeans(m.X, m.Y, alt.GW2)
	c := k.Confidence
	both := func(of [2][]float64) float64 { return (correspond.Mean(of[0]) + correspond.Mean(of[1])) / 2 }
	e.Map, e.Agreement, e.Concentration, e.Partner = both(c.Map), both(c.Agreement), both(c.Concentration), both(c.Partner)
	e.Unmatched = max(k.Unmatched.Area[0], k.Unmatched.Area[1])
	e.Covered = min(k.Coverage[0], k.Coverage[1])
	e.TipsA, e.TipsB = float64(k.Tips[0]), float64(k.Tips[1])
	e.Paired, e.Consulted = 0, is(r.Anchors != nil)
	if alt.Match != nil {
		e.Paired = float64(len(alt.Match.TipsX))
	}
	m.addSelves(e, k.Selves)
	e.Places = min(placesDiffer(m.X), placesDiffer(m.Y))
	e.Normals = is(m.X.Domain.Normals != nil && m.Y.Domain.Normals != nil)
	e.Unfamiliar, e.Stopped = is(r.Unfamiliar != ""), is(r.Status == solver.Cancelled || r.Stopgap)
	return e
}

// addMinima adds how far the match is ahead of the other minima. Minima that a symmetry gives do
// not count: how the shapes lie on themselves says more of them.
func (m *Match) addMinima(e *verdict.Evidence) {
	alt := m.alternative()
	e.GW2, e.Least, e.Minima = alt.GW2, alt.GW2, 0
	for k, other := range m.Result.Alternatives {
		if other.Joined && k != m.Chosen {
			continue
		}
		e.Minima++
		e.Least = min(e.Least, other.GW2)
		if lead := other.Score - alt.Score; k != m.Chosen && !math.IsNaN(lead) && !(lead >= e.Margin) {
			e.Margin, e.OtherOrientation = lead, other.Orientation
			e.OtherApart = apartOn(m.Y, alt.SnappedXToY, other.SnappedXToY)
		}
	}
}

// addSelves adds how the shapes lie on themselves.
func (m *Match) addSelves(e *verdict.Evidence, selves Selves) {
	for s, x := range m.spaces() {
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
		var seen, seenRigid turnsSeen
		for _, o := range self.Others {
			if o.TurnMoves >= verdict.LeastTurn {
				*rigid = verdict.Lesser(*rigid, o.Turned)
				if o.Turned < verdict.TurnEqual && seenRigid.another(o.TurnMoves) {
					*rigids++
				}
			}
			if far := o.Moves * x.Diameter; !(far < verdict.LeastTurn) && !(o.Orientation < 0.5) {
				*turn = verdict.Lesser(*turn, o.Behind)
				if o.Behind < verdict.SelfEqual && seen.another(far) {
					*turns++
				}
			}
		}
		if floor := floorOf(self, m.X, m.Y); !(floor <= e.Floor) {
			e.Floor = floor
		}
	}
}

// sameTurn is the difference in how far two turns move a shape, in √area, below which they
// are taken for one.
const sameTurn = 0.05

// turnsSeen is how far the turns seen so far move a shape: one turn is found several times, and
// moves it the same way.
type turnsSeen []float64

// another reports whether a turn that moves a shape so far is none of those seen, and adds it.
func (seen *turnsSeen) another(moves float64) bool {
	for _, s := range *seen {
		if math.Abs(s-moves) < sameTurn {
			return false
		}
	}
	*seen = append(*seen, moves)
	return true
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
