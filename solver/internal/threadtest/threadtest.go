// Package threadtest is for tests of loops that run on many threads.
package threadtest

import "testing"

// Counts are the numbers of threads to compare. Short runs are those of the race detector, ten
// times slower, which has nothing to find with one thread: there the last number must do.
func Counts(counts ...int) []int {
	if testing.Short() {
		return counts[len(counts)-1:]
	}
	return counts
}
