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

// Tips are the extremities of A and of B: those that the solve matched by or looked at,
// else those that a person has set, else those that the shapes have. Pinned places that
// counted as extremities are among them and marked. It is safe for use by several
// goroutines and takes some hundredths of a second the first time.
func (m *Match) Tips() [2][]anchor.Extremity { return *must(m.TipsContext(context.Background())) }

// TipsContext is Tips, which stops within a moment when ctx ends, with its error.
func (m *Match) TipsContext(ctx context.Context) (*[2][]anchor.Extremity, error) {
	return m.tips.get(ctx, m.tipsOfShapes)
}

func (m *Match) tipsOfShapes(ctx context.Context) (*[2][]anchor.Extremity, error) {
	// A solve that was cancelled may not have come to look at them.
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
		if tips[s], err = anchor.TipsContext(ctx, x, m.Options.Threads); err != nil {
			return nil, err
		}
	}
	return &tips, nil
}

// TipCount is how many extremities A and B have, without the pins that count as such.
func (m *Match) TipCount() (onA, onB int) {
	var n [2]int
	for s, tips := range m.Tips() {
		for _, t := range tips {
			if !t.Pinned {
				n[s]++
			}
		}
	}
	return n[0], n[1]
}

// TipMarks are the extremities of Tips as landmarks of both shapes, without the pins.
func (m *Match) TipMarks() (a, b []session.Landmark) {
	tips := m.Tips()
	return m.tipMarks(m.X.Domain, tips[0]), m.tipMarks(m.Y.Domain, tips[1])
}

// FoundTips are TipMarks where the solve matched by extremities or looked at them; nil
// where it did not.
func (m *Match) FoundTips() (a, b []session.Landmark) {
	if found := m.Result.Anchors; found != nil {
		return m.tipMarks(m.X.Domain, found.TipsX), m.tipMarks(m.Y.Domain, found.TipsY)
	}
	return nil, nil
}

func (m *Match) tipMarks(d *metric.Domain, tips []anchor.Extremity) []session.Landmark {
	out := []session.Landmark{}
	for _, t := range tips {
		if !t.Pinned {
			out = append(out, landmark.New(t.Name, d.ToFile(d.Points[t.Point])))
		}
	}
	return out
}

// LesserMarks are the places beside the extremities that helped the chosen match, such
// as ears, as landmarks of both shapes: place k of A was matched with place k of B and
// has its name. They are nil where there are none.
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

// markPinned marks the tips that are pins: a session keeps tips by their points only.
func (m *Solved) markPinned(tips []anchor.Extremity, at func(solver.Pin) int32) {
	pins := m.pins()
	for k := range tips {
		tips[k].Pinned = slices.ContainsFunc(pins, func(p solver.Pin) bool { return at(p) == tips[k].Point })
	}
}
