package cpu

import (
	"sync/atomic"
	"testing"

	"gwscope/internal/routine"
)

// brittle is a task that panics in one block.
type brittle struct {
	at  int // never where it is negative
	ran atomic.Int64
}

func (b *brittle) run(lo, hi int) {
	if lo <= b.at && b.at < hi {
		panic("no such row")
	}
	b.ran.Add(int64(hi - lo))
}

// A panic of a kernel, on whatever thread, reaches who asked for it when all threads are done, and
// the threads live on.
func TestAPanicInAKernelReachesTheCaller(t *testing.T) {
	t.Parallel()
	p := newPool(4)
	defer p.close()
	const n = 1000
	for at := range 40 {
		b := &brittle{at: at * 25}
		q := routine.Try(func() { p.run(b, n, 10, 1<<20) })
		if q == nil || q.Cause != "no such row" {
			t.Fatalf("a panic at %d came back as %v", b.at, q)
		}
		whole := &brittle{at: -1}
		p.run(whole, n, 10, 1<<20)
		if got := whole.ran.Load(); got != n {
			t.Fatalf("afterwards %d of %d were done", got, n)
		}
	}
}
