package off

import (
	"io"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/internal/texture"
	"gwscope/meshio/mesh"
)

// Decode reads an OFF file. Colours of faces become those of vertices that have none;
// texture coordinates are passed over. Coordinates that are not finite are kept as they are.
//
// The format is a stream of numbers; lines only make it readable. But numbers at the end of a row may
// be colours or have no meaning. So the file is first read with a row on each line; if that fails, as
// numbers alone, if they fill the file exactly; then with rows that go on in the next line.
func Decode(r io.Reader) (*mesh.Mesh, error) {
	data, err := text.Read(r)
	if err != nil {
		return nil, err
	}
	h, err := readHeader(data)
	if err != nil {
		return nil, err
	}
	m, whole, err := h.decode(manner{})
	if err == nil && whole {
		return m, nil
	}
	for _, other := range h.otherManners() {
		if m, whole, err := h.decode(other); err == nil && whole {
			return m, nil
		}
	}
	return m, err
}

// manner is a way to read the numbers of a file. The zero value is by rows, each on a line.
type manner struct {
	stream    bool // rows end where their numbers do
	skip      int  // numbers before the first vertex: the count of edges, on a line of its own
	alpha     bool // colours of a stream have four components
	continued bool // a row that lacks numbers goes on in the next line
}

// otherManners are the manners to try after rows on lines, in order.
func (h *header) otherManners() []manner {
	var out []manner
	for skip := range 2 {
		if skip == 1 && h.edges {
			break
		}
		out = append(out, manner{stream: true, skip: skip})
		if strings.Contains(h.variant, "C") {
			out = append(out, manner{stream: true, skip: skip, alpha: true})
		}
	}
	return append(out, manner{continued: true})
}

type decoder struct {
	manner
	*header
	lines text.Lines
	line  []byte // the rest of the line at hand
	mesh  *mesh.Mesh
	faces mesh.Builder

	extra      int // rows with more numbers than the variant has
	faceColors text.Colors
	mapped     int // faces whose colour is a number in a map of colours
}

// decode reads all vertices and faces. whole says that nothing was odd: no row had too many numbers,
// and none were left.
func (h *header) decode(how manner) (m *mesh.Mesh, whole bool, err error) {
	d := &decoder{manner: how, header: h, lines: h.lines, mesh: &mesh.Mesh{Space: h.space, Origin: mesh.Origin{Format: "off"}}}
	if how.stream {
		d.line = h.rest
	}
	for range how.skip {
		d.field()
	}
	if err := d.vertices(); err != nil {
		return nil, false, err
	}
	if err := d.readFaces(); err != nil {
		return nil, false, err
	}
	left := 0
	if how.stream && d.field() != nil {
		return nil, false, text.AtLine(d.lines.Number, "numbers after the last face")
	}
	for {
		line, ok := d.lines.NextContent()
		if !ok {
			break
		}
		if c := line[0]; c == ' ' || c == '\t' || c == '-' || c-'0' <= 9 {
			left++
		}
	}
	whole = d.extra == 0 && left == 0
	if left > 0 {
		d.mesh.Warn("Passed over %s after the last face.", mesh.Count(left, "line"))
	}
	if err := d.faces.Finish(d.mesh); err != nil {
		return nil, false, err
	}
	if d.mapped > 0 {
		d.mesh.Warn("The colours of %s were left out: they are numbers in a map of colours.", mesh.Count(d.mapped, "face"))
	}
	colors, _ := d.faceColors.Finish(d.mesh.FaceCount())
	texture.SpreadFaces(d.mesh, colors)
	return d.mesh, whole, nil
}

// field is the next number of the row; nil where the line ends, unless rows may go on.
func (d *decoder) field() []byte {
	for {
		field, rest := text.Field(d.line)
		if d.line = rest; field != nil {
			return field
		}
		if !d.stream && !d.continued {
			return nil
		}
		line, ok := d.lines.NextContent()
		if !ok {
			return nil
		}
		d.line = line
	}
}

// row begins the next row; ok is false where the file ends.
func (d *decoder) row() (ok bool) {
	if d.stream {
		return true
	}
	d.line, ok = d.lines.NextContent()
	return ok
}

// rest is the next number of the row, if there is one more.
func (d *decoder) rest() (field []byte) {
	if !d.stream {
		field, d.line = text.Field(d.line)
	}
	return field
}

// numbers reads the numbers of vertex i into v: fixed of them or more. It tells how many there
// are, and whether one after the first required-3 has a decimal point.
func (d *decoder) numbers(v []float64, fixed, required, i int) (count int, fraction bool, err error) {
	for count < len(v) {
		var field []byte
		if count < fixed {
			field = d.field()
		} else {
			field = d.rest()
		}
		if field == nil {
			break
		}
		var ok bool
		if v[count], ok = text.Float(field); !ok {
			return 0, false, text.AtLine(d.lines.Number, "%s (in vertex %d)", text.NoNumber(field), i)
		}
		fraction = fraction || count >= required-3 && text.HasPoint(field)
		count++
	}
	if count < fixed {
		return 0, false, text.AtLine(d.lines.Number, "vertex %d needs %d numbers, but has %d", i, required, count)
	}
	return count, fraction, nil
}

