package parallel

import (
	"context"
	"sync/atomic"
	"testing"
	"time"
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
