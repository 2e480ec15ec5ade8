// Package memory measures how much memory a piece of work needs at its peak.
package memory

import (
	"runtime"
	"runtime/metrics"
	"sync"
	"time"
)

// inUse are the bytes of heap objects: those alive and those that the collector has
// not yet found dead.
const inUse = "/memory/classes/heap/objects:bytes"

// every is the time between two looks. A look takes about a microsecond and stops no
// goroutine; filling a matrix of some megabytes takes longer than the pause.
const every = time.Millisecond

// Peak runs work and returns the bytes by which the Go heap grew at its largest. The
// base is what is in use before, after a collection.
//
// What counts is what a process needs with the collector's usual pace: garbage that
// it has not collected yet is included, so figures are reproducible to about a
// quarter, and work below a few megabytes shows the collector rather than itself.
// Memory of C libraries does not count: OpenBLAS's buffers (about 32 MB a thread,
// whatever the work) and the graphics driver's. The whole process is watched, so work
// that runs beside is counted in.
func Peak(work func()) int64 {
	runtime.GC()
	base := heap()
	peak := base
	stop := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			peak = max(peak, heap())
			select {
			case <-tick.C:
			case <-stop:
				return
			}
		}
	})
	end := sync.OnceFunc(func() {
		close(stop)
		watching.Wait()
	})
	defer end() // work may panic
	work()
	last := heap()
	end()
	return int64(max(peak, last) - base)
}

func heap() uint64 {
	sample := []metrics.Sample{{Name: inUse}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
