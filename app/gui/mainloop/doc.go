// Package mainloop is the way back to Fyne's main goroutine, where all widgets and all state
// of the window live.
//
// Work runs elsewhere and hands its results back by [Do] or [DoAndWait]. [Go] starts a
// goroutine, [After] waits a while, and [Newest] keeps one goroutine that serves the newest of
// several requests. A panic in any of these does not end the window: [Mistaken] tells of it.
// On the main goroutine a [Signal] tells its listeners that something has changed.
package mainloop
