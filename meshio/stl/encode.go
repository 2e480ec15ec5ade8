package stl

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

var errNoTriangles = errors.New("STL holds triangles only and this is a point cloud: save it as PLY, OBJ or XYZ")

// Encode writes the triangles as binary STL. Coordinates become float32; a coordinate that does not fit
// is an error, and so is a shape that single precision would destroy (*mesh.PrecisionError). Everything
// but triangles and anatomical axes is lost.
func Encode(w io.Writer, m *mesh.Mesh) error {
	if m.IsPointCloud() {
		return errNoTriangles
	}
	for i, p := range m.Vertices {
		if max(math.Abs(p.X), math.Abs(p.Y), math.Abs(p.Z)) > math.MaxFloat32 {
			return fmt.Errorf("vertex %d is too far out for the float32 of binary STL: save as PLY or OBJ", i)
		}
	}
	if m.FirstInvalid() < 0 {
		if err := m.SinglePrecision(r3.Vec{}); err != nil {
			return err
		}
	}
	out := bufio.NewWriterSize(w, 1<<16)
	var header [headerSize]byte
	words := "Binary STL, little endian" // must not begin with "solid"
	if m.Space != "" {
		words += ". SPACE=" + m.Space
	}
	copy(header[:], words)
	binary.LittleEndian.PutUint32(header[80:], uint32(len(m.Triangles)))
	out.Write(header[:])
	var facet [facetSize]byte
	put := func(at int, p r3.Vec) {
		binary.LittleEndian.PutUint32(facet[at:], math.Float32bits(float32(p.X)))
		binary.LittleEndian.PutUint32(facet[at+4:], math.Float32bits(float32(p.Y)))
		binary.LittleEndian.PutUint32(facet[at+8:], math.Float32bits(float32(p.Z)))
	}
	for t, f := range m.Triangles {
		put(0, m.FaceNormal(t))
		for c, v := range f {
			put(12*(c+1), m.Vertices[v])
		}
		out.Write(facet[:])
	}
	return out.Flush()
}
