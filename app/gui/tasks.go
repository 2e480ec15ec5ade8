package gui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/internal/routine"
)

// tasks are the work in the background. The window tells of a mistake of ours in a task. Esc stops tasks for which
// nobody waits.
type tasks struct {
	m       *model
	win     fyne.Window
	dialogs *dialogs
	guard   *guard
	// rest is called when no more work goes on for an earlier document.
	rest func()

	jobs    routine.Group // goroutines that work on when the window closes
	resumes int           // documents that the window has shown
	// atWork are the pieces of work in the background, by the number of the document.
	atWork map[int]int
	asides asides
	// stopOpening ends the reading of a session or of landmarks.
	stopOpening [openedKinds]context.CancelFunc
	mistake     *widget.Sheet // the dialog about the last mistake of ours
}

// background runs work on another goroutine, and then the function that work returns on the main goroutine. A mistake
// of ours ends the work, but not the window, which tells of it. undo then resets the window's state of the work.
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

// every runs f on the main goroutine at each tick of a clock, until done is closed.
func every(tick time.Duration, done <-chan struct{}, f func()) {
	mainloop.Go(func() {
		clock := time.NewTicker(tick)
		defer clock.Stop()
		for {
			select {
			case <-clock.C:
				mainloop.DoAndWait(f)
			case <-done:
				return
			}
		}
	})
}

// broken tells of a mistake of ours that has ended a piece of work, and saves the document in case of a worse
// mistake. One dialog is open at a time: a mistake may come again with every picture.
func (t *tasks) broken(p *routine.Panic) {
	if mainloop.Mistaken.Load() != nil { // for readers of the terminal
		fmt.Fprintln(os.Stderr, p.Report())
	}
	t.m.setStatus("An internal error ended the work")
	if top, ok := t.win.Canvas().Overlays().Top().(*widget.Sheet); !ok || top != t.mistake {
		t.dialogs.fail("An internal error", p)
		t.mistake, _ = t.win.Canvas().Overlays().Top().(*widget.Sheet)
	}
	t.guard.autosave()
}

// reportOf is the text of an error for the clipboard: of a mistake of ours, its report with the place in the code.
func reportOf(err error) string {
	var p *routine.Panic
	if errors.As(err, &p) {
		return p.Report()
	}
	return err.Error()
}

// worked counts down the work of a document. The last work of an earlier document may have left needless data in
// caches.
func (t *tasks) worked(turn int) {
	if t.atWork[turn]--; t.atWork[turn] > 0 {
		return
	}
	delete(t.atWork, turn)
	if turn < t.resumes {
		t.rest()
	}
}
