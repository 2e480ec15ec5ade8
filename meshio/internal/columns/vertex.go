package columns

import (
	"strconv"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// AppendVertex appends a vertex as text: its position, and the normal and the colour that it has.
func AppendVertex(b []byte, m *mesh.Mesh, i int) []byte {
	p := m.Vertices[i]
	b = text.AppendVec(b, p.X, p.Y, p.Z)
	if m.Normals != nil {
		n := m.Normals[i]
		b = text.AppendVec(append(b, ' '), n.X, n.Y, n.Z)
	}
	if m.Colors != nil {
		c := m.Colors[i]
		for _, component := range [4]uint8{c.R, c.G, c.B, c.A} {
			b = strconv.AppendUint(append(b, ' '), uint64(component), 10)
		}
	}
	return b
}
