package gui

import (
	"context"
	"slices"
)

// asides are figures of the shown match that the window works out while nobody waits: trust, parts without
// a partner. Esc ends them, and so does another match.
type asides struct {
	ctx     context.Context // of the asides in hand, nil before the first
	stop    context.CancelFunc
	running int
}

// aside runs work in the background and then the function that work returns on the main goroutine, or, if it was
// stopped, the function stopped. Both may be nil. Work ends soon after its context.
func (t *tasks) aside(work func(ctx context.Context) func(), stopped func()) {
	a := &t.asides
	if a.ctx == nil {
		a.ctx, a.stop = context.WithCancel(context.Background())
	}
	ctx := a.ctx
	a.running++
	t.background(func() func() {
		after := work(ctx)
		return func() {
			a.running--
			if ctx.Err() != nil {
				after = stopped
			}
			if after != nil {
				after()
			}
		}
	}, func() { a.running-- })
}

// stopAsides ends all asides.
func (t *tasks) stopAsides() {
	if t.asides.ctx != nil {
		t.asides.stop()
		t.asides.ctx = nil
	}
}

// Kinds of files that are opened, beside shapes: landmarks of a side have the number of the side.
const openedSession, openedKinds = 2, 3

// opening reads a session or landmarks in the background and then runs the function that work returns on the main
// goroutine. Esc ends it, and so does the next file of its kind.
func (t *tasks) opening(kind int, work func(ctx context.Context) func()) {
	if stop := t.stopOpening[kind]; stop != nil {
		stop()
	}
	ctx, done := context.WithCancel(context.Background())
	t.stopOpening[kind] = done
	ended := func() (stopped bool) {
		if stopped = ctx.Err() != nil; !stopped {
			done()
			t.stopOpening[kind] = nil
		}
		return stopped
	}
	t.background(func() func() {
		after := work(ctx)
		return func() {
			if !ended() {
				after()
			}
		}
	}, func() { ended() })
}

// opens reports whether a session or landmarks are being read.
func (t *tasks) opens() bool {
	return slices.ContainsFunc(t.stopOpening[:], func(stop context.CancelFunc) bool { return stop != nil })
}

func (t *tasks) stopOpeningFiles() {
	for kind, stop := range t.stopOpening {
		if stop != nil {
			stop()
			t.stopOpening[kind] = nil
		}
	}
}

// reading gives a context for a shape that is read from now on, and ends the context of the shape before. Esc calls
// stop.
func reading(stop *context.CancelFunc) (ctx context.Context, done context.CancelFunc) {
	if *stop != nil {
		(*stop)()
	}
	ctx, done = context.WithCancel(context.Background())
	*stop = done
	return ctx, done
}
