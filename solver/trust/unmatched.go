package trust

import (
	"context"
	"math"
	"slices"

	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// Unmatched marks the parts of each shape that have no partner on the other. Three signs tell:
// distances (correspond.Misfit), a match by extremities that does not come back to its start,
// and a plan that matches a part and leaves the samples out.
type Unmatched struct {
	// Misfit says for every sample how badly its best place fits, / √area.
	Misfit [2][]float64
	// Samples and Points mark samples (of X and Y) and points (of their Domains).
	Samples, Points [2][]bool
	// Area is the share of each shape's area that is marked.
	Area [2]float64
	// Lost is the share of each shape's samples from which a match by extremities does not
	// come back.
	Lost [2]float64
	// Chosen says that somebody asked for a matched mass below one: then a part of the marks
	// was chosen, not found.
	Chosen bool
}

const (
	// unmatchedNoise is the share of a whole shape that is marked without a reason: up to
	// an eighth of a galloping horse.
	unmatchedNoise = 0.15
	// lostNoise is the share of a whole shape's samples from which a match by extremities
	// does not come back.
	lostNoise = 0.02
	// lostFrom, in spacings of the samples: from a sample with a partner the way to the other
	// shape and back ends nearer to it than this.
	lostFrom = 2.25
)

// Telling reports whether so much of A (0) or B (1) is marked that it says something.
func (u *Unmatched) Telling(side int) bool {
	return u.Area[side] > unmatchedNoise || u.Area[side] > 0 && (u.Chosen || u.Lost[side] > lostNoise)
}

// UnmatchedLimits says how far the marks can be trusted.
const UnmatchedLimits = "A rough estimate. A match by extremities finds about half of a missing limb, and marks up to 7 % of the other points too. With the right share of the mass it finds about as much, and marks up to a fifth too much. Other matches find larger parts only. Across species differences of proportion are marked too. Where the match is wrong the marks mean nothing."

// Unmatched finds the parts without a partner. It takes some tenths of a second at 500 samples.
func (m *Match) Unmatched(ctx context.Context) (*Unmatched, error) {
	u := &Unmatched{}
	a := m.alternative()
	for s, side := range [2]struct {
		x, y *metric.Space
		to   []int32
	}{{m.X, m.Y, a.SnappedXToY}, {m.Y, m.X, a.SnappedYToX}} {
		misfit, err := correspond.Misfit(ctx, side.x, side.y, side.to, m.Threads)
		if err != nil {
			return nil, err
		}
		u.Misfit[s] = misfit
		u.Samples[s] = correspond.Unmatched(misfit)
	}
	if a.Match != nil {
		if err := u.lose(ctx, 0, m.X, m.Y, a.SnappedXToY, a.SnappedYToX); err != nil {
			return nil, err
		}
		if err := u.lose(ctx, 1, m.Y, m.X, a.SnappedYToX, a.SnappedXToY); err != nil {
			return nil, err
		}
	}
	if part := m.Result.Part; part != nil && m.Chosen == 0 {
		u.Chosen = true
		for s, out := range [2][]bool{part.OutX, part.OutY} {
			for i, o := range out {
				u.Samples[s][i] = u.Samples[s][i] || o
			}
		}
	}
	for s, x := range m.spaces() {
		var err error
		if u.Points[s], u.Area[s], err = markPoints(ctx, x, u.Samples[s]); err != nil {
			return nil, err
		}
	}
	return u, nil
}

// lose marks the samples from which the way to the other shape and back ends elsewhere.
// Matches by extremities ask for no equal mass: a part without a partner goes to a place
// that has another partner. Other matches squeeze the part in beside it, and come back all right.
func (u *Unmatched) lose(ctx context.Context, side int, x, y *metric.Space, there, back []int32) error {
	area := 0.0
	for _, v := range x.Domain.PointArea {
		area += v
	}
	limit := lostFrom * math.Sqrt(area/float64(x.Len())) / x.Diameter
	nearX, err := x.NearestSamplesContext(ctx, 0)
	if err != nil {
		return err
	}
	nearY, err := y.NearestSamplesContext(ctx, 0)
	if err != nil {
		return err
	}
	for i := range x.Len() {
		if there[i] < 0 || back[nearY[there[i]]] < 0 {
			continue // a session keeps places that nobody has found
		}
		if end := nearX[back[nearY[there[i]]]]; x.Distances.At(i, int(end)) > limit {
			u.Samples[side][i] = true
			u.Lost[side] += 1 / float64(x.Len())
		}
	}
	return nil
}

// partnered is 1 at points among samples that have a partner, 0 among marked ones, and
// goes from one to the other within about a spacing of the samples.
func partnered(ctx context.Context, x *metric.Space, marked []bool) ([]float64, error) {
	values := make([]float64, len(marked))
	for i, o := range marked {
		if !o {
			values[i] = 1
		}
	}
	return correspond.FieldContext(ctx, x, values)
}

// markPoints extends marks of samples to all points and gives their share of the area.
func markPoints(ctx context.Context, x *metric.Space, samples []bool) (points []bool, area float64, err error) {
	points = make([]bool, len(x.Domain.Points))
	if !slices.Contains(samples, true) {
		return points, 0, nil
	}
	values, err := partnered(ctx, x, samples)
	if err != nil {
		return nil, 0, err
	}
	all := 0.0
	for p, v := range values {
		points[p] = v < 0.5
		all += x.Domain.PointArea[p]
		if points[p] {
			area += x.Domain.PointArea[p]
		}
	}
	return points, area / all, nil
}
