package gui

import "fyne.io/fyne/v2"

// onMain and onMainWait run a function on Fyne's main goroutine, where all
// widgets live; the second returns when it has run. They are variables for the
// tests without a screen: Fyne's test driver has no main goroutine and would run
// functions of several goroutines at once.
var (
	onMain     = fyne.Do
	onMainWait = fyne.DoAndWait
)
