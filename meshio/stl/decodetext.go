package stl

import (
	"bytes"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// textDecoder reads facets by their loops of vertices and is lenient with everything around them
// (normals, ends), because exporters differ there. The ends of lines have no meaning, except at the end
// of the name of a solid.
type textDecoder struct {
	lines *text.Lines
	line  []byte
	mesh  *mesh.Mesh
	faces mesh.Builder
	loop  int // vertices of the facet at hand that are not yet a face
	// pastNumbers says that numbers may follow, those of a normal or a colour.
	pastNumbers bool
	corners     []int32
}

func decodeText(data []byte) (*mesh.Mesh, error) {
	d := &textDecoder{lines: text.NewLines(data), mesh: &mesh.Mesh{Origin: mesh.Origin{Format: "stl"}}}
	for {
		word := d.word()
		if word == nil {
			break
		}
		if err := d.take(word); err != nil {
			return nil, err
		}
	}
	m := d.mesh
	if d.loop > 0 {
		return nil, text.AtLine(d.lines.Number, "the file ends inside a facet: it is truncated")
	}
	if d.faces.Faces() == 0 {
		return nil, text.Whole("no triangles in this STL file")
	}
	m.Groups = mesh.CloseGroups(m.Groups, d.faces.Faces())
	return m, d.faces.Finish(m)
}

// word is the next word, on this line or a later one; nil at the end of the file.
func (d *textDecoder) word() []byte {
	for {
		word, rest := text.Field(d.line)
		if d.line = rest; word != nil {
			return word
		}
		line, ok := d.lines.Next()
		if !ok {
			return nil
		}
		d.line = line
	}
}

func (d *textDecoder) take(word []byte) error {
	m := d.mesh
	numbers := false
	switch string(bytes.ToLower(word)) {
	case "solid":
		name := d.name(false)
		if space := text.Space(name); space != "" {
			if m.Space == "" {
				m.Space = space
			}
			name = text.WithoutSpace(name)
		}
		m.Groups = append(m.Groups, mesh.Group{Name: string(bytes.Join(bytes.Fields(name), []byte(" "))), First: d.faces.Faces()})
	case "endsolid":
		d.name(true)
	case "vertex":
		return d.vertex()
	case "endloop", "endfacet":
		d.endLoop()
	case "normal", "color":
		numbers = true
	case "facet", "outer", "loop":
	default:
		if _, ok := text.Float(word); ok && d.pastNumbers {
			return nil
		}
		return text.AtLine(d.lines.Number, "%s is no word of STL: the file may be damaged", text.Quote(word))
	}
	d.pastNumbers = numbers
	return nil
}

// name is the name of a solid: the rest of a line, up to words that begin a facet or the like.
func (d *textDecoder) name(isEnd bool) []byte {
	for rest := d.line; ; {
		word, after := text.Field(rest)
		if word == nil {
			name := d.line
			d.line = nil
			return name
		}
		next, _ := text.Field(after)
		if bytes.EqualFold(word, []byte("facet")) && bytes.EqualFold(next, []byte("normal")) || isEnd && bytes.EqualFold(word, []byte("solid")) {
			at := len(d.line) - len(after) - len(word)
			name := d.line[:at]
			d.line = d.line[at:]
			return name
		}
		rest = after
	}
}

func (d *textDecoder) vertex() error {
	var p [3]float64
	for k := range p {
		field := d.word()
		v, ok := text.Float(field)
		if !ok {
			return text.AtLine(d.lines.Number, "a vertex needs three numbers; %s is none", text.Quote(field))
		}
		p[k] = v
	}
	d.mesh.Vertices = append(d.mesh.Vertices, r3.Vec{X: p[0], Y: p[1], Z: p[2]})
	d.loop++
	d.pastNumbers = true // some programs append a colour
	return nil
}

// endLoop makes a face of the vertices since the last one, of four or more as well.
func (d *textDecoder) endLoop() {
	if d.loop == 0 {
		return
	}
	d.corners = d.corners[:0]
	for v := len(d.mesh.Vertices) - d.loop; v < len(d.mesh.Vertices); v++ {
		d.corners = append(d.corners, int32(v))
	}
	d.faces.AddFace(d.corners)
	d.loop = 0
}
