package metric

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

// PathPoint is a place of a path: on the edge from point A to point B, the share T of the
// way, or with A = B a point.
type PathPoint struct {
	A, B int32
	T    float64 // 0 to 1
	At   r3.Vec  // Domain coordinates
}

// PathDown is the way from a point down a field of distances, one for each point of the
// domain as Geodesics gives them, to where they are 0: the shortest path to the source that
// they were measured from. Within a triangle, where the field is taken to be linear, it follows
// the steepest way (Kimmel and Sethian 1998, section 4); along bridges and in clouds it goes
// from point to point.
func (d *Domain) PathDown(dist []float64, from int32) []PathPoint {
	w := walker{d: d, dist: dist, faces: mesh.TrianglesAbout(len(d.Points), d.Triangles)}
	w.step(PathPoint{A: from, B: from, At: d.Points[from]}, -1)
	// The field falls with each step, so that no triangle is met twice but for rounding.
	for range 2 * (len(d.Triangles) + len(d.Points)) {
		if !w.next() {
			break
		}
	}
	return w.path
}

// walker goes down a field.
type walker struct {
	d     *Domain
	dist  []float64
	faces mesh.CSR // the triangles at each point
	path  []PathPoint
	face  int32 // the triangle that the last step crossed, -1 for none
}

func (w *walker) step(p PathPoint, across int32) { w.path, w.face = append(w.path, p), across }

// toPoint goes straight to a point.
func (w *walker) toPoint(p int32) bool {
	w.step(PathPoint{A: p, B: p, At: w.d.Points[p]}, -1)
	return true
}

// snapped is how near, as a share of an edge, a place on it counts as its end.
const snapped = 1e-6

// toEdge goes across a triangle to a place on the edge from a to b.
func (w *walker) toEdge(a, b int32, t float64, across int32) bool {
	switch {
	case t < snapped:
		return w.toPoint(a)
	case t > 1-snapped:
		return w.toPoint(b)
	}
	w.step(PathPoint{A: a, B: b, T: t, At: r3.Add(r3.Scale(1-t, w.d.Points[a]), r3.Scale(t, w.d.Points[b]))}, across)
	return true
}

// next makes a step; false at the end.
func (w *walker) next() bool {
	if p := w.path[len(w.path)-1]; p.A != p.B {
		return w.fromEdge(p)
	}
	return w.fromPoint(w.path[len(w.path)-1].A)
}

// fall is the steepest descent in a triangle from corner a, in shares of its edges to b and
// c, with its steepness squared; ok is false for a triangle without area.
func (w *walker) fall(a, b, c int32) (toB, toC, steep2 float64, ok bool) {
	u, v := r3.Sub(w.d.Points[b], w.d.Points[a]), r3.Sub(w.d.Points[c], w.d.Points[a])
	uu, uv, vv := r3.Dot(u, u), r3.Dot(u, v), r3.Dot(v, v)
	det := uu*vv - uv*uv
	if !(det > 1e-14*uu*vv) {
		return 0, 0, 0, false
	}
	du, dv := w.dist[b]-w.dist[a], w.dist[c]-w.dist[a]
	gu, gv := (vv*du-uv*dv)/det, (uu*dv-uv*du)/det
	return -gu, -gv, gu*du + gv*dv, true
}

// fromPoint takes the steepest way from a point: across a triangle, or along an edge.
func (w *walker) fromPoint(p int32) bool {
	if !(w.dist[p] > 0) {
		return false
	}
	best, to := 0.0, int32(-1)
	for _, q := range w.d.Adjacent(p) {
		if w.dist[q] <= 0 {
			return w.toPoint(q)
		}
		if l := r3.Norm(r3.Sub(w.d.Points[q], w.d.Points[p])); l > 0 && (w.dist[p]-w.dist[q])/l > best {
			best, to = (w.dist[p]-w.dist[q])/l, q
		}
	}
	var a, b, face int32
	share, across := 0.0, false
	for _, f := range w.faces.Row(int(p)) {
		x, y := others(w.d.Triangles[f], p)
		toX, toY, steep2, ok := w.fall(p, x, y)
		if ok && toX > 0 && toY > 0 && math.Sqrt(steep2) > best {
			best, a, b, face, across = math.Sqrt(steep2), x, y, f, true
			share = toY / (toX + toY)
		}
	}
	switch {
	case across:
		return w.toEdge(a, b, share, face)
	case to >= 0:
		return w.toPoint(to)
	}
	return false
}

// fromEdge crosses the triangle beyond an edge, or slides along the edge in a valley and at
// the rim.
func (w *walker) fromEdge(p PathPoint) bool {
	low := p.A
	if w.dist[p.B] < w.dist[p.A] {
		low = p.B
	}
	beyond, c := int32(-1), int32(-1)
	for _, f := range w.faces.Row(int(p.A)) {
		if x, y := others(w.d.Triangles[f], p.A); f != w.face && (x == p.B || y == p.B) {
			beyond, c = f, x+y-p.B
			break
		}
	}
	if beyond < 0 {
		return w.toPoint(low)
	}
	for _, q := range []int32{p.A, p.B, c} {
		if w.dist[q] <= 0 {
			return w.toPoint(q)
		}
	}
	toB, toC, _, ok := w.fall(p.A, p.B, c)
	if !ok || !(toC > 0) {
		return w.toPoint(low)
	}
	// Shares of the corners A and B change until one of them is used up.
	farA, farB := math.Inf(1), math.Inf(1)
	if toB+toC > 0 {
		farA = (1 - p.T) / (toB + toC)
	}
	if toB < 0 {
		farB = p.T / -toB
	}
	if farA <= farB {
		atB := p.T + farA*toB
		return w.toEdge(p.B, c, farA*toC/(atB+farA*toC), beyond)
	}
	atA := 1 - p.T - farB*(toB+toC)
	return w.toEdge(p.A, c, farB*toC/(atA+farB*toC), beyond)
}

// others are the two corners of a triangle beside p, in order.
func others(t [3]int32, p int32) (a, b int32) {
	switch p {
	case t[0]:
		return t[1], t[2]
	case t[1]:
		return t[2], t[0]
	}
	return t[0], t[1]
}
