package vtk

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"

	"gwscope/meshio/internal/numeric"
	"gwscope/meshio/internal/polydata"
	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Settings say how to write a file; the zero value is binary.
type Settings struct {
	ASCII bool
}

// Encode writes a mesh as POLYDATA of version 3.0, which every VTK reads, with its normals, colours and
// scalars as data of points, and with the faces as the file it came from counted them. Points without
// faces become cells of one point, so that they are seen. Numbers are float where that holds every
// value, else double. Groups have no place in the format.
func Encode(w io.Writer, m *mesh.Mesh, settings Settings) error {
	e := &encoder{out: bufio.NewWriterSize(w, 1<<16), ascii: settings.ASCII}
	title, encoding := "GWScope", "BINARY"
	if m.Space != "" {
		title += " output. SPACE=" + m.Space
	}
	if e.ascii {
		encoding = "ASCII"
	}
	n := len(m.Vertices)
	fmt.Fprintf(e.out, "%s Version 3.0\n%s\n%s\nDATASET POLYDATA\n", Magic, title, encoding)
	e.floats(fmt.Sprintf("POINTS %d %%s\n", n), numeric.Flat(m.Vertices), 3)
	e.cells(m)
	if m.Normals == nil && m.Colors == nil && len(m.Scalars) == 0 {
		return e.out.Flush()
	}
	fmt.Fprintf(e.out, "POINT_DATA %d\n", n)
	if m.Normals != nil {
		e.floats("NORMALS "+polydata.NormalsName+" %s\n", numeric.Flat(m.Normals), 3)
	}
	if m.Colors != nil {
		e.colors(m)
	}
	if len(m.Scalars) > 0 {
		fmt.Fprintf(e.out, "FIELD FieldData %d\n", len(m.Scalars))
	}
	for k, name := range polydata.Names(m.Scalars) {
		e.floats(fmt.Sprintf("%s 1 %d %%s\n", escape(name), n), m.Scalars[k].Values, 1)
	}
	return e.out.Flush()
}

type encoder struct {
	out   *bufio.Writer
	ascii bool
	row   []byte
}

// escape writes a name as VTK does: one word.
func escape(name string) string {
	var out []byte
	for _, b := range []byte(name) {
		if b < 33 || b > 126 || b == '"' || b == '%' {
			out = fmt.Appendf(out, "%%%%%02X", b) // twice: the name stands in a format
		} else {
			out = append(out, b)
		}
	}
	return string(out)
}

// floats writes a line with the type in the place of %s, then numbers.
func (e *encoder) floats(line string, values []float64, perRow int) {
	typeName, single := "double", numeric.Single(values...)
	if single {
		typeName = "float"
	}
	fmt.Fprintf(e.out, line, typeName)
	for i, v := range values {
		e.row = e.row[:0]
		switch {
		case e.ascii:
			e.row = append(text.AppendFloat(e.row, v), separator(i, perRow))
		case single:
			e.row = order.AppendUint32(e.row, math.Float32bits(float32(v)))
		default:
			e.row = order.AppendUint64(e.row, math.Float64bits(v))
		}
		e.out.Write(e.row)
	}
	e.end()
}

func separator(i, perRow int) byte {
	if i%perRow == perRow-1 {
		return '\n'
	}
	return ' '
}

// end ends a block of binary numbers.
func (e *encoder) end() {
	if !e.ascii {
		e.out.WriteByte('\n')
	}
}

func (e *encoder) int(v int, after byte) {
	if e.ascii {
		e.row = append(strconv.AppendInt(e.row[:0], int64(v), 10), after)
	} else {
		e.row = order.AppendUint32(e.row[:0], uint32(v))
	}
	e.out.Write(e.row)
}

func (e *encoder) cells(m *mesh.Mesh) {
	faces := m.FaceCount()
	if faces == 0 {
		fmt.Fprintf(e.out, "VERTICES %d %d\n", len(m.Vertices), 2*len(m.Vertices))
		for v := range m.Vertices {
			e.int(1, ' ')
			e.int(v, '\n')
		}
		e.end()
		return
	}
	size := faces
	for f := range faces {
		size += len(m.Face(f))
	}
	fmt.Fprintf(e.out, "POLYGONS %d %d\n", faces, size)
	for f := range faces {
		face := m.Face(f)
		e.int(len(face), ' ')
		for k, v := range face {
			e.int(int(v), separator(k, len(face)))
		}
	}
	e.end()
}

// colors writes bytes in a binary file and fractions in a text, as the format wants it.
func (e *encoder) colors(m *mesh.Mesh) {
	values, components, name := polydata.Bytes(m)
	fmt.Fprintf(e.out, "COLOR_SCALARS %s %d\n", name, components)
	for i, v := range values {
		if e.ascii {
			e.out.Write(append(text.AppendFloat(e.row[:0], v/255), separator(i, components)))
		} else {
			e.out.WriteByte(byte(v))
		}
	}
	e.end()
}
