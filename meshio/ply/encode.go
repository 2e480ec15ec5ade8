package ply

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/internal/numeric"
	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Encoding is how the numbers of a PLY file are written.
type Encoding int

const (
	BinaryLittleEndian Encoding = iota // the default: small, fast, exact
	BinaryBigEndian
	ASCII
)

var encodingNames = [...]string{"binary_little_endian", "binary_big_endian", "ascii"}

// Settings say how to write a PLY file; the zero value is binary little endian.
type Settings struct {
	Encoding Encoding
}

// Encode writes a mesh with its normals, colours and scalars, and with the
// faces as the file it came from counted them. Nothing is rounded: positions,
// normals and scalars are written as float where that holds every one of their
// values, else as double. Groups have no place in the format.
func Encode(w io.Writer, m *mesh.Mesh, settings Settings) error {
	out := bufio.NewWriterSize(w, 1<<16)
	e := newEncoder(m, settings.Encoding)
	e.header(out)
	var row []byte
	for v := range m.Vertices {
		row = e.vertex(row[:0], v)
		out.Write(row)
	}
	for f := range m.FaceCount() {
		row = e.face(row[:0], m.Face(f))
		out.Write(row)
	}
	return out.Flush()
}

type encoder struct {
	mesh     *mesh.Mesh
	encoding Encoding
	order    binary.AppendByteOrder

	position, normal numeric.Type
	scalars          []numeric.Type
	alpha            bool
	corners          numeric.Type // of the number of corners
}

func newEncoder(m *mesh.Mesh, encoding Encoding) *encoder {
	e := &encoder{mesh: m, encoding: encoding, order: binary.LittleEndian, corners: numeric.Uint8}
	if encoding == BinaryBigEndian {
		e.order = binary.BigEndian
	}
	e.position, e.normal = typeOf(numeric.Flat(m.Vertices)), typeOf(numeric.Flat(m.Normals))
	for _, s := range m.Scalars {
		e.scalars = append(e.scalars, typeOf(s.Values))
	}
	for _, c := range m.Colors {
		e.alpha = e.alpha || c.A != 255
	}
	for _, p := range m.Polygons {
		if len(p) > math.MaxUint8 {
			e.corners = numeric.Int32
		}
	}
	return e
}

// typeOf is the smallest type of floating point numbers that holds all values.
func typeOf(values []float64) numeric.Type {
	if numeric.Single(values...) {
		return numeric.Float32
	}
	return numeric.Float64
}

func (e *encoder) header(out *bufio.Writer) {
	m := e.mesh
	typeName := map[numeric.Type]string{numeric.Float32: "float", numeric.Float64: "double", numeric.Uint8: "uchar", numeric.Int32: "int"}
	fmt.Fprintf(out, "ply\nformat %s 1.0\n", encodingNames[e.encoding])
	if m.Space != "" {
		fmt.Fprintln(out, "comment SPACE="+m.Space)
	}
	fmt.Fprintf(out, "element vertex %d\n", len(m.Vertices))
	for _, name := range []string{"x", "y", "z"} {
		fmt.Fprintf(out, "property %s %s\n", typeName[e.position], name)
	}
	if m.Normals != nil {
		for _, name := range []string{"nx", "ny", "nz"} {
			fmt.Fprintf(out, "property %s %s\n", typeName[e.normal], name)
		}
	}
	if m.Colors != nil {
		for _, name := range e.channels() {
			fmt.Fprintf(out, "property uchar %s\n", name)
		}
	}
	for i, name := range scalarNames(m.Scalars) {
		fmt.Fprintf(out, "property %s %s\n", typeName[e.scalars[i]], name)
	}
	if m.FaceCount() > 0 {
		fmt.Fprintf(out, "element face %d\nproperty list %s int vertex_indices\n", m.FaceCount(), typeName[e.corners])
	}
	out.WriteString("end_header\n")
}

func (e *encoder) channels() []string {
	if e.alpha {
		return []string{"red", "green", "blue", "alpha"}
	}
	return []string{"red", "green", "blue"}
}

// scalarNames makes the names of scalars fit for a header: one word each, and
// none that a reader would take for something else.
func scalarNames(scalars []mesh.Scalar) []string {
	taken := map[string]bool{}
	for _, name := range []string{"x", "y", "z", "nx", "ny", "nz"} {
		taken[name] = true
	}
	for _, names := range colorNames {
		for _, name := range names {
			taken[name] = true
		}
	}
	return text.Names(len(scalars), func(k int) string { return scalars[k].Name }, taken, "")
}

func (e *encoder) vertex(row []byte, v int) []byte {
	m := e.mesh
	row = e.vector(row, e.position, m.Vertices[v])
	if m.Normals != nil {
		row = e.vector(row, e.normal, m.Normals[v])
	}
	if m.Colors != nil {
		c := m.Colors[v]
		row = e.byte(e.byte(e.byte(row, c.R), c.G), c.B)
		if e.alpha {
			row = e.byte(row, c.A)
		}
	}
	for i, s := range m.Scalars {
		row = e.float(row, e.scalars[i], s.Values[v])
	}
	return e.endRow(row)
}

func (e *encoder) face(row []byte, corners []int32) []byte {
	if e.encoding != ASCII && e.corners == numeric.Uint8 {
		row = append(row, uint8(len(corners)))
	} else {
		row = e.int(row, int32(len(corners)))
	}
	for _, v := range corners {
		row = e.int(row, v)
	}
	return e.endRow(row)
}

// endRow turns the blank after the last number of a text row into a line end.
func (e *encoder) endRow(row []byte) []byte {
	if e.encoding == ASCII && len(row) > 0 {
		row[len(row)-1] = '\n'
	}
	return row
}

func (e *encoder) vector(row []byte, k numeric.Type, p r3.Vec) []byte {
	return e.float(e.float(e.float(row, k, p.X), k, p.Y), k, p.Z)
}

func (e *encoder) float(row []byte, k numeric.Type, v float64) []byte {
	switch {
	case e.encoding == ASCII:
		return append(text.AppendFloat(row, v), ' ')
	case k == numeric.Float32:
		return e.order.AppendUint32(row, math.Float32bits(float32(v)))
	default:
		return e.order.AppendUint64(row, math.Float64bits(v))
	}
}

func (e *encoder) int(row []byte, v int32) []byte {
	if e.encoding == ASCII {
		return append(strconv.AppendInt(row, int64(v), 10), ' ')
	}
	return e.order.AppendUint32(row, uint32(v))
}

func (e *encoder) byte(row []byte, v uint8) []byte {
	if e.encoding == ASCII {
		return append(strconv.AppendUint(row, uint64(v), 10), ' ')
	}
	return append(row, v)
}
