package obj

import (
	"bufio"
	"bytes"
	"io"
	"strconv"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Encode writes a mesh as OBJ: vertices with colours if it has them, normals,
// groups, and the faces as the file it came from counted them. Numbers are the
// shortest decimals that read back as the same float64. Scalars and the alpha
// of colours have no place in the format.
func Encode(w io.Writer, m *mesh.Mesh) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if m.Space != "" {
		out.WriteString("# SPACE=" + m.Space + "\n")
	}
	var b []byte
	for i, p := range m.Vertices {
		b = append(b[:0], 'v', ' ')
		b = text.AppendVec(b, p.X, p.Y, p.Z)
		if m.Colors != nil {
			c := m.Colors[i]
			for _, component := range [3]uint8{c.R, c.G, c.B} {
				// Four decimals tell 256 levels apart.
				b = strconv.AppendFloat(append(b, ' '), float64(component)/255, 'f', 4, 64)
			}
		}
		out.Write(append(b, '\n'))
	}
	for _, n := range m.Normals {
		b = append(b[:0], 'v', 'n', ' ')
		out.Write(append(text.AppendVec(b, n.X, n.Y, n.Z), '\n'))
	}
	group := 0
	for f := range m.FaceCount() {
		for ; group < len(m.Groups) && m.Groups[group].First <= f; group++ {
			out.WriteString("g " + groupName([]byte(m.Groups[group].Name)) + "\n")
		}
		b = append(b[:0], 'f')
		for _, v := range m.Face(f) {
			b = strconv.AppendInt(append(b, ' '), int64(v)+1, 10)
			if m.Normals != nil {
				b = strconv.AppendInt(append(b, '/', '/'), int64(v)+1, 10)
			}
		}
		out.Write(append(b, '\n'))
	}
	return out.Flush()
}

// groupName is a name that fits on a line of the file: without line breaks, and without a backslash at
// the end, which would continue the line.
func groupName(name []byte) string {
	return string(bytes.TrimRight(bytes.Join(bytes.Fields(name), []byte(" ")), "\\ "))
}
