package gui

import (
	"context"
	"errors"
	"time"

	"gwscope/app/gui/mainloop"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/solver"
)

// liveSolve follows a pin that is being dragged. One solve is under way at a time; of the places that come
// meanwhile only the last is used. Such a solve ends with the map alone: to lay A's mesh on B would take longer
// than the solve.
type liveSolve struct {
	busy, again bool
	// off tells that a person has stopped it; the next drag begins anew.
	off bool
	// rough says that a live solve made the match on the screen.
	rough bool
}

// liveStage is the status while the window follows a pin.
const liveStage = "following the pin"

// solveLive solves for the present marks. The window shows that it works, and Esc stops it as any other solve.
func (mk *marker) solveLive() {
	l := &mk.live
	if l.busy {
		l.again = true
		return
	}
	a, b := mk.m.shapes[sideA], mk.m.shapes[sideB]
	if a == nil || b == nil || mk.m.racing() || l.off {
		return
	}
	mk.solving.cancel()
	ctx, cancel := context.WithCancel(context.Background())
	mk.solving.running = cancel
	l.busy, l.again = true, false
	mk.solving.runs++ // the result of a running solve would be out of date
	of := mk.m.shapes
	run, opt, marks := mk.solving.runs, mk.m.options, mk.now()
	opt.Surface = session.MapAlone
	mk.m.job = job{running: true, stage: liveStage, started: time.Now(), curve: mk.m.job.curve}
	mk.m.onJob.Emit(mk.m.job)
	progress := mk.liveProgress(run)
	dropped := func() { // its match is not shown
		l.busy, l.again = false, false
		if run == mk.solving.runs {
			mk.solving.notRunning()
		}
	}
	mk.tasks.background(func() func() {
		defer cancel()
		truth, _ := pipeline.LoadTruth(a, b, "") // only a file can fail
		m, err := mk.work.MatchMarked(ctx, a, b, opt, marks, truth, progress)
		stopped := ctx.Err() != nil
		return func() {
			if mk.m.shapes != of { // a person has opened another shape meanwhile
				dropped()
				return
			}
			mk.followed(run, stopped, m, err)
		}
	}, dropped)
}

// liveProgress shows how far a live solve is, at most eight times a second: most live solves end sooner.
func (mk *marker) liveProgress(run int) func(pipeline.Progress) {
	last := time.Now()
	return func(p pipeline.Progress) {
		if time.Since(last) < time.Second/8 {
			return
		}
		last = time.Now()
		mainloop.Do(func() {
			if j := &mk.m.job; run == mk.solving.runs && j.running && !j.stopping {
				j.fraction, j.left = p.Fraction, p.Left
				mk.m.onJob.Emit(*j)
			}
		})
	}
}

// followed shows the match of a live solve, and goes on with the present place of the pin.
func (mk *marker) followed(run int, stopped bool, m *pipeline.Match, err error) {
	l := &mk.live
	l.busy = false
	if run != mk.solving.runs {
		return // a person has begun another solve meanwhile
	}
	mk.solving.notRunning()
	if stopped {
		l.off, l.again = true, false
	}
	switch {
	case errors.Is(err, pipeline.ErrCancelled), errors.Is(err, context.Canceled):
		mk.m.setStatus("The match was stopped: it belongs to the place where the pin was before")
	case err != nil:
		mk.m.setStatus(upperFirst(err.Error())) // a dialog tells of it when the pin is let go
	default:
		mk.m.match, mk.m.preview = m, nil
		asked := mk.m.options
		asked.Surface = session.MapAlone
		mk.m.stale, l.rough = m.Options != asked, m.Options != mk.m.options
		mk.m.job.stopped = m.Result.Status == solver.Cancelled
		mk.m.onMatch.Emit(m)
		mk.views.refreshAs(true)
		if stopped {
			mk.m.setStatus("Stopped: the best plan so far is shown")
		} else {
			mk.m.setStatus("Followed the pin in " + span(m.Times.Solve+m.Times.Dense))
		}
	}
	if l.again {
		mk.solveLive()
	}
}
