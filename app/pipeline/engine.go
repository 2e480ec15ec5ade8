package pipeline

import (
	"fmt"
	"sync"

	"gwscope/app/session"
	"gwscope/solver"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// Engine runs matches and remembers the slow stages. It is safe for use by
// several goroutines. Its zero value is not useful; call [NewEngine].
type Engine struct {
	// Main runs a function on the program's main thread and waits, for graphics cards
	// that are reached through windows only; nil in a program without windows. Set it
	// before use.
	Main func(func())

	spaces *cache[*metric.Space]
	solves *cache[*solver.Result]
	denses *cache[densePair]
	// layings are A's meshes on B's surfaces.
	layings *cache[*laying]
	// memories are what solves of one pair of spaces share.
	memories *cache[*pairMemory]
}

// pairMemory belongs to two spaces, which may be others of the same key by now.
type pairMemory struct {
	x, y   *metric.Space
	solver *solver.Memory
}

// memoryOf is what solves of m's spaces share.
func (e *Engine) memoryOf(m *Match) *solver.Memory {
	o := m.Options
	key := spaceKey(m.A, o, o.Seed*2) + spaceKey(m.B, o, o.Seed*2+1)
	if p, ok := e.memories.get(key); ok && p.x == m.X && p.y == m.Y {
		return p.solver
	}
	p := &pairMemory{m.X, m.Y, new(solver.Memory)}
	e.memories.put(key, p)
	return p.solver
}

type densePair struct{ aToB, bToA *correspond.SurfaceMap }

// NewEngine returns an engine with empty memory. It keeps the spaces of the last
// six shapes and settings (about 10 MB each at 500 samples of 5,000 points), and
// the last eight solves with their maps.
func NewEngine() *Engine {
	return &Engine{spaces: newCache[*metric.Space](6), solves: newCache[*solver.Result](8), denses: newCache[densePair](16),
		layings: newCache[*laying](8), memories: newCache[*pairMemory](2)}
}

// spaceKey tells what a space depends on. The two sides have seeds of their own,
// so that samples of the same mesh never coincide by construction.
func spaceKey(s *Shape, o session.Options, seed uint64) string {
	return fmt.Sprintf("%s|%d|%s|%s|%d|%t|%t", s.Key, o.Samples, o.Distances(), o.Weights, seed, o.LargestComponent, o.IncludeIsolated)
}

// solveKey tells what a solve depends on: everything but what spaces depend on,
// which their keys tell, the number of threads, and what is made of the solve later.
func solveKey(a, b string, o session.Options) string {
	o.Threads, o.Surface = 0, ""
	return fmt.Sprintf("%s|%s|%+v|%s", a, b, o, modelKey(o))
}

// cache remembers the most recently used values.
type cache[T any] struct {
	mu    sync.Mutex
	limit int
	keys  []string // least recently used first
	items map[string]T
}

func newCache[T any](limit int) *cache[T] {
	return &cache[T]{limit: limit, items: map[string]T{}}
}

func (c *cache[T]) get(key string) (T, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.items[key]
	if ok {
		c.touch(key)
	}
	return v, ok
}

func (c *cache[T]) put(key string, v T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.items[key]; !ok {
		c.keys = append(c.keys, key)
	}
	c.items[key] = v
	c.touch(key)
	for len(c.keys) > c.limit {
		delete(c.items, c.keys[0])
		c.keys = c.keys[1:]
	}
}

// touch moves key to the end of the queue; the caller holds the lock.
func (c *cache[T]) touch(key string) {
	for i, k := range c.keys {
		if k == key {
			c.keys = append(append(c.keys[:i:i], c.keys[i+1:]...), key)
			return
		}
	}
}
