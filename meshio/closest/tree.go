package closest

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Tree answers which place on a surface is closest to a position, by a tree of
// bounding boxes over its triangles. It keeps both slices, which must not change. It is
// safe for concurrent use.
type Tree struct {
	Points    []r3.Vec
	Triangles [][3]int32

	nodes []node // children follow their parent
}

// lanes is how many boxes a node has: as many as are compared at once.
const lanes = 4

// node has the boxes of its lanes: of another node, or of one triangle.
type node struct {
	lo, hi [3][lanes]float32 // by coordinates
	// child is the number of the node in a lane; -1-k for triangle k; 0: the lane is empty.
	child [lanes]int32
}

// NewTree makes the tree of at least one triangle, in O(n log² n).
func NewTree(points []r3.Vec, triangles [][3]int32) *Tree {
	t, _ := NewTreeContext(context.Background(), points, triangles)
	return t
}

// NewTreeContext is NewTree, but it ends when ctx ends, with the error of ctx: a tree of many triangles
// takes tenths of a second.
func NewTreeContext(ctx context.Context, points []r3.Vec, triangles [][3]int32) (*Tree, error) {
	t := &Tree{Points: points, Triangles: triangles, nodes: make([]node, 0, len(triangles)/2+1)}
	order, centers := make([]int32, len(triangles)), make([]r3.Vec, len(triangles))
	for k, f := range triangles {
		order[k] = int32(k)
		centers[k] = r3.Scale(1.0/3, r3.Add(points[f[0]], r3.Add(points[f[1]], points[f[2]])))
	}
	t.build(ctx, order, centers)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t.bound()
	return t, nil
}

// lookTriangles is the number of triangles from which the work on a part of the tree looks at the
// context.
const lookTriangles = 4096

// build makes the part of the tree over some triangles, without boxes, and returns its root. Where ctx ends it
// leaves parts out.
func (t *Tree) build(ctx context.Context, part []int32, centers []r3.Vec) int32 {
	n := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{})
	if len(part) >= lookTriangles && ctx.Err() != nil {
		return n
	}
	if len(part) <= lanes {
		for lane, k := range part {
			t.nodes[n].child[lane] = -1 - k
		}
		return n
	}
	for lane, part := range t.split(part, min(lanes, (len(part)+lanes-1)/lanes), centers) {
		child := t.build(ctx, part, centers)
		t.nodes[n].child[lane] = child // after build, which may move the nodes
	}
	return n
}

// split cuts triangles into so many parts of about equal length, each cut across the longest extent.
func (t *Tree) split(part []int32, parts int, centers []r3.Vec) [][]int32 {
	if parts == 1 {
		return [][]int32{part}
	}
	lo, hi := t.box(part)
	along := 0
	if d := r3.Sub(hi, lo); d.Y >= d.X && d.Y >= d.Z {
		along = 1
	} else if d.Z >= d.X {
		along = 2
	}
	first := parts / 2
	middle := len(part) * first / parts
	byCenter{centers, along}.halve(part, middle)
	return append(t.split(part[:middle], first, centers), t.split(part[middle:], parts-first, centers)...)
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
	m := &Tree{Points: points, Triangles: t.Triangles, nodes: make([]node, len(t.nodes))}
	for k := range m.nodes {
		m.nodes[k].child = t.nodes[k].child
	}
	m.bound()
	return m
}

// bound sets the boxes of all nodes. They are a little larger than the triangles in them. That makes up for the
// rounding of positions to single precision; slack makes up for the rounding of distances.
func (t *Tree) bound() {
	largest := 0.0
	for _, p := range t.Points {
		largest = max(largest, math.Abs(p.X), math.Abs(p.Y), math.Abs(p.Z))
	}
	margin := largest / (1 << 22)
	for k := len(t.nodes) - 1; k >= 0; k-- { // children follow their parent
		n := &t.nodes[k]
		for lane, child := range n.child {
			switch {
			case child < 0:
				f := &t.Triangles[-1-child]
				a, b, c := &t.Points[f[0]], &t.Points[f[1]], &t.Points[f[2]]
				n.lo[0][lane], n.hi[0][lane] = float32(min(a.X, b.X, c.X)-margin), float32(max(a.X, b.X, c.X)+margin)
				n.lo[1][lane], n.hi[1][lane] = float32(min(a.Y, b.Y, c.Y)-margin), float32(max(a.Y, b.Y, c.Y)+margin)
				n.lo[2][lane], n.hi[2][lane] = float32(min(a.Z, b.Z, c.Z)-margin), float32(max(a.Z, b.Z, c.Z)+margin)
			case child > 0:
				of := &t.nodes[child]
				for axis := range 3 {
					lo, hi := of.lo[axis][0], of.hi[axis][0]
					for l := 1; l < lanes && of.child[l] != 0; l++ {
						lo, hi = min(lo, of.lo[axis][l]), max(hi, of.hi[axis][l])
					}
					n.lo[axis][lane], n.hi[axis][lane] = lo, hi
				}
			}
		}
	}
}

// slack is the share by which the squared distance to a box may come out too long in single precision.
const slack = 4e-6

// box bounds some triangles.
func (t *Tree) box(part []int32) (lo, hi r3.Vec) {
	lo = r3.Vec{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)}
	hi = r3.Scale(-1, lo)
	for _, k := range part {
		for _, v := range t.Triangles[k] {
			p := t.Points[v]
			lo = r3.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y), Z: min(lo.Z, p.Z)}
			hi = r3.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
		}
	}
	return lo, hi
}

// Closest is the place nearest to p: a triangle, barycentric coordinates in it, and the position. Of
// triangles that are equally near, as those about a corner, it is the first.
func (t *Tree) Closest(p r3.Vec) (face int32, bary [3]float64, at r3.Vec) {
	face, bary, at, _ = t.search(p, math.Inf(1), nil, r3.Vec{}, 0)
	return face, bary, at
}

// ClosestFrom is Closest, given a triangle that is likely to be near, which bounds the search; -1: none is known.
func (t *Tree) ClosestFrom(p r3.Vec, likely int32) (face int32, bary [3]float64, at r3.Vec) {
	if likely >= 0 {
		f := t.Triangles[likely]
		a, b, c := t.Points[f[0]], t.Points[f[1]], t.Points[f[2]]
		limit := math.Sqrt(r3.Norm2(r3.Sub(p, At(OnTriangle(p, a, b, c), a, b, c))))
		// A little more than that, because only what is nearer than the limit is found.
		if face, bary, at, found := t.search(p, limit*(1+1e-9)+math.SmallestNonzeroFloat32, nil, r3.Vec{}, 0); found {
			return face, bary, at
		}
	}
	return t.Closest(p)
}

// ClosestFacing is Closest among the triangles whose vector in facing makes a product of at least least with n, and
// nearer than limit; false where there is none.
func (t *Tree) ClosestFacing(p r3.Vec, limit float64, facing []r3.Vec, n r3.Vec, least float64) (face int32, bary [3]float64, at r3.Vec, found bool) {
	return t.search(p, limit, facing[:len(t.Triangles)], n, least)
}
