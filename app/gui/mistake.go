package gui

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"gwscope/internal/routine"
)

// mistaken hears of panics that end a piece of the window's work and have no desk at hand; it
// is called on the main goroutine. It is set while a window is on a screen; before that, and in
// tests without a screen, a panic ends the program.
var mistaken atomic.Pointer[func(*routine.Panic)]

// tended is f for the main goroutine: a panic of it is told and ends f alone.
func tended(f func()) func() {
	return func() {
		tell := mistaken.Load()
		if tell == nil {
			f()
			return
		}
		if p := routine.Try(f); p != nil {
			(*tell)(p)
		}
	}
}

// spawn runs f on a goroutine of its own; the window tells of a panic and goes on.
func spawn(f func()) { routine.Go(f, tellMistake) }

// later runs f on the main goroutine after a while.
func later(d time.Duration, f func()) {
	routine.After(d, func() { onMain(f) }, tellMistake)
}

// tellMistake raises a panic again on the main goroutine, where it is told.
func tellMistake(p *routine.Panic) { onMain(func() { panic(p) }) }

// background runs work off the main goroutine and then, on it, what work returns. A mistake
// of ours ends the work, not the window, which tells of it; undo takes back what the window
// shows, or holds, while the work goes on.
func (d *desk) background(work func() func(), undo ...func()) {
	broken := func(p *routine.Panic) {
		for _, f := range undo {
			f()
		}
		d.broken(p)
	}
	turn := d.resumes
	d.atWork[turn]++
	d.jobs.Go(func() {
		var after func()
		p := routine.Try(func() { after = work() })
		onMain(func() {
			if p == nil && after != nil {
				p = routine.Try(after)
			}
			if p != nil {
				broken(p)
			}
			d.worked(turn)
		})
	})
}

// broken tells of a mistake of ours, which has ended a piece of work, and saves what is there
// against a worse one. It tells of one at a time: a mistake may be made with every picture.
func (d *desk) broken(p *routine.Panic) {
	if mistaken.Load() != nil { // for who has started the program from a terminal
		fmt.Fprintln(os.Stderr, p.Report())
	}
	d.m.setStatus("An internal error ended the work")
	if top, ok := d.win.Canvas().Overlays().Top().(*sheet); !ok || top != d.mistake {
		d.fail("An internal error", p)
		d.mistake, _ = d.win.Canvas().Overlays().Top().(*sheet)
	}
	d.autosave()
}

// reportOf is an error as it is copied: a mistake of ours with its place.
func reportOf(err error) string {
	var p *routine.Panic
	if errors.As(err, &p) {
		return p.Report()
	}
	return err.Error()
}
