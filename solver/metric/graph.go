package metric

import "gonum.org/v1/gonum/spatial/r3"

// arc is one direction of an edge.
type arc struct {
	length float64
	to     int32
}

// graph is an undirected weighted graph in compressed rows: arcs[start[p]:start[p+1]]
// leave p. A graph built by newGraph numbers its nodes breadth-first, so that the
// neighbours of a node are close in memory however the file was ordered; node
// and point translate.
type graph struct {
	start []int32
	arcs  []arc
	node  []int32 // node of each point
	point []int32 // point of each node
}

// link is an edge between points.
type link struct {
	a, b   int32
	length float64
}

// linkBetween is the straight edge between two points.
func linkBetween(points []r3.Vec, a, b int32) link {
	return link{a, b, r3.Norm(r3.Sub(points[a], points[b]))}
}

// newGraph builds the graph of links between n points. A link between the same
// two points must not be given twice.
func newGraph(n int, links []link) graph {
	byPoint := rows(n, links, nil)
	g := graph{node: make([]int32, n), point: make([]int32, 0, n)}
	for p := range g.node {
		g.node[p] = -1
	}
	for seed := range n {
		if g.node[seed] >= 0 {
			continue
		}
		g.node[seed] = int32(len(g.point))
		g.point = append(g.point, int32(seed))
		for i := int(g.node[seed]); i < len(g.point); i++ {
			for _, a := range byPoint.of(g.point[i]) {
				if g.node[a.to] < 0 {
					g.node[a.to] = int32(len(g.point))
					g.point = append(g.point, a.to)
				}
			}
		}
	}
	byNode := rows(n, links, g.node)
	g.start, g.arcs = byNode.start, byNode.arcs
	return g
}

// rows lists the arcs by their first end, under new numbers where given.
func rows(n int, links []link, number []int32) graph {
	as := func(p int32) int32 {
		if number == nil {
			return p
		}
		return number[p]
	}
	g := graph{start: make([]int32, n+1), arcs: make([]arc, 2*len(links))}
	for _, l := range links {
		g.start[as(l.a)+1]++
		g.start[as(l.b)+1]++
	}
	for p := range n {
		g.start[p+1] += g.start[p]
	}
	next := append([]int32(nil), g.start...)
	put := func(from, to int32, length float64) {
		g.arcs[next[from]] = arc{length, to}
		next[from]++
	}
	for _, l := range links {
		a, b := as(l.a), as(l.b)
		put(a, b, l.length)
		put(b, a, l.length)
	}
	return g
}

// of returns the arcs that leave a node.
func (g *graph) of(node int32) []arc { return g.arcs[g.start[node]:g.start[node+1]] }

// size is the number of nodes.
func (g *graph) size() int { return len(g.point) }

// components labels the points that links join.
func components(n int, links []link) (of []int32, count int) {
	sets := newUnionFind(n)
	for _, l := range links {
		sets.union(l.a, l.b)
	}
	return sets.labels()
}
