package present

import "gwscope/meshio/mesh"

// innerEdges marks, for each triangle of a mesh whose faces are polygons, the edges that cut a
// polygon and are not in the file: bit k is the edge from corner k to the next. It is nil where
// the faces are triangles.
func innerEdges(m *mesh.Mesh) []uint8 {
	if m.PolygonOf == nil {
		return nil
	}
	out := make([]uint8, len(m.Triangles))
	for i, t := range m.Triangles {
		face := m.Polygons[m.PolygonOf[i]]
		for k := range 3 {
			if !neighbours(face, t[k], t[(k+1)%3]) {
				out[i] |= 1 << k
			}
		}
	}
	return out
}

// neighbours reports whether two corners follow each other around a face.
func neighbours(face []int32, a, b int32) bool {
	for i, v := range face {
		next := face[(i+1)%len(face)]
		if v == a && next == b || v == b && next == a {
			return true
		}
	}
	return false
}
