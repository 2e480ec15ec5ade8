package metric

import (
	"context"
	"sync"
	"sync/atomic"

	"gwscope/meshio/closest"
)

// lazy holds the parts of a Domain that only some callers need; each is worked out
// once, whoever asks first, and never changes afterwards.
type lazy struct {
	treeOnce sync.Once
	tree     *kdTree

	curvatureOnce sync.Once
	curvature     []float64

	marcherOnce sync.Once
	marcher     *marcher

	places  made[closest.Tree]
	centers made[kdTree]

	curveOnce sync.Once
	curve     bool

	levelLock  sync.Mutex
	levelKnown bool
	level      *Level
}

// made is a value that is worked out once, by the first who asks and whose context does not end
// before that.
type made[T any] struct {
	lock  sync.Mutex
	value atomic.Pointer[T]
}

func (m *made[T]) get(ctx context.Context, work func(context.Context) (*T, error)) (*T, error) {
	if v := m.value.Load(); v != nil {
		return v, nil
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	if v := m.value.Load(); v != nil {
		return v, nil
	}
	v, err := work(ctx)
	if err != nil {
		return nil, err
	}
	m.value.Store(v)
	return v, nil
}
