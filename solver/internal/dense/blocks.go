package dense

import (
	"sync/atomic"

	"gwscope/internal/routine"
)

// Blocks calls f(lo, hi) for consecutive ranges that cover [0, n), none longer
// than size and all of nearly equal length, on at most the given number of
// threads. The ranges depend on n and size alone. A panic in f reaches the caller.
func Blocks(threads, n, size int, f func(lo, hi int)) {
	if n <= 0 {
		return
	}
	if size < 1 {
		size = 1
	}
	count := (n + size - 1) / size
	bound := func(k int) int { return int(int64(n) * int64(k) / int64(count)) }
	workers := min(Threads(threads), count)
	if workers == 1 {
		for k := range count {
			f(bound(k), bound(k+1))
		}
		return
	}
	var (
		next atomic.Int64
		all  routine.Group
	)
	work := func() {
		for !all.Broken() {
			k := int(next.Add(1)) - 1
			if k >= count {
				return
			}
			f(bound(k), bound(k+1))
		}
	}
	// The caller works too: one goroutine less to start and to wait for.
	for range workers - 1 {
		all.Go(work)
	}
	all.Do(work)
	all.Wait()
}
