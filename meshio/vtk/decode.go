package vtk

import (
	"bytes"
	"io"
	"strings"

	"gwscope/meshio/internal/polydata"
	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Magic begins every legacy file.
const Magic = "# vtk DataFile"

// Decode reads a legacy VTK file. Coordinates that are not finite are kept as they are.
func Decode(r io.Reader) (*mesh.Mesh, error) {
	data, err := text.Read(r)
	if err != nil {
		return nil, err
	}
	if bytes.IndexByte(data, '\n') < 0 {
		data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n")) // text of an old Macintosh
	}
	d := &decoder{scanner: scanner{data: data}}
	d.Mesh = &mesh.Mesh{Origin: mesh.Origin{Format: "vtk"}}
	if err := d.header(); err != nil {
		return nil, err
	}
	for {
		word := d.word()
		if word == nil {
			break
		}
		if err := d.section(strings.ToLower(string(word))); err != nil {
			return nil, err
		}
	}
	if len(d.Mesh.Vertices) == 0 {
		return nil, text.Whole("no points in this VTK file")
	}
	if d.grid.Ends != nil {
		if len(d.types) < len(d.grid.Ends) {
			return nil, text.Whole("the file has %s, but types of %d of them", mesh.Count(len(d.grid.Ends), "cell"), len(d.types))
		}
		d.Typed(d.grid, d.types, 0)
	}
	return d.Finish()
}

type decoder struct {
	scanner
	polydata.Builder
	of    int // tuples of the arrays that follow: those of points, or of cells
	cells bool
	grid  polydata.Cells // of an unstructured grid
	types []float64
}

func (d *decoder) header() error {
	if first := d.line(); !bytes.HasPrefix(first, []byte(Magic)) {
		return text.AtLine(1, "a VTK file begins with %q, this one with %s", Magic, text.Quote(first))
	}
	d.Mesh.Space = text.Space(d.line())
	switch word := d.word(); strings.ToUpper(string(word)) {
	case "ASCII":
	case "BINARY":
		d.binary = true
	default:
		return text.AtLine(3, "the encoding is ASCII or BINARY, not %s", text.Quote(word))
	}
	for d.next("FIELD") {
		if err := d.field(true); err != nil {
			return err
		}
	}
	if !d.next("DATASET") {
		return d.fault("the word DATASET is missing")
	}
	switch kind := d.word(); strings.ToUpper(string(kind)) {
	case "POLYDATA", "UNSTRUCTURED_GRID":
		return nil
	default:
		return d.fault("the data set is %s, which is no surface: save its surface as POLYDATA (in ParaView: Extract Surface)", text.Quote(kind))
	}
}

// section reads the section that a keyword announces.
func (d *decoder) section(keyword string) error {
	switch keyword {
	case "points":
		if d.Mesh.Vertices != nil {
			return d.fault("a second list of points")
		}
		n, err := d.count("points")
		if err != nil {
			return err
		}
		values, err := d.numbers(d.word(), n, 3, "POINTS")
		d.Points(values)
		return err
	case "vertices", "lines", "polygons", "triangle_strips", "cells":
		return d.readCells(keyword)
	case "cell_types":
		n, err := d.count("cells")
		if err != nil {
			return err
		}
		d.types, err = d.numbers([]byte("int"), n, 1, "CELL_TYPES")
		return err
	case "point_data", "cell_data":
		n, err := d.count("tuples")
		if d.cells = keyword == "cell_data"; err == nil && !d.cells && n != len(d.Mesh.Vertices) {
			return d.fault("POINT_DATA has %d tuples, but there are %s", n, mesh.Count(len(d.Mesh.Vertices), "point"))
		}
		d.of = n
		return err
	case "metadata":
		d.skipMetadata()
		return nil
	}
	return d.attribute(keyword)
}

// skipMetadata passes over the description of an array, up to an empty line.
func (d *decoder) skipMetadata() {
	d.line()
	for d.at < len(d.data) && len(bytes.TrimSpace(d.line())) > 0 {
	}
}

// readCells reads cells of either form: each cell after its number of corners, or since
// version 5 offsets and corners.
func (d *decoder) readCells(keyword string) error {
	n, err := d.count(keyword)
	if err != nil {
		return err
	}
	size, err := d.count("numbers of " + keyword)
	if err != nil {
		return err
	}
	start, points := d.at, len(d.Mesh.Vertices)
	var c polydata.Cells
	if d.next("OFFSETS") {
		c, err = d.offsetCells(n, size, points)
	} else {
		var values []float64
		if values, err = d.numbers([]byte("int"), size, 1, strings.ToUpper(keyword)); err != nil {
			return err
		}
		if !text.Room(n, 1, size) {
			return d.faultAt(start, "%d cells do not fit into %d numbers", n, size)
		}
		c, err = polydata.Counted(values, n, points)
	}
	if err != nil {
		if e, ok := err.(*text.Error); ok && e.Line == 0 && e.Byte < 0 {
			return d.faultAt(start, "%s (%s)", e.Reason, strings.ToUpper(keyword))
		}
		return err
	}
	switch keyword {
	case "polygons":
		d.Polygons(c, 0)
	case "triangle_strips":
		d.Strips(c, 0)
	case "lines":
		d.Lines(len(c.Ends))
	case "cells":
		d.grid = c
	}
	return nil
}

func (d *decoder) offsetCells(n, size, points int) (polydata.Cells, error) {
	// Narrow types have no use here, and with them a small file could fill the memory.
	typeOf := func() ([]byte, error) {
		word := d.word()
		if types[strings.ToLower(string(word))].Size() < 4 {
			return nil, d.fault("the numbers of cells are of the type %s; it can be vtktypeint64 or int", text.Quote(word))
		}
		return word, nil
	}
	word, err := typeOf()
	if err != nil {
		return polydata.Cells{}, err
	}
	offsets, err := d.numbers(word, n, 1, "OFFSETS")
	if err != nil {
		return polydata.Cells{}, err
	}
	if !d.next("CONNECTIVITY") {
		return polydata.Cells{}, d.fault("the word CONNECTIVITY is missing after the offsets")
	}
	if word, err = typeOf(); err != nil {
		return polydata.Cells{}, err
	}
	corners, err := d.numbers(word, size, 1, "CONNECTIVITY")
	if err != nil || n == 0 {
		return polydata.Cells{}, err
	}
	return polydata.Offset(corners, offsets[1:], points)
}
