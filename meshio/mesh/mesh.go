package mesh

import (
	"fmt"
	"image/color"

	"gonum.org/v1/gonum/spatial/r3"
)

// Mesh is a triangle mesh or, without triangles, a point cloud.
// Coordinates are in the units of the file and float64 throughout, so that a
// shape far from the origin keeps its detail.
type Mesh struct {
	// Name is a short label for people, such as "horse, gallop" or a file's base name.
	Name string
	// Vertices are the positions in file order (n).
	Vertices []r3.Vec
	// Triangles index Vertices, 0-based, counter-clockwise seen from outside.
	// A polygon with more corners appears as consecutive triangles.
	Triangles [][3]int32
	// Polygons are the faces as the file gave them, when at least one is not a
	// triangle; nil otherwise, and Triangles are then the faces.
	Polygons [][]int32
	// PolygonOf gives the polygon of each triangle; nil when Polygons is nil.
	PolygonOf []int32
	// Normals per vertex as the file gave them (n), or nil.
	Normals []r3.Vec
	// Colors per vertex as the file gave them (n, not premultiplied), or nil.
	Colors []color.NRGBA
	// Groups name ranges of faces (of Polygons if there are any, else of Triangles), or nil.
	Groups []Group
	// Scalars are named values per vertex, or nil.
	Scalars []Scalar
	// Space names the anatomical axes of the coordinates where the file says them: "RAS"
	// (x to the right, y to the front), "LPS" (x to the left, y to the back), or "".
	Space string
	// Origin tells the source of the mesh and the reader's findings.
	Origin Origin
}

// Group is a named run of faces.
type Group struct {
	Name         string
	First, Count int
}

// Scalar is one named value per vertex (n).
type Scalar struct {
	Name   string
	Values []float64
}

// Origin is where a mesh came from.
type Origin struct {
	// Path is the file, or "sample:horse/2" for an embedded shape, or empty.
	Path string
	// Format is the codec's name ("obj", "ply", ...), or "sample".
	Format string
	// Warnings are sentences for people about content that the reader skipped or mended.
	Warnings []string
}

// Warn adds a warning. Only readers may call it, before they return the mesh.
func (m *Mesh) Warn(format string, args ...any) {
	m.Origin.Warnings = append(m.Origin.Warnings, fmt.Sprintf(format, args...))
}

// IsPointCloud reports whether the mesh has no faces.
func (m *Mesh) IsPointCloud() bool { return len(m.Triangles) == 0 }

// FaceCount is the number of faces as the file counts them: polygons, or triangles.
func (m *Mesh) FaceCount() int {
	if m.Polygons != nil {
		return len(m.Polygons)
	}
	return len(m.Triangles)
}

// Face is the corner list of face f as the file counts faces; it must not be changed.
func (m *Mesh) Face(f int) []int32 {
	if m.Polygons != nil {
		return m.Polygons[f]
	}
	return m.Triangles[f][:]
}
