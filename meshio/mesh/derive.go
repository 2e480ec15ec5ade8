package mesh

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// Clone is a deep copy, for the rare caller that must change a mesh.
func (m *Mesh) Clone() *Mesh {
	c := *m
	c.Vertices = slices.Clone(m.Vertices)
	c.Triangles = slices.Clone(m.Triangles)
	c.PolygonOf = slices.Clone(m.PolygonOf)
	c.Normals = slices.Clone(m.Normals)
	c.Colors = slices.Clone(m.Colors)
	c.Groups = slices.Clone(m.Groups)
	c.Origin.Warnings = slices.Clone(m.Origin.Warnings)
	if m.Polygons != nil {
		c.Polygons = make([][]int32, len(m.Polygons))
		for i, p := range m.Polygons {
			c.Polygons[i] = slices.Clone(p)
		}
	}
	if m.Scalars != nil {
		c.Scalars = make([]Scalar, len(m.Scalars))
		for i, s := range m.Scalars {
			c.Scalars[i] = Scalar{Name: s.Name, Values: slices.Clone(s.Values)}
		}
	}
	return &c
}

// WithVertices is m with its vertices moved to new positions (n): the same
// connectivity, colours and scalars, shared rather than copied. Normals are
// dropped, since they belong to the old positions. It panics when the number
// of positions differs from the number of vertices.
func (m *Mesh) WithVertices(positions []r3.Vec) *Mesh {
	if len(positions) != len(m.Vertices) {
		panic(fmt.Sprintf("mesh: %d positions for %d vertices", len(positions), len(m.Vertices)))
	}
	c := *m
	c.Vertices = positions
	c.Normals = nil
	return &c
}

// TurnedOver is m with the corners of its faces in the opposite order, so that they look to
// the other side. Normals are dropped, all else is shared.
func (m *Mesh) TurnedOver() *Mesh {
	c := *m
	c.Normals = nil
	c.Triangles = slices.Clone(m.Triangles)
	for i, t := range c.Triangles {
		c.Triangles[i] = [3]int32{t[0], t[2], t[1]}
	}
	if m.Polygons != nil {
		c.Polygons = make([][]int32, len(m.Polygons))
		for i, p := range m.Polygons {
			c.Polygons[i] = slices.Clone(p)
			slices.Reverse(c.Polygons[i][1:])
		}
	}
	return &c
}

// FirstInvalid is the lowest vertex with a coordinate that is NaN or infinite,
// or -1 when all are finite.
func (m *Mesh) FirstInvalid() int {
	return slices.IndexFunc(m.Vertices, func(p r3.Vec) bool { return !isFinite(p) })
}

// DropInvalid is m without the vertices whose coordinates are NaN or infinite
// and without the faces that use them. kept gives, for each vertex that stays,
// its index in m; it is nil, and the mesh m itself, when nothing had to go.
func (m *Mesh) DropInvalid() (rest *Mesh, kept []int32) {
	if m.FirstInvalid() < 0 {
		return m, nil
	}
	return m.without(func(v int) bool { return !isFinite(m.Vertices[v]) }, "with coordinates that are not finite")
}

// DropFar is m without its [Mesh.FarVertices], as DropInvalid does it.
func (m *Mesh) DropFar() (rest *Mesh, kept []int32) {
	far := m.FarVertices()
	if len(far) == 0 {
		return m, nil
	}
	return m.without(func(v int) bool { _, found := slices.BinarySearch(far, int32(v)); return found }, "far from all others")
}

// without is m without the vertices that have to go and without the faces that use them. what describes
// these vertices in the warning.
func (m *Mesh) without(goes func(v int) bool, what string) (rest *Mesh, kept []int32) {
	oldToNew := make([]int32, len(m.Vertices))
	for v := range m.Vertices {
		if !goes(v) {
			oldToNew[v] = int32(len(kept))
			kept = append(kept, int32(v))
		} else {
			oldToNew[v] = -1
		}
	}

	c := &Mesh{Name: m.Name, Space: m.Space, Origin: m.Origin}
	c.Vertices = pick(m.Vertices, kept)
	c.Normals = pick(m.Normals, kept)
	c.Colors = pick(m.Colors, kept)
	for _, s := range m.Scalars {
		c.Scalars = append(c.Scalars, Scalar{Name: s.Name, Values: pick(s.Values, kept)})
	}

	faceToNew := make([]int32, m.FaceCount()+1) // prefix counts of the faces that stay
	for f := range m.FaceCount() {
		faceToNew[f+1] = faceToNew[f]
		if m.Polygons != nil {
			if p := renumber(m.Polygons[f], oldToNew); p != nil {
				c.Polygons = append(c.Polygons, p)
				faceToNew[f+1]++
			}
		} else if p := renumber(m.Triangles[f][:], oldToNew); p != nil {
			c.Triangles = append(c.Triangles, [3]int32(p))
			faceToNew[f+1]++
		}
	}
	if m.Polygons != nil {
		for t, f := range m.Triangles {
			polygon := m.PolygonOf[t]
			if faceToNew[polygon+1] > faceToNew[polygon] {
				c.Triangles = append(c.Triangles, [3]int32(renumber(f[:], oldToNew)))
				c.PolygonOf = append(c.PolygonOf, faceToNew[polygon])
			}
		}
	}
	for _, g := range m.Groups {
		first, end := faceToNew[g.First], faceToNew[g.First+g.Count]
		c.Groups = append(c.Groups, Group{Name: g.Name, First: int(first), Count: int(end - first)})
	}

	lostVertices, lostFaces := len(m.Vertices)-len(kept), m.FaceCount()-c.FaceCount()
	c.Origin.Warnings = append(slices.Clone(m.Origin.Warnings), fmt.Sprintf(
		"Dropped %s %s, and %s that used them.",
		Count(lostVertices, "vertex"), what, Count(lostFaces, "face")))
	return c, kept
}

// pick gathers values[i] for i in kept; nil stays nil.
func pick[T any](values []T, kept []int32) []T {
	if values == nil {
		return nil
	}
	picked := make([]T, len(kept))
	for i, v := range kept {
		picked[i] = values[v]
	}
	return picked
}

// renumber maps a face's corners, or returns nil when one of them is gone.
func renumber(face []int32, oldToNew []int32) []int32 {
	out := make([]int32, len(face))
	for i, v := range face {
		if oldToNew[v] < 0 {
			return nil
		}
		out[i] = oldToNew[v]
	}
	return out
}
