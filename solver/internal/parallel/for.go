package parallel

import (
	"context"
	"runtime"
	"sync/atomic"

	"gwscope/internal/routine"
)

// Threads resolves a setting: n itself where it is positive, else GOMAXPROCS.
func Threads(n int) int {
	if n > 0 {
		return n
	}
	return runtime.GOMAXPROCS(0)
}

// For calls body for the ranges [0,chunk), [chunk,2 chunk), ... of [0,n), on at
// most Threads(threads) workers. worker is in [0, Threads(threads)) and no two
// calls with the same worker overlap, so it may index scratch space.
//
// For returns nil once every chunk has run, and ctx.Err() as soon as the running
// bodies are done when the context ended before that. A panic of a body is
// raised again on the caller's goroutine.
func For(ctx context.Context, threads, n, chunk int, body func(worker, lo, hi int)) error {
	if n <= 0 {
		return nil
	}
	if chunk < 1 {
		chunk = 1
	}
	chunks := (n + chunk - 1) / chunk
	workers := min(Threads(threads), chunks)
	run := func(worker, c int) { body(worker, c*chunk, min(n, (c+1)*chunk)) }

	if workers == 1 {
		for c := range chunks {
			if err := ctx.Err(); err != nil {
				return err
			}
			run(0, c)
		}
		return nil
	}

	var (
		next, done atomic.Int64
		all        routine.Group
	)
	for worker := range workers {
		all.Go(func() {
			for ctx.Err() == nil && !all.Broken() {
				c := int(next.Add(1)) - 1
				if c >= chunks {
					return
				}
				run(worker, c)
				done.Add(1)
			}
		})
	}
	all.Wait()
	if int(done.Load()) < chunks {
		return ctx.Err()
	}
	return nil
}

// Sum adds part(lo, hi) over the chunks of [0,n), in chunk order, so that the
// rounding is the same for any number of threads.
func Sum(ctx context.Context, threads, n, chunk int, part func(lo, hi int) float64) (float64, error) {
	if n <= 0 {
		return 0, nil
	}
	chunk = max(chunk, 1)
	parts := make([]float64, (n+chunk-1)/chunk)
	err := For(ctx, threads, n, chunk, func(_, lo, hi int) { parts[lo/chunk] = part(lo, hi) })
	if err != nil {
		return 0, err
	}
	var sum float64
	for _, p := range parts {
		sum += p
	}
	return sum, nil
}
