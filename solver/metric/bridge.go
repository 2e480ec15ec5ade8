package metric

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/disjoint"
	"gwscope/solver/internal/order"
)

// tieTolerance is the relative difference below which two lengths count as
// equal. Ties are settled by position rather than by rounding or by the order of
// the file, so that moving or shuffling a shape changes nothing.
const tieTolerance = 1e-9

// bridge is a candidate edge between two components.
type bridge struct {
	a, b   int32
	length float64
	middle float64 // distance of its midpoint from the origin, which settles ties
}

// beats reports whether the bridge is preferable to another.
func (c bridge) beats(other bridge) bool {
	tol := tieTolerance * max(c.length, other.length)
	switch {
	case math.IsInf(other.length, 1):
		return true
	case c.length < other.length-tol:
		return true
	case c.length > other.length+tol:
		return false
	}
	return c.middle < other.middle*(1-tieTolerance)
}

// bridges returns the edges of a minimum spanning tree between components, each
// between nearest points (Borůvka's rounds over a k-d tree that skips subtrees of
// the asking component). part labels the points, 0..count-1.
func bridges(points []r3.Vec, part []int32, count int) []link {
	if count < 2 {
		return nil
	}
	tree := newKDTree(points)
	sets := disjoint.New(count)
	label := slices.Clone(part)
	var added []link
	for len(added) < count-1 {
		tree.labelParts(label)
		size := make([]int, count)
		for _, l := range label {
			size[l]++
		}
		// The largest component need not ask: every other one does, and each
		// round still joins all of them to something.
		largest := int32(order.Largest(size))
		best := make([]bridge, count)
		for l := range best {
			best[l].length = math.Inf(1)
		}
		for p := range points {
			if l := label[p]; l != largest {
				tree.searchForeign(0, points, int32(p), label, &best[l])
			}
		}
		slices.SortStableFunc(best, func(a, b bridge) int { return cmp.Compare(a.length, b.length) })
		for _, b := range best {
			if !math.IsInf(b.length, 1) && sets.Union(label[b.a], label[b.b]) {
				added = append(added, link{b.a, b.b, b.length})
			}
		}
		for p := range label {
			label[p] = sets.Find(part[p])
		}
	}
	return added
}

// labelParts records in each node the label that all its points share, or -1.
func (t *kdTree) labelParts(label []int32) {
	for n := len(t.nodes) - 1; n >= 0; n-- { // children come after their parents
		node := &t.nodes[n]
		if node.left != 0 {
			if node.part = t.nodes[node.left].part; node.part != t.nodes[node.left+1].part {
				node.part = -1
			}
			continue
		}
		node.part = label[t.idx[node.lo]]
		for _, i := range t.idx[node.lo:node.hi] {
			if label[i] != node.part {
				node.part = -1
				break
			}
		}
	}
}

// searchForeign improves best by the nearest point to p, below node n, of another label.
func (t *kdTree) searchForeign(n int32, points []r3.Vec, p int32, label []int32, best *bridge) {
	node := &t.nodes[n]
	if node.part == label[p] {
		return
	}
	if node.left == 0 {
		for k := node.lo; k < node.hi; k++ {
			if q := t.idx[k]; label[q] != label[p] {
				c := bridge{p, q, r3.Norm(r3.Sub(t.pts[k], points[p])), r3.Norm(r3.Add(t.pts[k], points[p])) / 2}
				if c.beats(*best) {
					*best = c
				}
			}
		}
		return
	}
	near, far, dNear, dFar := t.children(n, points[p])
	if dNear <= best.reach2() {
		t.searchForeign(near, points, p, label, best)
	}
	if dFar <= best.reach2() {
		t.searchForeign(far, points, p, label, best)
	}
}

// reach2 is the squared distance up to which a point may still beat the bridge.
func (c *bridge) reach2() float64 {
	r := c.length * (1 + 2*tieTolerance)
	return r * r
}
