package tosca

import (
	"fmt"
	"io"
	"math"

	"gwscope/meshio/internal/base"
	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
	"gwscope/meshio/pts"
)

// Decode reads a mesh from its vertices and its triangles. Without triangles (nil) it is a
// cloud of points. Coordinates that are not finite are kept as they are. An error of the
// triangles is a [*TrianglesError].
func Decode(vertices, triangles io.Reader) (*mesh.Mesh, error) {
	m, err := pts.Decode(vertices)
	if err != nil {
		return nil, err
	}
	m.Origin.Format = "tosca"
	if triangles == nil {
		return m, nil
	}
	if err := readTriangles(m, triangles); err != nil {
		return nil, &TrianglesError{err}
	}
	return m, nil
}

// TrianglesError is an error of the file of triangles.
type TrianglesError struct{ Err error }

func (e *TrianglesError) Error() string { return fmt.Sprintf("the triangles: %v", e.Err) }
func (e *TrianglesError) Unwrap() error { return e.Err }

func readTriangles(m *mesh.Mesh, r io.Reader) error {
	data, err := text.Read(r)
	if err != nil {
		return err
	}
	var corners []int32
	least, most := math.MaxInt32, -1
	lines := text.NewLines(data)
	for {
		line, ok := lines.NextContent()
		if !ok {
			break
		}
		for range 3 {
			var word []byte
			word, line = text.Field(line)
			v, ok := corner(word)
			if !ok {
				return text.AtLine(lines.Number, "a triangle has three whole numbers; %s is none", text.Quote(word))
			}
			corners = append(corners, v)
			least, most = min(least, int(v)), max(most, int(v))
		}
		if word, _ := text.Field(line); word != nil {
			return text.AtLine(lines.Number, "a triangle has three corners, and here is a fourth number, %s", text.Quote(word))
		}
	}
	if corners == nil {
		return text.Whole("there are none")
	}
	from, err := base.Of(least, most, m)
	if err != nil {
		return err
	}
	m.Triangles = make([][3]int32, len(corners)/3)
	for t := range m.Triangles {
		for k := range 3 {
			m.Triangles[t][k] = corners[3*t+k] - int32(from)
		}
	}
	return nil
}

// corner reads a number of a vertex, which some programs write as 1.0000000e+00.
func corner(word []byte) (int32, bool) {
	v, ok := text.Float(word)
	if !ok || v != math.Trunc(v) || v < 0 || v > math.MaxInt32 {
		return 0, false
	}
	return int32(v), true
}
