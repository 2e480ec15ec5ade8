package mainloop

import (
	"sync/atomic"
	"time"

	"gwscope/internal/routine"
)

// Mistaken tells of panics that have ended a piece of the window's work. It is called on the main goroutine. It is
// set while a window is on a screen; before that, and in tests without a screen, a panic ends the program.
var Mistaken atomic.Pointer[func(*routine.Panic)]

// Tended is f with a guard, for the main goroutine: a panic ends f alone, and Mistaken tells of it.
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

// Tell raises a panic again on the main goroutine, where Mistaken tells of it.
func Tell(p *routine.Panic) { Do(func() { panic(p) }) }
