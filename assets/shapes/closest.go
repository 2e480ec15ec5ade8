package shapes

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
)

// Place is a position on a mesh: a triangle and barycentric coordinates in it.
type Place struct {
	Face int32      // index into the mesh's Triangles
	Bary [3]float64 // non-negative, sum 1, in the order of the triangle's corners
}

// at is the position of the place on a surface with the given vertex positions.
func (p Place) at(pos []r3.Vec, tri [][3]int32) r3.Vec {
	f := tri[p.Face]
	return closest.At(p.Bary, pos[f[0]], pos[f[1]], pos[f[2]])
}

// placeNear is the place on a surface that is closest to p, and its position.
func placeNear(on *closest.Tree, p r3.Vec) (Place, r3.Vec) {
	face, bary, at := on.Closest(p)
	return Place{face, bary}, at
}
