package pipeline

import (
	"context"
	"sync"
)

// Pause holds a training, within a step if that is a long one. It is safe for use by several
// goroutines; its zero value lets everything go on.
type Pause struct {
	mu   sync.Mutex
	open chan struct{} // closed to go on; nil while nothing is held
}

type pauseKey struct{}

// WithPause lets p hold the work under the context. Like a cancel, it comes from
// outside and changes no result, so it travels in the same way.
func WithPause(ctx context.Context, p *Pause) context.Context {
	return context.WithValue(ctx, pauseKey{}, p)
}

// Set holds, or lets go on. Setting it twice changes nothing.
func (p *Pause) Set(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case on && p.open == nil:
		p.open = make(chan struct{})
	case !on && p.open != nil:
		close(p.open)
		p.open = nil
	}
}

// wait returns when nothing is held, or ctx ends.
func (p *Pause) wait(ctx context.Context) {
	p.mu.Lock()
	open := p.open
	p.mu.Unlock()
	if open == nil {
		return
	}
	select {
	case <-open:
	case <-ctx.Done():
	}
}

// holdOf is the function that a training calls again and again; nil where nothing can hold it.
func holdOf(ctx context.Context) func(context.Context) {
	if p, ok := ctx.Value(pauseKey{}).(*Pause); ok {
		return p.wait
	}
	return nil
}
