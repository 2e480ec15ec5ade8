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
	return d.places().Closest(to)
}

// ClosestPlaceOf is ClosestPlace on the triangles that take accepts (nil: all), nearer
// than limit; false where there is none. The domain must have triangles.
func (d *Domain) ClosestPlaceOf(to r3.Vec, limit float64, take func(face int32) bool) (face int32, bary [3]float64, at r3.Vec, found bool) {
	return d.places().ClosestOf(to, limit, take)
}

func (d *Domain) places() *closest.Tree {
	d.lazy.placesOnce.Do(func() { d.lazy.places = closest.NewTree(d.Points, d.Triangles) })
	return d.lazy.places
}
