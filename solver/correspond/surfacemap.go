package correspond

import (
	"unsafe"

	"gonum.org/v1/gonum/spatial/r3"
)

// Place is a position on a shape: barycentric coordinates in a triangle of its
// Domain, or, with Face -1, the point Nearest itself (point clouds).
type Place struct {
	Face    int32
	Bary    [3]float64
	Nearest int32 // the closest corner, an index into Domain.Points
}

// SurfaceMap sends every point of a source Domain to a place on a target Domain.
type SurfaceMap struct {
	// Places on the target, one for each source point (v).
	Places []Place
	// Positions of those places in the target Domain's coordinates (v).
	Positions []r3.Vec
	// Confidence in [0,1] for each source point (v).
	Confidence []float64
}

// Bytes is about the memory that the map takes.
func (m *SurfaceMap) Bytes() int {
	return int(unsafe.Sizeof(Place{}))*len(m.Places) + 24*len(m.Positions) + 8*len(m.Confidence)
}
