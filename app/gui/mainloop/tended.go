package mainloop

import (
	"sync/atomic"
	"time"

	"gwscope/internal/routine"
)

// Mistaken hears of panics that end a piece of the window's work and have no desk at hand; it
// is called on the main goroutine. It is set while a window is on a screen; before that, and in
// tests without a screen, a panic ends the program.
var Mistaken atomic.Pointer[func(*routine.Panic)]

// Tended is f for the main goroutine: a panic of it is told and ends f alone.
func Tended(f func()) func() {
	return func() {
		tell := Mistaken.Load()
		if tell == nil {
			f()
			return
		}
		if p := routine.Try(f); p != nil {
			(*tell)(p)
		}
	}
}

// Go runs f on a goroutine of its own; the window tells of a panic and goes on.
func Go(f func()) { routine.Go(f, Tell) }

// After runs f on the main goroutine after a while, unless its timer is stopped before.
func After(d time.Duration, f func()) *time.Timer {
	return routine.After(d, func() { Do(f) }, Tell)
}

// Tell raises a panic again on the main goroutine, where a dialog tells of it.
func Tell(p *routine.Panic) { Do(func() { panic(p) }) }
