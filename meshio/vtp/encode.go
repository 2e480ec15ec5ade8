package vtp

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"html"
	"io"
	"math"
	"strconv"

	"gwscope/meshio/internal/numeric"
	"gwscope/meshio/internal/polydata"
	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Encoding is how the numbers of a file are written.
type Encoding int

const (
	Packed Encoding = iota // the default, as ParaView writes: packed with zlib, appended as base64
	Raw                    // appended as they are
	Base64                 // in their place
	ASCII
)

// Settings say how to write a file; the zero value is Packed.
type Settings struct {
	Encoding Encoding
}

// Encode writes a mesh as PolyData with its normals, colours and scalars as data of points,
// and with the faces as the file it came from counted them. Points without faces become cells
// of one point, so that they are seen. Numbers are Float32 where that holds every value, else
// Float64. Groups have no place in the format.
func Encode(w io.Writer, m *mesh.Mesh, settings Settings) error {
	e := &encoder{out: bufio.NewWriterSize(w, 1<<16), encoding: settings.Encoding}
	packer := ""
	if e.encoding == Packed {
		packer = ` compressor="vtkZLibDataCompressor"`
	}
	fmt.Fprintf(e.out, "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\"%s>\n<PolyData>\n", packer)
	if m.Space != "" {
		e.out.WriteString(`<FieldData><Array type="String" Name="SPACE" NumberOfTuples="1" format="ascii">`)
		for _, c := range []byte(m.Space) {
			fmt.Fprintf(e.out, "%d ", c)
		}
		e.out.WriteString("0</Array></FieldData>\n")
	}
	n, faces, points := len(m.Vertices), m.FaceCount(), 0
	if faces == 0 {
		points = n
	}
	fmt.Fprintf(e.out, "<Piece NumberOfPoints=\"%d\" NumberOfVerts=\"%d\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"%d\">\n", n, points, faces)
	e.pointData(m)
	e.out.WriteString("<Points>\n")
	e.floats("Points", numeric.Flat(m.Vertices), 3)
	e.out.WriteString("</Points>\n")
	if faces == 0 {
		e.cells("Verts", n, func(v int) []int32 { return []int32{int32(v)} })
	} else {
		e.cells("Polys", faces, m.Face)
	}
	e.out.WriteString("</Piece>\n</PolyData>\n")
	switch e.encoding {
	case Packed:
		e.out.WriteString("<AppendedData encoding=\"base64\">\n_")
	case Raw:
		e.out.WriteString("<AppendedData encoding=\"raw\">\n_")
	}
	if e.appended.Len() > 0 {
		e.out.Write(e.appended.Bytes())
		e.out.WriteString("\n</AppendedData>\n")
	}
	e.out.WriteString("</VTKFile>\n")
	return e.out.Flush()
}

type encoder struct {
	out      *bufio.Writer
	encoding Encoding
	appended bytes.Buffer
}

func (e *encoder) pointData(m *mesh.Mesh) {
	if m.Normals == nil && m.Colors == nil && len(m.Scalars) == 0 {
		return
	}
	e.out.WriteString("<PointData")
	if m.Normals != nil {
		fmt.Fprintf(e.out, " Normals=%q", polydata.NormalsName)
	}
	e.out.WriteString(">\n")
	if m.Normals != nil {
		e.floats(polydata.NormalsName, numeric.Flat(m.Normals), 3)
	}
	if m.Colors != nil {
		values, components, name := polydata.Bytes(m)
		e.array("UInt8", name, components, values, func(b []byte, v float64) []byte { return append(b, byte(v)) })
	}
	for k, name := range polydata.Names(m.Scalars) {
		e.floats(name, m.Scalars[k].Values, 1)
	}
	e.out.WriteString("</PointData>\n")
}

func (e *encoder) floats(name string, values []float64, components int) {
	if numeric.Single(values...) {
		e.array("Float32", name, components, values, func(b []byte, v float64) []byte {
			return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)))
		})
		return
	}
	e.array("Float64", name, components, values, func(b []byte, v float64) []byte {
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	})
}

// cells writes the corners of count cells and where each ends.
func (e *encoder) cells(section string, count int, corners func(k int) []int32) {
	var all, ends []float64
	for k := range count {
		for _, v := range corners(k) {
			all = append(all, float64(v))
		}
		ends = append(ends, float64(len(all)))
	}
	integer := func(b []byte, v float64) []byte { return binary.LittleEndian.AppendUint32(b, uint32(v)) }
	fmt.Fprintf(e.out, "<%s>\n", section)
	e.array("Int32", "connectivity", 1, all, integer)
	e.array("Int32", "offsets", 1, ends, integer)
	fmt.Fprintf(e.out, "</%s>\n", section)
}

// array writes one array, in its place or appended.
func (e *encoder) array(typeName, name string, components int, values []float64, add func(b []byte, v float64) []byte) {
	fmt.Fprintf(e.out, "<DataArray type=%q Name=\"%s\"", typeName, html.EscapeString(name))
	if components != 1 {
		fmt.Fprintf(e.out, " NumberOfComponents=\"%d\"", components)
	}
	if e.encoding == ASCII {
		e.out.WriteString(" format=\"ascii\">\n")
		var row []byte
		for i, v := range values {
			row = append(text.AppendFloat(row[:0], v), ' ')
			if i%components == components-1 && (components > 1 || i%12 == 11) {
				row[len(row)-1] = '\n'
			}
			e.out.Write(row)
		}
		e.out.WriteString("\n</DataArray>\n")
		return
	}
	data := make([]byte, 0, 8*len(values))
	for _, v := range values {
		data = add(data, v)
	}
	if e.encoding == Base64 {
		whole := append(binary.LittleEndian.AppendUint64(nil, uint64(len(data))), data...)
		fmt.Fprintf(e.out, " format=\"binary\">%s</DataArray>\n", base64.StdEncoding.EncodeToString(whole))
		return
	}
	e.out.WriteString(" format=\"appended\" offset=\"" + strconv.Itoa(e.appended.Len()) + "\"/>\n")
	if e.encoding == Raw {
		e.appended.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(data))))
		e.appended.Write(data)
		return
	}
	header, blocks := packed(data)
	e.appended.WriteString(base64.StdEncoding.EncodeToString(header))
	e.appended.WriteString(base64.StdEncoding.EncodeToString(blocks))
}

// blockSize is the number of bytes that are packed at a time, as in VTK.
const blockSize = 1 << 15

// packed packs blocks of data, with their sizes in a header.
func packed(data []byte) (header, blocks []byte) {
	count := (len(data) + blockSize - 1) / blockSize
	for _, v := range []int{count, blockSize, len(data) % blockSize} {
		header = binary.LittleEndian.AppendUint64(header, uint64(v))
	}
	var out bytes.Buffer
	for rest := data; len(rest) > 0; {
		block := rest[:min(blockSize, len(rest))]
		rest = rest[len(block):]
		before := out.Len()
		w := zlib.NewWriter(&out)
		w.Write(block) // into memory: it cannot fail
		w.Close()
		header = binary.LittleEndian.AppendUint64(header, uint64(out.Len()-before))
	}
	return header, out.Bytes()
}
