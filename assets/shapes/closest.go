package shapes

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Place is a position on a mesh: a triangle and barycentric coordinates in it.
type Place struct {
	Face int32      // index into the mesh's Triangles
	Bary [3]float64 // non-negative, sum 1, in the order of the triangle's corners
}

// at is the position of the place on a surface with the given vertex positions.
func (p Place) at(pos []r3.Vec, tri [][3]int32) r3.Vec {
	f := tri[p.Face]
	return r3.Add(r3.Scale(p.Bary[0], pos[f[0]]), r3.Add(r3.Scale(p.Bary[1], pos[f[1]]), r3.Scale(p.Bary[2], pos[f[2]])))
}

// surface answers which place on a mesh is closest to a point, by a tree of
// bounding boxes over its triangles.
type surface struct {
	pos   []r3.Vec
	tri   [][3]int32
	order []int32 // triangles, leaf by leaf
	nodes []boxNode
}

type boxNode struct {
	lo, hi      r3.Vec
	first, last int32 // range of order in a leaf
	right       int32 // second child; the first follows its parent; 0 in a leaf
}

const leafTriangles = 4

func newSurface(pos []r3.Vec, tri [][3]int32) *surface {
	s := &surface{pos: pos, tri: tri, order: make([]int32, len(tri))}
	centers := make([]r3.Vec, len(tri))
	for t, f := range tri {
		s.order[t] = int32(t)
		centers[t] = r3.Scale(1.0/3, r3.Add(pos[f[0]], r3.Add(pos[f[1]], pos[f[2]])))
	}
	s.build(0, int32(len(tri)), centers)
	return s
}

func (s *surface) build(first, last int32, centers []r3.Vec) {
	n := int32(len(s.nodes))
	lo := r3.Vec{X: math.Inf(1), Y: math.Inf(1), Z: math.Inf(1)}
	hi := r3.Scale(-1, lo)
	for _, t := range s.order[first:last] {
		for _, v := range s.tri[t] {
			p := s.pos[v]
			lo = r3.Vec{X: min(lo.X, p.X), Y: min(lo.Y, p.Y), Z: min(lo.Z, p.Z)}
			hi = r3.Vec{X: max(hi.X, p.X), Y: max(hi.Y, p.Y), Z: max(hi.Z, p.Z)}
		}
	}
	s.nodes = append(s.nodes, boxNode{lo: lo, hi: hi, first: first, last: last})
	if last-first <= leafTriangles {
		return
	}
	key := func(t int32) float64 { return centers[t].X }
	if d := r3.Sub(hi, lo); d.Y >= d.X && d.Y >= d.Z {
		key = func(t int32) float64 { return centers[t].Y }
	} else if d.Z >= d.X {
		key = func(t int32) float64 { return centers[t].Z }
	}
	slices.SortStableFunc(s.order[first:last], func(a, b int32) int {
		switch ka, kb := key(a), key(b); {
		case ka < kb:
			return -1
		case ka > kb:
			return 1
		}
		return 0
	})
	middle := (first + last) / 2
	s.build(first, middle, centers)
	s.nodes[n].right = int32(len(s.nodes))
	s.build(middle, last, centers)
}

// closest is the place nearest to p and its position.
func (s *surface) closest(p r3.Vec) (Place, r3.Vec) {
	var best Place
	var where r3.Vec
	limit := math.Inf(1)
	var stack [64]int32
	depth := 1
	for depth > 0 {
		depth--
		n := &s.nodes[stack[depth]]
		if n.gap(p) >= limit {
			continue
		}
		if n.right == 0 {
			for _, t := range s.order[n.first:n.last] {
				f := s.tri[t]
				bary := closestInTriangle(p, s.pos[f[0]], s.pos[f[1]], s.pos[f[2]])
				q := Place{t, bary}.at(s.pos, s.tri)
				if d := r3.Norm2(r3.Sub(p, q)); d < limit {
					limit, best, where = d, Place{t, bary}, q
				}
			}
			continue
		}
		near, far := stack[depth]+1, n.right
		if s.nodes[far].gap(p) < s.nodes[near].gap(p) {
			near, far = far, near
		}
		stack[depth], stack[depth+1] = far, near
		depth += 2
	}
	return best, where
}

// gap is the squared distance from p to the box.
func (n *boxNode) gap(p r3.Vec) float64 {
	x := max(n.lo.X-p.X, 0, p.X-n.hi.X)
	y := max(n.lo.Y-p.Y, 0, p.Y-n.hi.Y)
	z := max(n.lo.Z-p.Z, 0, p.Z-n.hi.Z)
	return x*x + y*y + z*z
}

// closestInTriangle gives the barycentric coordinates of the point of triangle
// abc nearest to p (Ericson, "Real-Time Collision Detection", 5.1.5).
func closestInTriangle(p, a, b, c r3.Vec) [3]float64 {
	ab, ac, ap := r3.Sub(b, a), r3.Sub(c, a), r3.Sub(p, a)
	d1, d2 := r3.Dot(ab, ap), r3.Dot(ac, ap)
	if d1 <= 0 && d2 <= 0 {
		return [3]float64{1, 0, 0}
	}
	bp := r3.Sub(p, b)
	d3, d4 := r3.Dot(ab, bp), r3.Dot(ac, bp)
	if d3 >= 0 && d4 <= d3 {
		return [3]float64{0, 1, 0}
	}
	vc := d1*d4 - d3*d2
	if vc <= 0 && d1 >= 0 && d3 <= 0 {
		v := d1 / (d1 - d3)
		return [3]float64{1 - v, v, 0}
	}
	cp := r3.Sub(p, c)
	d5, d6 := r3.Dot(ab, cp), r3.Dot(ac, cp)
	if d6 >= 0 && d5 <= d6 {
		return [3]float64{0, 0, 1}
	}
	vb := d5*d2 - d1*d6
	if vb <= 0 && d2 >= 0 && d6 <= 0 {
		w := d2 / (d2 - d6)
		return [3]float64{1 - w, 0, w}
	}
	va := d3*d6 - d5*d4
	if va <= 0 && d4-d3 >= 0 && d5-d6 >= 0 {
		w := (d4 - d3) / ((d4 - d3) + (d5 - d6))
		return [3]float64{0, 1 - w, w}
	}
	v, w := vb/(va+vb+vc), vc/(va+vb+vc)
	return [3]float64{1 - v - w, v, w}
}
