package pipeline

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"time"

	"gwscope/app/session"
	"gwscope/internal/figures"
	"gwscope/solver"
	"gwscope/solver/anchor"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// NotKeptError says why a session's match cannot be restored, and has to be found again.
type NotKeptError struct{ Why string }

func (e *NotKeptError) Error() string {
	return "the session's match cannot be shown as it was: " + e.Why
}

// Restore is the match of two loaded shapes that a session keeps, as [Keep] made it, without a
// solve. marks are those that it was found with. It returns a *[NotKeptError] where the shapes have
// changed or this version takes other samples; [Engine.Match] can then find a match again.
func (e *Engine) Restore(ctx context.Context, a, b *Shape, kept *session.Result, marks session.Marks, truth *correspond.Truth, progress func(Progress)) (*Match, error) {
	for side, s := range []*Shape{a, b} {
		if s.Key != kept.Keys[side] {
			return nil, &NotKeptError{fmt.Sprintf("%s has changed since it was matched", s.Ref)}
		}
	}
	if len(kept.Arrays) == 0 {
		return nil, &NotKeptError{"its coupling was too large to be kept"}
	}
	rep := newReporter(progress, kept.Options)
	p, err := e.prepare(ctx, a, b, kept.Options, rep)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	asked := Asked{Options: kept.Options, Marks: marks.Clone()}
	s := Solved{Pair: *p, Asked: asked, from: arraysKey(kept.Arrays)}
	dense, err := unpackMatch(&s, kept)
	if err != nil {
		return nil, err
	}
	s.helped = asked.Options.Effort == string(solver.Fast) && asked.Options.Anchors == string(solver.AnchorsAuto) && byExtremities(s.Result)
	s.key = solveKey(&s.Pair, &s.Asked)
	if dense.aToB != nil {
		e.denses.put(e.denseKey(&Matched{Solved: s, Chosen: kept.Chosen}), &dense)
	}
	by := BySolver
	if kept.ByPerson {
		by = ByPerson
	}
	m, err := e.finish(ctx, ctx, s, kept.Chosen, by, truth, rep)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ErrCancelled
		}
		return nil, err
	}
	m.Times = kept.Times
	if m.Times.Total == 0 {
		m.Times.Total = p.Took + time.Since(start)
	}
	rep.report("done", 1, nil)
	return m, nil
}

// arraysKey separates values that belong to a restored match from those of a solve with the same
// settings, because another version may have found the restored one.
func arraysKey(arrays []byte) string {
	h := fnv.New64a()
	h.Write(arrays)
	return fmt.Sprintf("%x", h.Sum64())
}

// unpackMatch fills s.Result. It returns the maps of all vertices where they were kept.
func unpackMatch(s *Solved, kept *session.Result) (dense densePair, err error) {
	n, k := s.X.Len(), s.Y.Len()
	u := newUnpacker(kept.Arrays)
	if v := u.count(0); u.err == nil && v != arraysVersion {
		return dense, &NotKeptError{fmt.Sprintf("its coupling is stored in a form (%d) that this version does not read", v)}
	}
	for _, sp := range []*metric.Space{s.X, s.Y} {
		if len(u.buf) < 8 {
			return dense, errArrays
		}
		if binary.LittleEndian.Uint64(u.buf) != samplesKey(sp) {
			return dense, &NotKeptError{"this version chooses other samples than " + kept.Program + " did"}
		}
		u.buf = u.buf[8:]
	}
	r := resultOf(kept)
	r.Seed = s.Options.Seed
	r.Slicer, r.PushX, r.PushY = u.plan(n, k), u.floats(), u.floats()
	if many := u.count(1); many != len(kept.Alternatives) || kept.Chosen < 0 || kept.Chosen >= many {
		return dense, errArrays
	}
	for i, one := range kept.Alternatives {
		a := solver.AlternativeOf(one.Minimum)
		a.Plan = u.plan(n, k)
		a.SnappedXToY, a.SnappedYToX = u.indices(n, -1, len(s.Y.Domain.Points)), u.indices(k, -1, len(s.X.Domain.Points))
		if one.Extremities {
			a.Match = &anchor.Match{XToY: a.SnappedXToY, YToX: a.SnappedYToX}
			a.Match.TipsX, a.Match.TipsY = u.tips(r.Anchors)
			a.Match.Lesser = one.Lesser
			for _, p := range a.Match.Lesser {
				if p[0] < 0 || p[1] < 0 || int(p[0]) >= len(s.X.Domain.Points) || int(p[1]) >= len(s.Y.Domain.Points) {
					return dense, errArrays
				}
			}
			if i == kept.Chosen {
				dense = densePair{aToB: u.surfaceMap(s.X, s.Y), bToA: u.surfaceMap(s.Y, s.X)}
			}
		}
		r.Alternatives = append(r.Alternatives, a)
	}
	if kept.Part != nil {
		r.Part = &solver.Part{Mass: float64(*kept.Part), OutX: u.marked(n), OutY: u.marked(k)}
	}
	if len(r.PushX) != n && len(r.PushX) != 0 || len(r.PushY) != k && len(r.PushY) != 0 {
		return dense, errArrays
	}
	if err := u.done(); err != nil {
		return dense, err
	}
	s.Result = r
	if found := r.Anchors; found != nil {
		s.markPinned(found.TipsX, func(p solver.Pin) int32 { return p.X })
		s.markPinned(found.TipsY, func(p solver.Pin) int32 { return p.Y })
	}
	return dense, nil
}

