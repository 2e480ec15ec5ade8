package amortized

import "math/bits"

// walker finds shortest paths in a graph by Dijkstra's algorithm with Dial's queue: a
// ring of buckets, at least one for each length that a path may be longer than the present
// one; their number is a power of two.
type walker struct {
	*graph
	distance []uint32
	ring     []int32 // the last entry of each bucket, -1: none
	entries  []entry
	sorted   []uint32
	swap     []uint32
}

type entry struct{ point, before int32 }

func newWalker(g *graph) *walker {
	n := len(g.first) - 1
	longest := int32(0)
	for _, l := range g.length {
		longest = max(longest, l)
	}
	w := &walker{graph: g, distance: make([]uint32, n), ring: make([]int32, 1<<bits.Len32(uint32(longest))), sorted: make([]uint32, n), swap: make([]uint32, n)}
	for k := range w.ring {
		w.ring[k] = -1
	}
	return w
}

const unreached = ^uint32(0)

// from are the lengths of the shortest paths from point i to all, sorted; valid until the
// next call.
func (w *walker) from(i int) []uint32 {
	for k := range w.distance {
		w.distance[k] = unreached
	}
	w.entries = w.entries[:0]
	w.distance[i] = 0
	w.push(int32(i), 0)
	waiting := 1
	for now := uint32(0); waiting > 0; now++ {
		bucket := &w.ring[int(now)&(len(w.ring)-1)]
		for *bucket >= 0 { // edges of no length refill it
			e := w.entries[*bucket]
			*bucket = e.before
			waiting--
			if w.distance[e.point] != now {
				continue // a shorter path has been found since
			}
			for k := w.first[e.point]; k < w.first[e.point+1]; k++ {
				if d := now + uint32(w.length[k]); d < w.distance[w.to[k]] {
					w.distance[w.to[k]] = d
					w.push(w.to[k], d)
					waiting++
				}
			}
		}
	}
	copy(w.sorted, w.distance)
	w.sorted, w.swap = radix(w.sorted, w.swap)
	return w.sorted
}

func (w *walker) push(point int32, at uint32) {
	bucket := &w.ring[int(at)&(len(w.ring)-1)]
	w.entries = append(w.entries, entry{point, *bucket})
	*bucket = int32(len(w.entries) - 1)
}
