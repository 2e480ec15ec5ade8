package mesh

import (
	"fmt"
	"math"
)

// Builder gathers the faces of a file, in any order relative to the vertices,
// and fills Triangles, Polygons and PolygonOf of a mesh at the end. Decoders
// share it so that all of them treat polygons alike. The zero value is ready.
type Builder struct {
	corners  []int32
	ends     []int32 // end of each face in corners; nil while all are triangles
	faces    int
	polygons bool // a face that is not a triangle has been added
	skipped  int
}

// Grow makes room for more faces, which have so many corners altogether. Callers
// must have checked that the file is long enough to hold them.
func (b *Builder) Grow(corners int) {
	if free := cap(b.corners) - len(b.corners); free < corners {
		b.corners = append(make([]int32, 0, len(b.corners)+corners), b.corners...)
	}
}

// Faces is the number of faces so far, which is also the index of the next.
func (b *Builder) Faces() int { return b.faces }

// AddTriangle adds a face of three corners.
func (b *Builder) AddTriangle(i, j, k int32) {
	b.corners = append(b.corners, i, j, k)
	b.faces++
	if b.polygons {
		b.ends = append(b.ends, int32(len(b.corners)))
	}
}

// AddFace adds a face with any number of corners and reports whether it was
// taken: faces of fewer than three corners bound nothing and are left out.
// The corners are copied.
func (b *Builder) AddFace(corners []int32) bool {
	switch {
	case len(corners) < 3:
		b.skipped++
		return false
	case len(corners) == 3:
		b.AddTriangle(corners[0], corners[1], corners[2])
		return true
	case len(b.corners)+len(corners) > math.MaxInt32:
		b.skipped++
		return false
	}
	if !b.polygons {
		b.polygons = true
		for f := range b.faces {
			b.ends = append(b.ends, int32(3*(f+1)))
		}
	}
	b.corners = append(b.corners, corners...)
	b.faces++
	b.ends = append(b.ends, int32(len(b.corners)))
	return true
}

// IndexError says that a face names a vertex which does not exist.
type IndexError struct {
	Face     int   // 0-based
	Index    int32 // 0-based
	Vertices int   // how many there are
}

func (e *IndexError) Error() string {
	if e.Vertices == 0 {
		return fmt.Sprintf("face %d uses vertex %d, but there are no vertices", e.Face, e.Index)
	}
	return fmt.Sprintf("face %d uses vertex %d, but the %s end at %d (counting from 0)",
		e.Face, e.Index, Count(e.Vertices, "vertex"), e.Vertices-1)
}

// Finish triangulates the faces over m.Vertices and puts them into m, with a
// warning for faces that were left out. The only error is an *IndexError. The
// builder must not be used afterwards.
func (b *Builder) Finish(m *Mesh) error {
	n := int32(len(m.Vertices))
	for at, v := range b.corners {
		if v < 0 || v >= n {
			return &IndexError{Face: b.faceAt(at), Index: v, Vertices: int(n)}
		}
	}
	if b.skipped > 0 {
		m.Warn("Left out %s with fewer than three corners.", Count(b.skipped, "face"))
	}
	if !b.polygons {
		if b.faces > 0 {
			m.Triangles = make([][3]int32, b.faces)
		}
		for t := range m.Triangles {
			m.Triangles[t] = [3]int32(b.corners[3*t:])
		}
		return nil
	}
	triangles := len(b.corners) - 2*b.faces
	m.Polygons = make([][]int32, b.faces)
	m.Triangles = make([][3]int32, 0, triangles)
	m.PolygonOf = make([]int32, 0, triangles)
	var tri triangulator
	start := int32(0)
	for f, end := range b.ends {
		polygon := b.corners[start:end:end]
		start = end
		m.Polygons[f] = polygon
		m.Triangles = tri.triangulate(m.Triangles, m.Vertices, polygon)
		for range len(polygon) - 2 {
			m.PolygonOf = append(m.PolygonOf, int32(f))
		}
	}
	return nil
}

// faceAt is the face that holds the corner at a position.
func (b *Builder) faceAt(at int) int {
	if !b.polygons {
		return at / 3
	}
	for f, end := range b.ends {
		if at < int(end) {
			return f
		}
	}
	return b.faces
}

// CloseGroups fills in the Count of groups of which only First is known, in
// ascending order, and leaves out those without faces.
func CloseGroups(groups []Group, faces int) []Group {
	var closed []Group
	for i, g := range groups {
		end := faces
		if i+1 < len(groups) {
			end = groups[i+1].First
		}
		if g.Count = end - g.First; g.Count > 0 {
			closed = append(closed, g)
		}
	}
	return closed
}
