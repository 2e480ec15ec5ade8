package race

import (
	"runtime"
	"runtime/metrics"
	"sync"
	"time"

	"gwscope/internal/routine"
)

// heapInUse counts live and not yet collected objects. Unlike runtime.ReadMemStats, reading it
// does not stop the program.
const heapInUse = "/memory/classes/heap/objects:bytes"

// memoryEvery is the time between two looks at the heap: a method keeps large arrays far
// longer.
const memoryEvery = 2 * time.Millisecond

// PeakMemory watches the heap until the returned function is called; this returns the largest
// growth of the heap in bytes. It first collects the garbage. The figure is right only while
// nothing else runs. It includes garbage that is not collected yet, and leaves out the memory
// of libraries outside the heap (the matrix library always keeps some 32 MB).
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
