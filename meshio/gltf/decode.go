package gltf

import (
	"image"
	"image/color"
	"io"
	"io/fs"
	"math"
	"slices"

	"github.com/qmuntal/gltf"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/internal/texture"
	"gwscope/meshio/mesh"
)

// Decode reads a GLB file or the JSON of a glTF file. Buffers in other files are read from files, which
// may be nil; no other file is read. A base colour, flat or by a texture, becomes the colour of the
// vertices. Morph targets count as far as they have a weight at rest; skins are left at rest.
// Coordinates that are not finite are kept.
func Decode(r io.Reader, files fs.FS) (*mesh.Mesh, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	doc, err := open(data, files)
	if err != nil {
		return nil, err
	}
	d := newDecoder(doc, len(data), files)
	if err := d.scene(); err != nil {
		return nil, err
	}
	return d.finish()
}

// newDecoder is for a file of size bytes.
func newDecoder(doc *gltf.Document, size int, files fs.FS) *decoder {
	d := &decoder{doc: doc, files: files, mesh: &mesh.Mesh{Space: spaceOf(doc), Origin: mesh.Origin{Format: "gltf"}}, limit: size, weights: weightsOf}
	for _, b := range doc.Buffers {
		d.limit += len(b.Data)
	}
	return d
}

// spaceOf are the anatomical axes that the extras of the asset name.
func spaceOf(doc *gltf.Document) string {
	extras, _ := doc.Asset.Extras.(map[string]any)
	space, _ := extras[spaceKey].(string)
	return text.Space([]byte(spaceKey + "=" + space))
}

type decoder struct {
	doc     *gltf.Document
	files   fs.FS
	images  map[int]image.Image // unpacked, by index
	memory  texture.Budget
	trouble error // with a texture, without which the mesh is still good
	mesh    *mesh.Mesh
	faces   mesh.Builder
	limit   int // bytes of the file
	visited []bool
	skinned bool
	parts   int // primitives with vertices
	skipped int // primitives of lines
	odd     int // indices left over at the ends of triangle lists
	moved   int // vertices moved by morph targets

	weights func(*gltf.Node, *gltf.Mesh) []float64 // of a mesh's morph targets
	bare    bool                                   // of vertices only the positions are wanted

	detailed bool // some colour is not the flat colour of a material
}

// Instances of meshes may add up to fewVertices in any file, and in a large one to a vertex
// for each bytesOfVertex bytes: an ordinary vertex takes 32 bytes and more, so that a mesh
// may appear about sixteen times.
const (
	fewVertices   = 1 << 16
	bytesOfVertex = 2
)

func (d *decoder) mostVertices() int { return max(fewVertices, d.limit/bytesOfVertex) }

// scene visits the default scene, or all nodes or meshes where the file names none.
func (d *decoder) scene() error {
	d.visited = make([]bool, len(d.doc.Nodes))
	if len(d.doc.Scenes) == 0 && len(d.doc.Nodes) == 0 {
		for i := range d.doc.Meshes {
			if err := d.addMesh(i, identity, nil); err != nil {
				return err
			}
		}
		return nil
	}
	roots, err := d.roots()
	if err != nil {
		return err
	}
	// The stack is a slice, because a chain of a million nodes would exhaust the goroutine's own.
	var stack []visit
	push := func(nodes []int, parent affine) {
		for i := len(nodes) - 1; i >= 0; i-- {
			stack = append(stack, visit{nodes[i], parent})
		}
	}
	push(roots, identity)
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		placed, err := d.visit(v)
		if err != nil {
			return err
		}
		push(d.doc.Nodes[v.node].Children, placed)
	}
	return nil
}

// roots are the nodes of the default scene, else the nodes without a parent.
func (d *decoder) roots() ([]int, error) {
	if scenes := d.doc.Scenes; len(scenes) > 0 {
		index := 0
		if d.doc.Scene != nil {
			index = *d.doc.Scene
		}
		if index < 0 || index >= len(scenes) || scenes[index] == nil {
			return nil, text.Whole("scene %d does not exist; there are %d", index, len(scenes))
		}
		return scenes[index].Nodes, nil
	}
	isChild := make([]bool, len(d.doc.Nodes))
	for _, n := range d.doc.Nodes {
		if n == nil {
			continue
		}
		for _, c := range n.Children {
			if c >= 0 && c < len(isChild) {
				isChild[c] = true
			}
		}
	}
	var roots []int
	for i, child := range isChild {
		if !child {
			roots = append(roots, i)
		}
	}
	return roots, nil
}

