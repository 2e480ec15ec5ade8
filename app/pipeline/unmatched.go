package pipeline

import (
	"context"
	"slices"
	"sync"

	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// Unmatched tells which parts of the shapes have no partner on the other, as far as
// distances tell (correspond.Misfit) and as far as a plan that matches a part leaves
// them out. Index 0 is of A, 1 of B.
type Unmatched struct {
	// Misfit says for every sample how badly its best place fits, / √area.
	Misfit [2][]float64
	// Samples and Points mark samples (of X and Y) and points (of their Domains).
	Samples, Points [2][]bool
	// Area is the share of each shape's area that is marked.
	Area [2]float64
	// Chosen says that a matched mass below one was asked for, so that part of the marks
	// were chosen and not found.
	Chosen bool
}

// UnmatchedLimits says how far the marks can be trusted.
const UnmatchedLimits = "An estimate: within a species about three quarters of a missing limb are found, and up to 5 % of what is there is marked as well; across species differences of proportion are marked too; where the match is wrong the marks mean nothing."

// lazyUnmatched is worked out when first asked for.
type lazyUnmatched struct {
	once  sync.Once
	value *Unmatched
}

// Unmatched finds the parts without a partner. It is safe for use by several goroutines,
// takes some tenths of a second at 500 samples the first time, and is the same each time.
func (m *Match) Unmatched() *Unmatched {
	if m.parts == nil {
		return unmatchedOf(m)
	}
	m.parts.once.Do(func() { m.parts.value = unmatchedOf(m) })
	return m.parts.value
}

func unmatchedOf(m *Match) *Unmatched {
	u := &Unmatched{}
	a := m.Alternative()
	for s, side := range [2]struct {
		x, y *metric.Space
		to   []int32
	}{{m.X, m.Y, a.SnappedXToY}, {m.Y, m.X, a.SnappedYToX}} {
		misfit, err := correspond.Misfit(context.Background(), side.x, side.y, side.to, m.Options.Threads)
		if err != nil { // a background context never ends
			panic(err)
		}
		u.Misfit[s] = misfit
		u.Samples[s] = correspond.Unmatched(misfit)
	}
	if part := m.Result.Part; part != nil && m.Chosen == 0 {
		u.Chosen = true
		for s, out := range [2][]bool{part.OutX, part.OutY} {
			for i, o := range out {
				u.Samples[s][i] = u.Samples[s][i] || o
			}
		}
	}
	for s, x := range [2]*metric.Space{m.X, m.Y} {
		u.Points[s], u.Area[s] = markPoints(x, u.Samples[s])
	}
	return u
}

// partnered is 1 at points among samples that have a partner, 0 among marked ones, and
// goes from one to the other within about a spacing of the samples.
func partnered(x *metric.Space, marked []bool) []float64 {
	values := make([]float64, len(marked))
	for i, o := range marked {
		if !o {
			values[i] = 1
		}
	}
	return correspond.Field(x, values)
}

// markPoints extends marks of samples to all points and gives their share of the area.
func markPoints(x *metric.Space, samples []bool) (points []bool, area float64) {
	points = make([]bool, len(x.Domain.Points))
	if !slices.Contains(samples, true) {
		return points, 0
	}
	all := 0.0
	for p, v := range partnered(x, samples) {
		points[p] = v < 0.5
		all += x.Domain.PointArea[p]
		if points[p] {
			area += x.Domain.PointArea[p]
		}
	}
	return points, area / all
}
