package gui

import (
	"context"
	"errors"
	"fmt"
	"os"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/internal/routine"
)

// tasks are the work in the background. A mistake of ours in one is told, and Esc stops those
// for which nobody waits.
type tasks struct {
	m       *model
	win     fyne.Window
	dialogs *dialogs
	guard   *guard
	// rest is told that nothing more goes on for some document of before.
	rest func()

	jobs    routine.Group // goroutines that still work when the window closes
	resumes int           // documents that were put into the window
	// atWork are the pieces of work in the background, by the number of the document.
	atWork map[int]int
	asides asides
	// stopOpening ends the reading of a session or of landmarks.
	stopOpening [openedKinds]context.CancelFunc
	mistake     *widget.Sheet // that told of the last mistake of ours
}

// background runs work off the main goroutine and then, on it, what work returns. A mistake
// of ours ends the work, not the window, which tells of it; undo takes back what the window
// shows, or holds, while the work goes on.
func (t *tasks) background(work func() func(), undo ...func()) {
	broken := func(p *routine.Panic) {
		for _, f := range undo {
			f()
		}
		t.broken(p)
	}
	turn := t.resumes
	t.atWork[turn]++
	t.jobs.Go(func() {
		var after func()
		p := routine.Try(func() { after = work() })
		mainloop.Do(func() {
			if p == nil && after != nil {
				p = routine.Try(after)
			}
			if p != nil {
				broken(p)
			}
			t.worked(turn)
		})
	})
}

// broken tells of a mistake of ours, which has ended a piece of work, and saves what is there
// against a worse one. It tells of one at a time: a mistake may be made with every picture.
func (t *tasks) broken(p *routine.Panic) {
	if mainloop.Mistaken.Load() != nil { // for who has started the program from a terminal
		fmt.Fprintln(os.Stderr, p.Report())
	}
	t.m.setStatus("An internal error ended the work")
	if top, ok := t.win.Canvas().Overlays().Top().(*widget.Sheet); !ok || top != t.mistake {
		t.dialogs.fail("An internal error", p)
		t.mistake, _ = t.win.Canvas().Overlays().Top().(*widget.Sheet)
	}
	t.guard.autosave()
}

// reportOf is an error as it is copied: a mistake of ours with its place.
func reportOf(err error) string {
	var p *routine.Panic
	if errors.As(err, &p) {
		return p.Report()
	}
	return err.Error()
}

// worked counts a piece of work of the document of some turn that has ended. The last of a
// document that has gone may have left in caches what nobody needs any more.
func (t *tasks) worked(turn int) {
	if t.atWork[turn]--; t.atWork[turn] > 0 {
		return
	}
	delete(t.atWork, turn)
	if turn < t.resumes {
		t.rest()
	}
}
