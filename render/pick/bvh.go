package pick

import (
	"math"

	"gwscope/render/camera"
	"gwscope/render/scene"
)

// tree is a bounding volume hierarchy over triangles, split by the surface area
// heuristic over bins of the centroids (Wald 2007).
type tree struct {
	positions []scene.Vec
	triangles [][3]int32
	nodes     []node
	order     []int32 // triangles, leaves own consecutive runs
}

// node is a leaf if count > 0, owning order[first:first+count]; else its
// children are nodes[first] and nodes[first+1].
type node struct {
	box          scene.Bounds
	first, count int32
}

const (
	leafSize = 4
	bins     = 12
)

// newTree leaves out triangles with corners out of range or not finite.
func newTree(ps []scene.Vec, ts [][3]int32) *tree {
	t := &tree{positions: ps, triangles: ts}
	boxes := make([]scene.Bounds, len(ts))
	centers := make([]scene.Vec, len(ts))
	for i, tri := range ts {
		if !scene.Sound(ps, tri) {
			continue
		}
		boxes[i] = scene.NoBounds()
		for _, v := range tri {
			grow(&boxes[i], &ps[v], &ps[v])
		}
		centers[i] = boxes[i].Center()
		t.order = append(t.order, int32(i))
	}
	if len(t.order) == 0 {
		return t
	}
	t.nodes = append(t.nodes, node{first: 0, count: int32(len(t.order))})
	todo := []int32{0}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		n := t.nodes[at]
		run := t.order[n.first : n.first+n.count]
		n.box = scene.NoBounds()
		spread := scene.NoBounds()
		for _, i := range run {
			grow(&n.box, &boxes[i].Min, &boxes[i].Max)
			grow(&spread, &centers[i], &centers[i])
		}
		if k := split(run, boxes, centers, spread); k > 0 {
			left := int32(len(t.nodes))
			t.nodes = append(t.nodes,
				node{first: n.first, count: int32(k)},
				node{first: n.first + int32(k), count: n.count - int32(k)})
			n.first, n.count = left, 0
			todo = append(todo, left, left+1)
		}
		t.nodes[at] = n
	}
	return t
}

// grow is Union for boxes known to be sound, which is most of the work here.
func grow(b *scene.Bounds, lo, hi *scene.Vec) {
	for k := range 3 {
		if lo[k] < b.Min[k] {
			b.Min[k] = lo[k]
		}
		if hi[k] > b.Max[k] {
			b.Max[k] = hi[k]
		}
	}
}

// split reorders run so that its first k triangles make the left child; 0 for a leaf.
func split(run []int32, boxes []scene.Bounds, centers []scene.Vec, spread scene.Bounds) int {
	if len(run) <= leafSize {
		return 0
	}
	axis := 0
	for k := 1; k < 3; k++ {
		if spread.Max[k]-spread.Min[k] > spread.Max[axis]-spread.Min[axis] {
			axis = k
		}
	}
	lo, size := spread.Min[axis], spread.Max[axis]-spread.Min[axis]
	if !(size > 0) { // all in one place: halves keep the tree shallow
		return len(run) / 2
	}
	bin := func(i int32) int { return min(int(float32(bins)*((centers[i][axis]-lo)/size)), bins-1) }
	var count [bins]int
	var box [bins]scene.Bounds
	for b := range box {
		box[b] = scene.NoBounds()
	}
	for _, i := range run {
		b := bin(i)
		count[b]++
		grow(&box[b], &boxes[i].Min, &boxes[i].Max)
	}
	var areaRight [bins]float64
	right := scene.NoBounds()
	for b := bins - 1; b > 0; b-- {
		right = right.Union(box[b])
		areaRight[b] = area(right)
	}
	best, cost, before := 0, math.Inf(1), 0
	left := scene.NoBounds()
	for b := 1; b < bins; b++ {
		left = left.Union(box[b-1])
		before += count[b-1]
		if before == 0 || before == len(run) {
			continue
		}
		if c := area(left)*float64(before) + areaRight[b]*float64(len(run)-before); c < cost {
			best, cost = b, c
		}
	}
	k := 0
	for i := range run {
		if bin(run[i]) < best {
			run[i], run[k] = run[k], run[i]
			k++
		}
	}
	if k == 0 || k == len(run) {
		return len(run) / 2
	}
	return k
}

func area(b scene.Bounds) float64 {
	if b.Empty() {
		return 0
	}
	x, y, z := float64(b.Max[0]-b.Min[0]), float64(b.Max[1]-b.Min[1]), float64(b.Max[2]-b.Min[2])
	return x*y + y*z + z*x
}

// cast finds the first triangle along the ray before distance limit.
func (t *tree) cast(origin, direction camera.Vec, limit float64) (triangle int, bary [3]float64, distance float64, ok bool) {
	if len(t.nodes) == 0 {
		return 0, bary, 0, false
	}
	inverse := camera.Vec{1 / direction[0], 1 / direction[1], 1 / direction[2]}
	distance = limit
	stack := make([]int32, 1, 64)
	for len(stack) > 0 {
		n := &t.nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		// A box that is not nearer holds nothing better; a box that is missed lies at infinity.
		if enter(&n.box, origin, inverse) >= distance {
			continue
		}
		if n.count == 0 {
			near, far := n.first, n.first+1
			if enter(&t.nodes[near].box, origin, inverse) > enter(&t.nodes[far].box, origin, inverse) {
				near, far = far, near
			}
			stack = append(stack, far, near)
			continue
		}
		for _, i := range t.order[n.first : n.first+n.count] {
			if d, b, hit := t.meet(i, origin, direction); hit && d < distance {
				triangle, bary, distance, ok = int(i), b, d, true
			}
		}
	}
	return triangle, bary, distance, ok
}

// enter is where the ray enters the box, infinity where it misses. The box is
// taken a little larger, since flat ones have no inside.
func enter(b *scene.Bounds, origin, inverse camera.Vec) float64 {
	near, far := 0.0, math.Inf(1)
	for k := range 3 {
		lo, hi := float64(b.Min[k]), float64(b.Max[k])
		a, c := (lo-origin[k])*inverse[k], (hi-origin[k])*inverse[k]
		if a > c {
			a, c = c, a
		}
		// A ray within a flat box's plane gives NaN, and NaN comparisons leave near and far as they are.
		if a > near {
			near = a
		}
		if c < far {
			far = c
		}
	}
	if near > far*(1+1e-9) {
		return math.Inf(1)
	}
	return near
}

// meet is Möller and Trumbore's (1997) ray-triangle test, both sides.
func (t *tree) meet(i int32, origin, direction camera.Vec) (distance float64, bary [3]float64, ok bool) {
	tri := t.triangles[i]
	a, b, c := t.at(tri[0]), t.at(tri[1]), t.at(tri[2])
	e1, e2 := b.Sub(a), c.Sub(a)
	p := direction.Cross(e2)
	det := e1.Dot(p)
	if det == 0 {
		return 0, bary, false
	}
	s := origin.Sub(a)
	u := s.Dot(p) / det
	q := s.Cross(e1)
	v := direction.Dot(q) / det
	// The margin closes the seams between neighbours against rounding.
	const eps = 1e-9
	if !(u >= -eps && v >= -eps && u+v <= 1+eps) {
		return 0, bary, false
	}
	distance = e2.Dot(q) / det
	return distance, [3]float64{1 - u - v, u, v}, distance > 0
}

func (t *tree) at(v int32) camera.Vec {
	p := t.positions[v]
	return camera.Vec{float64(p[0]), float64(p[1]), float64(p[2])}
}
