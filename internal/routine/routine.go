package routine

import (
	"sync"
	"sync/atomic"
	"time"
)

// Go runs f on a goroutine of its own. If f panics, broken hears of it, on that goroutine;
// it must not be nil and must not panic.
func Go(f func(), broken func(*Panic)) {
	go func() {
		if p := Try(f); p != nil {
			broken(p)
		}
	}()
}

// Start runs f on a goroutine of its own. The channel gives one value when f has ended: the
// panic that ended it, or nil. Nobody has to listen.
func Start(f func()) <-chan *Panic {
	ended := make(chan *Panic, 1)
	go func() {
		defer close(ended) // also where f ends its goroutine
		ended <- Try(f)
	}()
	return ended
}

// After is time.AfterFunc for a function that may panic, of which broken hears.
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

// Do runs f on the caller's goroutine, as a part of the group: a panic waits for Wait.
func (g *Group) Do(f func()) {
	if p := Try(f); p != nil {
		g.first.CompareAndSwap(nil, p)
	}
}

// Broken reports whether one of them has panicked, so that the others can stop early.
func (g *Group) Broken() bool { return g.first.Load() != nil }

// Wait waits for all of them and raises the first panic again, as a *Panic. Afterwards the
// group can be used again.
func (g *Group) Wait() {
	g.running.Wait()
	if p := g.first.Swap(nil); p != nil {
		panic(p)
	}
}
