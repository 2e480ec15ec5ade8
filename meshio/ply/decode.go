package ply

import (
	"encoding/binary"
	"image/color"
	"io"
	"io/fs"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/internal/numeric"
	"gwscope/meshio/internal/text"
	"gwscope/meshio/internal/texture"
	"gwscope/meshio/mesh"
)

// Decode reads a PLY file of any encoding. Coordinates that are not finite are
// kept as they are.
//
// Vertices without colours of their own get those of the textures that comments of the file name.
// files holds the pictures, by their paths relative to the PLY file; pictures that cannot be used
// are warnings. Where files is nil, textures are left out.
func Decode(r io.Reader, files fs.FS) (*mesh.Mesh, error) {
	data, err := text.Read(r)
	if err != nil {
		return nil, err
	}
	h, err := parseHeader(data)
	if err != nil {
		return nil, err
	}
	if h.encoding != "ascii" {
		order := binary.ByteOrder(binary.LittleEndian)
		if h.encoding == "binary_big_endian" {
			order = binary.BigEndian
		}
		return h.decode(&binarySource{data: data, at: h.body, order: order}, files)
	}
	// In nearly every file each row is a line, which may be longer or shorter than it should be. Where
	// that fails, the numbers are read in order, as the format says.
	rows := &textSource{lines: text.NewLines(data[h.body:]), before: h.lines}
	m, err := h.decode(rows, files)
	if err != nil || rows.short > 0 || rows.long > 0 {
		stream := &streamSource{textSource{lines: text.NewLines(data[h.body:]), before: h.lines}}
		if m, err := h.decode(stream, files); err == nil && !stream.left() {
			return m, nil
		}
	}
	return m, err
}

// decode reads the body.
func (h *header) decode(from source, files fs.FS) (*mesh.Mesh, error) {
	d := decoder{source: from, mesh: &mesh.Mesh{Space: h.space, Origin: mesh.Origin{Format: "ply"}}}
	if files != nil {
		d.paint.pictures.Files = files
		for _, name := range h.textures {
			d.paint.names = append(d.paint.names, texture.Beside("", name))
		}
	}
	if h.strange > 0 {
		d.mesh.Warn("Passed over %s of the header without a word of the format: %s.", mesh.Count(h.strange, "line"), h.first)
	}
	if err := d.countVertices(h); err != nil {
		return nil, err
	}
	for i := range h.elements {
		e := &h.elements[i]
		smallest := e.smallestRow(h.encoding)
		if smallest == 0 && e.name != "vertex" {
			continue // rows without properties take no room
		}
		if smallest == 0 {
			return nil, text.AtLine(e.line, "the vertices do not have the properties x, y and z")
		}
		if !text.Room(e.count, smallest, d.source.remaining()) {
			return nil, text.AtLine(e.line, "the header promises %d rows of element %s, but the file has room for %d at most: it is truncated or damaged",
				e.count, text.Quote([]byte(e.name)), d.source.remaining()/smallest)
		}
		if err := d.element(e); err != nil {
			return nil, err
		}
	}
	if rows, ok := from.(*textSource); ok {
		if rows.short > 0 {
			d.mesh.Warn("%s shorter than the header says; the missing values were not needed.", mesh.Are(rows.short, "row"))
		}
		if rows.long > 0 {
			d.mesh.Warn("%s longer than the header says; the rest was passed over.", mesh.Are(rows.long, "row"))
		}
	}
	if err := d.faces.Finish(d.mesh); err != nil {
		return nil, err
	}
	d.paint.finish(d.mesh)
	texture.SpreadFaces(d.mesh, d.faceColors)
	return d.mesh, nil
}

type decoder struct {
	source   source
	mesh     *mesh.Mesh
	vertices int
	faces    mesh.Builder
	list     []int32
	uv       []float64 // texture coordinates of the corners of the face at hand
	paint    paint

	faceColors []color.NRGBA // of the faces so far, where the element has colours
}

// countVertices looks ahead at the number of vertices, because faces may come first.
func (d *decoder) countVertices(h *header) error {
	found := false
	for _, e := range h.elements {
		if e.name != "vertex" {
			continue
		}
		if found {
			return text.AtLine(e.line, "a second element vertex")
		}
		found = true
		d.vertices = e.count
	}
	if d.vertices == 0 {
		return text.Whole("no vertices in this PLY file")
	}
	return nil
}

