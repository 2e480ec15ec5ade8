package pipeline

import (
	"context"
	"sync"
)

// Pause holds a training, also within a long step. It is safe for use by several goroutines; its
// zero value holds nothing.
type Pause struct {
	mu   sync.Mutex
	open chan struct{} // closed to go on; nil while work is not held
}

type pauseKey struct{}

// WithPause lets p hold the work under the context. A pause is part of the context because, like a
// cancel, it comes from outside and changes no result.
func WithPause(ctx context.Context, p *Pause) context.Context {
	return context.WithValue(ctx, pauseKey{}, p)
}

// Set holds the work, or lets it go on. A second equal call changes nothing.
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

// wait returns when work may go on, or ctx ends.
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

// holdOf is the function that a training calls often, to be held by it; nil without a Pause.
func holdOf(ctx context.Context) func(context.Context) {
	if p, ok := ctx.Value(pauseKey{}).(*Pause); ok {
		return p.wait
	}
	return nil
}
