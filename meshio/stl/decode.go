package stl

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

const (
	headerSize = 84 // 80 bytes of anything, then the number of triangles
	facetSize  = 50 // normal and three corners as float32, then two bytes of anything
)

// Decode reads an STL file of either kind. Normals are not read, because the geometry gives them.
// Coordinates that are not finite are kept as they are. Colours of facets in either of the two forms
// that programs write become those of their corners.
func Decode(r io.Reader) (*mesh.Mesh, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if IsBinary(data) || !IsText(data) {
		return decodeBinary(data)
	}
	return decodeText(text.UTF8(data))
}

// IsBinary reports whether the number of triangles in a binary header agrees
// with the size of the file: the one sure sign, since many binary headers
// begin with "solid" as text files do.
func IsBinary(data []byte) bool {
	return len(data) >= headerSize && uint64(len(data)) == headerSize+facetSize*uint64(binary.LittleEndian.Uint32(data[80:]))
}

// IsText reports whether a file begins with the word "solid" and goes on in
// text. A binary file that begins so has zero bytes in its header or in the
// number of triangles, which is below 2^24 for any file under 800 MB.
func IsText(data []byte) bool {
	data = text.UTF8(data)
	data = data[:min(len(data), 1024)]
	fields := bytes.Fields(data)
	return len(fields) > 0 && bytes.EqualFold(fields[0], []byte("solid")) && bytes.IndexByte(data, 0) < 0
}

func decodeBinary(data []byte) (*mesh.Mesh, error) {
	if len(data) < headerSize {
		return nil, text.Whole("not an STL file: it neither begins with \"solid\" nor has the %d bytes of a binary header", headerSize)
	}
	count := int(binary.LittleEndian.Uint32(data[80:]))
	facets := data[headerSize:]
	if !text.Room(count, facetSize, len(facets)) {
		return nil, text.AtByte(80, "the header promises %s, but the file has room for %d: it is truncated, or no STL file",
			mesh.Count(count, "triangle"), len(facets)/facetSize)
	}
	if count == 0 {
		return nil, text.Whole("no triangles in this STL file")
	}
	m := &mesh.Mesh{Space: text.Space(data[:80]), Origin: mesh.Origin{Format: "stl"}}
	if extra := len(facets) - count*facetSize; extra > 0 {
		m.Warn("Passed over %s after the last triangle.", mesh.Count(extra, "byte"))
	}
	m.Vertices = make([]r3.Vec, 3*count)
	m.Triangles = make([][3]int32, count)
	coordinate := func(b []byte) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))) }
	for t := range m.Triangles {
		facet := facets[t*facetSize+12 : (t+1)*facetSize] // past the normal
		for c := range 3 {
			v := 3*t + c
			m.Vertices[v] = r3.Vec{X: coordinate(facet[12*c:]), Y: coordinate(facet[12*c+4:]), Z: coordinate(facet[12*c+8:])}
			m.Triangles[t][c] = int32(v)
		}
	}
	paint(m, data[:80], facets)
	return m, nil
}