func (d *decoder) element(e *element) error {
	switch e.name {
	case "vertex":
		return d.readVertices(e)
	case "face":
		return d.readLists(e, func(corners []int32) { d.faces.AddFace(corners) })
	case "tristrips":
		return d.readLists(e, d.addStrips)
	}
	if e.count > 0 && e.name != "material" && e.name != "camera" {
		d.mesh.Warn("Passed over the element %s: %s.", text.Quote([]byte(e.name)), mesh.Count(e.count, "row"))
	}
	return d.readLists(e, nil)
}

// readVertices reads rows into columns, then gives the columns their meaning.
func (d *decoder) readVertices(e *element) error {
	columns := make([][]float64, len(e.properties))
	for i, p := range e.properties {
		if p.length == numeric.None {
			columns[i] = make([]float64, e.count)
		}
	}
	for row := range e.count {
		if err := d.source.begin(); err != nil {
			return err
		}
		for i, p := range e.properties {
			if p.length != numeric.None {
				if err := d.skipList(p); err != nil {
					return err
				}
				continue
			}
			v, ok, err := d.source.next(p.kind)
			if err != nil {
				return err
			}
			if !ok {
				return d.source.fault("vertex %d has no %s", row, p.name)
			}
			columns[i][row] = v
		}
		d.source.end()
	}
	return d.giveMeaning(e, columns)
}

// length reads the length of a list; ok is false where a text row ends before the list; the source
// counts such rows.
func (d *decoder) length(p property) (n int, ok bool, err error) {
	length, ok, err := d.source.next(p.length)
	if ok && (length != math.Trunc(length) || length < 0 || length > math.MaxInt32) {
		return 0, false, d.source.fault("%v is not the length of a list (property %s)", length, p.name)
	}
	return int(length), ok, err
}

// skipList passes over a list.
func (d *decoder) skipList(p property) error {
	n, ok, err := d.length(p)
	if err == nil && ok {
		_, err = d.source.skip(p.kind, n)
	}
	return err
}

// cornerNames are the names of lists of vertices.
var cornerNames = []string{"vertex_indices", "vertex_index"}

// readLists reads rows and calls take with the first list of vertices of each. If take is nil, all
// lists are passed over.
func (d *decoder) readLists(e *element, take func(list []int32)) error {
	wanted := -1
	if take != nil {
		wanted = slices.IndexFunc(e.properties, func(p property) bool { return p.length != numeric.None && slices.Contains(cornerNames, p.name) })
	}
	if take != nil && wanted < 0 && e.count > 0 {
		d.mesh.Warn("Passed over %s without a list of vertices.", mesh.Count(e.count, "face"))
	}
	if wanted >= 0 && e.name == "face" {
		d.faces.Grow(min(3*e.count, d.source.remaining()))
	}
	coordinates, number := d.painting(e)
	tint := newFaceTint(e)
	for row := range e.count {
		if err := d.source.begin(); err != nil {
			return err
		}
		faces := d.faces.Faces()
		d.uv = d.uv[:0]
		picture := 0.0
		for i, p := range e.properties {
			var err error
			switch {
			case i == wanted:
				if err = d.readList(e, row, p); err == nil {
					take(d.list)
				}
			case i == coordinates:
				err = d.readCoordinates(p)
			case i == number:
				picture, _, err = d.source.next(p.kind)
			case tint.takes(i):
				var v float64
				if v, _, err = d.source.next(p.kind); err == nil {
					tint.keep(i, v)
				}
			case p.length != numeric.None:
				err = d.skipList(p)
			default:
				_, err = d.source.skip(p.kind, 1)
			}
			if err != nil {
				return err
			}
		}
		tint.end(d.faces.Faces() > faces)
		if coordinates >= 0 {
			d.paint.face(d.list, d.uv, int(picture))
		}
		d.source.end()
	}
	if tint != nil {
		d.faceColors = tint.colors()
	}
	return nil
}

