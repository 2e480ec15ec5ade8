package metric

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
)

// ClosestPlace is the place on the surface closest in space to a position in
// Domain coordinates: a triangle with barycentric coordinates, and its position.
// A cloud answers with face -1, and at is its nearest point.
func (d *Domain) ClosestPlace(to r3.Vec) (face int32, bary [3]float64, at r3.Vec) {
	if d.IsCloud() {
		p, _ := d.NearestPoint(to)
		return -1, [3]float64{1, 0, 0}, d.Points[p]
	}
	return d.Places().Closest(to)
}

// Places is the tree of the domain's triangles, made when first asked for. The domain must
// have triangles.
func (d *Domain) Places() *closest.Tree {
	d.lazy.placesOnce.Do(func() { d.lazy.places = closest.NewTree(d.Points, d.Triangles) })
	return d.lazy.places
}

// NearestFaces are the k triangles whose centres are nearest to a position, nearest first
// (fewer where there are fewer).
func (d *Domain) NearestFaces(at r3.Vec, k int) []int32 {
	d.lazy.centersOnce.Do(func() {
		centers := make([]r3.Vec, len(d.Triangles))
		for f, t := range d.Triangles {
			centers[f] = r3.Scale(1.0/3, r3.Add(d.Points[t[0]], r3.Add(d.Points[t[1]], d.Points[t[2]])))
		}
		d.lazy.centers = newKDTree(centers)
	})
	return indices(d.lazy.centers.knn(at, k, -1, make([]neighbor, 0, k)))
}
