package pipeline

import (
	"slices"
	"sync"
	"weak"
)

// cache remembers values by their keys. It holds the last used ones, up to a limit of bytes and a
// limit of number. Other values are found as long as something else holds them, such as a match on
// the screen.
type cache[T any] struct {
	limit int          // bytes
	most  int          // values
	size  func(*T) int // bytes of a value, which must not change

	mu    sync.Mutex
	keys  []string // least recently used first
	items map[string]*remembered[T]
	bytes int // of the values held
}

// remembered is a value that the cache holds, or only knows.
type remembered[T any] struct {
	held  *T // nil where the cache only knows it
	known weak.Pointer[T]
	bytes int
}

func newCache[T any](limit, most int, size func(*T) int) *cache[T] {
	return &cache[T]{limit: limit, most: most, size: size, items: map[string]*remembered[T]{}}
}

func (c *cache[T]) get(key string) (*T, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.items[key]
	if r == nil {
		return nil, false
	}
	v := r.known.Value()
	if v == nil {
		c.drop(key)
		return nil, false
	}
	c.hold(key, r, v)
	return v, true
}

func (c *cache[T]) put(key string, v *T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(key)
	r := &remembered[T]{known: weak.Make(v), bytes: c.size(v)}
	c.items[key] = r
	c.keys = append(c.keys, key)
	c.hold(key, r, v)
}

// forget holds nothing any more. Values that something else holds are still found.
func (c *cache[T]) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.trim(0, 0)
}

// hold makes a value the one that was used last. The caller holds the lock, also of drop
// and trim.
func (c *cache[T]) hold(key string, r *remembered[T], v *T) {
	if r.held == nil {
		r.held = v
		c.bytes += r.bytes
	}
	k := slices.Index(c.keys, key)
	c.keys = append(slices.Delete(c.keys, k, k+1), key)
	c.trim(c.limit, c.most)
}

// trim stops holding the values that were not used for the longest time, until the others are
// within limits, and drops the keys of values that nothing holds any more.
func (c *cache[T]) trim(limit, most int) {
	held := 0
	for _, r := range c.items {
		if r.held != nil {
			held++
		}
	}
	for _, key := range slices.Clone(c.keys) {
		r := c.items[key]
		if r.held != nil && (c.bytes > limit || held > most) {
			r.held = nil
			c.bytes -= r.bytes
			held--
		}
		if r.held == nil && r.known.Value() == nil {
			c.drop(key)
		}
	}
}

func (c *cache[T]) drop(key string) {
	r := c.items[key]
	if r == nil {
		return
	}
	if r.held != nil {
		c.bytes -= r.bytes
	}
	delete(c.items, key)
	c.keys = slices.DeleteFunc(c.keys, func(k string) bool { return k == key })
}
