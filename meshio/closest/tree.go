package closest

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Tree answers which place on a surface is closest to a position, by a tree of
// bounding boxes over its triangles. It keeps both slices, which must not change. It is
// safe for concurrent use.
type Tree struct {
	Points    []r3.Vec
	Triangles [][3]int32

	order []int32 // triangles, leaf by leaf
	nodes []boxNode
}

type boxNode struct {
	lo, hi      r3.Vec
	first, last int32 // range of order in a leaf
	right       int32 // second child; the first follows its parent; 0 in a leaf
}

const leafTriangles = 4

// NewTree makes the tree of at least one triangle, in O(n log² n).
func NewTree(points []r3.Vec, triangles [][3]int32) *Tree {
	t, _ := NewTreeContext(context.Background(), points, triangles)
	return t
}

// NewTreeContext is NewTree, but it ends when ctx ends, with the error of ctx: a tree of many triangles
// takes tenths of a second.
func NewTreeContext(ctx context.Context, points []r3.Vec, triangles [][3]int32) (*Tree, error) {
	t := &Tree{Points: points, Triangles: triangles, order: make([]int32, len(triangles)), nodes: make([]boxNode, 0, nodesOf(len(triangles)))}
	centers := make([]r3.Vec, len(triangles))
	for k, f := range triangles {
		t.order[k] = int32(k)
		centers[k] = r3.Scale(1.0/3, r3.Add(points[f[0]], r3.Add(points[f[1]], points[f[2]])))
	}
	t.build(ctx, 0, int32(len(triangles)), centers)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return t, nil
}

// lookTriangles is the number of triangles from which the work on a part of the tree looks at the
// context.
const lookTriangles = 4096

// build makes the part of the tree over a range of the order. Where ctx ends it leaves parts out.
func (t *Tree) build(ctx context.Context, first, last int32, centers []r3.Vec) {
	if last-first >= lookTriangles && ctx.Err() != nil {
		return
	}
	n := int32(len(t.nodes))
	lo, hi := t.box(first, last)
	t.nodes = append(t.nodes, boxNode{lo: lo, hi: hi, first: first, last: last})
	if last-first <= leafTriangles {
		return
	}
	along := 0
	if d := r3.Sub(hi, lo); d.Y >= d.X && d.Y >= d.Z {
		along = 1
	} else if d.Z >= d.X {
		along = 2
	}
	by := byCenter{centers, along}
	middle := (first + last) / 2
	if part := t.order[first:last]; len(part) <= 2*leafTriangles+1 {
		slices.SortFunc(part, by.compare) // a leaf has its triangles in order
	} else {
		by.halve(part, int(middle-first))
	}
	t.build(ctx, first, middle, centers)
	t.nodes[n].right = int32(len(t.nodes))
	t.build(ctx, middle, last, centers)
}

// nodesOf is the number of nodes over n triangles: halves of n are n/2 and n-n/2, halves of
// those of two sizes again, and so on.
func nodesOf(n int) int {
	// few nodes have n triangles, more nodes have n+1
	few, more, all := 1, 0, 0
	for n > leafTriangles {
		all += few + more
		if n%2 == 0 { // n and n+1: halves n/2, and n/2 with n/2+1
			few = 2*few + more
		} else { // halves (n-1)/2 with (n+1)/2, and (n+1)/2
			more = few + 2*more
		}
		n /= 2
	}
	if n == leafTriangles { // one triangle more is cut once again
		return all + few + 3*more
	}
	return all + few + more
}

// byCenter orders triangles by a coordinate of their centers, and by number where the coordinates are
// equal: the tree is the same whatever the order before.
type byCenter struct {
	centers []r3.Vec
	along   int
}

func (b byCenter) key(k int32) float64 {
	switch c := &b.centers[k]; b.along {
	case 0:
		return c.X
	case 1:
		return c.Y
	default:
		return c.Z
	}
}

