package gui

import (
	"sync"

	"gwscope/internal/routine"
)

// newest hands requests to a goroutine of its own. It holds one; a newer one replaces
// it.
type newest[T any] struct {
	mu   sync.Mutex
	next *T
	busy bool // with a request
	wake chan struct{}
	stop chan struct{}
}

// newNewest starts the goroutine, on which do is called.
func newNewest[T any](do func(T)) *newest[T] {
	n := &newest[T]{wake: make(chan struct{}, 1), stop: make(chan struct{})}
	spawn(func() { n.run(do) })
	return n
}

// ask hands over a request; it does not block.
func (n *newest[T]) ask(r T) {
	n.mu.Lock()
	n.next = &r
	n.mu.Unlock()
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

func (n *newest[T]) close() { close(n.stop) }

func (n *newest[T]) run(do func(T)) {
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
				tellMistake(p) // and on to the next request
			}
		}
		n.mu.Lock()
		n.busy = false
		n.mu.Unlock()
	}
}
