package parallel

import (
	"context"

	"gwscope/internal/routine"
)

// awaited are the steps of all solves that go on at once: those that a cancel has
// left behind must not pile up where somebody starts and cancels again and again.
var awaited = make(chan struct{}, max(2, routine.Processors))

// Await runs f on a goroutine of its own and waits for it or for ctx; the work that f does
// after that is nobody's. It is for steps of fixed length that cannot be cut short. A
// panic of f is raised again on the caller's goroutine, unless f was left behind.
func Await(ctx context.Context, f func()) bool {
	select {
	case awaited <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	done := routine.Start(func() {
		defer func() { <-awaited }()
		f()
	})
	select {
	case p := <-done:
		if p != nil {
			panic(p)
		}
		return true
	case <-ctx.Done():
		return false
	}
}
