package dense

import (
	"context"

	"gwscope/solver/internal/parallel"
)

// Blocks calls f(lo, hi) for consecutive ranges that cover [0, n), none longer
// than size and all of nearly equal length, on at most the given number of
// threads. The ranges depend on n and size alone. A panic in f reaches the caller.
func Blocks(threads, n, size int, f func(lo, hi int)) {
	if n <= 0 {
		return
	}
	size = max(size, 1)
	count := (n + size - 1) / size
	bound := func(k int) int { return int(int64(n) * int64(k) / int64(count)) }
	// Nothing ends this loop early, so it has no error.
	_ = parallel.For(context.Background(), threads, count, 1, func(_, k, _ int) { f(bound(k), bound(k+1)) })
}
