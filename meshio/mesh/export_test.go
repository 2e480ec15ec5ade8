package mesh

import "gonum.org/v1/gonum/spatial/r3"

// Triangulate is the triangulation of one polygon.
func Triangulate(vertices []r3.Vec, polygon []int32) [][3]int32 {
	var t triangulator
	return t.triangulate(nil, vertices, polygon)
}
