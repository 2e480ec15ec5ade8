package parallel

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"gwscope/internal/routine"
)

func TestStepsLeftBehindDoNotPileUp(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	var running atomic.Int64
	for range 5 * cap(awaited) {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Millisecond)
		if Await(ctx, func() { running.Add(1); <-release }) {
			t.Error("an endless step came to its end")
		}
		cancel()
	}
	if n := running.Load(); n > int64(cap(awaited)) {
		t.Errorf("%d steps go on that nobody waits for, more than %d", n, cap(awaited))
	}
	close(release)
}

// A panic of a step reaches who waits for it. Of a step that was left behind it is nobody's,
// and its place is free for the next.
func TestPanicsOfAwaitedSteps(t *testing.T) {
	t.Parallel()
	if p := routine.Try(func() { Await(context.Background(), func() { panic("no such row") }) }); p == nil || p.Cause != "no such row" {
		t.Errorf("the caller got %v", p)
	}
	for range 3 * cap(awaited) {
		ctx, cancel := context.WithCancel(context.Background())
		release, begun := make(chan struct{}), make(chan struct{})
		go func() { <-begun; cancel() }()
		if Await(ctx, func() { close(begun); <-release; panic("no such row") }) {
			t.Error("a step that was left behind came to its end")
		}
		close(release)
	}
	if !Await(context.Background(), func() {}) {
		t.Error("there is no room for a step any more")
	}
}
