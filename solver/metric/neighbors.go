package metric

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
)

// defaultNeighbors is the K of the neighbour graph (the paper's horses use 20).
const defaultNeighbors = 20

// knnLinks links every point to its k nearest, and to all that are as far as the
// k-th within rounding, so that regular grids do not depend on the order of
// their points. The graph is the union of both directions.
func knnLinks(points []r3.Vec, k int) []link {
	tree := newKDTree(points)
	const chunk = 512
	parts := make([][]link, (len(points)+chunk-1)/chunk)
	_ = parallel.For(context.Background(), 0, len(points), chunk, func(_, lo, hi int) {
		var near []neighbor
		var links []link
		for p := int32(lo); p < int32(hi); p++ {
			near = tree.knn(points[p], k, p, near[:0])
			if len(near) == 0 {
				continue
			}
			reach2 := near[len(near)-1].d2 * (1 + 2*tieTolerance)
			tree.searchWithin(0, points[p], reach2, func(q neighbor) {
				if q.index != p {
					links = append(links, link{min(p, q.index), max(p, q.index), math.Sqrt(q.d2)})
				}
			})
		}
		parts[lo/chunk] = links
	})
	links := slices.Concat(parts...)
	slices.SortFunc(links, func(a, b link) int {
		return cmp.Or(cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b))
	})
	return slices.CompactFunc(links, func(a, b link) bool { return a.a == b.a && a.b == b.b })
}

// tree is the k-d tree of all points, built once when first asked for.
func (d *Domain) tree() *kdTree {
	d.lazy.treeOnce.Do(func() { d.lazy.tree = newKDTree(d.Points) })
	return d.lazy.tree
}

// NearestPoint is the point nearest in space to a position in Domain
// coordinates, and its distance.
func (d *Domain) NearestPoint(at r3.Vec) (point int32, distance float64) {
	n := d.tree().nearest(at)
	return n.index, math.Sqrt(n.d2)
}

// NearestPoints are the k points nearest in space to a position, nearest first
// (fewer when the domain has fewer).
func (d *Domain) NearestPoints(at r3.Vec, k int) []int32 {
	return indices(d.tree().knn(at, k, -1, nil))
}

// Neighbors are, for every point, its k nearest other points in space, nearest
// first: row p is [p*k, (p+1)*k) with k = min(k, points-1), which is returned.
func (d *Domain) Neighbors(k int) (rows []int32, width int) {
	return neighborRows(d.tree(), d.Points, k)
}

// Adjacent are the points joined to p by an edge of the mesh (of the neighbour
// graph for clouds), bridges included, in no particular order.
func (d *Domain) Adjacent(p int32) []int32 {
	return d.AppendAdjacent(make([]int32, 0, len(d.graph.of(d.graph.node[p]))), p)
}

// AppendAdjacent appends the points of Adjacent.
func (d *Domain) AppendAdjacent(to []int32, p int32) []int32 {
	for _, a := range d.graph.of(d.graph.node[p]) {
		to = append(to, d.graph.point[a.To])
	}
	return to
}

// Positions are the samples' places in Domain coordinates (n).
func (s *Space) Positions() []r3.Vec {
	return order.Take(s.Domain.Points, s.Samples)
}

// Normals are the samples' normals (n), nil where the domain has none.
func (s *Space) Normals() []r3.Vec {
	if s.Domain.Normals == nil {
		return nil
	}
	return order.Take(s.Domain.Normals, s.Samples)
}

// Neighbors are, for every sample, its k nearest other samples in space, nearest
// first: row i is [i*k, (i+1)*k) with k = min(k, n-1), which is returned.
func (s *Space) Neighbors(k int) (rows []int32, width int) {
	positions := s.Positions()
	return neighborRows(newKDTree(positions), positions, k)
}

func neighborRows(tree *kdTree, points []r3.Vec, k int) ([]int32, int) {
	k = max(0, min(k, len(points)-1))
	rows := make([]int32, len(points)*k)
	_ = parallel.For(context.Background(), 0, len(points), 256, func(_, lo, hi int) {
		var near []neighbor
		for p := lo; p < hi; p++ {
			near = tree.knn(points[p], k, int32(p), near[:0])
			for i, q := range near {
				rows[p*k+i] = q.index
			}
		}
	})
	return rows, k
}

func indices(near []neighbor) []int32 {
	out := make([]int32, len(near))
	for i, q := range near {
		out[i] = q.index
	}
	return out
}
