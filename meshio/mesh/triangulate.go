package mesh

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// triangulator keeps the buffers of the ear clipper between polygons.
type triangulator struct {
	x, y       []float64 // corners in the plane of the polygon
	prev, next []int32
	reflex     []int32 // corners that may lie inside an ear
}

// triangulate cuts one polygon, given by its corners in vertices, into
// len(polygon)-2 triangles with the polygon's winding, by clipping ears in the
// plane of its mean (Newell) normal: right for concave polygons and for
// keyhole polygons that walk a bridge to a hole and back. A polygon without a
// usable plane, or one that crosses itself, still gives that many triangles
// over all its corners. They are appended to out.
func (t *triangulator) triangulate(out [][3]int32, vertices []r3.Vec, polygon []int32) [][3]int32 {
	switch len(polygon) {
	case 0, 1, 2:
		return out
	case 3:
		return append(out, [3]int32(polygon))
	case 4:
		return splitQuad(out, vertices, [4]int32(polygon))
	}
	t.project(vertices, polygon)
	return t.clipEars(out, polygon)
}

// splitQuad cuts along the first diagonal, unless the two halves then face apart: in that case only the
// other diagonal lies inside the quad. Preferring the first keeps quads of the same mesh in two poses
// alike.
func splitQuad(out [][3]int32, vertices []r3.Vec, q [4]int32) [][3]int32 {
	a, b, c, d := vertices[q[0]], vertices[q[1]], vertices[q[2]], vertices[q[3]]
	cosine := func(p, q, r, s r3.Vec) float64 { // between the normals of pqr and prs
		diagonal := r3.Sub(r, p)
		return r3.Dot(unit(r3.Cross(r3.Sub(q, p), diagonal)), unit(r3.Cross(diagonal, r3.Sub(s, p))))
	}
	if first := cosine(a, b, c, d); first <= 0 && cosine(b, c, d, a) > first {
		return append(out, [3]int32{q[0], q[1], q[3]}, [3]int32{q[1], q[2], q[3]})
	}
	return append(out, [3]int32{q[0], q[1], q[2]}, [3]int32{q[0], q[2], q[3]})
}

// project lays the corners into the plane across the Newell normal, scaled to
// about unit size, so that thresholds and products are safe at any scale.
func (t *triangulator) project(vertices []r3.Vec, polygon []int32) {
	n := len(polygon)
	t.x, t.y = resize(t.x, n), resize(t.y, n)
	origin := vertices[polygon[0]]
	extent := 0.0
	for _, v := range polygon {
		p := r3.Sub(vertices[v], origin)
		extent = max(extent, math.Abs(p.X), math.Abs(p.Y), math.Abs(p.Z))
	}
	if !(extent > 0) || math.IsInf(extent, 0) {
		extent = 1
	}
	local := func(i int) r3.Vec {
		p := r3.Sub(vertices[polygon[i]], origin)
		return r3.Vec{X: p.X / extent, Y: p.Y / extent, Z: p.Z / extent}
	}
	var normal r3.Vec
	previous := local(n - 1)
	for i := range n {
		current := local(i)
		normal = r3.Add(normal, r3.Cross(previous, current))
		previous = current
	}
	normal = unit(normal)
	if normal == (r3.Vec{}) {
		normal = r3.Vec{Z: 1}
	}
	// Any axis well away from the normal completes a right-handed frame.
	axis := r3.Vec{X: 1}
	if math.Abs(normal.X) > 0.6 {
		axis = r3.Vec{Y: 1}
	}
	u := unit(r3.Cross(axis, normal))
	v := r3.Cross(normal, u)
	for i := range n {
		p := local(i)
		t.x[i], t.y[i] = r3.Dot(p, u), r3.Dot(p, v)
	}
}

// earTests bounds the point-in-triangle tests spent on one polygon: about half
// a second. Only polygons of tens of thousands of concave corners come near;
// they are finished by the rule for polygons without ears.
const earTests = 200_000_000

// straight is the turn, in squared units of the polygon's extent, below which a
// corner counts as lying on a straight edge: well above the rounding of the
// projection (1e-16), well below any corner a modeller makes. Cutting such a
// corner would leave a triangle without area where a better cut exists.
const straight = 1e-13

