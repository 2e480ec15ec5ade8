package off

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"gwscope/meshio/internal/columns"
	"gwscope/meshio/mesh"
)

// Encode writes a mesh as OFF, COFF, NOFF or CNOFF, with its colours
// and normals, and with the faces as the file it came from counted them.
// Numbers are the shortest decimals that read back as the same float64.
// Scalars and groups have no place in the format.
func Encode(w io.Writer, m *mesh.Mesh) error {
	out := bufio.NewWriterSize(w, 1<<16)
	keyword := "OFF"
	if m.Normals != nil {
		keyword = "N" + keyword
	}
	if m.Colors != nil {
		keyword = "C" + keyword
	}
	fmt.Fprintln(out, keyword)
	if m.Space != "" {
		fmt.Fprintln(out, "# SPACE="+m.Space)
	}
	fmt.Fprintf(out, "%d %d 0\n", len(m.Vertices), m.FaceCount())
	var b []byte
	for i := range m.Vertices {
		b = columns.AppendVertex(b[:0], m, i)
		out.Write(append(b, '\n'))
	}
	for f := range m.FaceCount() {
		face := m.Face(f)
		b = strconv.AppendInt(b[:0], int64(len(face)), 10)
		for _, v := range face {
			b = strconv.AppendInt(append(b, ' '), int64(v), 10)
		}
		out.Write(append(b, '\n'))
	}
	return out.Flush()
}
