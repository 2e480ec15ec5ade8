package vtp

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"

	"gwscope/meshio/internal/polydata"
	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// The bytes that a number of an array takes in a mesh beside its own eight: a number of points and
// their data; a corner, with its share of faces and triangles; an offset, with its face.
const (
	valueCost  = 8
	cornerCost = 24
	offsetCost = 40
)

// Decode reads a VTK XML file. Coordinates that are not finite are kept as they are.
func Decode(r io.Reader) (*mesh.Mesh, error) {
	data, err := text.Read(r)
	if err != nil {
		return nil, err
	}
	d := &decoder{data: data, head: data}
	d.Mesh = &mesh.Mesh{Origin: mesh.Origin{Format: "vtp"}}
	d.left = mostTimes*len(data) + littleMemory
	if err := d.findAppended(); err != nil {
		return nil, err
	}
	walk := tags{data: d.head}
	for {
		t, ok := walk.next()
		if !ok {
			break
		}
		if err := d.take(t); err != nil {
			return nil, err
		}
	}
	if d.order == nil {
		return nil, text.AtLine(1, "the XML has no tag <VTKFile>")
	}
	if d.piece != nil {
		return nil, text.AtLine(d.lineAt(len(d.head)), "the file ends before </Piece>: it is truncated")
	}
	if len(d.Mesh.Vertices) == 0 {
		return nil, text.Whole("no points in this VTK file")
	}
	d.wholeArrays()
	return d.Finish()
}

type decoder struct {
	data, head []byte
	arrays
	polydata.Builder
	section string
	piece   *piece
	pieces  int
	normals string // the array of the data of points that is said to be normals
}

// piece is a part of a mesh with points of its own.
type piece struct {
	at     int // of its tag
	first  int32
	points int
	cells  map[string]map[string][]float64 // arrays of sections such as Polys
	lines  int
	has    bool // points have been read
}

func (d *decoder) lineAt(at int) int { return 1 + bytes.Count(d.data[:at], []byte("\n")) }

// findAppended cuts off the appended data, which need not be text.
func (d *decoder) findAppended() error {
	at := bytes.Index(d.data, []byte("<AppendedData"))
	if at < 0 {
		return nil
	}
	walk := tags{data: d.data, at: at}
	t, ok := walk.next()
	begin := bytes.IndexByte(d.data[walk.at:], '_')
	if !ok || begin < 0 {
		return text.AtLine(d.lineAt(at), "after <AppendedData> the mark _ is missing: the file is truncated or damaged")
	}
	switch encoding := t.get("encoding"); encoding {
	case "raw":
	case "base64", "":
		d.base64 = true
	default:
		return text.AtLine(d.lineAt(at), "the encoding of the appended data is %s; it can be raw or base64", text.Quote([]byte(encoding)))
	}
	d.head, d.appended = d.data[:at], d.data[walk.at+begin+1:]
	return nil
}

// take deals with one tag.
func (d *decoder) take(t tag) error {
	switch name := string(t.name); name {
	case "VTKFile":
		if t.closing {
			return nil
		}
		return d.file(t)
	case "Piece":
		if !t.closing {
			if err := d.begin(t); err != nil || !t.closed {
				return err
			}
		}
		return d.end()
	case "PointData", "CellData", "FieldData", "Points", "Verts", "Lines", "Strips", "Polys", "Cells":
		d.section = name
		if t.closing || t.closed {
			d.section = ""
		} else if name == "PointData" {
			d.normals = t.get("Normals")
		}
	case "DataArray", "Array":
		if t.closing {
			return nil
		}
		if err := d.array(t); err != nil {
			if e, ok := err.(*text.Error); ok && e.Line == 0 {
				return text.AtLine(d.lineAt(t.at), "the array %s of %s: %s", text.Quote([]byte(t.get("Name"))), d.section, e.Reason)
			}
			return err
		}
	}
	return nil
}

// file reads the first tag.
func (d *decoder) file(t tag) error {
	fault := func(format string, args ...any) error { return text.AtLine(d.lineAt(t.at), format, args...) }
	switch kind := t.get("type"); kind {
	case "PolyData", "UnstructuredGrid":
	case "PPolyData", "PUnstructuredGrid", "vtkMultiBlockDataSet", "Collection":
		return fault("this file only lists others: open those")
	default:
		return fault("the data set is %s, which is no surface: save its surface as PolyData (in ParaView: Extract Surface)", text.Quote([]byte(kind)))
	}
	d.order = binary.LittleEndian
	if t.get("byte_order") == "BigEndian" {
		d.order = binary.BigEndian
	}
	switch header := t.get("header_type"); header {
	case "", "UInt32":
	case "UInt64":
		d.wide = true
	default:
		return fault("sizes are of the type %s; they can be UInt32 or UInt64", text.Quote([]byte(header)))
	}
	switch packer := t.get("compressor"); packer {
	case "":
	case "vtkZLibDataCompressor":
		d.compressed = true
	default:
		return fault("the file is packed with %s, which is not supported: save it packed with ZLib, or unpacked", text.Quote([]byte(packer)))
	}
	return nil
}

