package pts

import (
	"bufio"
	"io"
	"strconv"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Encode writes the vertices as text, one a line, with normals and colours
// under a line of column names when the mesh has them, and bare x, y, z
// otherwise. Numbers are the shortest decimals that read back as the same
// float64. Faces, scalars and groups have no place in the format.
func Encode(w io.Writer, m *mesh.Mesh) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if m.Normals != nil || m.Colors != nil {
		out.WriteString("x y z")
		if m.Normals != nil {
			out.WriteString(" nx ny nz")
		}
		if m.Colors != nil {
			out.WriteString(" r g b a")
		}
		out.WriteByte('\n')
	}
	var b []byte
	for i, p := range m.Vertices {
		b = text.AppendVec(b[:0], p.X, p.Y, p.Z)
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
		out.Write(append(b, '\n'))
	}
	return out.Flush()
}
