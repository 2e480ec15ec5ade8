package pts

import (
	"bufio"
	"io"

	"gwscope/meshio/internal/columns"
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
	for i := range m.Vertices {
		b = columns.AppendVertex(b[:0], m, i)
		out.Write(append(b, '\n'))
	}
	return out.Flush()
}
