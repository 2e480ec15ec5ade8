package gw

// basis is a spanning tree of the transport problem's nodes: rows 0..n-1, columns
// n..n+m-1, and a root that stands for nothing. Every node but the root owns the
// arc to its parent. Arcs between a row and a column point from the row to the
// column. The root's arcs point to the root; as nothing leaves the root they carry
// no flow whatever their cost, and only hold together the parts of a tree that
// degeneracy has split.
//
// The tree is strongly feasible (Cunningham 1976): arcs without flow point to the
// root.
type basis struct {
	parent, first, next, prev []int32 // tree, children as doubly linked lists
	depth                     []int32
	flow                      []int64   // on the arc to the parent
	pot                       []float64 // duals of rows and columns
}

type arc struct {
	row, col int32
	flow     int64
}

func (g *basis) reset(nodes int) {
	g.parent, g.first = grow(g.parent, nodes+1), grow(g.first, nodes+1)
	g.next, g.prev = grow(g.next, nodes+1), grow(g.prev, nodes+1)
	g.depth, g.flow, g.pot = grow(g.depth, nodes+1), grow(g.flow, nodes+1), grow(g.pot, nodes+1)
	for x := range g.parent {
		g.parent[x], g.first[x], g.next[x], g.prev[x] = -1, -1, -1, -1
	}
	clear(g.depth)
	clear(g.flow)
	clear(g.pot)
}

// hang builds the tree from a forest of arcs with positive flow: each component
// hangs from the root by its lowest-numbered column, or its row if it has no column.
func (g *basis) hang(n int, arcs []arc) {
	root := int32(len(g.parent) - 1)
	start := make([]int32, root+1)
	for _, e := range arcs {
		start[e.row]++
		start[e.col]++
	}
	total := int32(0)
	for x := range start {
		start[x], total = total, total+start[x]
	}
	near := make([]int32, total) // index of arc
	fill := append([]int32(nil), start...)
	for k, e := range arcs {
		near[fill[e.row]] = int32(k)
		near[fill[e.col]] = int32(k)
		fill[e.row]++
		fill[e.col]++
	}
	var queue []int32
	plant := func(top int32) {
		g.attach(top, root)
		g.depth[top] = 1
		queue = append(queue[:0], top)
		for len(queue) > 0 {
			x := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			for _, k := range near[start[x]:fill[x]] {
				y := arcs[k].row + arcs[k].col - x
				if y == g.parent[x] {
					continue
				}
				g.attach(y, x)
				g.flow[y] = arcs[k].flow
				g.depth[y] = g.depth[x] + 1
				queue = append(queue, y)
			}
		}
	}
	for x := int32(n); x < root; x++ {
		if g.parent[x] < 0 {
			plant(x)
		}
	}
	for x := range int32(n) {
		if g.parent[x] < 0 {
			plant(x)
		}
	}
}

func (g *basis) attach(x, p int32) {
	g.parent[x] = p
	f := g.first[p]
	g.next[x], g.prev[x] = f, -1
	if f >= 0 {
		g.prev[f] = x
	}
	g.first[p] = x
}

func (g *basis) detach(x int32) {
	nx, pv := g.next[x], g.prev[x]
	if pv >= 0 {
		g.next[pv] = nx
	} else {
		g.first[g.parent[x]] = nx
	}
	if nx >= 0 {
		g.prev[nx] = pv
	}
}

// after is the node that follows x in a preorder walk of the subtree of top, -1 at
// its end.
func (g *basis) after(x, top int32) int32 {
	if c := g.first[x]; c >= 0 {
		return c
	}
	for x != top {
		if s := g.next[x]; s >= 0 {
			return s
		}
		x = g.parent[x]
	}
	return -1
}

// potentials recomputes duals from the costs along the tree. Children of the root
// keep theirs.
func potentials[T Float](g *basis, n, m int, cost []T) {
	root := int32(n + m)
	for x := g.after(root, root); x >= 0; x = g.after(x, root) {
		p := g.parent[x]
		if p == root {
			continue
		}
		i, j := int(x), int(p)-n
		if i >= n {
			i, j = int(p), int(x)-n
		}
		g.pot[x] = float64(cost[i*m+j]) - g.pot[p]
	}
}

// pivot brings the arc from row i to column node j, of reduced cost rc < 0, into
// the tree.
func (g *basis) pivot(n int32, i, j int32, rc float64) {
	root := int32(len(g.parent) - 1)
	// Mass goes round the cycle i -> j -> apex -> i. The leaving arc is the last
	// of the blocking ones in that sense from the apex on: strict comparison on the
	// way up from i, weak on the way up from j (Cunningham's rule).
	const none = int64(1) << 62
	fromI, fromJ := none, none
	var outI, outJ int32
	x, y := i, j
	for x != y {
		if g.depth[x] >= g.depth[y] {
			p := g.parent[x]
			if f := g.flow[x]; f < fromI && (x < n || p == root) {
				fromI, outI = f, x
			}
			x = p
		} else {
			p := g.parent[y]
			if f := g.flow[y]; f <= fromJ && y >= n && p != root {
				fromJ, outJ = f, y
			}
			y = p
		}
	}
	apex := x
	amount := min(fromI, fromJ)
	if amount > 0 {
		for x := i; x != apex; x = g.parent[x] {
			if x < n || g.parent[x] == root {
				g.flow[x] -= amount
			} else {
				g.flow[x] += amount
			}
		}
		for y := j; y != apex; y = g.parent[y] {
			if y < n || g.parent[y] == root {
				g.flow[y] += amount
			} else {
				g.flow[y] -= amount
			}
		}
	}
	top, under, out := i, j, outI
	if fromJ <= fromI {
		top, under, out = j, i, outJ
	}
	// The cut-off part now hangs by top: turn round the path from top to out.
	x, p, f := top, under, amount
	for {
		oldParent, oldFlow := g.parent[x], g.flow[x]
		g.detach(x)
		g.attach(x, p)
		g.flow[x] = f
		if x == out {
			break
		}
		p, f, x = x, oldFlow, oldParent
	}
	rows := rc
	if top != i {
		rows = -rc
	}
	for x := top; x >= 0; x = g.after(x, top) {
		if x < n {
			g.pot[x] += rows
		} else {
			g.pot[x] -= rows
		}
		g.depth[x] = g.depth[g.parent[x]] + 1
	}
}
