package metric

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/order"
)

// kdLeaf is the largest number of points in a leaf; 8 measured fastest.
const kdLeaf = 8

// kdTree finds nearest points in space. It is our own because bridging needs to
// skip subtrees by component, and because gonum's tree compares through
// interfaces, which costs several times as much on 100,000 points.
type kdTree struct {
	pts   []r3.Vec // in tree order
	idx   []int32  // the caller's index of each
	nodes []kdNode // node 0 is the root
}

// kdNode holds the points [lo,hi) of the tree order. left is 0 for a leaf; the
// right child follows at left+1.
type kdNode struct {
	min, max r3.Vec
	lo, hi   int32
	left     int32
	part     int32 // the common component of its points, or -1 (see labelParts)
}

// neighbor is a point by index and its squared distance.
type neighbor struct {
	d2    float64
	index int32
}

// before orders neighbours by distance, equal ones by index.
func (a neighbor) before(b neighbor) bool {
	return a.d2 < b.d2 || a.d2 == b.d2 && a.index < b.index
}

func newKDTree(points []r3.Vec) *kdTree {
	t, _ := newKDTreeContext(context.Background(), points)
	return t
}

func newKDTreeContext(ctx context.Context, points []r3.Vec) (*kdTree, error) {
	t := &kdTree{pts: append([]r3.Vec(nil), points...), idx: order.Natural(len(points))}
	if len(points) > 0 {
		t.nodes = append(t.nodes, kdNode{lo: 0, hi: int32(len(points))})
		t.build(ctx, 0)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return t, nil
}

// kdLook is the number of points from which a part of the tree looks at the context.
const kdLook = 4096

// build makes a part of the tree. Where ctx ends it leaves parts out.
func (t *kdTree) build(ctx context.Context, n int32) {
	lo, hi := t.nodes[n].lo, t.nodes[n].hi
	if hi-lo >= kdLook && ctx.Err() != nil {
		return
	}
	box := boundsOf(t.pts[lo:hi])
	t.nodes[n].min, t.nodes[n].max = box.Min, box.Max
	if hi-lo <= kdLeaf {
		return
	}
	size := r3.Sub(box.Max, box.Min)
	axis := 0
	if size.Y > size.X {
		axis = 1
	}
	if size.Z > max(size.X, size.Y) {
		axis = 2
	}
	mid := (lo + hi) / 2
	t.selectNth(int(lo), int(hi), int(mid), axis)
	left := int32(len(t.nodes))
	t.nodes[n].left = left
	t.nodes = append(t.nodes, kdNode{lo: lo, hi: mid}, kdNode{lo: mid, hi: hi})
	t.build(ctx, left)
	t.build(ctx, left+1)
}

// selectNth is quickselect with a three-way partition, so that planar clouds
// with thousands of equal coordinates stay linear.
func (t *kdTree) selectNth(lo, hi, nth, axis int) {
	for hi-lo > 1 {
		a, b, c := coord(t.pts[lo], axis), coord(t.pts[(lo+hi)/2], axis), coord(t.pts[hi-1], axis)
		pivot := max(min(a, b), min(max(a, b), c))
		less, i, more := lo, lo, hi
		for i < more {
			switch v := coord(t.pts[i], axis); {
			case v < pivot:
				t.swap(i, less)
				less++
				i++
			case v > pivot:
				more--
				t.swap(i, more)
			default:
				i++
			}
		}
		switch {
		case nth < less:
			hi = less
		case nth >= more:
			lo = more
		default:
			return
		}
	}
}

func (t *kdTree) swap(i, j int) {
	t.pts[i], t.pts[j] = t.pts[j], t.pts[i]
	t.idx[i], t.idx[j] = t.idx[j], t.idx[i]
}

// boxDist2 is the squared distance of p to the node's bounding box.
func (n *kdNode) boxDist2(p r3.Vec) float64 {
	dx := max(n.min.X-p.X, p.X-n.max.X, 0)
	dy := max(n.min.Y-p.Y, p.Y-n.max.Y, 0)
	dz := max(n.min.Z-p.Z, p.Z-n.max.Z, 0)
	return dx*dx + dy*dy + dz*dz
}

// children returns the children of n, the nearer to p first, with box distances.
func (t *kdTree) children(n int32, p r3.Vec) (near, far int32, dNear, dFar float64) {
	near, far = t.nodes[n].left, t.nodes[n].left+1
	dNear, dFar = t.nodes[near].boxDist2(p), t.nodes[far].boxDist2(p)
	if dFar < dNear {
		near, far, dNear, dFar = far, near, dFar, dNear
	}
	return near, far, dNear, dFar
}

// nearest returns the point nearest to p, the lowest index among equals, or -1
// in an empty tree.
func (t *kdTree) nearest(p r3.Vec) neighbor {
	best := neighbor{math.Inf(1), -1}
	if len(t.nodes) > 0 {
		t.searchNearest(0, p, &best)
	}
	return best
}

func (t *kdTree) searchNearest(n int32, p r3.Vec, best *neighbor) {
	node := &t.nodes[n]
	if node.left == 0 {
		for k := node.lo; k < node.hi; k++ {
			c := neighbor{r3.Norm2(r3.Sub(t.pts[k], p)), t.idx[k]}
			if best.index < 0 || c.before(*best) {
				*best = c
			}
		}
		return
	}
	near, far, dNear, dFar := t.children(n, p)
	if dNear <= best.d2 {
		t.searchNearest(near, p, best)
	}
	if dFar <= best.d2 {
		t.searchNearest(far, p, best)
	}
}

// knn appends to found the k points nearest to p, nearest first, without the
// point skip (-1: none). There are fewer when the tree has fewer.
func (t *kdTree) knn(p r3.Vec, k int, skip int32, found []neighbor) []neighbor {
	if len(t.nodes) == 0 || k < 1 {
		return found
	}
	base := len(found)
	t.searchKNN(0, p, base+k, base, skip, &found)
	return found
}

func (t *kdTree) searchKNN(n int32, p r3.Vec, full, base int, skip int32, found *[]neighbor) {
	node := &t.nodes[n]
	if node.left == 0 {
		for k := node.lo; k < node.hi; k++ {
			if t.idx[k] == skip {
				continue
			}
			c := neighbor{r3.Norm2(r3.Sub(t.pts[k], p)), t.idx[k]}
			f := *found
			if len(f) < full {
				f = append(f, c)
			} else if c.before(f[full-1]) {
				f[full-1] = c
			} else {
				continue
			}
			for i := len(f) - 1; i > base && f[i].before(f[i-1]); i-- {
				f[i], f[i-1] = f[i-1], f[i]
			}
			*found = f
		}
		return
	}
	near, far, dNear, dFar := t.children(n, p)
	for _, c := range [2]struct {
		node int32
		d2   float64
	}{{near, dNear}, {far, dFar}} {
		if f := *found; len(f) < full || c.d2 <= f[full-1].d2 {
			t.searchKNN(c.node, p, full, base, skip, found)
		}
	}
}

// searchWithin calls visit for every point below node n at squared distance at most r2 from p.
func (t *kdTree) searchWithin(n int32, p r3.Vec, r2 float64, visit func(neighbor)) {
	node := &t.nodes[n]
	if node.boxDist2(p) > r2 {
		return
	}
	if node.left == 0 {
		for k := node.lo; k < node.hi; k++ {
			if d2 := r3.Norm2(r3.Sub(t.pts[k], p)); d2 <= r2 {
				visit(neighbor{d2, t.idx[k]})
			}
		}
		return
	}
	t.searchWithin(node.left, p, r2, visit)
	t.searchWithin(node.left+1, p, r2, visit)
}

func coord(p r3.Vec, axis int) float64 {
	switch axis {
	case 0:
		return p.X
	case 1:
		return p.Y
	}
	return p.Z
}

// boundsOf is the bounding box of at least one point.
func boundsOf(points []r3.Vec) r3.Box {
	box := r3.Box{Min: points[0], Max: points[0]}
	for _, p := range points[1:] {
		box.Min = r3.Vec{X: min(box.Min.X, p.X), Y: min(box.Min.Y, p.Y), Z: min(box.Min.Z, p.Z)}
		box.Max = r3.Vec{X: max(box.Max.X, p.X), Y: max(box.Max.Y, p.Y), Z: max(box.Max.Z, p.Z)}
	}
	return box
}
