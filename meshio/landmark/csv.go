package landmark

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gwscope/meshio/internal/text"
)

// Columns of a table of landmarks, by the names that they may have.
var columnNames = map[string][]string{
	"name":   {"name", "label", "landmark", "id"},
	"x":      {"x", "l", "r"},
	"y":      {"y", "p", "a"},
	"z":      {"z", "s"},
	"vertex": {"vertex", "index"},
	"kind":   {"kind"},
	"pinned": {"pinned", "pin"},
	"note":   {"note", "description", "desc"},
	"status": {"defined", "positionstatus"},
	// of several specimens in one table
	"specimen": {"specimen", "individual"},
}

// The values of the column kind.
const (
	kindLandmark = "landmark"
	kindTip      = "tip"
	kindLesser   = "lesser"
)

// columns are the places of the named columns in a table, -1 where there is none.
type columns map[string]int

// xName is the name of the column x in a header, in small letters: "r" and "l" say to which side the
// axis points.
func (c columns) xName(header []string) string {
	if c["x"] < 0 {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(header[c["x"]]))
}

// columnsOf reads a header; ok is false where it is none.
func columnsOf(record []string) (c columns, ok bool) {
	c = columns{}
	for what, names := range columnNames {
		c[what] = -1
		for _, name := range names { // the first name that is there: "id" beside "label" is a number
			if at := slices.IndexFunc(record, func(s string) bool { return strings.EqualFold(strings.TrimSpace(s), name) }); at >= 0 {
				c[what] = at
				break
			}
		}
	}
	return c, c["x"] >= 0 && c["y"] >= 0 && c["z"] >= 0 || c["vertex"] >= 0
}

// csvHasNames reports a table whose places have names, as no cloud of points has them.
func csvHasNames(data []byte) bool {
	record, err := tableReader(data).Read()
	if err != nil {
		return false
	}
	if c, ok := columnsOf(record); ok {
		return c["name"] >= 0 || c["kind"] >= 0
	}
	return len(record) == 4 && !isNumber(record[0]) && isNumber(record[1]) && isNumber(record[2]) && isNumber(record[3])
}

func isNumber(s string) bool {
	_, ok := text.Decimal([]byte(strings.TrimSpace(s)))
	return ok
}

// tableReader reads records that tabs or semicolons separate where the first line has two
// of them, and commas elsewhere: a comma separates only where nothing else does.
func tableReader(data []byte) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(data))
	r.Comment, r.FieldsPerRecord = '#', -1
	r.TrimLeadingSpace, r.LazyQuotes = true, true
	line, _ := text.NewLines(data).NextContent()
	quoted, count := false, map[rune]int{}
	for _, c := range string(line) {
		if c == '"' {
			quoted = !quoted
		}
		if !quoted {
			count[c]++
		}
	}
	for _, separator := range "\t;" {
		if count[separator] >= 2 || count[separator] == 1 && count[','] == 0 {
			r.Comma = separator
		}
	}
	return r
}

