package gui

import (
	"sync/atomic"

	"fyne.io/fyne/v2"
)

// closing is set once the program is about to end. Fyne's queue then runs
// functions on whatever goroutine hands them over, so nothing more is handed over.
var closing atomic.Bool

// bySignal is set when it is a signal that ends the program, and no person.
var bySignal atomic.Bool

// onMain and onMainWait run a function on Fyne's main goroutine, where all
// widgets live; the second returns when it has run. They are variables for the
// tests without a screen: Fyne's test driver has no main goroutine and would run
// functions of several goroutines at once.
var (
	onMain = func(f func()) {
		if !closing.Load() {
			fyne.Do(tended(f))
		}
	}
	onMainWait = func(f func()) {
		if !closing.Load() {
			fyne.DoAndWait(tended(f))
		}
	}
)
