package cpu

import (
	"context"
	"sync"
	"sync/atomic"

	"gwscope/internal/routine"
)

// task is a kernel with its arguments. Tasks are fields of the backend, filled in
// before each run: closures would be garbage after every kernel.
type task interface{ run(lo, hi int) }

// pool spreads blocks of a task over goroutines that wait for work between
// kernels. Blocks depend on the task alone, so that the bits of a result do not
// depend on the number of threads.
type pool struct {
	wake []chan struct{} // one for each helper
	work sync.WaitGroup
	next atomic.Int64

	drains func()                        // drain, made a value once
	broken atomic.Pointer[routine.Panic] // the first panic of a kernel

	task     task
	n, block int
	ctx      context.Context
	hold     func(context.Context)
}

func newPool(threads int) *pool {
	p := &pool{ctx: context.Background(), wake: make([]chan struct{}, threads-1)}
	p.drains = p.drain
	for k := range p.wake {
		p.wake[k] = make(chan struct{}, 1)
		routine.Go(func() {
			for range p.wake[k] {
				p.tryDrain()
				p.work.Done()
			}
		}, func(q *routine.Panic) { p.broken.CompareAndSwap(nil, q) })
	}
	return p
}

func (p *pool) close() {
	for _, w := range p.wake {
		close(w)
	}
}

// inline is the work, in multiply-adds, below which waking a helper (some
// microseconds) costs more than it saves.
const inline = 1 << 15

// run does t for [0, n) in blocks, work being its number of multiply-adds. A panic of a
// block is raised on the caller's goroutine once all helpers are done.
func (p *pool) run(t task, n, block, work int) {
	p.task, p.n, p.block = t, n, max(block, 1)
	p.next.Store(0)
	if blocks := (n + p.block - 1) / p.block; work >= inline && blocks > 1 {
		helpers := min(len(p.wake), blocks-1)
		p.work.Add(helpers)
		for k := range helpers {
			p.wake[k] <- struct{}{}
		}
	}
	p.tryDrain()
	p.work.Wait()
	if p.broken.Load() != nil {
		panic(p.broken.Swap(nil))
	}
}

// tryDrain keeps a panic for run and ends the other helpers' work.
func (p *pool) tryDrain() {
	if q := routine.Try(p.drains); q != nil {
		p.broken.CompareAndSwap(nil, q)
		p.next.Store(int64(p.n))
	}
}

func (p *pool) drain() {
	for p.ctx.Err() == nil {
		if p.hold != nil {
			p.hold(p.ctx)
		}
		lo := (int(p.next.Add(1)) - 1) * p.block
		if lo >= p.n {
			return
		}
		p.task.run(lo, min(lo+p.block, p.n))
	}
}
