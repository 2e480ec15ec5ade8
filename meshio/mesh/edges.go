package mesh

import "slices"

// faceLoops are closed corner loops, one per face, end to end: face f runs
// through corner[start[f]:start[f+1]]. A corner's position h in that list also
// names the half-edge that leaves it towards the next corner of its face.
type faceLoops struct {
	start  []int32
	corner []int32
}

// triangleLoops views triangles as loops.
func triangleLoops(triangles [][3]int32) faceLoops {
	l := faceLoops{
		start:  make([]int32, len(triangles)+1),
		corner: make([]int32, 0, 3*len(triangles)),
	}
	for t, f := range triangles {
		l.start[t+1] = int32(3 * (t + 1))
		l.corner = append(l.corner, f[0], f[1], f[2])
	}
	return l
}

// loops views the faces as the file gave them.
func (m *Mesh) loops() faceLoops {
	if m.Polygons == nil {
		return triangleLoops(m.Triangles)
	}
	total := 0
	for _, p := range m.Polygons {
		total += len(p)
	}
	l := faceLoops{start: make([]int32, 1, len(m.Polygons)+1), corner: make([]int32, 0, total)}
	for _, p := range m.Polygons {
		l.corner = append(l.corner, p...)
		l.start = append(l.start, int32(len(l.corner)))
	}
	return l
}

// edgeTable lists undirected edges and the half-edges on each.
type edgeTable struct {
	ends  [][2]int32 // smaller vertex first, ascending
	sides CSR        // edge to half-edges, ascending
}

// buildEdges gathers half-edges by their smaller vertex (counting sort), then
// sorts each short row by the larger: linear time in practice. Half-edges from
// a vertex to itself are left out.
func buildEdges(n int, l faceLoops) edgeTable {
	start := make([]int32, n+1)
	l.eachHalfEdge(func(_, a, b int32) {
		if a != b {
			start[min(a, b)+1]++
		}
	})
	next := startRows(start)
	// An entry packs (larger vertex, half-edge) so that sorting is on plain integers.
	entries := make([]uint64, start[n])
	l.eachHalfEdge(func(h, a, b int32) {
		if a != b {
			low := min(a, b)
			entries[next[low]] = uint64(max(a, b))<<32 | uint64(h)
			next[low]++
		}
	})

	table := edgeTable{
		ends:  make([][2]int32, 0, len(entries)/2+1),
		sides: CSR{Start: make([]int32, 0, len(entries)/2+2), Index: make([]int32, len(entries))},
	}
	for low := range n {
		row := entries[start[low]:start[low+1]]
		slices.Sort(row)
		previous := int32(-1)
		for i, e := range row {
			high := int32(e >> 32)
			at := start[low] + int32(i)
			if high != previous {
				table.ends = append(table.ends, [2]int32{int32(low), high})
				table.sides.Start = append(table.sides.Start, at)
				previous = high
			}
			table.sides.Index[at] = int32(uint32(e))
		}
	}
	table.sides.Start = append(table.sides.Start, start[n])
	return table
}

// eachHalfEdge calls visit with every half-edge and its two ends.
func (l faceLoops) eachHalfEdge(visit func(h, from, to int32)) {
	for f := range len(l.start) - 1 {
		first, end := l.start[f], l.start[f+1]
		for h := first; h < end; h++ {
			next := h + 1
			if next == end {
				next = first
			}
			visit(h, l.corner[h], l.corner[next])
		}
	}
}

// nextOf gives, for every half-edge, the following one of its face.
func (l faceLoops) nextOf() []int32 {
	next := make([]int32, len(l.corner))
	for f := range len(l.start) - 1 {
		first, end := l.start[f], l.start[f+1]
		for h := first; h < end; h++ {
			next[h] = h + 1
		}
		if end > first {
			next[end-1] = first
		}
	}
	return next
}

// faceOf gives the face of every half-edge.
func (l faceLoops) faceOf() []int32 {
	face := make([]int32, len(l.corner))
	for f := range len(l.start) - 1 {
		for h := l.start[f]; h < l.start[f+1]; h++ {
			face[h] = int32(f)
		}
	}
	return face
}
