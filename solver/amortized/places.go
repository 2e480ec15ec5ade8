package amortized

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// A place is seven numbers that tell where a point of an upright object lies and how its surface is turned,
// |x|, y, z, |z|, |N_x|, |N_y|, |N_z|: y up, z to the front, x across, from the centre, in radii of the
// object. Distances cannot tell left from right, and of many objects not front from back: what a network tells
// of z is near to 0 then, and of |z| is not.
const placeSize = 7

// Places are the places of the points of an upright cloud (n x placeSize, row by row), which is what a
// network of places learns. Normals that are not known give NaN.
func Places(cloud Cloud) ([]float32, error) {
	_, points, normals, err := standardized(cloud)
	if err != nil {
		return nil, err
	}
	return placesOf(points, normals), nil
}

func placesOf(points, normals []r3.Vec) []float32 {
	out := make([]float32, 0, len(points)*placeSize)
	for i, p := range points {
		n := r3.Vec{X: math.NaN(), Y: math.NaN(), Z: math.NaN()}
		if normals != nil && normals[i] != (r3.Vec{}) {
			n = normals[i]
		}
		for _, v := range [placeSize]float64{math.Abs(p.X), p.Y, p.Z, math.Abs(p.Z), math.Abs(n.X), math.Abs(n.Y), math.Abs(n.Z)} {
			out = append(out, float32(v))
		}
	}
	return out
}

// PlacesOf are the places of the points of an upright cloud, as a network with this configuration learns them (n x
// Outputs).
func (c Config) PlacesOf(cloud Cloud) ([]float32, error) {
	places, err := Places(cloud)
	if err != nil || !c.Rest {
		return places, err
	}
	return beside(places, 0), nil
}

// RestPlaces are the places of a shape that bends at joints: rest has places on the body at rest, in a frame that is
// the same for all bodies of its plan, and normals there.
func (c Config) RestPlaces(rest, normals []r3.Vec) []float32 {
	places := placesOf(rest, normals)
	if !c.Rest {
		return places
	}
	return beside(places, 1)
}

// beside puts one number behind each place.
func beside(places []float32, number float32) []float32 {
	var out []float32
	for row := range slices.Chunk(places, placeSize) {
		out = append(append(out, row...), number)
	}
	return out
}
