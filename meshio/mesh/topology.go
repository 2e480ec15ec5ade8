package mesh

import "gwscope/internal/disjoint"

// Topology is how faces hang together, whatever the coordinates. Edges are
// those of the faces as the file gave them: no diagonals of polygons.
type Topology struct {
	// Components counts connected parts of the surface, as [Mesh.Components]
	// does: faces that share a vertex hang together. Isolated vertices are none.
	Components int `json:"components"`
	Edges      int `json:"edges"`
	// BoundaryEdges have one face; BoundaryLoops are the closed rims they form.
	BoundaryEdges int `json:"boundary_edges"`
	BoundaryLoops int `json:"boundary_loops"`
	// NonManifoldEdges have three faces or more. NonManifoldVertices join
	// faces that share no edge around them, like the tips of two cones.
	NonManifoldEdges    int `json:"non_manifold_edges"`
	NonManifoldVertices int `json:"non_manifold_vertices"`
	// InconsistentEdges are shared by two faces of opposite winding.
	InconsistentEdges int `json:"inconsistent_edges"`
	// Closed: there are faces and no boundary. Manifold: no non-manifold edge
	// or vertex. Orientable: flipping faces can make all windings agree, which
	// a Möbius band does not allow.
	Closed     bool `json:"closed"`
	Manifold   bool `json:"manifold"`
	Orientable bool `json:"orientable"`
	// Euler is vertices in use - edges + faces.
	Euler int `json:"euler"`
}

// topologyOf examines faces over n vertices by uniting things that an edge
// joins: vertices into components, corners of a vertex into fans, boundary
// edges into loops. A vertex with more than one fan is non-manifold; an open fan has
// two boundary edges, which follow each other along a loop.
func topologyOf(n int, l faceLoops) Topology {
	edges := buildEdges(n, l)
	next := l.nextOf()
	face := l.faceOf()
	faces := len(l.start) - 1

	t := Topology{Edges: len(edges.ends), Orientable: true}
	components := disjoint.New(n)
	fans := disjoint.New(len(l.corner))
	sides := newParitySets(faces)
	for e := range edges.ends {
		on := edges.sides.Row(e)
		switch {
		case len(on) == 1:
			t.BoundaryEdges++
		case len(on) > 2:
			t.NonManifoldEdges++
		}
		first := on[0]
		for _, h := range on[1:] {
			same := l.corner[first] == l.corner[h]
			if same {
				fans.Union(first, h)
				fans.Union(next[first], next[h])
			} else {
				fans.Union(first, next[h])
				fans.Union(next[first], h)
			}
			if len(on) == 2 {
				if same {
					t.InconsistentEdges++
				}
				if !sides.union(face[first], face[h], same) {
					t.Orientable = false
				}
			}
		}
	}
	// A half-edge from a vertex to itself belongs to no edge; its two corners
	// are one place of the face all the same.
	l.eachHalfEdge(func(h, a, b int32) {
		components.Union(a, b)
		if a == b {
			fans.Union(h, next[h])
		}
	})
	used := 0
	fansAt := make([]int32, n)
	for h, v := range l.corner {
		if fans.Find(int32(h)) == int32(h) {
			fansAt[v]++
		}
	}
	for v, count := range fansAt {
		if count > 0 {
			used++
			if components.Find(int32(v)) == int32(v) {
				t.Components++
			}
		}
		if count > 1 {
			t.NonManifoldVertices++
		}
	}

	t.BoundaryLoops = countLoops(edges, fans, next)
	t.Closed = faces > 0 && t.BoundaryEdges == 0
	t.Manifold = t.NonManifoldEdges == 0 && t.NonManifoldVertices == 0
	t.Euler = used - t.Edges + faces
	return t
}

// countLoops unites boundary edges that meet in the same fan.
func countLoops(edges edgeTable, fans disjoint.Sets, next []int32) int {
	loops := disjoint.New(len(edges.ends))
	edgeAtFan := make([]int32, len(next)) // boundary edge + 1
	for e := range edges.ends {
		on := edges.sides.Row(e)
		if len(on) != 1 {
			continue
		}
		for _, corner := range [2]int32{on[0], next[on[0]]} {
			fan := fans.Find(corner)
			if edgeAtFan[fan] == 0 {
				edgeAtFan[fan] = int32(e) + 1
			} else {
				loops.Union(int32(e), edgeAtFan[fan]-1)
			}
		}
	}
	count := 0
	for e := range edges.ends {
		if edges.sides.Start[e+1]-edges.sides.Start[e] == 1 && loops.Find(int32(e)) == int32(e) {
			count++
		}
	}
	return count
}

// paritySets is union-find that also keeps, for each member, whether it is
// flipped relative to its root.
type paritySets struct {
	parent  []int32
	flipped []bool
	size    []int32
}

func newParitySets(n int) paritySets {
	s := paritySets{parent: make([]int32, n), flipped: make([]bool, n), size: make([]int32, n)}
	for i := range s.parent {
		s.parent[i], s.size[i] = int32(i), 1
	}
	return s
}

func (s paritySets) find(i int32) (root int32, flipped bool) {
	for s.parent[i] != i {
		flipped = flipped != s.flipped[i]
		i = s.parent[i]
	}
	return i, flipped
}

// union records that i and j are flipped relative to each other or not, and
// reports false when that contradicts earlier unions. Union by size keeps
// chains short without compressing paths.
func (s paritySets) union(i, j int32, opposite bool) bool {
	ri, fi := s.find(i)
	rj, fj := s.find(j)
	if ri == rj {
		return (fi != fj) == opposite
	}
	if s.size[ri] < s.size[rj] {
		ri, rj = rj, ri
	}
	s.parent[rj] = ri
	s.flipped[rj] = (fi != fj) != opposite
	s.size[ri] += s.size[rj]
	return true
}