// decodeCSV reads a table with a header (name, x, y, z, in any order; or a vertex
// instead of x, y, z; and kind, pinned, note and specimen where they are there), or without
// one rows of name, x, y, z or of x, y, z. Decimal commas are read where commas do not
// separate, or in quotes.
func decodeCSV(data []byte, opt Options) (*Set, error) {
	r := tableReader(data)
	var c columns
	width, flip, space := 0, false, ""
	var rows []csvRow
	for first := true; ; first = false {
		record, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, csvError(err)
		}
		line, _ := r.FieldPos(0)
		if first {
			width = len(record)
			var header bool
			if c, header = columnsOf(record); header {
				if x := c.xName(record); x == "r" || x == "l" {
					flip, space = x == "r", "LPS"
				}
				continue
			}
			if c, err = bareColumns(record, line); err != nil {
				return nil, err
			}
		}
		if err := fitsWidth(record, width, line, r.Comma); err != nil {
			return nil, err
		}
		rows = append(rows, csvRow{record, line})
	}
	rows, name, err := ofSpecimen(rows, c["specimen"], opt)
	if err != nil {
		return nil, err
	}
	s := &Set{Name: name, Space: space}
	for _, row := range rows {
		if err := s.addRecord(row.record, c, row.line, flip, opt); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// csvRow is a record with the number of its line.
type csvRow struct {
	record []string
	line   int
}

// fitsWidth refuses a record with more values than the first line has: where commas separate, a number
// with a decimal comma falls into two, and all values after it would be shifted.
func fitsWidth(record []string, width, line int, separator rune) error {
	if len(record) <= width || strings.TrimSpace(strings.Join(record[width:], "")) == "" {
		return nil
	}
	hint := ""
	if separator == ',' {
		hint = "; if numbers have decimal commas, separate the values by semicolons, or write decimal points"
	}
	return text.AtLine(line, "%d values where the first line has %d%s", len(record), width, hint)
}

// ofSpecimen are the rows of the specimen that is meant, where a column tells specimens apart.
func ofSpecimen(rows []csvRow, column int, opt Options) (own []csvRow, name string, err error) {
	if column < 0 {
		return rows, "", nil
	}
	of := func(row csvRow) string {
		if column < len(row.record) {
			return strings.TrimSpace(row.record[column])
		}
		return ""
	}
	var names [][]string
	known := map[string]bool{}
	for _, row := range rows {
		if n := of(row); !known[n] {
			known[n] = true
			names = append(names, []string{n})
		}
	}
	if len(names) == 0 {
		return nil, "", nil
	}
	k, err := opt.chosen(names)
	if err != nil {
		return nil, "", err
	}
	for _, row := range rows {
		if of(row) == names[k][0] {
			own = append(own, row)
		}
	}
	return own, names[k][0], nil
}

func csvError(err error) error {
	var parse *csv.ParseError
	if errors.As(err, &parse) {
		return text.AtLine(parse.Line, "%v", parse.Err)
	}
	return err
}

// bareColumns are the columns of a table without a header.
func bareColumns(record []string, line int) (columns, error) {
	c := columns{}
	for what := range columnNames {
		c[what] = -1
	}
	switch {
	case len(record) == 3 && isNumber(record[0]):
		c["x"], c["y"], c["z"] = 0, 1, 2
	case len(record) == 4 && isNumber(record[1]):
		c["name"], c["x"], c["y"], c["z"] = 0, 1, 2, 3
	default:
		return nil, text.AtLine(line, "%s is no header and no landmark; begin with the line name,x,y,z (or name,vertex)",
			text.Quote([]byte(strings.Join(record, ","))))
	}
	return c, nil
}

func (s *Set) addRecord(record []string, c columns, line int, flip bool, opt Options) error {
	field := func(what string) string {
		if at := c[what]; at >= 0 && at < len(record) {
			return strings.TrimSpace(record[at])
		}
		return ""
	}
	l := Landmark{Name: field("name"), Note: field("note")}
	if strings.EqualFold(field("status"), "0") || strings.EqualFold(field("status"), "undefined") {
		s.warn("line %d: %q has no position and is left out", line, l.Name)
		return nil
	}
	if c["x"] >= 0 && absentIn(field("x"), field("y"), field("z")) {
		s.warn("line %d: %q has no coordinates and is left out", line, l.Name)
		return nil
	}
	var err error
	if c["x"] >= 0 {
		l.Position, err = position(line, field("x"), field("y"), field("z"), flip)
	} else {
		l.Position, err = vertexPosition(line, field("vertex"), opt)
	}
	if err != nil {
		return err
	}
	switch pinned := field("pinned"); strings.ToLower(pinned) {
	case "", "0", "false", "no":
	case "1", "true", "yes":
		l.Pinned = true
	default: // a column of somebody else's
		s.warn("line %d: %q is not pinned, because pinned is %s and not true or false", line, l.Name, text.Quote([]byte(pinned)))
	}
	switch kind := field("kind"); strings.ToLower(kind) {
	case "", kindLandmark:
		s.Landmarks = append(s.Landmarks, l)
	case kindTip:
		s.Tips = append(s.Tips, l)
	case kindLesser:
		s.Lesser = append(s.Lesser, l)
	default: // a column of somebody else's
		s.warn("line %d: %q is taken for a landmark, because its kind is %s and not %s, %s or %s", line, l.Name, text.Quote([]byte(kind)), kindLandmark, kindTip, kindLesser)
		s.Landmarks = append(s.Landmarks, l)
	}
	return nil
}

// absentIn reports coordinates that say that there is no place.
func absentIn(x, y, z string) bool {
	return !slices.ContainsFunc([]string{x, y, z}, func(s string) bool { return s != "" && !strings.EqualFold(s, "na") && !strings.EqualFold(s, "nan") })
}

// position reads three coordinates; with flip it turns right and front into left and back.
func position(line int, x, y, z string, flip bool) (p [3]float64, err error) {
	for k, field := range [3]string{x, y, z} {
		v, ok := text.Decimal([]byte(field))
		if !ok {
			return p, text.AtLine(line, "%s is not a number; a landmark needs three coordinates", text.Quote([]byte(field)))
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return p, text.AtLine(line, "the coordinate %s is not finite: remove the landmark or mend it", text.Quote([]byte(field)))
		}
		p[k] = v
	}
	if flip {
		p = turned(p)
	}
	return p, nil
}

// turned exchanges left and right, front and back: from RAS to LPS or the other way.
func turned(p [3]float64) [3]float64 { return [3]float64{0 - p[0], 0 - p[1], p[2]} }

func vertexPosition(line int, field string, opt Options) (p [3]float64, err error) {
	v, ok := text.Int([]byte(field))
	switch {
	case !ok || v < 0:
		return p, text.AtLine(line, "the vertex is %s; it is a whole number from 0", text.Quote([]byte(field)))
	case opt.Vertices == nil:
		return p, text.AtLine(line, "the landmark is given as a vertex, and there is no mesh to look it up in: give x, y, z")
	case v >= len(opt.Vertices):
		return p, text.AtLine(line, "there is no vertex %d; the shape has %d, counted from 0", v, len(opt.Vertices))
	}
	at := opt.Vertices[v]
	return [3]float64{at.X, at.Y, at.Z}, nil
}

// encodeCSV writes a table from which every column of ours can be read back.
func encodeCSV(w io.Writer, s Set) error {
	out := csv.NewWriter(w)
	out.Write([]string{"kind", "name", "x", "y", "z", "pinned", "note"})
	for k, list := range s.lists() {
		for _, l := range list {
			row := append([]string{[...]string{kindLandmark, kindTip, kindLesser}[k], l.Name}, numbers(l.Position)...)
			out.Write(append(row, strconv.FormatBool(l.Pinned), l.Note))
		}
	}
	out.Flush()
	return out.Error()
}

func numbers(p [3]float64) []string {
	var row []string
	for _, v := range p {
		row = append(row, string(text.AppendFloat(nil, v)))
	}
	return row
}
