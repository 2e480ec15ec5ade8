package npy

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"

	"codeberg.org/sbinet/npyio/npy"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Magic begins every file of the format.
const Magic = "\x93NUMPY"

// Decode reads an array of points, in C or Fortran order, of integers or
// floating point numbers of either byte order. Coordinates that are not finite
// are kept as they are.
func Decode(r io.Reader) (*mesh.Mesh, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	header, body, err := readHeader(data)
	if err != nil {
		return nil, err
	}
	typ := strings.Trim(header.Descr.Type, "'\"")
	number, size := numberReader(typ)
	if number == nil {
		return nil, text.Whole("an array of type %s; points need numbers, such as '<f8': save array.astype(float)", header.Descr.Type)
	}
	shape := header.Descr.Shape
	switch {
	case len(shape) != 2:
		return nil, text.Whole("an array of shape %s; points need n x 3", describe(shape))
	case shape[1] != 2 && shape[1] != 3 && (shape[0] == 2 || shape[0] == 3):
		return nil, text.Whole("an array of shape %s; points need n x 3: save array.T, its transpose", describe(shape))
	case shape[1] != 2 && shape[1] != 3:
		return nil, text.Whole("an array of shape %s; points need n x 3", describe(shape))
	}
	n, columns := shape[0], shape[1]
	if n < 0 || n > math.MaxInt32 || !text.Room(n, columns*size, len(body)) {
		return nil, text.Whole("the header promises %s points, but the file has room for %d: it is truncated or damaged",
			describe(shape[:1]), len(body)/(columns*size))
	}
	if n == 0 {
		return nil, text.Whole("no points in this array")
	}

	rowStep, columnStep := columns*size, size
	if header.Descr.Fortran {
		rowStep, columnStep = size, n*size
	}
	m := &mesh.Mesh{Vertices: make([]r3.Vec, n), Origin: mesh.Origin{Format: "npy"}}
	for i := range m.Vertices {
		row := body[i*rowStep:]
		m.Vertices[i] = r3.Vec{X: number(row), Y: number(row[columnStep:])}
		if columns == 3 {
			m.Vertices[i].Z = number(row[2*columnStep:])
		}
	}
	if columns == 2 {
		m.Origin.Warnings = []string{"The points have two coordinates only; they lie in the plane z = 0."}
	}
	return m, nil
}

func describe(shape []int) string {
	words := make([]string, len(shape))
	for i, s := range shape {
		words[i] = fmt.Sprint(s)
	}
	if len(words) == 0 {
		return "()"
	}
	return strings.Join(words, " x ")
}

// readHeader lets npyio read the header, after checking the length it will
// allocate, and turns its panics on malformed headers into errors.
func readHeader(data []byte) (header npy.Header, body []byte, err error) {
	if !bytes.HasPrefix(data, []byte(Magic)) {
		return header, nil, text.Whole("not a NumPy array: the file does not begin with \\x93NUMPY")
	}
	malformed := text.AtByte(len(Magic), "the header of the NumPy array is malformed or truncated")
	if len(data) < 12 {
		return header, nil, malformed
	}
	length := int(binary.LittleEndian.Uint16(data[8:]))
	if data[6] >= 2 {
		length = int(binary.LittleEndian.Uint32(data[8:]))
	}
	if length > len(data) {
		return header, nil, malformed
	}
	defer func() {
		if recover() != nil {
			err = malformed
		}
	}()
	source := bytes.NewReader(data)
	reader, err := npy.NewReader(source)
	if err != nil {
		return header, nil, text.AtByte(len(Magic), "the header of the NumPy array cannot be read: %v", err)
	}
	return reader.Header, data[len(data)-source.Len():], nil
}

// numberReader gives the conversion of one element of a NumPy type such as
// "<f8", and its size in bytes; nil for types that are no plain numbers.
func numberReader(typ string) (read func(b []byte) float64, size int) {
	if len(typ) != 3 {
		return nil, 0
	}
	var order binary.ByteOrder = binary.LittleEndian
	switch typ[0] {
	case '<', '|', '=':
	case '>':
		order = binary.BigEndian
	default:
		return nil, 0
	}
	switch typ[1:] {
	case "f8":
		return func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) }, 8
	case "f4":
		return func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) }, 4
	case "i8":
		return func(b []byte) float64 { return float64(int64(order.Uint64(b))) }, 8
	case "u8":
		return func(b []byte) float64 { return float64(order.Uint64(b)) }, 8
	case "i4":
		return func(b []byte) float64 { return float64(int32(order.Uint32(b))) }, 4
	case "u4":
		return func(b []byte) float64 { return float64(order.Uint32(b)) }, 4
	case "i2":
		return func(b []byte) float64 { return float64(int16(order.Uint16(b))) }, 2
	case "u2":
		return func(b []byte) float64 { return float64(order.Uint16(b)) }, 2
	case "i1":
		return func(b []byte) float64 { return float64(int8(b[0])) }, 1
	case "u1":
		return func(b []byte) float64 { return float64(b[0]) }, 1
	}
	return nil, 0
}