func (b byCenter) compare(i, j int32) int {
	switch x, y := b.key(i), b.key(j); {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return cmp.Compare(i, j)
}

// halve puts the triangles that come first in order before place middle, and the others behind (Hoare's
// selection, by medians of three).
func (b byCenter) halve(part []int32, middle int) {
	lo, hi := 0, len(part)-1
	for lo < hi {
		m := (lo + hi) / 2
		if b.compare(part[m], part[lo]) < 0 {
			part[m], part[lo] = part[lo], part[m]
		}
		if b.compare(part[hi], part[lo]) < 0 {
			part[hi], part[lo] = part[lo], part[hi]
		}
		if b.compare(part[hi], part[m]) < 0 {
			part[hi], part[m] = part[m], part[hi]
		}
		pivot := part[m]
		i, j := lo, hi
		for i <= j {
			for b.compare(part[i], pivot) < 0 {
				i++
			}
			for b.compare(part[j], pivot) > 0 {
				j--
			}
			if i <= j {
				part[i], part[j] = part[j], part[i]
				i++
				j--
			}
		}
		switch {
		case middle <= j:
			hi = j
		case middle >= i:
			lo = i
		default:
			return
		}
	}
}

// Moved is the tree of the same triangles with their corners elsewhere, in O(n). It is as
// fast as a new tree as long as triangles that were near each other still are.
func (t *Tree) Moved(points []r3.Vec) *Tree {
	m := &Tree{Points: points, Triangles: t.Triangles, order: t.order, nodes: slices.Clone(t.nodes)}
	for k := len(m.nodes) - 1; k >= 0; k-- { // children follow their parent
		n := &m.nodes[k]
		if n.right == 0 {
			n.lo, n.hi = m.box(n.first, n.last)
			continue
		}
		a, b := &m.nodes[k+1], &m.nodes[n.right]
		n.lo = r3.Vec{X: min(a.lo.X, b.lo.X), Y: min(a.lo.Y, b.lo.Y), Z: min(a.lo.Z, b.lo.Z)}
		n.hi = r3.Vec{X: max(a.hi.X, b.hi.X), Y: max(a.hi.Y, b.hi.Y), Z: max(a.hi.Z, b.hi.Z)}
	}
	return m
}

// box bounds the triangles of a range of order.
func (t *Tree) box(first, last int32) (lo, hi r3.Vec) {
	lo = r3.Vec{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)}
	hi = r3.Scale(-1, lo)
	for _, k := range t.order[first:last] {
		for _, v := range t.Triangles[k] {
			p := t.Points[v]
			lo = r3.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y), Z: min(lo.Z, p.Z)}
			hi = r3.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
		}
	}
	return lo, hi
}

// Closest is the place nearest to p: a triangle, barycentric coordinates in it, and the position. Of
// places that are equally near, on a shared side for instance, it is always the same place.
func (t *Tree) Closest(p r3.Vec) (face int32, bary [3]float64, at r3.Vec) {
	face, bary, at, _ = t.ClosestOf(p, math.Inf(1), nil)
	return face, bary, at
}

// ClosestOf is Closest among the triangles that take accepts (nil: all), and nearer than
// limit; false where there is none.
func (t *Tree) ClosestOf(p r3.Vec, limit float64, take func(face int32) bool) (face int32, bary [3]float64, on r3.Vec, found bool) {
	limit *= limit
	type open struct {
		gap  float64
		node int32
	}
	var stack [64]open
	stack[0].gap = t.nodes[0].gap(p)
	depth := 1
	for depth > 0 {
		depth--
		at := stack[depth]
		if at.gap >= limit {
			continue
		}
		n := &t.nodes[at.node]
		if n.right == 0 {
			for _, k := range t.order[n.first:n.last] {
				if take != nil && !take(k) {
					continue
				}
				f := t.Triangles[k]
				a, b, c := t.Points[f[0]], t.Points[f[1]], t.Points[f[2]]
				w := OnTriangle(p, a, b, c)
				q := At(w, a, b, c)
				if d := r3.Norm2(r3.Sub(p, q)); d < limit {
					limit, face, bary, on, found = d, k, w, q, true
				}
			}
			continue
		}
		near, far := open{node: at.node + 1}, open{node: n.right}
		near.gap, far.gap = t.nodes[near.node].gap(p), t.nodes[far.node].gap(p)
		if far.gap < near.gap {
			near, far = far, near
		}
		if far.gap < limit {
			stack[depth] = far
			depth++
		}
		if near.gap < limit {
			stack[depth] = near
			depth++
		}
	}
	return face, bary, on, found
}

// gap is the squared distance from p to the box.
func (n *boxNode) gap(p r3.Vec) float64 {
	x := max(n.lo.X-p.X, 0, p.X-n.hi.X)
	y := max(n.lo.Y-p.Y, 0, p.Y-n.hi.Y)
	z := max(n.lo.Z-p.Z, 0, p.Z-n.hi.Z)
	return x*x + y*y + z*z
}
