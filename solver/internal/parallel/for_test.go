package parallel_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"gwscope/internal/routine"
	"gwscope/solver/internal/parallel"
)

func TestForCoversEveryIndexOnce(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 7, 64, 1000} {
		for _, chunk := range []int{0, 1, 7, 64, 5000} {
			for _, threads := range []int{1, 2, 9} {
				seen := make([]int32, n)
				busy := make([]atomic.Bool, threads)
				err := parallel.For(context.Background(), threads, n, chunk, func(worker, lo, hi int) {
					if !busy[worker].CompareAndSwap(false, true) {
						t.Errorf("worker %d ran two chunks at once", worker)
					}
					for i := lo; i < hi; i++ {
						seen[i]++
					}
					busy[worker].Store(false)
				})
				if err != nil {
					t.Fatal(err)
				}
				for i, c := range seen {
					if c != 1 {
						t.Fatalf("n=%d chunk=%d threads=%d: index %d visited %d times", n, chunk, threads, i, c)
					}
				}
			}
		}
	}
}

func TestForStopsWhenTheContextEnds(t *testing.T) {
	t.Parallel()
	for _, threads := range []int{1, 4} {
		ctx, cancel := context.WithCancel(context.Background())
		var ran atomic.Int64
		err := parallel.For(ctx, threads, 1_000_000, 1, func(_, _, _ int) {
			if ran.Add(1) == 10 {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("threads=%d: error %v, want context.Canceled", threads, err)
		}
		if got := ran.Load(); got > 100 {
			t.Errorf("threads=%d: %d chunks ran after the cancel", threads, got)
		}
	}
}

func TestForRaisesPanicsOnTheCaller(t *testing.T) {
	t.Parallel()
	for _, threads := range []int{1, 3} {
		func() {
			defer func() {
				if p := routine.Of(recover()); p.Cause != "boom" {
					t.Errorf("threads=%d: recovered %v, want boom", threads, p)
				}
			}()
			parallel.For(context.Background(), threads, 100, 1, func(_, lo, _ int) {
				if lo == 50 {
					panic("boom")
				}
			})
		}()
	}
}

func TestSumHasTheSameBitsForAnyThreads(t *testing.T) {
	t.Parallel()
	part := func(lo, hi int) float64 {
		var s float64
		for i := lo; i < hi; i++ {
			s += math.Sin(float64(i)) * math.Pow(10, float64(i%17-8))
		}
		return s
	}
	want, _ := parallel.Sum(context.Background(), 1, 10000, 33, part)
	for threads := 2; threads < 6; threads++ {
		if got, _ := parallel.Sum(context.Background(), threads, 10000, 33, part); got != want {
			t.Errorf("%d threads: %v, want the bits of %v", threads, got, want)
		}
	}
}

// Loops in loops do not have more bodies ready to run than there are processors: what else the program does,
// a window first, would wait behind all of them.
func TestLoopsInLoopsShareTheProcessors(t *testing.T) {
	// Not parallel: the loops of other tests take helpers, too, and a body that ends there makes room here.
	ctx := context.Background()
	var running, most, ran atomic.Int64
	_ = parallel.For(ctx, 0, 6, 1, func(_, _, _ int) {
		_ = parallel.For(ctx, 0, 6, 1, func(_, _, _ int) {
			_ = parallel.For(ctx, 0, 6, 1, func(_, _, _ int) {
				now := running.Add(1)
				for m := most.Load(); now > m && !most.CompareAndSwap(m, now); m = most.Load() {
				}
				for range 100 {
					runtime.Gosched()
				}
				ran.Add(1)
				running.Add(-1)
			})
		})
	})
	if most.Load() > int64(routine.Processors) || ran.Load() != 6*6*6 {
		t.Errorf("%d bodies of %d ran, %d at once, on %d processors", ran.Load(), 6*6*6, most.Load(), routine.Processors)
	}
}

// A loop that began while other loops had all processors takes helpers as soon as these have ended.
func TestALongLoopTakesHelpersThatBecomeFree(t *testing.T) {
	// Not parallel, as above.
	if routine.Processors < 2 {
		t.Skip("there is one processor")
	}
	ctx := context.Background()
	others := routine.Processors - 1
	var met, leave sync.WaitGroup
	met.Add(others + 1)
	leave.Add(1)
	ended := routine.Start(func() { // all processors wait here, the caller of the loop among them
		_ = parallel.For(ctx, 0, others+1, 1, func(_, _, _ int) { met.Done(); leave.Wait() })
	})
	met.Wait()
	var helped atomic.Int64
	_ = parallel.For(ctx, 0, 2000, 1, func(worker, lo, _ int) {
		if lo == 10 {
			leave.Done()
			<-ended
		}
		if worker > 0 {
			helped.Add(1)
		}
		runtime.Gosched()
	})
	if helped.Load() == 0 {
		t.Error("the loop stayed alone")
	}
}
