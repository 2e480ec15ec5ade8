package pipeline

import (
	"context"
	"fmt"
	"slices"

	"gwscope/app/session"
	"gwscope/meshio/landmark"
	"gwscope/solver"
	"gwscope/solver/anchor"
	"gwscope/solver/metric"
)

// Tips are extremities of both shapes of a match.
type Tips struct {
	// Of are the extremities of A and of B. Pinned places that count as extremities are among them,
	// and marked.
	Of [2][]anchor.Extremity

	m *Match
}

// Tips are the extremities that the solve has found, else those that a person has set, else those
// that the shapes have. It is safe for use by several goroutines and takes some hundredths of a
// second the first time.
func (m *Match) Tips() Tips { return Tips{*must(m.TipsContext(context.Background())), m} }

// TipsContext is Tips with a context: it stops soon after ctx ends, with its error.
func (m *Match) TipsContext(ctx context.Context) (*[2][]anchor.Extremity, error) {
	return m.tips.get(ctx, m.tipsOfShapes)
}

func (m *Match) tipsOfShapes(ctx context.Context) (*[2][]anchor.Extremity, error) {
	// A cancelled solve may have ended before it looked for extremities.
	if found := m.Result.Anchors; found != nil && (m.Result.Status != solver.Cancelled || len(found.TipsX)+len(found.TipsY) > 0) {
		return &[2][]anchor.Extremity{found.TipsX, found.TipsY}, nil
	}
	var tips [2][]anchor.Extremity
	for s, x := range [2]*metric.Space{m.X, m.Y} {
		set := [2]landmark.Set{m.Marks.A, m.Marks.B}[s]
		var err error
		if tips[s], err = tipsAt(x.Domain, "shape", set.Tips); err == nil && tips[s] != nil {
			continue
		}
		if tips[s], err = anchor.Tips(ctx, x, m.Options.Threads); err != nil {
			return nil, err
		}
	}
	return &tips, nil
}

// Count is the number of extremities of A and of B, without pins.
func (t Tips) Count() (onA, onB int) {
	var n [2]int
	for s, tips := range t.Of {
		for _, tip := range tips {
			if !tip.Pinned {
				n[s]++
			}
		}
	}
	return n[0], n[1]
}

// FoundTips are the extremities that the solve has found; ok is false where it sought none.
func (m *Match) FoundTips() (tips Tips, ok bool) {
	found := m.Result.Anchors
	if found == nil {
		return Tips{}, false
	}
	return Tips{[2][]anchor.Extremity{found.TipsX, found.TipsY}, m}, true
}

// FoundTipMarks are the landmarks of FoundTips; nil where there are none.
func (m *Match) FoundTipMarks() (a, b []session.Landmark) {
	if tips, ok := m.FoundTips(); ok {
		return tips.Marks()
	}
	return nil, nil
}

// Marks are the extremities as landmarks of both shapes under their [Tips.Names], without the
// pins: first those that a person has set, in that order, then those found with partners, then
// the rest.
func (t Tips) Marks() (a, b []session.Landmark) {
	m, tips := t.m, t.Of
	names, rank := t.Names(), [2]map[int]int{{}, {}}
	for k, p := range t.pairs() {
		rank[0][p[0]], rank[1][p[1]] = k-len(tips[0]), k-len(tips[0]) // before all others
	}
	var out [2][]session.Landmark
	for s, d := range [2]*metric.Domain{m.X.Domain, m.Y.Domain} {
		order := make([]int, len(tips[s]))
		for k := range order {
			order[k] = k
		}
		if [2]landmark.Set{m.Marks.A, m.Marks.B}[s].Tips == nil {
			slices.SortStableFunc(order, func(k, l int) int { return rank[s][k] - rank[s][l] })
		}
		out[s] = []session.Landmark{}
		for _, k := range order {
			if tip := tips[s][k]; !tip.Pinned {
				out[s] = append(out[s], landmark.New(names[s][k], d.ToFile(d.Points[tip.Point])))
			}
		}
	}
	return out[0], out[1]
}

// LesserMarks are the further places that helped the chosen match, such as ears, as landmarks of
// both shapes. Place k of A was matched with place k of B and has the same name. They are nil
// where there are none.
func (m *Match) LesserMarks() (a, b []session.Landmark) {
	match := m.Alternative().Match
	if match == nil {
		return nil, nil
	}
	for k, pair := range match.Lesser {
		name := fmt.Sprintf("lesser %d", k+1)
		a = append(a, landmark.New(name, m.X.Domain.ToFile(m.X.Domain.Points[pair[0]])))
		b = append(b, landmark.New(name, m.Y.Domain.ToFile(m.Y.Domain.Points[pair[1]])))
	}
	return a, b
}

// markPinned marks the tips that are pins, because a session keeps only the points of tips.
func (m *Solved) markPinned(tips []anchor.Extremity, at func(solver.Pin) int32) {
	pins := m.pins()
	for k := range tips {
		tips[k].Pinned = slices.ContainsFunc(pins, func(p solver.Pin) bool { return at(p) == tips[k].Point })
	}
}
