// Package heap is a binary heap by a key. Its code is compiled for each type of key: container/heap would box
// each entry, which doubles the time of a search.
package heap

import "cmp"

// Min is a heap whose first entry has a least key, such as the distance of a point. A value may be in it several
// times. Keys that need no value take struct{}, which costs no memory.
type Min[K cmp.Ordered, V any] []Entry[K, V]

// Entry is a value with the key that orders it.
type Entry[K cmp.Ordered, V any] struct {
	Value V // first, because an empty value at the end would take the room of a key
	Key   K
}

// Push adds a value.
func (m *Min[K, V]) Push(key K, value V) {
	h := append(*m, Entry[K, V]{value, key})
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if h[up].Key <= key {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = Entry[K, V]{value, key}
	*m = h
}

// Pop takes out an entry of least key; there must be one.
func (m *Min[K, V]) Pop() (K, V) {
	h := *m
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	i := 0
	for {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1].Key < h[down].Key {
			down++
		}
		if last.Key <= h[down].Key {
			break
		}
		h[i] = h[down]
		i = down
	}
	if len(h) > 0 {
		h[i] = last
	}
	*m = h
	return top.Key, top.Value
}
