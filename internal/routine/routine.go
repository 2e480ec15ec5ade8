package routine

import (
	"sync"
	"sync/atomic"
	"time"
)

// Go runs f on a goroutine of its own. If f panics, broken is called with the panic, on that goroutine;
// broken must not be nil and must not panic.
func Go(f func(), broken func(*Panic)) {
	go func() {
		if p := Try(f); p != nil {
			broken(p)
		}
	}()
}

// Start runs f on a goroutine of its own. The channel gives one value when f has ended: the panic that
// ended it, or nil. The caller need not receive it.
func Start(f func()) <-chan *Panic {
	ended := make(chan *Panic, 1)
	go func() {
		defer close(ended) // also if f calls runtime.Goexit
		ended <- Try(f)
	}()
	return ended
}

// After is time.AfterFunc for a function that may panic; broken is called with the panic.
func After(d time.Duration, f func(), broken func(*Panic)) *time.Timer {
	return time.AfterFunc(d, func() {
		if p := Try(f); p != nil {
			broken(p)
		}
	})
}

// Group is a number of goroutines that are waited for. The zero value is ready.
type Group struct {
	running sync.WaitGroup
	first   atomic.Pointer[Panic]
}

// Go runs f on a goroutine of its own.
func (g *Group) Go(f func()) { g.running.Go(func() { g.Do(f) }) }

// Do runs f on the caller's goroutine, as a part of the group: Wait raises its panic.
func (g *Group) Do(f func()) {
	if p := Try(f); p != nil {
		g.first.CompareAndSwap(nil, p)
	}
}

// Broken reports whether one of the functions has panicked, so that the others can stop early.
func (g *Group) Broken() bool { return g.first.Load() != nil }

// Wait waits for all of them and raises the first panic again, as a *Panic. Afterwards the
// group can be used again.
func (g *Group) Wait() {
	g.running.Wait()
	if p := g.first.Swap(nil); p != nil {
		panic(p)
	}
}