// visit is a node that is to be visited, and the placement of its parent.
type visit struct {
	node   int
	parent affine
}

// visit adds the mesh of a node, if it has one, and returns where the node places its children.
func (d *decoder) visit(v visit) (placed affine, err error) {
	if v.node < 0 || v.node >= len(d.doc.Nodes) || d.doc.Nodes[v.node] == nil {
		return placed, text.Whole("node %d does not exist; there are %d", v.node, len(d.doc.Nodes))
	}
	if d.visited[v.node] {
		return placed, text.Whole("node %d appears twice in the scene, which must be a tree", v.node)
	}
	d.visited[v.node] = true
	n := d.doc.Nodes[v.node]
	placed = v.parent.after(placement(n))
	if n.Mesh == nil {
		return placed, nil
	}
	at := placed
	if n.Skin != nil { // placed by its joints, which are at rest here
		at, d.skinned = identity, true
	}
	return placed, d.addMesh(*n.Mesh, at, n)
}

// shared are the values of primitives that share their vertices.
type shared struct {
	position, color int
	material        int // -1: no colour
}

// addMesh appends the primitives of a mesh under a placement; node is nil for a mesh without a node.
// Primitives that share their positions and colours share their vertices.
func (d *decoder) addMesh(index int, at affine, node *gltf.Node) error {
	if index < 0 || index >= len(d.doc.Meshes) || d.doc.Meshes[index] == nil {
		return text.Whole("mesh %d does not exist; there are %d", index, len(d.doc.Meshes))
	}
	m := d.doc.Meshes[index]
	name := m.Name
	if name == "" && node != nil {
		name = node.Name
	}
	weights, bases := d.weights(node, m), map[shared]int{}
	for i, p := range m.Primitives {
		if p == nil {
			return text.Whole("mesh %d, primitive %d is null", index, i)
		}
		if err := d.addPrimitive(p, at, name, weights, bases); err != nil {
			return text.Whole("mesh %d, primitive %d: %v", index, i, err)
		}
	}
	return nil
}

func (d *decoder) addPrimitive(p *gltf.Primitive, at affine, name string, weights []float64, bases map[shared]int) error {
	switch p.Mode {
	case gltf.PrimitiveTriangles, gltf.PrimitiveTriangleStrip, gltf.PrimitiveTriangleFan, gltf.PrimitivePoints:
	default:
		d.skipped++
		return nil
	}
	position, ok := p.Attributes[gltf.POSITION]
	if !ok {
		return nil // allowed, and nothing to draw
	}
	key := shared{position, -1, -1}
	if color, ok := p.Attributes[gltf.COLOR_0]; ok {
		key.color = color
	}
	if b := d.baseOf(p); b.factor != white || b.texture != nil {
		key.material = *p.Material
	}
	base, known := bases[key]
	if !known {
		base = len(d.mesh.Vertices)
		bases[key] = base
		if err := d.addVertices(p, position, at, weights); err != nil {
			return err
		}
	}
	d.parts++
	if p.Mode == gltf.PrimitivePoints || d.bare {
		return nil
	}
	count := len(d.mesh.Vertices) - base
	if known {
		count = d.doc.Accessors[position].Count
	}
	corner := func(i int) (int32, error) { return int32(base + i), nil }
	corners := count
	if p.Indices != nil {
		list, err := read(d.doc, *p.Indices, d.limit)
		if err != nil {
			return err
		}
		if list.columns != 1 {
			return text.Whole("the indices have %d columns", list.columns)
		}
		corners = list.rows()
		corner = func(i int) (int32, error) {
			v := list.values[i]
			if !(v >= 0 && v < float64(count)) || v != math.Trunc(v) {
				return 0, text.Whole("index %v, but the primitive has %s", v, mesh.Count(count, "vertex"))
			}
			return int32(base + int(v)), nil
		}
	}
	first := d.faces.Faces()
	if err := d.addTriangles(p.Mode, corners, corner, at.mirrors()); err != nil {
		return err
	}
	if d.faces.Faces() > first {
		d.mesh.Groups = append(d.mesh.Groups, mesh.Group{Name: name, First: first})
	}
	return nil
}