func (d *decoder) begin(t tag) error {
	if d.order == nil || d.piece != nil {
		return text.AtLine(d.lineAt(t.at), "<Piece> stands where it does not belong")
	}
	n, ok := text.Int([]byte(t.get("NumberOfPoints")))
	if !ok || n < 0 {
		return text.AtLine(d.lineAt(t.at), "%s is not a number of points", text.Quote([]byte(t.get("NumberOfPoints"))))
	}
	lines, _ := text.Int([]byte(t.get("NumberOfLines")))
	d.piece = &piece{at: t.at, first: int32(len(d.Mesh.Vertices)), points: n, lines: max(0, lines), cells: map[string]map[string][]float64{}}
	d.pieces++
	return nil
}

// array reads one array, as far as it is wanted.
func (d *decoder) array(t tag) error {
	if d.section == "FieldData" && t.get("Name") == "SPACE" && strings.EqualFold(t.get("type"), "String") && t.get("format") == "ascii" {
		if letters, err := textValues(t.text); err == nil {
			d.space(letters)
		}
		return nil
	}
	if d.piece == nil || string(t.name) == "Array" {
		return nil
	}
	switch d.section {
	case "Points":
		values, err := d.values(t, valueCost)
		if err != nil {
			return err
		}
		if d.piece.has || len(values) != 3*d.piece.points {
			return text.Whole("it has %d numbers for %d points, where three each are needed", len(values), d.piece.points)
		}
		d.piece.has = true
		d.Points(values)
	case "PointData":
		return d.pointArray(t)
	case "CellData":
		d.CellArray()
	case "Polys", "Strips", "Cells":
		name := t.get("Name")
		cost := offsetCost
		if name == "connectivity" {
			cost = cornerCost
		}
		if size := types[t.get("type")].Size(); size > 0 && size < 4 && name != "types" {
			return text.Whole("its numbers are of the type %s; they can be Int32 or Int64", t.get("type")) // with narrow types a small file could fill the memory
		}
		values, err := d.values(t, cost)
		if err != nil {
			return err
		}
		if d.piece.cells[d.section] == nil {
			d.piece.cells[d.section] = map[string][]float64{}
		}
		d.piece.cells[d.section][name] = values
	}
	return nil
}

// space reads the letters of a name of axes.
func (d *decoder) space(letters []float64) {
	var name []byte
	for _, c := range letters {
		if c > ' ' && c < 128 && len(name) < 8 {
			name = append(name, byte(c))
		}
	}
	d.Mesh.Space = text.Space(append([]byte("SPACE="), name...))
}

// pointArray reads an array of the data of points; those of later pieces go on where the
// array of that name in earlier ones ends.
func (d *decoder) pointArray(t tag) error {
	name, components := t.get("Name"), 1
	if word := t.get("NumberOfComponents"); word != "" {
		var ok bool
		if components, ok = text.Int([]byte(word)); !ok || components < 1 || components > 1<<20 {
			return text.Whole("%s is not a number of components", text.Quote([]byte(word)))
		}
	}
	if _, ok := types[t.get("type")]; !ok {
		d.Mesh.Warn("The array %s was left out: it has no numbers.", text.Quote([]byte(name)))
		return nil
	}
	values, err := d.values(t, valueCost)
	if err != nil {
		return err
	}
	if len(values)/components != d.piece.points || len(values)%components != 0 {
		return text.Whole("it has %d numbers, where %d points need %d each", len(values), d.piece.points, components)
	}
	a := polydata.Array{Name: name, Components: components, Values: values, Bytes: t.get("type") == "UInt8"}
	if name == d.normals {
		a.Role = polydata.Normals
	}
	if d.pieces > 1 {
		for k, before := range d.Arrays {
			if before.Name == name && before.Components == components && len(before.Values) == int(d.piece.first)*components {
				d.Arrays[k].Values = append(before.Values, values...)
			}
		}
		return nil
	}
	d.Arrays = append(d.Arrays, a)
	return nil
}

// end makes faces of a piece's cells.
func (d *decoder) end() error {
	p := d.piece
	if d.piece = nil; p == nil || p.points == 0 {
		return nil
	}
	fault := func(reason string) error { return text.AtLine(d.lineAt(p.at), "this piece: %s", reason) }
	if !p.has {
		return fault("its points are missing")
	}
	d.Lines(p.lines)
	for _, section := range []string{"Polys", "Strips", "Cells"} {
		arrays := p.cells[section]
		c, err := polydata.Offset(arrays["connectivity"], arrays["offsets"], p.points)
		if err != nil {
			return fault(err.Error() + " (" + section + ")")
		}
		switch section { // a file has Polys and Strips, or Cells
		case "Polys":
			d.Polygons(c, p.first)
		case "Strips":
			d.Strips(c, p.first)
		case "Cells":
			d.Typed(c, arrays["types"], p.first)
		}
	}
	return nil
}

// wholeArrays leaves out arrays that some piece lacks.
func (d *decoder) wholeArrays() {
	kept := d.Arrays[:0]
	for _, a := range d.Arrays {
		if len(a.Values) == len(d.Mesh.Vertices)*a.Components {
			kept = append(kept, a)
		} else {
			d.Mesh.Warn("The array %s was left out: some piece of the file lacks it.", text.Quote([]byte(a.Name)))
		}
	}
	d.Arrays = kept
}