// resultOf is a result with the figures of a session.
func resultOf(kept *session.Result) *solver.Result {
	r := &solver.Result{Outcome: kept.Outcome, Times: kept.Times, Status: solver.Converged}
	if math.IsNaN(float64(r.Margin)) { // there is no second alternative
		r.Margin = figures.Number(math.Inf(1))
	}
	for _, s := range []solver.Status{solver.IterationLimit, solver.Cancelled} {
		if s.String() == kept.Status {
			r.Status = s
		}
	}
	if x := kept.Extremities; x != nil {
		r.Anchors = &solver.Anchors{TipsX: slices.Clone(x.A), TipsY: slices.Clone(x.B), Dissimilarity: float64(x.Dissimilarity), GW2Map: float64(x.GW2Map)}
	}
	return r
}

// tips reads the pairing of extremities.
func (u *unpacker) tips(a *solver.Anchors) (x, y []int) {
	if a == nil {
		u.fail()
		return nil, nil
	}
	wide := func(v []int32, limit int) (out []int) {
		for _, t := range v {
			if t < 0 || int(t) >= limit {
				u.fail()
			}
			out = append(out, int(t))
		}
		return out
	}
	x, y = wide(u.ints(), len(a.TipsX)), wide(u.ints(), len(a.TipsY))
	if len(x) != len(y) {
		u.fail()
	}
	return x, y
}

// marked reads the indices of the true values among n.
func (u *unpacker) marked(n int) []bool {
	set := make([]bool, n)
	for _, i := range u.ints() {
		if i < 0 || int(i) >= n {
			u.fail()
			break
		}
		set[i] = true
	}
	return set
}

// surfaceMap reads a map of all points of source to target.
func (u *unpacker) surfaceMap(source, target *metric.Space) *correspond.SurfaceMap {
	v, d := len(source.Domain.Points), target.Domain
	faces, nearest := u.indices(v, -1, len(d.Triangles)), u.indices(v, 0, len(d.Points))
	bary, confidence := u.floats(), u.floats()
	if len(faces) != v || len(nearest) != v || len(bary) != 3*v || len(confidence) != v {
		u.fail()
		return nil
	}
	sm := &correspond.SurfaceMap{Confidence: confidence}
	for i := range v {
		p := correspond.Place{Face: faces[i], Nearest: nearest[i], Bary: [3]float64(bary[3*i : 3*i+3])}
		sm.Places = append(sm.Places, p)
		sm.Positions = append(sm.Positions, p.Position(d))
	}
	return sm
}

// solveAgain solves a restored match again, for the map of all vertices of an alternative k that was
// matched by extremities. The alternative has to be the same as the kept one.
func (e *Engine) solveAgain(ctx context.Context, m *Match, k int, rep *reporter) (Solved, error) {
	again, err := e.solve(ctx, &m.Pair, &m.Asked, rep)
	if err != nil {
		return again, err
	}
	if again, err = e.addSymmetric(ctx, again); err != nil {
		return again, err
	}
	again.Times = m.Times
	found := again.Result.Alternatives
	if k >= len(found) || found[k].GW2 != m.Result.Alternatives[k].GW2 {
		return again, errors.New("this minimum was found by another version and cannot be carried to all vertices any more; solve again")
	}
	return again, nil
}

// incomplete reports whether alternative k lacks figures that only a solve finds.
func (m *Solved) incomplete(k int) bool {
	return m.from != "" && m.Result.Alternatives[k].Match != nil
}