// addTriangles unrolls a list, a strip (every other triangle turns round) or a
// fan; a mirroring placement turns all of them round.
func (d *decoder) addTriangles(mode gltf.PrimitiveMode, corners int, corner func(i int) (int32, error), mirrored bool) error {
	if mode == gltf.PrimitiveTriangles {
		d.odd += corners % 3
	}
	for i := 0; i+2 < corners; i++ {
		at := [3]int{i, i + 1, i + 2}
		switch {
		case mode == gltf.PrimitiveTriangles:
			i += 2
		case mode == gltf.PrimitiveTriangleFan:
			at = [3]int{i + 1, i + 2, 0}
		case i%2 == 1:
			at = [3]int{i, i + 2, i + 1}
		}
		if mirrored {
			at[1], at[2] = at[2], at[1]
		}
		var f [3]int32
		for c, k := range at {
			v, err := corner(k)
			if err != nil {
				return err
			}
			f[c] = v
		}
		d.faces.AddTriangle(f[0], f[1], f[2])
	}
	return nil
}

// addVertices appends positions, and normals and colours where there are any;
// vertices added before without them get zero and white.
func (d *decoder) addVertices(p *gltf.Primitive, position int, at affine, weights []float64) error {
	m := d.mesh
	points, err := read(d.doc, position, d.limit)
	if err != nil {
		return err
	}
	if points.columns != 3 {
		return text.Whole("positions have %d columns, expected 3", points.columns)
	}
	if total := len(m.Vertices) + points.rows(); total > d.mostVertices() || total > math.MaxInt32 {
		return text.Whole("the scene repeats its meshes to more than %s: export it without instances", mesh.Count(total, "vertex"))
	}
	if err := d.addTargets(points, p, gltf.POSITION, weights); err != nil {
		return err
	}
	before := len(m.Vertices)
	for i := range points.rows() {
		row := points.row(i)
		m.Vertices = append(m.Vertices, at.point(r3.Vec{X: row[0], Y: row[1], Z: row[2]}))
	}
	if d.bare {
		return nil
	}
	if index, ok := p.Attributes[gltf.NORMAL]; ok {
		normals, err := read(d.doc, index, d.limit)
		if err != nil {
			return err
		}
		if normals.columns == 3 && normals.rows() == points.rows() {
			if err := d.addTargets(normals, p, gltf.NORMAL, weights); err != nil {
				return err
			}
			m.Normals = append(m.Normals, make([]r3.Vec, before-len(m.Normals))...)
			for i := range normals.rows() {
				row := normals.row(i)
				m.Normals = append(m.Normals, at.normal(r3.Vec{X: row[0], Y: row[1], Z: row[2]}))
			}
		}
	}
	colors, err := d.colorsOf(p, points.rows())
	if err != nil {
		return err
	}
	if colors != nil {
		m.Colors = append(padWhite(m.Colors, before), colors...)
	}
	return nil
}

func padWhite(colors []color.NRGBA, n int) []color.NRGBA {
	for len(colors) < n {
		colors = append(colors, color.NRGBA{R: 255, G: 255, B: 255, A: 255})
	}
	return colors
}

func (d *decoder) finish() (*mesh.Mesh, error) {
	m := d.mesh
	n := len(m.Vertices)
	switch {
	case n == 0 && d.skipped > 0:
		return nil, text.Whole("the scene of this glTF file holds lines only: export triangles or points")
	case n == 0:
		return nil, text.Whole("no vertices in the scene of this glTF file")
	}
	if err := d.faces.Finish(m); err != nil {
		return nil, err
	}
	if m.Normals != nil {
		m.Normals = append(m.Normals, make([]r3.Vec, n-len(m.Normals))...)
	}
	if m.Colors != nil {
		m.Colors = padWhite(m.Colors, n)
	}
	if m.Colors != nil && !d.detailed && !slices.ContainsFunc(m.Colors, func(c color.NRGBA) bool { return c != m.Colors[0] }) {
		if said := texture.OneColor(m.Colors[0]); said != "" {
			m.Warn("%s", said)
		}
		m.Colors = nil
	}
	if d.parts < 2 {
		m.Groups = nil
	}
	m.Groups = mesh.CloseGroups(m.Groups, m.FaceCount())
	if d.skinned {
		m.Warn("The skin is left at rest: this is the shape before any pose.")
	}
	if d.trouble != nil {
		m.Warn("The texture was left out: %v.", d.trouble)
	}
	if d.skipped > 0 {
		m.Warn("Passed over %s of lines.", mesh.Count(d.skipped, "primitive"))
	}
	if d.odd > 0 {
		m.Warn("Passed over %s that make no whole triangle.", mesh.Count(d.odd, "index"))
	}
	return m, nil
}
