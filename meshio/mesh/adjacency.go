package mesh

import (
	"slices"

	"gwscope/internal/disjoint"
)

// CSR holds one list of indices per row in compressed sparse row form: row i
// is Index[Start[i]:Start[i+1]].
type CSR struct {
	Start []int32
	Index []int32
}

// Row is the list of row i; it must not be changed.
func (c CSR) Row(i int) []int32 { return c.Index[c.Start[i]:c.Start[i+1]] }

// Rows is the number of rows.
func (c CSR) Rows() int { return len(c.Start) - 1 }

// Edges are the undirected edges of the triangles, each once, smaller vertex
// first, in ascending order. Diagonals of triangulated polygons are among them.
func (m *Mesh) Edges() [][2]int32 {
	return buildEdges(len(m.Vertices), triangleLoops(m.Triangles)).ends
}

// VertexNeighbors lists for each vertex (n rows) the vertices it shares a
// triangle's edge with, ascending.
func (m *Mesh) VertexNeighbors() CSR {
	edges := m.Edges()
	start := make([]int32, len(m.Vertices)+1)
	for _, e := range edges {
		start[e[0]+1]++
		start[e[1]+1]++
	}
	next := startRows(start)
	index := make([]int32, 2*len(edges))
	// Two sweeps in edge order leave every row ascending: first the smaller
	// neighbours of each vertex, then the larger.
	for _, e := range edges {
		index[next[e[1]]] = e[0]
		next[e[1]]++
	}
	for _, e := range edges {
		index[next[e[0]]] = e[1]
		next[e[0]]++
	}
	return CSR{Start: start, Index: index}
}

// startRows turns the lengths of rows into the starts of the rows, in place; the length of row i is at
// i+1. next is a copy, for filling the rows.
func startRows(lengths []int32) (next []int32) {
	for i := 1; i < len(lengths); i++ {
		lengths[i] += lengths[i-1]
	}
	return slices.Clone(lengths[:len(lengths)-1])
}

// TrianglesAbout lists for each of n points (rows) the triangles that use it,
// ascending; a triangle that names a point twice appears twice.
func TrianglesAbout(n int, triangles [][3]int32) CSR {
	start := make([]int32, n+1)
	for _, f := range triangles {
		for _, v := range f {
			start[v+1]++
		}
	}
	next := startRows(start)
	index := make([]int32, 3*len(triangles))
	for t, f := range triangles {
		for _, v := range f {
			index[next[v]] = int32(t)
			next[v]++
		}
	}
	return CSR{Start: start, Index: index}
}

// Components labels the vertices (n) by connected component of the triangles:
// 0 to count-1 in order of each component's first vertex, and -1 for vertices
// that no triangle uses (all of them in a point cloud).
func (m *Mesh) Components() (labels []int32, count int) {
	sets := disjoint.New(len(m.Vertices))
	used := make([]bool, len(m.Vertices))
	for _, f := range m.Triangles {
		used[f[0]], used[f[1]], used[f[2]] = true, true, true
		sets.Union(f[0], f[1])
		sets.Union(f[1], f[2])
	}
	labels = make([]int32, len(m.Vertices))
	labelOfRoot := make([]int32, len(m.Vertices))
	for v := range labels {
		if !used[v] {
			labels[v] = -1
			continue
		}
		root := sets.Find(int32(v))
		if labelOfRoot[root] == 0 {
			count++
			labelOfRoot[root] = int32(count)
		}
		labels[v] = labelOfRoot[root] - 1
	}
	return labels, count
}
