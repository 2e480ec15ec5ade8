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

// liveSolve follows a pin that is being dragged: one solve is under way at a time, and
// the places that come meanwhile are passed over but for the last.
// Such solves end with the map alone: laying A's mesh on B would take longer than they do.
type liveSolve struct {
	busy, again bool
	// off: a person has stopped it, until the next drag.
	off bool
	// rough says that the match on the screen is one of them.
	rough bool
}

// liveStage is what the window says while it follows a pin.
const liveStage = "following the pin"

// solveLive solves for the marks as they are now. The window shows that it works, and Esc
// stops it as any other solve.
func (d *desk) solveLive() {
	l := &d.marker.live
	if l.busy {
		l.again = true
		return
	}
	a, b := d.m.shapes[sideA], d.m.shapes[sideB]
	if a == nil || b == nil || d.m.racing() || l.off {
		return
	}
	d.cancel()
	ctx, cancel := context.WithCancel(context.Background())
	d.running = cancel
	l.busy, l.again = true, false
	d.runs++ // what a solve in hand brings is out of date
	of := d.m.shapes
	run, opt, marks := d.runs, d.m.options, d.marks()
	opt.Surface = session.MapAlone
	d.m.job = job{running: true, stage: liveStage, started: time.Now(), curve: d.m.job.curve}
	d.m.onJob.Emit(d.m.job)
	progress := d.liveProgress(run)
	d.background(func() func() {
		defer cancel()
		truth, err := pipeline.LoadTruth(a, b, "")
		if err != nil {
			truth = nil
		}
		m, err := d.work.MatchMarked(ctx, a, b, opt, marks, truth, progress)
		stopped := ctx.Err() != nil
		return func() {
			if d.m.shapes != of { // a person was faster
				l.busy, l.again = false, false
				if run == d.runs {
					d.notRunning()
				}
				return
			}
			d.followed(run, stopped, m, err)
		}
	}, func() {
		l.busy, l.again = false, false
		if run == d.runs {
			d.notRunning()
		}
	})
}

// liveProgress shows how far a live solve is, now and then: it is over in a moment as a rule.
func (d *desk) liveProgress(run int) func(pipeline.Progress) {
	last := time.Now()
	return func(p pipeline.Progress) {
		if time.Since(last) < time.Second/8 {
			return
		}
		last = time.Now()
		mainloop.Do(func() {
			if j := &d.m.job; run == d.runs && j.running && !j.stopping {
				j.fraction, j.left = p.Fraction, p.Left
				d.m.onJob.Emit(*j)
			}
		})
	}
}

// followed shows what a live solve has found, and goes on with where the pin is by now.
func (d *desk) followed(run int, stopped bool, m *pipeline.Match, err error) {
	l := &d.marker.live
	l.busy = false
	if run != d.runs {
		return // a person was faster
	}
	d.notRunning()
	if stopped {
		l.off, l.again = true, false
	}
	switch {
	case errors.Is(err, pipeline.ErrCancelled), errors.Is(err, context.Canceled):
		d.m.setStatus("The match was stopped: it is that of the pin's place before")
	case err != nil:
		d.m.setStatus(upperFirst(err.Error())) // said in full when the pin is let go
	default:
		d.m.match, d.m.preview = m, nil
		asked := d.m.options
		asked.Surface = session.MapAlone
		d.m.stale, l.rough = m.Options != asked, m.Options != d.m.options
		d.m.job.stopped = m.Result.Status == solver.Cancelled
		d.m.onMatch.Emit(m)
		d.refreshAs(true)
		if stopped {
			d.m.setStatus("Stopped: the best plan so far is shown")
		} else {
			d.m.setStatus("Followed the pin in " + span(m.Times.Solve+m.Times.Dense))
		}
	}
	if l.again {
		d.solveLive()
	}
}
