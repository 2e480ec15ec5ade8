package gui

import (
	"errors"
	"fmt"
	"os"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/internal/routine"
)

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
		mainloop.Do(func() {
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
	if mainloop.Mistaken.Load() != nil { // for who has started the program from a terminal
		fmt.Fprintln(os.Stderr, p.Report())
	}
	d.m.setStatus("An internal error ended the work")
	if top, ok := d.win.Canvas().Overlays().Top().(*widget.Sheet); !ok || top != d.mistake {
		d.fail("An internal error", p)
		d.mistake, _ = d.win.Canvas().Overlays().Top().(*widget.Sheet)
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
