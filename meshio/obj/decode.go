package obj

import (
	"bytes"
	"encoding/hex"
	"image/color"
	"io"
	"io/fs"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/internal/texture"
	"gwscope/meshio/mesh"
)

// Decode reads an OBJ file. Vertices and faces keep the order of the file;
// objects and groups become Groups. Normals are kept when every vertex has
// one normal only. Coordinates that are not finite are kept as they are.
//
// Vertices without colours of their own get those of the materials of their faces and of the
// textures. files holds the material files and pictures, by their paths relative to the OBJ
// file; those that cannot be used are warnings. Where files is nil, materials are left out.
func Decode(r io.Reader, files fs.FS) (*mesh.Mesh, error) {
	data, err := text.Read(r)
	if err != nil {
		return nil, err
	}
	d := decoder{lines: text.NewLines(data), mesh: &mesh.Mesh{Origin: mesh.Origin{Format: "obj"}}, paint: paint{files: files, pictures: texture.Pictures{Files: files}}}
	for {
		line, ok := d.next()
		if !ok {
			break
		}
		if err := d.statement(line); err != nil {
			return nil, err
		}
	}
	return d.finish()
}

type decoder struct {
	lines  *text.Lines
	joined []byte // buffer for lines continued with a backslash
	line   int    // first line of the statement

	mesh    *mesh.Mesh
	faces   mesh.Builder
	corners []int32 // of the face at hand
	colors  text.Colors
	paint   paint

	normals  []r3.Vec
	normalOf []int32 // 1 + normal of each vertex, 0 for none yet
	split    bool    // some vertex has two normals

	highest     int32 // highest vertex index used before its vertex
	highestLine int
	elements    int // lines and points passed over
	freeForm    int
	flat        int // vertices of two coordinates
	polypaint   []color.NRGBA
}

// next is the following statement, with continued lines joined.
func (d *decoder) next() ([]byte, bool) {
	line, ok := d.lines.Next()
	d.line = d.lines.Number
	if !ok || len(line) == 0 || line[len(line)-1] != '\\' {
		return line, ok
	}
	d.joined = d.joined[:0]
	for len(line) > 0 && line[len(line)-1] == '\\' {
		d.joined = append(append(d.joined, line[:len(line)-1]...), ' ')
		if line, ok = d.lines.Next(); !ok {
			break
		}
	}
	d.joined = append(d.joined, line...)
	return d.joined, true
}

func (d *decoder) statement(line []byte) error {
	keyword, rest := text.Field(line)
	switch string(keyword) {
	case "v":
		return d.vertex(rest)
	case "vn":
		return d.normal(rest)
	case "f", "fo":
		return d.face(rest)
	case "g", "o":
		d.group(rest)
	case "vt":
		d.paint.coordinate(rest)
	case "mtllib":
		d.paint.library(rest)
	case "usemtl":
		d.paint.use(rest)
	case "l", "p":
		d.elements++
	case "curv", "curv2", "surf":
		d.freeForm++
	default:
		if len(keyword) > 0 && keyword[0] == '#' {
			d.comment(keyword, rest)
		}
	}
	return nil
}

// comment keeps the facts that programs write into comments: anatomical axes (3D Slicer), and colours of
// the vertices in order, eight hexadecimal digits each for a mask, red, green and blue
// (ZBrush, "#MRGB").
func (d *decoder) comment(keyword, rest []byte) {
	if string(keyword) != "#MRGB" {
		if d.mesh.Space == "" {
			d.mesh.Space = text.Space(rest)
		}
		return
	}
	digits, _ := text.Field(rest)
	var mrgb [4]byte
	for ; len(digits) >= 8; digits = digits[8:] {
		if _, err := hex.Decode(mrgb[:], digits[:8]); err != nil {
			return
		}
		d.polypaint = append(d.polypaint, color.NRGBA{R: mrgb[1], G: mrgb[2], B: mrgb[3], A: 255})
	}
}

// numbers reads up to eight numbers; a comment ends the line.
func (d *decoder) numbers(rest []byte, what string) (values [8]float64, count int, fraction bool, err error) {
	for count < len(values) {
		var field []byte
		if field, rest = text.Field(rest); field == nil || field[0] == '#' {
			break
		}
		v, ok := text.Float(field)
		if !ok {
			return values, 0, false, text.AtLine(d.line, "%s (in a %s)", text.NoNumber(field), what)
		}
		fraction = fraction || count >= 3 && text.HasPoint(field)
		values[count] = v
		count++
	}
	if count == 2 && what == "vertex" {
		d.flat++
		return values, 3, false, nil
	}
	if count < 3 {
		return values, 0, false, text.AtLine(d.line, "a %s needs three numbers, but has %d", what, count)
	}
	return values, count, fraction, nil
}

func (d *decoder) vertex(rest []byte) error {
	v, count, fraction, err := d.numbers(rest, "vertex")
	if err != nil {
		return err
	}
	switch count { // a fourth number alone is the weight of a rational curve
	case 6:
		d.colors.Add(len(d.mesh.Vertices), [4]float64{v[3], v[4], v[5], 1}, fraction)
	case 7:
		d.colors.Add(len(d.mesh.Vertices), [4]float64{v[3], v[4], v[5], v[6]}, fraction)
	}
	d.mesh.Vertices = append(d.mesh.Vertices, r3.Vec{X: v[0], Y: v[1], Z: v[2]})
	return nil
}

func (d *decoder) normal(rest []byte) error {
	v, _, _, err := d.numbers(rest, "normal")
	if err != nil {
		return err
	}
	d.normals = append(d.normals, r3.Vec{X: v[0], Y: v[1], Z: v[2]})
	return nil
}

