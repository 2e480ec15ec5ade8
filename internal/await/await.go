// Package await is for tests: they wait for things to happen, and never for time to pass.
package await

import (
	"testing"
	"time"
)

// Limit is how long a test waits at most. It only ends a test that hangs: it is many times what a busy
// machine takes.
const Limit = 5 * time.Minute

// often is how long Until leaves between two looks.
const often = 5 * time.Millisecond

// Until looks until something is so.
func Until(t testing.TB, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(Limit); !so(); time.Sleep(often) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
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
