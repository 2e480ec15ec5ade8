package gui

import (
	"context"

	"gwscope/app/pipeline"
	"gwscope/app/session"
)

// liveSolve follows a pin that is being dragged: one solve is under way at a time, and
// the places that come meanwhile are passed over but for the last.
// Such solves end with the map alone: laying A's mesh on B would take longer than they do.
// rough says that the match on the screen is one of them.
type liveSolve struct{ busy, again, rough bool }

// solveLive solves for the marks as they are now, without the progress of a solve that
// somebody asked for.
func (d *desk) solveLive() {
	l := &d.marker.live
	if l.busy {
		l.again = true
		return
	}
	a, b := d.m.shapes[sideA], d.m.shapes[sideB]
	if a == nil || b == nil || d.m.racing() {
		return
	}
	d.cancel()
	l.busy, l.again = true, false
	d.runs++ // what a solve in hand brings is out of date
	run, opt, marks := d.runs, d.m.options, d.marks()
	opt.Surface = session.MapAlone
	d.m.job.running = false
	d.m.setStatus("Following the pin…")
	d.background(func() func() {
		truth, err := pipeline.LoadTruth(a, b, "")
		if err != nil {
			truth = nil
		}
		m, err := d.work.MatchMarked(context.Background(), a, b, opt, marks, truth, nil)
		return func() {
			l.busy = false
			if run != d.runs || d.m.shapes[sideA] != a || d.m.shapes[sideB] != b {
				return // a person was faster
			}
			if err != nil {
				d.m.setStatus(upperFirst(err.Error())) // said in full when the pin is let go
			} else {
				d.m.match, d.m.preview = m, nil
				d.m.stale, l.rough = false, m.Options != d.m.options
				d.m.onMatch.emit(m)
				d.refreshAs(true)
				d.m.setStatus("Followed the pin in " + span(m.Times.Solve+m.Times.Dense))
			}
			if l.again {
				d.solveLive()
			}
		}
	})
}
