package pts

import (
	"bytes"
	"fmt"
	"io"

	"gwscope/meshio/internal/columns"
	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// mostColumns bounds a line, so that a file which is no point cloud is noticed.
const mostColumns = 64

// Decode reads a point cloud. Blanks, tabs and semicolons separate numbers; a comma does where nothing
// else does, and is a decimal comma otherwise. A line of names, in a comment or not, tells the meaning
// of the columns after x, y, z; without it the meaning is guessed, with a warning: see package columns.
// Two columns are points in the plane z = 0. Coordinates that are not finite are kept as they are.
func Decode(r io.Reader) (*mesh.Mesh, error) {
	data, err := text.Read(r)
	if err != nil {
		return nil, err
	}
	t := &reader{}
	if t.decimal, err = text.DecimalCommas(data, rowOf); err != nil {
		return nil, err
	}
	if err := t.read(data); err != nil {
		return nil, err
	}
	m := &mesh.Mesh{Origin: mesh.Origin{Format: "pts", Warnings: t.warnings}}
	if t.Counted && t.promised != t.Rows() {
		m.Warn("The first line promises %s, but the file has %s.", mesh.Count(t.promised, "point"), mesh.Count(t.Rows(), "point"))
	}
	return m, t.Fill(m)
}

// rowOf is a line without its comment; nil where the line does not begin with a number, as lines of
// names and comments.
func rowOf(line []byte) []byte {
	line, _ = cutComment(line)
	if first := bytes.TrimLeft(line, " \t+-.,"); len(first) > 0 && first[0]-'0' <= 9 {
		return line
	}
	return nil
}

// reader reads a table line by line.
type reader struct {
	columns.Table
	decimal  bool // commas are decimal commas
	promised int  // number of points that lines of counts promise
	warnings []string

	names     []byte // the line of names, split when the first row tells how
	named     int    // its number, 0 for none
	commented bool   // it stands in a comment
}

func (t *reader) read(data []byte) error {
	lines := text.NewLines(data)
	var fields [][]byte
	for {
		line, ok := lines.Next()
		if !ok {
			break
		}
		line, comment := cutComment(line)
		fields = t.split(fields[:0], line)
		if len(fields) == 0 {
			if t.Columns == 0 && t.named == 0 && columns.AreNames(everySplit(comment)) {
				t.names, t.named, t.commented = comment, lines.Number, true
			}
			continue
		}
		if len(fields) == 1 && t.Columns != 1 { // files of several scans count each
			if count, ok := text.Int(fields[0]); ok && count >= 0 && (t.Counted || t.Columns == 0) {
				t.promised, t.Counted = min(t.promised+count, 1<<62), true
				continue
			}
		}
		if t.Columns == 0 && (t.named == 0 || t.commented) && columns.AreNames(everySplit(line)) {
			t.names, t.named, t.commented = line, lines.Number, false
			continue
		}
		if err := t.row(lines.Number, fields); err != nil {
			return err
		}
	}
	if t.Rows() == 0 {
		return text.Whole("no points in this file: it has no lines of numbers")
	}
	return nil
}

// row reads one line of numbers; the first line says how many numbers each has.
func (t *reader) row(number int, fields [][]byte) error {
	if len(fields) > mostColumns {
		return text.AtLine(number, "%d numbers in a line; a point has at most %d", len(fields), mostColumns)
	}
	if t.Columns == 0 {
		if len(fields) < 2 {
			if _, ok := text.Decimal(fields[0]); !ok {
				return text.AtLine(number, "%s", text.NoNumber(fields[0]))
			}
			return text.AtLine(number, "a point needs three numbers (or two, in the plane), but the line has one")
		}
		t.Columns, t.Line = len(fields), number
		t.Fraction = make([]bool, t.Columns)
		if err := t.splitNames(); err != nil {
			return err
		}
	}
	if len(fields) != t.Columns {
		return text.AtLine(number, "%d numbers where line %d has %d", len(fields), t.Line, t.Columns)
	}
	for c, f := range fields {
		v, ok := text.Float(f)
		if !ok && t.decimal {
			v, ok = text.Decimal(f)
		}
		if !ok {
			return text.AtLine(number, "%s", text.NoNumber(f))
		}
		t.Values = append(t.Values, v)
		t.Fraction[c] = t.Fraction[c] || text.HasPoint(f) || t.decimal && bytes.IndexByte(f, ',') >= 0
	}
	return nil
}

// splitNames gives the columns of the first row their names: those between the separators of the rows,
// or between separators of any kind. Names in a comment may be about something else; where they do not
// fit, they are passed over, with a warning.
func (t *reader) splitNames() error {
	if t.named == 0 {
		return nil
	}
	found := bytes.FieldsFunc(t.names, func(r rune) bool { return r == ',' || r == ';' || r == '\t' })
	if len(found) != t.Columns {
		found = everySplit(t.names)
	}
	switch {
	case len(found) == t.Columns:
		for _, f := range found {
			t.Names = append(t.Names, columns.Name(f))
		}
	case t.commented:
		t.warnings = append(t.warnings, fmt.Sprintf("The comment in line %d names %d columns, but the rows have %d numbers: it was passed over.", t.named, len(found), t.Columns))
	default:
		return text.AtLine(t.Line, "%d numbers under %d column names", t.Columns, len(found))
	}
	return nil
}

// cutComment splits a line at '#' or "//".
func cutComment(line []byte) (before, comment []byte) {
	for i, c := range line {
		if c == '#' {
			return line[:i], line[i+1:]
		}
		if c == '/' && i+1 < len(line) && line[i+1] == '/' {
			return line[:i], line[i+2:]
		}
	}
	return line, nil
}

// split cuts a line at blanks, tabs, semicolons, and at commas unless they are decimal.
func (t *reader) split(fields [][]byte, line []byte) [][]byte {
	return splitAt(fields, line, !t.decimal)
}

// everySplit cuts a line of names at separators of any kind.
func everySplit(line []byte) [][]byte { return splitAt(nil, line, true) }

func splitAt(fields [][]byte, line []byte, commas bool) [][]byte {
	start := -1
	for i, c := range line {
		switch {
		case c == ' ', c == '\t', c == ';', c == '\r', c == '\v', c == '\f', c == 0, c == ',' && commas:
			if start >= 0 {
				fields = append(fields, line[start:i])
			}
			start = -1
		case start < 0:
			start = i
		}
	}
	if start >= 0 {
		fields = append(fields, line[start:])
	}
	return fields
}
