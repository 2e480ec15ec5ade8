package race

import (
	"runtime"
	"runtime/metrics"
	"sync"
	"time"

	"gwscope/internal/routine"
)

// heapInUse is live and not yet collected objects; reading it does not stop the
// world, unlike runtime.ReadMemStats.
const heapInUse = "/memory/classes/heap/objects:bytes"

// memoryEvery is how often the heap is looked at: a method that holds large arrays
// holds them far longer.
const memoryEvery = 2 * time.Millisecond

// PeakMemory watches the heap until the returned function is called, which tells by
// how many bytes the heap grew at most. It first collects what is of the past. The
// figure is honest only while nothing else runs, and includes what the collector had
// not got to; the libraries' own memory outside the heap is not in it (the matrix
// library keeps some 32 MB for good).
func PeakMemory() (stop func() uint64) {
	runtime.GC()
	sample := []metrics.Sample{{Name: heapInUse}}
	read := func() uint64 {
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	before := read()
	peak := before
	done := make(chan struct{})
	var wg routine.Group
	wg.Go(func() {
		tick := time.NewTicker(memoryEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				peak = max(peak, read())
			case <-done:
				return
			}
		}
	})
	var once sync.Once
	return func() uint64 {
		once.Do(func() {
			close(done)
			wg.Wait()
			peak = max(peak, read())
		})
		return peak - before
	}
}
