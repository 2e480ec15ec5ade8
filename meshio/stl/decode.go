package stl

import (
	"bytes"
	"encoding/binary"
	"fmt"
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

// Decode reads an STL file, whichever kind it is. Normals are left to the
// geometry. Coordinates that are not finite are kept as they are.
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
	m := &mesh.Mesh{Origin: mesh.Origin{Format: "stl"}}
	if extra := len(facets) - count*facetSize; extra > 0 {
		m.Origin.Warnings = append(m.Origin.Warnings, fmt.Sprintf("Passed over %s after the last triangle.", mesh.Count(extra, "byte")))
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
	return m, nil
}

// decodeText reads facets by their loops of vertices and takes everything
// around them (normals, ends) as it comes, as exporters differ there.
func decodeText(data []byte) (*mesh.Mesh, error) {
	m := &mesh.Mesh{Origin: mesh.Origin{Format: "stl"}}
	lines := text.NewLines(data)
	var faces mesh.Builder
	loop := 0 // vertices of the facet at hand that are not yet a face
	var corners []int32
	for {
		line, ok := lines.Next()
		if !ok {
			break
		}
		word, rest := text.Field(line)
		switch string(bytes.ToLower(word)) {
		case "solid":
			name := string(bytes.Join(bytes.Fields(rest), []byte(" ")))
			m.Groups = append(m.Groups, mesh.Group{Name: name, First: faces.Faces()})
		case "vertex":
			var p [3]float64
			for k := range p {
				var field []byte
				field, rest = text.Field(rest)
				if p[k], ok = text.Float(field); !ok {
					return nil, text.AtLine(lines.Number, "a vertex needs three numbers; %s is none", text.Quote(field))
				}
			}
			m.Vertices = append(m.Vertices, r3.Vec{X: p[0], Y: p[1], Z: p[2]})
			loop++
		case "endloop", "endfacet":
			if loop == 0 {
				continue
			}
			corners = corners[:0]
			for v := len(m.Vertices) - loop; v < len(m.Vertices); v++ {
				corners = append(corners, int32(v))
			}
			faces.AddFace(corners)
			loop = 0
		case "", "facet", "outer", "endsolid", "color":
		default:
			return nil, text.AtLine(lines.Number, "%s is no word of STL: the file may be damaged", text.Quote(word))
		}
	}
	if loop > 0 {
		return nil, text.AtLine(lines.Number, "the file ends inside a facet: it is truncated")
	}
	if faces.Faces() == 0 {
		return nil, text.Whole("no triangles in this STL file")
	}
	m.Groups = mesh.CloseGroups(m.Groups, faces.Faces())
	return m, faces.Finish(m)
}