// clipEars cuts off one ear after another (Meisters 1975): a convex corner
// whose triangle holds no other corner.
func (t *triangulator) clipEars(out [][3]int32, polygon []int32) [][3]int32 {
	n := len(polygon)
	t.prev, t.next = resize(t.prev, n), resize(t.next, n)
	t.reflex = t.reflex[:0]
	for i := range n {
		t.prev[i], t.next[i] = int32((i+n-1)%n), int32((i+1)%n)
	}
	for i := range n {
		if !(t.turn(int32(i)) > straight) {
			t.reflex = append(t.reflex, int32(i))
		}
	}
	budget := earTests
	corner := int32(1) // corner 0 stays longest: convex polygons become the usual fan
	sinceEar := 0
	for left := n; left > 3; {
		if t.turn(corner) > straight && t.isEmptyEar(corner, &budget) {
			after := t.next[corner]
			out = t.clip(out, polygon, corner)
			left--
			sinceEar = 0
			if corner = after; corner == 0 {
				corner = t.next[corner]
			}
			continue
		}
		corner = t.next[corner]
		if sinceEar++; sinceEar <= left && budget > 0 {
			continue
		}
		// A full round without an ear: the outline crosses or folds onto
		// itself. Cutting the flattest corner does the least harm.
		flattest := t.flattest(corner, left)
		corner = t.next[flattest]
		out = t.clip(out, polygon, flattest)
		left--
		sinceEar = 0
	}
	a := corner
	if t.prev[a] == 0 || t.next[a] == 0 {
		a = 0
	}
	return append(out, [3]int32{polygon[a], polygon[t.next[a]], polygon[t.prev[a]]})
}

// clip removes a corner and emits its triangle.
func (t *triangulator) clip(out [][3]int32, polygon []int32, corner int32) [][3]int32 {
	before, after := t.prev[corner], t.next[corner]
	t.next[before], t.prev[after] = after, before
	t.next[corner] = -1 // marks the corner as gone for the reflex list
	return append(out, [3]int32{polygon[before], polygon[corner], polygon[after]})
}

// turn is twice the signed area of the triangle at a corner: positive where
// the outline turns left.
func (t *triangulator) turn(i int32) float64 {
	return t.orient(t.prev[i], i, t.next[i])
}

func (t *triangulator) orient(a, b, c int32) float64 {
	return (t.x[b]-t.x[a])*(t.y[c]-t.y[a]) - (t.y[b]-t.y[a])*(t.x[c]-t.x[a])
}

// isEmptyEar reports whether no other reflex corner lies in or on the triangle
// at corner i. Corners at the very place of one of the triangle's own are the
// two banks of a keyhole bridge and do not count. Reflex corners that have
// become convex or are gone leave the list on the way.
func (t *triangulator) isEmptyEar(i int32, budget *int) bool {
	a, b, c := t.prev[i], i, t.next[i]
	kept := t.reflex[:0]
	empty := true
	for at, r := range t.reflex {
		if t.next[r] < 0 || t.turn(r) > straight {
			continue
		}
		kept = append(kept, r)
		if r == a || r == b || r == c || t.same(r, a) || t.same(r, b) || t.same(r, c) {
			continue
		}
		if t.orient(a, b, r) >= 0 && t.orient(b, c, r) >= 0 && t.orient(c, a, r) >= 0 {
			kept = append(kept, t.reflex[at+1:]...)
			empty = false
			break
		}
	}
	*budget -= len(kept) + 1
	t.reflex = kept
	return empty
}

func (t *triangulator) same(i, j int32) bool { return t.x[i] == t.x[j] && t.y[i] == t.y[j] }

// flattest is, of at most 64 corners from the given one on, the one whose
// triangle is smallest; the bound keeps hopeless outlines at linear time.
func (t *triangulator) flattest(from int32, left int) int32 {
	best, bestArea := from, math.Inf(1)
	for i, seen := from, 0; seen < min(left, 64); i, seen = t.next[i], seen+1 {
		if area := math.Abs(t.turn(i)); area < bestArea {
			best, bestArea = i, area
		}
	}
	return best
}

// resize gives a slice of length n, reusing s where it can.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
