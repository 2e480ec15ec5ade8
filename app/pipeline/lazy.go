package pipeline

import (
	"context"
	"sync"
)

// lazy is a value that is computed with the first get, because that takes time on large shapes and
// not every match needs it. One goroutine works, the others wait for it, each as long as its own
// context lasts. Cancelled work leaves no value, and the next get begins again. A nil lazy
// remembers nothing. It is safe for use by several goroutines.
type lazy[T any] struct {
	mu    sync.Mutex
	value *T
	busy  chan struct{} // closed when the present work ends; nil without work
}

// get is the value. work must stop and return ctx's error soon after ctx has ended.
func (l *lazy[T]) get(ctx context.Context, work func(context.Context) (*T, error)) (*T, error) {
	if l == nil {
		return work(ctx)
	}
	for {
		l.mu.Lock()
		value, busy := l.value, l.busy
		if value == nil && busy == nil {
			l.busy = make(chan struct{})
		}
		l.mu.Unlock()
		switch {
		case value != nil:
			return value, nil
		case busy == nil:
			return l.make(ctx, work)
		}
		select {
		case <-busy:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// make computes the value. It always wakes all who wait, also after a panic.
func (l *lazy[T]) make(ctx context.Context, work func(context.Context) (*T, error)) (value *T, err error) {
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if err == nil {
			l.value = value // nil after a panic
		}
		close(l.busy)
		l.busy = nil
	}()
	return work(ctx)
}

// known reports whether the value is there, and takes no time.
func (l *lazy[T]) known() bool {
	if l == nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.value != nil
}

// must is a value that was computed with a context that never ends.
func must[T any](value *T, err error) *T {
	if err != nil {
		panic(err)
	}
	return value
}
