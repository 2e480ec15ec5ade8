package metric

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// faceTree finds the closest place on a surface: a bounding-volume hierarchy over
// the triangles, in the order of a k-d tree of their centroids.
type faceTree struct {
	tree     *kdTree
	min, max []r3.Vec // boxes of the triangles below each node
}

func newFaceTree(points []r3.Vec, triangles [][3]int32) *faceTree {
	centroids := make([]r3.Vec, len(triangles))
	for f, t := range triangles {
		centroids[f] = r3.Triangle{points[t[0]], points[t[1]], points[t[2]]}.Centroid()
	}
	b := &faceTree{tree: newKDTree(centroids)}
	nodes := b.tree.nodes
	b.min, b.max = make([]r3.Vec, len(nodes)), make([]r3.Vec, len(nodes))
	for n := len(nodes) - 1; n >= 0; n-- { // children come after their parents
		node := &nodes[n]
		var corners []r3.Vec
		if node.left != 0 {
			corners = []r3.Vec{b.min[node.left], b.max[node.left], b.min[node.left+1], b.max[node.left+1]}
		} else {
			for _, f := range b.tree.idx[node.lo:node.hi] {
				for _, p := range triangles[f] {
					corners = append(corners, points[p])
				}
			}
		}
		box := boundsOf(corners)
		b.min[n], b.max[n] = box.Min, box.Max
	}
	return b
}

// ClosestPlace is the place on the surface closest in space to a position in
// Domain coordinates: a triangle with barycentric coordinates, and its position.
// A cloud answers with face -1, and at is its nearest point.
func (d *Domain) ClosestPlace(to r3.Vec) (face int32, bary [3]float64, at r3.Vec) {
	if d.IsCloud() {
		p, _ := d.NearestPoint(to)
		return -1, [3]float64{1, 0, 0}, d.Points[p]
	}
	d.lazy.placesOnce.Do(func() { d.lazy.places = newFaceTree(d.Points, d.Triangles) })
	q := placeQuery{d: d, to: to, d2: math.Inf(1), face: -1}
	q.search(d.lazy.places, 0)
	return q.face, q.bary, q.at
}

type placeQuery struct {
	d    *Domain
	to   r3.Vec
	d2   float64
	face int32
	bary [3]float64
	at   r3.Vec
}

func (q *placeQuery) search(b *faceTree, n int32) {
	node := &b.tree.nodes[n]
	if node.left == 0 {
		for _, f := range b.tree.idx[node.lo:node.hi] {
			t := q.d.Triangles[f]
			p0, p1, p2 := q.d.Points[t[0]], q.d.Points[t[1]], q.d.Points[t[2]]
			bary := closestOnTriangle(q.to, p0, p1, p2)
			at := r3.Add(r3.Scale(bary[0], p0), r3.Add(r3.Scale(bary[1], p1), r3.Scale(bary[2], p2)))
			d2 := r3.Norm2(r3.Sub(at, q.to))
			if d2 < q.d2 || d2 == q.d2 && f < q.face {
				q.d2, q.face, q.bary, q.at = d2, f, bary, at
			}
		}
		return
	}
	near, far := node.left, node.left+1
	dNear, dFar := b.boxDist2(near, q.to), b.boxDist2(far, q.to)
	if dFar < dNear {
		near, far, dNear, dFar = far, near, dFar, dNear
	}
	if dNear <= q.d2 {
		q.search(b, near)
	}
	if dFar <= q.d2 {
		q.search(b, far)
	}
}

func (b *faceTree) boxDist2(n int32, p r3.Vec) float64 {
	box := kdNode{min: b.min[n], max: b.max[n]}
	return box.boxDist2(p)
}

// closestOnTriangle gives the barycentric coordinates of the point of a triangle
// closest to p, by the Voronoi regions of its corners, sides and interior
// (Ericson, Real-Time Collision Detection, 5.1.5).
func closestOnTriangle(p, a, b, c r3.Vec) [3]float64 {
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
	sum := va + vb + vc
	return [3]float64{va / sum, vb / sum, vc / sum}
}
