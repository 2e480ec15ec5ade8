package tosca

import (
	"bufio"
	"io"
	"strconv"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// EncodeVertices writes a row x y z for each vertex, with the shortest decimals that read back
// as the same float64. Normals, colours and scalars have no place in the format.
func EncodeVertices(w io.Writer, m *mesh.Mesh) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var b []byte
	for _, p := range m.Vertices {
		out.Write(append(text.AppendVec(b[:0], p.X, p.Y, p.Z), '\n'))
	}
	return out.Flush()
}

// EncodeTriangles writes a row for each triangle, which counts vertices from 1. Faces with
// more corners are written as their triangles.
func EncodeTriangles(w io.Writer, m *mesh.Mesh) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var b []byte
	for _, t := range m.Triangles {
		b = b[:0]
		for k, v := range t {
			if k > 0 {
				b = append(b, ' ')
			}
			b = strconv.AppendInt(b, int64(v)+1, 10)
		}
		out.Write(append(b, '\n'))
	}
	return out.Flush()
}
