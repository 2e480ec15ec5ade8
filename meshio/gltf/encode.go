package gltf

import (
	"bufio"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
)

// spaceKey is where the extras of the asset name the anatomical axes.
const spaceKey = "SPACE"

// Encode writes a mesh as one GLB file, with normals (computed where it has none) and colours.
// Positions become float32 relative to the centre of a mesh that lies far from the origin, with the
// centre on the node, so that detail survives; where it would not survive, the error is a
// *mesh.PrecisionError. The extras of the asset name the anatomical axes. Polygons, groups and scalars
// have no place in the format.
func Encode(w io.Writer, m *mesh.Mesh) error { return encode(w, m, true) }

// EncodeJSON writes the same as Encode as a glTF file of text with the numbers
// embedded, a third larger.
func EncodeJSON(w io.Writer, m *mesh.Mesh) error { return encode(w, m, false) }

func encode(w io.Writer, m *mesh.Mesh, binary bool) error {
	doc, err := document(m, m.Colors)
	if err != nil {
		return err
	}
	return write(w, doc, binary)
}

func write(w io.Writer, doc *gltf.Document, binary bool) error {
	out := bufio.NewWriterSize(w, 1<<16)
	e := gltf.NewEncoder(out)
	e.AsBinary = binary
	if err := e.Encode(doc); err != nil {
		return err
	}
	return out.Flush()
}

// document builds a scene of one node with one mesh of one primitive. Positions are relative to
// the translation of the node.
func document(m *mesh.Mesh, colors []color.NRGBA) (*gltf.Document, error) {
	if len(m.Vertices) == 0 {
		return nil, errors.New("there are no vertices to write as glTF")
	}
	if v := m.FirstInvalid(); v >= 0 {
		return nil, fmt.Errorf("vertex %d is not finite, which glTF does not allow: drop invalid vertices first", v)
	}
	origin := localOrigin(m)
	if err := m.SinglePrecision(origin); err != nil {
		// A fine mesh may need its centre nearer to the origin than localOrigin says.
		if origin = centreOf(m); m.SinglePrecision(origin) != nil {
			return nil, err
		}
	}
	positions, err := toFloat32(m.Vertices, origin)
	if err != nil {
		return nil, err
	}
	doc := gltf.NewDocument()
	doc.Asset.Generator = "GWScope"
	if m.Space != "" {
		doc.Asset.Extras = map[string]any{spaceKey: m.Space}
	}
	doc.Scenes[0].Name = ""
	primitive := &gltf.Primitive{
		Attributes: gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(doc, positions)},
		Material:   gltf.Index(0),
		Mode:       gltf.PrimitivePoints,
	}
	if normals := unitNormals(m); normals != nil {
		primitive.Attributes[gltf.NORMAL] = modeler.WriteNormal(doc, normals)
	}
	if colors != nil {
		linear := make([][4]uint16, len(colors))
		for i, c := range colors {
			linear[i] = toLinear(c)
		}
		primitive.Attributes[gltf.COLOR_0] = modeler.WriteColor(doc, linear)
	}
	if !m.IsPointCloud() {
		primitive.Mode = gltf.PrimitiveTriangles
		primitive.Indices = gltf.Index(writeIndices(doc, m))
	}
	doc.Meshes = []*gltf.Mesh{{Name: m.Name, Primitives: []*gltf.Primitive{primitive}}}
	doc.Nodes = []*gltf.Node{{Name: m.Name, Mesh: gltf.Index(0), Translation: [3]float64{origin.X, origin.Y, origin.Z}}}
	doc.Scenes[0].Nodes = []int{0}
	// Metal without surroundings to mirror is black in many viewers.
	doc.Materials = []*gltf.Material{{
		DoubleSided:          true,
		PBRMetallicRoughness: &gltf.PBRMetallicRoughness{MetallicFactor: gltf.Float(0), RoughnessFactor: gltf.Float(0.8)},
	}}
	return doc, nil
}

// localOrigin is the centre of the bounding box when the mesh is farther from
// the origin than a few times its size, where float32 would lose more than two
// of its 24 bits; else zero.
func localOrigin(m *mesh.Mesh) r3.Vec {
	box, centre := m.BoundingBox(), centreOf(m)
	if r3.Norm(centre) > 4*r3.Norm(r3.Sub(box.Max, box.Min)) {
		return centre
	}
	return r3.Vec{}
}

// centreOf is the centre of the bounding box.
func centreOf(m *mesh.Mesh) r3.Vec {
	box := m.BoundingBox()
	return r3.Add(r3.Scale(0.5, box.Min), r3.Scale(0.5, box.Max))
}

func toFloat32(points []r3.Vec, origin r3.Vec) ([][3]float32, error) {
	out := make([][3]float32, len(points))
	for i, p := range points {
		p = r3.Sub(p, origin)
		if !(max(math.Abs(p.X), math.Abs(p.Y), math.Abs(p.Z)) <= math.MaxFloat32) {
			return nil, fmt.Errorf("vertex %d is too far out for the float32 of glTF: save as PLY or OBJ", i)
		}
		out[i] = [3]float32{float32(p.X), float32(p.Y), float32(p.Z)}
	}
	return out, nil
}

// unitNormals are the normals of a mesh at length one, as glTF demands; where a normal is zero, any
// direction. A point cloud may have none at all.
func unitNormals(m *mesh.Mesh) [][3]float32 {
	normals := m.Normals
	if normals == nil {
		if m.IsPointCloud() {
			return nil
		}
		normals = m.VertexNormals()
	}
	out := make([][3]float32, len(normals))
	for i, n := range normals {
		out[i] = [3]float32{0, 0, 1}
		if length := r3.Norm(n); length > 0 && !math.IsInf(length, 0) {
			n = r3.Scale(1/length, n)
			out[i] = [3]float32{float32(n.X), float32(n.Y), float32(n.Z)}
		}
	}
	return out
}

// writeIndices uses 16 bits where they suffice; the highest value of a type is
// reserved.
func writeIndices(doc *gltf.Document, m *mesh.Mesh) int {
	if len(m.Vertices) < math.MaxUint16 {
		return modeler.WriteIndices(doc, flatten[uint16](m.Triangles))
	}
	return modeler.WriteIndices(doc, flatten[uint32](m.Triangles))
}

func flatten[T uint16 | uint32](triangles [][3]int32) []T {
	out := make([]T, 0, 3*len(triangles))
	for _, f := range triangles {
		out = append(out, T(f[0]), T(f[1]), T(f[2]))
	}
	return out
}
