package mainloop

import (
	"sync/atomic"

	"fyne.io/fyne/v2"
)

// Closing is set once the program is about to end. Fyne's queue then runs functions on the goroutine that
// hands them over, so nothing more is handed over.
var Closing atomic.Bool

// Do and DoAndWait run a function on Fyne's main goroutine, where all widgets live. DoAndWait returns when the
// function has run. They are variables for the tests without a screen: Fyne's test driver has no main goroutine
// and would run functions of several goroutines at once.
var (
	Do = func(f func()) {
		if !Closing.Load() {
			fyne.Do(Tended(f))
		}
	}
	DoAndWait = func(f func()) {
		if !Closing.Load() {
			fyne.DoAndWait(Tended(f))
		}
	}
)
