package metric

import (
	"context"

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
	t, _ := d.lazy.places.get(context.Background(), d.newPlaces)
	return t
}

// MakePlaces makes the tree for Places and for ClosestPlace, which take no context. On large
// surfaces this takes tenths of a second; it returns ctx.Err() when the context ends.
func (d *Domain) MakePlaces(ctx context.Context) error {
	_, err := d.lazy.places.get(ctx, d.newPlaces)
	return err
}

func (d *Domain) newPlaces(ctx context.Context) (*closest.Tree, error) {
	return closest.NewTreeContext(ctx, d.Points, d.Triangles)
}

// NearestFaces are the k triangles whose centres are nearest to a position, nearest first
// (fewer where there are fewer).
func (d *Domain) NearestFaces(at r3.Vec, k int) []int32 {
	t, _ := d.lazy.centers.get(context.Background(), d.newCenters)
	return indices(t.knn(at, k, -1, make([]neighbor, 0, k)))
}

// MakeNearestFaces makes the tree for NearestFaces, as MakePlaces does for Places.
func (d *Domain) MakeNearestFaces(ctx context.Context) error {
	_, err := d.lazy.centers.get(ctx, d.newCenters)
	return err
}

func (d *Domain) newCenters(ctx context.Context) (*kdTree, error) {
	centers := make([]r3.Vec, len(d.Triangles))
	for f, t := range d.Triangles {
		centers[f] = r3.Scale(1.0/3, r3.Add(d.Points[t[0]], r3.Add(d.Points[t[1]], d.Points[t[2]])))
	}
	return newKDTreeContext(ctx, centers)
}
