package off

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Decode reads an OFF file. Colours of faces and texture coordinates are
// passed over. Coordinates that are not finite are kept as they are.
func Decode(r io.Reader) (*mesh.Mesh, error) {
	data, err := text.Read(r)
	if err != nil {
		return nil, err
	}
	d := decoder{lines: text.NewLines(data), mesh: &mesh.Mesh{Origin: mesh.Origin{Format: "off"}}}
	if err := d.header(); err != nil {
		return nil, err
	}
	if err := d.vertices(); err != nil {
		return nil, err
	}
	if err := d.readFaces(); err != nil {
		return nil, err
	}
	return d.mesh, d.faces.Finish(d.mesh)
}

// Keyword splits the word that begins an OFF file into its variant letters;
// rest is what follows, perhaps without a blank ("OFF8 6 12").
func Keyword(line []byte) (variant string, rest []byte, ok bool) {
	line = bytes.TrimLeft(line, " \t\r\v\f")
	at := bytes.Index(line, []byte("OFF"))
	if at < 0 || at > len("STCN4n") {
		return "", nil, false
	}
	variant = string(line[:at])
	for _, letters := range []string{"ST", "C", "N", "4", "n"} {
		variant = strings.TrimPrefix(variant, letters)
	}
	if variant != "" {
		return "", nil, false
	}
	return string(line[:at]), line[at+len("OFF"):], true
}

type decoder struct {
	lines *text.Lines
	mesh  *mesh.Mesh
	faces mesh.Builder

	variant    string
	vertexGoal int
	faceGoal   int
	extra      int // lines with more numbers than the variant has
}

// header reads the keyword, which old files leave out, and the counts of
// vertices and faces, on the same line or the next; the count of edges after
// them is ignored.
func (d *decoder) header() error {
	line, ok := d.lines.NextContent()
	if !ok {
		return text.Whole("the file is empty; an OFF file begins with the word OFF")
	}
	if variant, rest, ok := Keyword(line); ok {
		d.variant, line = variant, rest
	} else if field, _ := text.Field(line); !isCount(field) {
		return text.AtLine(d.lines.Number, "expected the word OFF, found %s", text.Quote(field))
	}
	if strings.Contains(d.variant, "n") {
		return text.AtLine(d.lines.Number, "%sOFF holds points of any dimension, which is not supported: convert it to OFF", d.variant)
	}
	var counts [2]int
	for i := range counts {
		field, rest := text.Field(line)
		for field == nil {
			if line, ok = d.lines.NextContent(); !ok {
				return text.Whole("the file ends before the numbers of vertices and faces")
			}
			field, rest = text.Field(line)
		}
		if string(field) == "BINARY" {
			return text.AtLine(d.lines.Number, "binary OFF is not supported: convert it to text OFF or PLY")
		}
		if counts[i], ok = text.Int(field); !ok || counts[i] < 0 {
			return text.AtLine(d.lines.Number, "%s is not a number of %s", text.Quote(field), [2]string{"vertices", "faces"}[i])
		}
		line = rest
	}
	d.vertexGoal, d.faceGoal = counts[0], counts[1]
	// The shortest vertex is "0 0 0\n", the shortest face "1 0\n"; a last line may lack its end.
	remaining := d.lines.Remaining() + 1
	if d.vertexGoal == 0 {
		return text.AtLine(d.lines.Number, "the file has no vertices")
	}
	if d.vertexGoal > math.MaxInt32 || !text.Room(d.vertexGoal, 6, remaining) {
		return text.AtLine(d.lines.Number, "the header promises %s, but the file is too short to hold them", mesh.Count(d.vertexGoal, "vertex"))
	}
	if !text.Room(d.faceGoal, 2, remaining) {
		return text.AtLine(d.lines.Number, "the header promises %s, but the file is too short to hold them", mesh.Count(d.faceGoal, "face"))
	}
	return nil
}

func isCount(field []byte) bool {
	v, ok := text.Int(field)
	return ok && v >= 0
}

// vertices reads, per line: position (with a weight in 4OFF), normal in NOFF,
// colour of three or four components in COFF, texture coordinates in STOFF.
func (d *decoder) vertices() error {
	homogeneous := strings.Contains(d.variant, "4")
	hasNormals, hasColors := strings.Contains(d.variant, "N"), strings.Contains(d.variant, "C")
	texture := 2 * strings.Count(d.variant, "ST")
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

	m := d.mesh
	m.Vertices = make([]r3.Vec, 0, d.vertexGoal)
	var colors text.Colors
	var v [16]float64
	for i := range d.vertexGoal {
		line, ok := d.lines.NextContent()
		if !ok {
			return text.AtLine(d.lines.Number, "the file ends after %d of %s", i, mesh.Count(d.vertexGoal, "vertex"))
		}
		count, fraction := 0, false
		for count < len(v) {
			var field []byte
			if field, line = text.Field(line); field == nil {
				break
			}
			if v[count], ok = text.Float(field); !ok {
				return text.AtLine(d.lines.Number, "%s is not a number (in vertex %d)", text.Quote(field), i)
			}
			fraction = fraction || count >= required-3 && text.HasPoint(field)
			count++
		}
		if count < required {
			return text.AtLine(d.lines.Number, "vertex %d needs %d numbers, but has %d", i, required, count)
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
			if count-at-texture >= 1 {
				rgba[3] = v[at]
				at++
			}
			colors.Add(i, rgba, fraction)
		}
		if count > at+texture {
			d.extra++
		}
	}
	var missing int
	if m.Colors, missing = colors.Finish(len(m.Vertices)); missing > 0 {
		d.warn("No usable colour at %s of %d: white there.", mesh.Count(missing, "vertex"), len(m.Vertices))
	}
	if d.extra > 0 {
		d.warn("Passed over extra numbers after %s: %sOFF does not say what they are.", mesh.Count(d.extra, "vertex"), d.variant)
	}
	return nil
}

// readFaces reads, per line: the number of corners, the corners, and a colour,
// which is passed over.
func (d *decoder) readFaces() error {
	n := len(d.mesh.Vertices)
	d.faces.Grow(d.faceGoal, 3*d.faceGoal)
	var corners []int32
	for i := range d.faceGoal {
		line, ok := d.lines.NextContent()
		if !ok {
			return text.AtLine(d.lines.Number, "the file ends after %d of %s", i, mesh.Count(d.faceGoal, "face"))
		}
		field, line := text.Field(line)
		size, ok := text.Int(field)
		if !ok || size < 1 {
			return text.AtLine(d.lines.Number, "face %d has %s corners; expected a number from 1 on", i, text.Quote(field))
		}
		corners = corners[:0]
		for len(corners) < size {
			if field, line = text.Field(line); field == nil {
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
		d.faces.AddFace(corners)
	}
	return nil
}

func (d *decoder) warn(format string, args ...any) {
	d.mesh.Origin.Warnings = append(d.mesh.Origin.Warnings, fmt.Sprintf(format, args...))
}
