package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gwscope/app/session"
	"gwscope/internal/stages"
	"gwscope/solver"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
	"gwscope/solver/register"
)

// laying is A's mesh on B, or the reason why there is none.
type laying struct {
	on   *register.Registered
	none string
}

func (l *laying) bytes() int {
	if l.on == nil {
		return len(l.none)
	}
	return 24*len(l.on.AOnB) + l.on.AToB.Bytes() + l.on.BToA.Bytes()
}

// register lays A's mesh on B's surface along the maps of the coupling, and reads the
// match's maps off it. Where there is nothing to lay, or the person wants the map alone,
// the maps stay as they are. When registering ends before ctx does, they stay as they are
// too, and the match counts as stopped early.
func (e *Engine) register(ctx, registering context.Context, m *Match, rep *reporter) error {
	m.AToB, m.BToA = m.MapAToB, m.MapBToA
	if m.Options.Surface == session.MapAlone {
		return nil
	}
	if m.Result.Status == solver.Cancelled {
		m.SurfaceNotes = []string{stoppedBefore}
		return nil
	}
	start := time.Now()
	registering, end := stages.Begin(registering, "A on B")
	defer end()
	key := e.denseKey(&m.Matched)
	l, ok := e.layings.get(key)
	if !ok {
		found := m.findAhead(registering, e.Judges)
		var err error
		l, err = lay(registering, m, rep)
		found()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case registering.Err() != nil:
			stopped := *m.Result
			stopped.Status = solver.Cancelled
			m.Result, m.SurfaceNotes = &stopped, []string{stoppedBefore}
			return nil
		case err != nil:
			return err
		}
		e.layings.put(key, l)
	}
	m.laying, m.Times.Register = l, time.Since(start)
	if l.on == nil {
		m.SurfaceNotes = []string{l.none}
		return nil
	}
	m.Registered, m.AToB, m.BToA, m.SurfaceNotes = l.on, l.on.AToB, l.on.BToA, l.on.Notes
	return nil
}

// stoppedBefore is the note of a match that was stopped before A's mesh lay on B.
const stoppedBefore = "The match was stopped before the mesh of A was laid on B: maps and meshes are those of the coupling alone."

func lay(ctx context.Context, m *Match, rep *reporter) (*laying, error) {
	rep.report("laying A's mesh on B", rep.shares.dense, nil)
	opt := register.Options{Threads: m.Options.Threads, Progress: func(f float64) {
		rep.report("laying A's mesh on B", span(rep.shares.dense, rep.shares.surface, f), nil)
	}}
	for _, p := range m.pins() {
		opt.Pins = append(opt.Pins, correspond.Pin{X: p.X, Y: p.Y})
	}
	opt.Lacking = func(ctx context.Context, on *register.Registered) (ofA, ofB []bool, err error) {
		return lacking(ctx, m, on)
	}
	on, err := register.Surface(ctx, m.X, m.Y, m.MapAToB, m.MapBToA, opt)
	switch {
	case err == nil:
		return &laying{on: on}, nil
	case errors.Is(err, register.ErrNoSurface):
		return &laying{none: "A point cloud has no surface: maps and meshes are those of the coupling alone."}, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return &laying{none: fmt.Sprintf("The mesh of A could not be laid on B, so maps and meshes are those of the coupling alone: %v.", err)}, nil
}

// Notes are sentences for people about the match: the solver's, those about A's mesh on B, and those
// about the distances of both shapes.
func (m *Match) Notes() []string {
	return slices.Concat(m.SolveNotes, m.Result.Notes, m.SurfaceNotes, m.spaceNotes())
}

// spaceNotes say of each shape how its distances came about, and of both at once where that is the same.
func (m *Pair) spaceNotes() (notes []string) {
	if m.X == nil || m.Y == nil {
		return nil
	}
	ofA, ofB := notesOf(m.X), notesOf(m.Y)
	for _, n := range ofA {
		if slices.Contains(ofB, n) {
			notes = append(notes, "Both shapes: "+n)
		} else {
			notes = append(notes, "Shape A: "+n)
		}
	}
	for _, n := range ofB {
		if !slices.Contains(ofA, n) {
			notes = append(notes, "Shape B: "+n)
		}
	}
	return notes
}

// crowdedFrom is the number of samples from which a space says that they are too many for its mesh: on a few points
// all samples are welcome.
const crowdedFrom = 1000

// notesOf are the notes of a space, and one where samples of equal weight are so many that they lie as the vertices
// lie and not evenly over the area. On a horse of 5,000 vertices, remeshed, the error of the map grows from .017 with
// 2,000 samples to .024 with 3,000; with weights by area it is .016.
func notesOf(s *metric.Space) []string {
	points := len(s.Domain.Points)
	if s.Domain.IsCloud() || s.WeightKind != metric.WeightsUniform || s.Len() < crowdedFrom || 2*s.Len() <= points {
		return s.Notes
	}
	return append(slices.Clone(s.Notes), fmt.Sprintf("%d of %d vertices are samples. So many do not lie evenly over the area. A map by at most half of the vertices, or with weights by area, is often better.",
		s.Len(), points))
}
