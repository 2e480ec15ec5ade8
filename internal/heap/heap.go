// Package heap is a binary heap of numbers by distance. container/heap would allocate memory for each
// entry, which doubles the time of a search.
package heap

// Entry is a number, such as a point or a column, at a distance.
type Entry struct {
	Distance float64
	Number   int32
}

// Min is a heap whose first entry is a nearest entry. A number may be in it several times.
type Min []Entry

// Push adds an entry.
func (m *Min) Push(e Entry) {
	h := append(*m, e)
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if h[up].Distance <= e.Distance {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = e
	*m = h
}

// Pop takes out a nearest entry; there must be one.
func (m *Min) Pop() Entry {
	h := *m
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	i := 0
	for {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1].Distance < h[down].Distance {
			down++
		}
		if last.Distance <= h[down].Distance {
			break
		}
		h[i] = h[down]
		i = down
	}
	if len(h) > 0 {
		h[i] = last
	}
	*m = h
	return top
}
