package parallel

import (
	"context"
	"sync/atomic"

	"gwscope/internal/routine"
)

// Threads resolves a setting: n itself where it is positive, else the number of processors.
func Threads(n int) int {
	if n > 0 {
		return n
	}
	return routine.Processors
}

// spare is how many more helpers may run now, in all loops of the program together. Loops lie in loops, and
// solves run side by side: without a common bound they have many more goroutines ready to run than there are
// processors, and a goroutine of the window waits its turn behind all of them.
var spare atomic.Int64

func init() { spare.Store(int64(routine.Processors) - 1) }

// helper takes a place of the spare ones, if there is one.
func helper() bool {
	if spare.Add(-1) >= 0 {
		return true
	}
	spare.Add(1)
	return false
}

// For calls body for the ranges [0,chunk), [chunk,2 chunk), ... of [0,n), on at
// most Threads(threads) workers: the caller, and as many helpers as processors are
// free, now or later. worker is in [0, Threads(threads)) and no two calls with the same worker
// overlap, so it may index scratch space.
//
// For returns nil once every chunk has run, and ctx.Err() as soon as the running
// bodies are done when the context ended before that. A panic of a body is
// raised again on the caller's goroutine.
func For(ctx context.Context, threads, n, chunk int, body func(worker, lo, hi int)) error {
	if n <= 0 {
		return nil
	}
	chunk = max(chunk, 1)
	chunks := (n + chunk - 1) / chunk
	workers := min(Threads(threads), chunks)

	var (
		next, done atomic.Int64
		all        routine.Group
	)
	// work runs chunks until none is left; before each it calls ask.
	work := func(worker int, ask func()) {
		for ctx.Err() == nil && !all.Broken() {
			c := int(next.Add(1)) - 1
			if c >= chunks {
				return
			}
			ask()
			body(worker, c*chunk, min(n, (c+1)*chunk))
			done.Add(1)
		}
	}
	alone := func() {}
	for worker := routine.Processors; worker < workers; worker++ { // somebody asks for more than there are: a test of threads
		all.Go(func() { work(worker, alone) })
	}
	// The caller takes helpers whenever there are spare ones: a long loop that began while others worked
	// does not stay alone when they have ended.
	helpers, wanted := 0, min(workers, routine.Processors)-1
	ask := func() {
		for helpers < wanted && int(next.Load()) < chunks && helper() {
			helpers++
			worker := helpers
			all.Go(func() {
				defer spare.Add(1)
				work(worker, alone)
			})
		}
	}
	all.Do(func() { work(0, ask) })
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