// painting tells which properties of an element's faces paint their corners: a list of
// texture coordinates and the number of a picture; -1 for none. Only corners of vertices that
// have been read are painted, because a header can promise any number of them.
func (d *decoder) painting(e *element) (coordinates, number int) {
	if e.name != "face" || len(d.paint.names) == 0 || len(d.mesh.Vertices) == 0 || d.mesh.Colors != nil {
		return -1, -1
	}
	return slices.IndexFunc(e.properties, func(p property) bool { return p.name == "texcoord" && p.length != numeric.None }),
		slices.IndexFunc(e.properties, func(p property) bool { return p.name == "texnumber" && p.length == numeric.None })
}

// readCoordinates reads a list of texture coordinates into d.uv.
func (d *decoder) readCoordinates(p property) error {
	n, ok, err := d.length(p)
	if err != nil || !ok {
		return err
	}
	for range n {
		v, ok, err := d.source.next(p.kind)
		if err != nil || !ok {
			return err
		}
		d.uv = append(d.uv, v)
	}
	return nil
}

// readList reads a list of vertex indices into d.list.
func (d *decoder) readList(e *element, row int, p property) error {
	n, ok, err := d.length(p)
	if err != nil || !ok {
		return d.source.fault("%s %d has no usable number of corners", e.name, row)
	}
	d.list = d.list[:0] // grows only as far as the file goes
	for range n {
		v, ok, err := d.source.next(p.kind)
		if err != nil {
			return err
		}
		if !ok {
			return d.source.fault("%s %d promises %s, but has %d", e.name, row, mesh.Count(n, "corner"), len(d.list))
		}
		if v != math.Trunc(v) || v < -1 || v >= float64(d.vertices) || v < 0 && e.name == "face" {
			return d.source.fault("%s %d uses vertex %v, but the %s end at %d (counting from 0)",
				e.name, row, v, mesh.Count(d.vertices, "vertex"), d.vertices-1)
		}
		d.list = append(d.list, int32(v))
	}
	return nil
}

// addStrips unrolls triangle strips, which -1 separates: every other triangle
// turns the other way round.
func (d *decoder) addStrips(strip []int32) {
	start := 0
	for i, v := range strip {
		if v < 0 {
			start = i + 1
			continue
		}
		if i-start < 2 {
			continue
		}
		a, b := strip[i-2], strip[i-1]
		if (i-start)%2 == 1 {
			a, b = b, a
		}
		if a != b && b != v && v != a { // strips turn corners by repeating a vertex
			d.faces.AddTriangle(a, b, v)
		}
	}
}

// giveMeaning sorts the columns of vertices into positions, normals, colours
// and scalars by their names.
func (d *decoder) giveMeaning(e *element, columns [][]float64) error {
	m := d.mesh
	column := func(name string) ([]float64, numeric.Type) {
		for i, p := range e.properties {
			if p.name == name && p.length == numeric.None {
				return columns[i], p.kind
			}
		}
		return nil, numeric.None
	}
	meant := map[string]bool{}
	vectors := func(x, y, z string) []r3.Vec {
		xs, _ := column(x)
		ys, _ := column(y)
		zs, _ := column(z)
		if xs == nil || ys == nil || zs == nil {
			return nil
		}
		meant[x], meant[y], meant[z] = true, true, true
		out := make([]r3.Vec, e.count)
		for i := range out {
			out[i] = r3.Vec{X: xs[i], Y: ys[i], Z: zs[i]}
		}
		return out
	}
	if m.Vertices = vectors("x", "y", "z"); m.Vertices == nil {
		return text.AtLine(e.line, "the vertices do not have the properties x, y and z")
	}
	m.Normals = vectors("nx", "ny", "nz")
	for _, names := range colorNames {
		var rgba [4][]float64
		var k numeric.Type
		for i, name := range names {
			c, its := column(name)
			if rgba[i] = c; i == 0 {
				k = its
			}
		}
		if rgba[0] == nil || rgba[1] == nil || rgba[2] == nil {
			continue
		}
		m.Colors = toColors(rgba, k)
		for _, name := range names {
			meant[name] = true
		}
		break
	}
	for i, p := range e.properties {
		if p.length == numeric.None && !meant[p.name] {
			m.Scalars = append(m.Scalars, mesh.Scalar{Name: p.name, Values: columns[i]})
		}
	}
	return nil
}
