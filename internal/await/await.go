// Package await lets tests wait until something has happened, instead of for some time.
package await

import (
	"testing"
	"time"
)

// Limit is how long a test waits at most. It only ends a test that hangs: a busy machine needs much
// less.
const Limit = 5 * time.Minute

// The pauses between two looks of Until: they begin short and become longer, so that a look that takes time
// does not keep a busy machine from the work that the test waits for.
const (
	firstPause   = 5 * time.Millisecond
	longestPause = 60 * time.Millisecond
)

// Until waits until so returns true. what names that state in the failure.
func Until(t testing.TB, what string, so func() bool) {
	t.Helper()
	pause, end := firstPause, time.Now().Add(Limit)
	for !so() {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
		time.Sleep(pause)
		pause = min(pause*5/4, longestPause)
	}
}

// From is the next value of a channel.
func From[T any](t testing.TB, what string, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(Limit):
	}
	t.Fatalf("waited in vain for %s", what)
	panic("unreachable")
}
