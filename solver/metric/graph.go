package metric

import (
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/disjoint"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/paths"
)

// arc is one direction of an edge.
type arc = paths.Arc

// graph is an undirected weighted graph in compressed rows: arcs[start[p]:start[p+1]]
// leave node p. Nodes are points renumbered so that neighbours in space are close
// in memory, however the file was ordered; node and point translate.
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

// newGraph builds the graph of links between points; its nodes are in the order of the list, which it keeps.
// A link between the same two points must not be given twice.
func newGraph(points []int32, links []link) graph {
	n := len(points)
	g := graph{start: make([]int32, n+1), arcs: make([]arc, 2*len(links)), node: order.Inverse(points), point: points}
	for _, l := range links {
		g.start[g.node[l.a]+1]++
		g.start[g.node[l.b]+1]++
	}
	for p := range n {
		g.start[p+1] += g.start[p]
	}
	next := slices.Clone(g.start)
	put := func(from, to int32, length float64) {
		g.arcs[next[from]] = arc{Length: length, To: to}
		next[from]++
	}
	for _, l := range links {
		a, b := g.node[l.a], g.node[l.b]
		put(a, b, l.length)
		put(b, a, l.length)
	}
	return g
}

// of returns the arcs that leave a node.
func (g *graph) of(node int32) []arc { return g.arcs[g.start[node]:g.start[node+1]] }

// size is the number of nodes.
func (g *graph) size() int { return len(g.point) }

// keepLargest leaves only the points of the largest component; part is the component of each.
func keepLargest[T int | float64](take []bool, part []int32, size []T) {
	largest := int32(order.Largest(size))
	for p := range take {
		take[p] = take[p] && part[p] == largest
	}
}

// components labels the points that links join.
func components(n int, links []link) (of []int32, count int) {
	sets := disjoint.New(n)
	for _, l := range links {
		sets.Union(l.a, l.b)
	}
	return sets.Labels()
}
