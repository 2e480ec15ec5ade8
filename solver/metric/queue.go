package metric

import "math"

// queue is a 4-ary min-heap of nodes by distance. An entry packs the distance,
// rounded to float32, over the node, so that one integer comparison orders two
// entries. Rounding makes the order approximate to 1e-7; the searches that use
// it correct a node that was taken too early, and end at the exact distances. A heap that is
// generic in its entries, as package heap would be for this, takes twice the time here.
type queue []uint64

func entryOf(node int32, distance float64) uint64 {
	return uint64(math.Float32bits(float32(distance)))<<32 | uint64(uint32(node))
}

// stale reports an entry whose node has been reached by a shorter way since.
func stale(entry uint64, distance float64) bool {
	return math.Float32bits(float32(distance)) < uint32(entry>>32)
}

func (q *queue) push(entry uint64) {
	h := append(*q, entry)
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) >> 2
		if h[parent] <= entry {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = entry
	*q = h
}

func (q *queue) pop() uint64 {
	h := *q
	top := h[0]
	last := h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	n := len(h)
	if n == 0 {
		return top
	}
	i := 0
	for {
		child := i<<2 + 1
		if child >= n {
			break
		}
		least, at := h[child], child
		for c := child + 1; c < min(child+4, n); c++ {
			if h[c] < least {
				least, at = h[c], c
			}
		}
		if last <= least {
			break
		}
		h[i] = least
		i = at
	}
	h[i] = last
	return top
}
