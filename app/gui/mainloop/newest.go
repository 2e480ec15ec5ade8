package mainloop

import (
	"sync"

	"gwscope/internal/routine"
)

// Newest hands requests to a goroutine of its own. It holds a single request; a newer request replaces it.
type Newest[T any] struct {
	mu   sync.Mutex
	next *T
	busy bool // a request is being served
	wake chan struct{}
	stop chan struct{}
}

// NewNewest starts the goroutine, on which do is called.
func NewNewest[T any](do func(T)) *Newest[T] {
	n := &Newest[T]{wake: make(chan struct{}, 1), stop: make(chan struct{})}
	Go(func() { n.run(do) })
	return n
}

// Ask hands over a request; it does not block.
func (n *Newest[T]) Ask(r T) {
	n.mu.Lock()
	n.next = &r
	n.mu.Unlock()
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

// Close ends the goroutine.
func (n *Newest[T]) Close() { close(n.stop) }

func (n *Newest[T]) run(do func(T)) {
	for {
		select {
		case <-n.stop:
			return
		case <-n.wake:
		}
		n.mu.Lock()
		r := n.next
		n.next, n.busy = nil, n.next != nil
		n.mu.Unlock()
		if r != nil {
			if p := routine.Try(func() { do(*r) }); p != nil {
				Tell(p) // the next request is served all the same
			}
		}
		n.mu.Lock()
		n.busy = false
		n.mu.Unlock()
	}
}

// Idle reports whether all requests are done.
func (n *Newest[T]) Idle() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.next == nil && !n.busy
}