// vertices reads, per row: position (with a weight in 4OFF), normal in NOFF,
// colour of three or four components in COFF, texture coordinates in STOFF.
func (d *decoder) vertices() error {
	homogeneous := strings.Contains(d.variant, "4")
	hasNormals, hasColors := strings.Contains(d.variant, "N"), strings.Contains(d.variant, "C")
	coordinates := 2 * strings.Count(d.variant, "ST")
	position := 3
	if homogeneous {
		position = 4
	}
	required := position
	if hasNormals {
		required += 3
	}
	if hasColors {
		required += 3
	}
	fixed := required
	if d.stream {
		fixed += coordinates
		if d.alpha {
			fixed++
		}
	}

	m := d.mesh
	m.Vertices = make([]r3.Vec, 0, d.vertexGoal)
	var colors text.Colors
	var v [16]float64
	for i := range d.vertexGoal {
		if !d.row() {
			return text.AtLine(d.lines.Number, "the file ends after %d of %s", i, mesh.Count(d.vertexGoal, "vertex"))
		}
		count, fraction, err := d.numbers(v[:], fixed, required, i)
		if err != nil {
			return err
		}
		p := r3.Vec{X: v[0], Y: v[1], Z: v[2]}
		if homogeneous {
			p = r3.Vec{X: v[0] / v[3], Y: v[1] / v[3], Z: v[2] / v[3]}
		}
		m.Vertices = append(m.Vertices, p)
		at := position
		if hasNormals {
			m.Normals = append(m.Normals, r3.Vec{X: v[at], Y: v[at+1], Z: v[at+2]})
			at += 3
		}
		if hasColors {
			rgba := [4]float64{v[at], v[at+1], v[at+2], 1}
			if !fraction {
				rgba[3] = 255
			}
			at += 3
			if count-at-coordinates >= 1 {
				rgba[3] = v[at]
				at++
			}
			colors.Add(i, rgba, fraction)
		}
		if count > at+coordinates {
			d.extra++
		}
	}
	colors.Give(m, "vertex")
	if d.extra > 0 {
		d.mesh.Warn("Passed over extra numbers after %s: %sOFF does not say what they are.", mesh.Count(d.extra, "vertex"), d.variant)
	}
	return nil
}

// readFaces reads, per row: the number of corners, the corners, and perhaps a colour.
func (d *decoder) readFaces() error {
	n := len(d.mesh.Vertices)
	d.faces.Grow(3 * d.faceGoal)
	var corners []int32
	for i := range d.faceGoal {
		if !d.row() {
			return text.AtLine(d.lines.Number, "the file ends after %d of %s", i, mesh.Count(d.faceGoal, "face"))
		}
		field := d.field()
		size, ok := text.Int(field)
		if !ok || size < 1 {
			return text.AtLine(d.lines.Number, "face %d has %s corners; expected a number from 1 on", i, text.Quote(field))
		}
		corners = corners[:0]
		for len(corners) < size {
			if field = d.field(); field == nil {
				return text.AtLine(d.lines.Number, "face %d promises %s, but has %d", i, mesh.Count(size, "corner"), len(corners))
			}
			v, ok := text.Int(field)
			if !ok {
				return text.AtLine(d.lines.Number, "%s is not a vertex index (in face %d)", text.Quote(field), i)
			}
			if v < 0 || v >= n {
				return text.AtLine(d.lines.Number, "face %d uses vertex %d, but the %s end at %d (counting from 0)", i, v, mesh.Count(n, "vertex"), n-1)
			}
			corners = append(corners, int32(v))
		}
		if face := d.faces.Faces(); d.faces.AddFace(corners) {
			d.faceColor(face)
		}
	}
	return nil
}

// faceColor reads the numbers after a face's corners: three or four numbers are a colour; a single
// number is the number of a colour in a map, which files do not have. Anything else is passed over.
func (d *decoder) faceColor(face int) {
	var v [4]float64
	count, fraction := 0, false
	for {
		field := d.rest()
		if field == nil {
			break
		}
		x, ok := text.Float(field)
		if !ok || count == len(v) {
			return
		}
		v[count] = x
		fraction = fraction || text.HasPoint(field)
		count++
	}
	switch {
	case count == 1:
		d.mapped++
	case count >= 3:
		if count == 3 {
			v[3] = 255
			if fraction {
				v[3] = 1
			}
		}
		d.faceColors.Add(face, v, fraction)
	}
}