func (d *decoder) face(rest []byte) error {
	d.corners = d.corners[:0]
	for {
		var field []byte
		if field, rest = text.Field(rest); field == nil || field[0] == '#' {
			break
		}
		if err := d.corner(field); err != nil {
			return err
		}
	}
	if len(d.corners) == 0 {
		return text.AtLine(d.line, "a face without corners")
	}
	d.faces.AddFace(d.corners)
	return nil
}

// corner reads "v", "v/vt", "v//vn" or "v/vt/vn", where any but v may be empty.
func (d *decoder) corner(field []byte) error {
	position, others := field, []byte(nil)
	if slash := bytes.IndexByte(field, '/'); slash >= 0 {
		position, others = field[:slash], field[slash+1:]
	}
	v, ok := text.Int(position)
	count := len(d.mesh.Vertices)
	switch {
	case !ok || v > math.MaxInt32 || v < -math.MaxInt32:
		return text.AtLine(d.line, "%s is not a corner of a face: expected vertex/texture/normal numbers", text.Quote(field))
	case v == 0:
		return text.AtLine(d.line, "vertex index 0 in a face: OBJ counts vertices from 1")
	case v < 0:
		if -v > count {
			return text.AtLine(d.line, "vertex index %d in a face, after only %s", v, mesh.Count(count, "vertex"))
		}
		v += count
	default:
		v--
		if v >= count && int32(v) > d.highest {
			d.highest, d.highestLine = int32(v), d.line
		}
	}
	d.corners = append(d.corners, int32(v))
	if d.paint.now != nil && v < count { // a vertex that may never come is not painted
		coordinate := others
		if slash := bytes.IndexByte(others, '/'); slash >= 0 {
			coordinate = others[:slash]
		}
		vt, _ := text.Int(coordinate)
		d.paint.means.Add(v, d.paint.of(d.paint.now, vt))
	}

	if slash := bytes.IndexByte(others, '/'); slash >= 0 && len(d.normals) > 0 && !d.split {
		if n, ok := text.Int(others[slash+1:]); ok {
			d.attachNormal(v, n)
		}
	}
	return nil
}

// attachNormal notes the normal of a vertex, or that the vertex has several.
// Normal numbers out of range are passed over: positions do not need them.
func (d *decoder) attachNormal(vertex, normal int) {
	if normal < 0 {
		normal += len(d.normals) + 1
	}
	if normal < 1 || normal > len(d.normals) || vertex >= len(d.mesh.Vertices) {
		return
	}
	for len(d.normalOf) <= vertex {
		d.normalOf = append(d.normalOf, 0)
	}
	switch before := d.normalOf[vertex]; {
	case before == 0:
		d.normalOf[vertex] = int32(normal)
	case before != int32(normal) && d.normals[before-1] != d.normals[normal-1]: // a normal of NaN differs from itself
		d.split = true
	}
}

func (d *decoder) group(rest []byte) {
	groups := d.mesh.Groups
	if n := len(groups); n > 0 && groups[n-1].First == d.faces.Faces() {
		groups = groups[:n-1] // a group without faces
	}
	d.mesh.Groups = append(groups, mesh.Group{Name: groupName(rest), First: d.faces.Faces()})
}

func (d *decoder) finish() (*mesh.Mesh, error) {
	m := d.mesh
	n := len(m.Vertices)
	if n == 0 {
		return nil, text.Whole("no vertices in this OBJ file: there are no lines that begin with \"v\"")
	}
	if int(d.highest) >= n {
		return nil, text.AtLine(d.highestLine, "vertex index %d in a face, but the file has %s", d.highest+1, mesh.Count(n, "vertex"))
	}
	if err := d.faces.Finish(m); err != nil {
		return nil, err
	}
	m.Groups = mesh.CloseGroups(m.Groups, m.FaceCount())
	m.Normals = d.vertexNormals()
	d.colors.Give(m, "vertex")
	if len(d.polypaint) > 0 && m.Colors == nil {
		if len(d.polypaint) == n {
			m.Colors = d.polypaint
		} else {
			d.mesh.Warn("The painted colours (#MRGB) were left out: there are %s for %s.", mesh.Count(len(d.polypaint), "colour"), mesh.Count(n, "vertex"))
		}
	}
	if d.flat > 0 {
		d.mesh.Warn("%s of two coordinates only: the third is taken as 0.", mesh.Count(d.flat, "vertex"))
	}
	if m.Colors == nil {
		m.Colors = d.paint.colors(n)
		m.Origin.Warnings = append(m.Origin.Warnings, d.paint.warnings()...)
	}
	if d.elements > 0 {
		d.mesh.Warn("Passed over %s of lines and points.", mesh.Count(d.elements, "element"))
	}
	if d.freeForm > 0 {
		d.mesh.Warn("Passed over %s; only polygons are read.", mesh.Count(d.freeForm, "free-form curve or surface statement"))
	}
	return m, nil
}

// vertexNormals are the normals when there is one for a vertex: named by faces, or, in a cloud of
// points, as many normals as points in the order of the points (MeshLab). If a file with faces has as
// many normals as vertices, in their order, vertices that no face names have normals as well.
func (d *decoder) vertexNormals() []r3.Vec {
	n := len(d.mesh.Vertices)
	if d.mesh.IsPointCloud() && len(d.normals) == n {
		return d.normals
	}
	if d.split || len(d.normalOf) == 0 {
		return nil
	}
	normals := make([]r3.Vec, n)
	inOrder := len(d.normals) == n
	for v, k := range d.normalOf {
		if k > 0 {
			normals[v] = d.normals[k-1]
			inOrder = inOrder && (int(k) == v+1 || normals[v] == d.normals[v])
		}
	}
	if inOrder { // then vertices without a face have normals, too
		return d.normals
	}
	return normals
}
