package pts

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// mostColumns bounds a line, so that a file which is no point cloud is noticed.
const mostColumns = 16

// Decode reads a point cloud. What the columns after x, y, z mean is told by a
// line of names, or guessed: see [guess]. Two columns are points in the plane
// z = 0. Coordinates that are not finite are kept as they are.
func Decode(r io.Reader) (*mesh.Mesh, error) {
	data, err := text.Read(r)
	if err != nil {
		return nil, err
	}
	t, err := readTable(data)
	if err != nil {
		return nil, err
	}
	m := &mesh.Mesh{Origin: mesh.Origin{Format: "pts"}}
	if t.names == nil {
		t.names = t.guess()
	}
	if t.promised >= 0 && t.promised != t.rows() {
		m.Origin.Warnings = append(m.Origin.Warnings, fmt.Sprintf(
			"The first line promises %s, but the file has %s.", mesh.Count(t.promised, "point"), mesh.Count(t.rows(), "point")))
	}
	return m, t.fill(m)
}

// table holds the numbers of a file row by row.
type table struct {
	columns  int
	values   []float64
	fraction []bool // whether a column shows a decimal point anywhere
	names    []string
	line     int // of the first row
	promised int // number of points the first line promises, or -1
}

func (t *table) rows() int { return len(t.values) / max(t.columns, 1) }

// column gathers one column.
func (t *table) column(c int) []float64 {
	out := make([]float64, t.rows())
	for i := range out {
		out[i] = t.values[i*t.columns+c]
	}
	return out
}

func readTable(data []byte) (*table, error) {
	t := &table{promised: -1}
	lines := text.NewLines(data)
	var row [mostColumns]float64
	var fields [][]byte
	for {
		line, ok := lines.Next()
		if !ok {
			break
		}
		if fields = split(fields[:0], line); len(fields) == 0 {
			continue
		}
		if t.columns == 0 && t.promised < 0 && len(fields) == 1 {
			if count, ok := text.Int(fields[0]); ok && count >= 0 {
				t.promised = count
				continue
			}
		}
		if t.columns == 0 && t.names == nil && areNames(fields) {
			for _, f := range fields {
				t.names = append(t.names, columnName(f))
			}
			continue
		}
		if len(fields) > mostColumns {
			return nil, text.AtLine(lines.Number, "%d numbers in a line; a point has at most %d", len(fields), mostColumns)
		}
		if t.columns == 0 {
			t.columns, t.line = len(fields), lines.Number
			t.fraction = make([]bool, t.columns)
			switch {
			case t.names != nil && len(t.names) != t.columns:
				return nil, text.AtLine(lines.Number, "%d numbers under %d column names", t.columns, len(t.names))
			case t.columns < 2:
				return nil, text.AtLine(lines.Number, "a point needs three numbers (or two, in the plane), but the line has one")
			}
		}
		if len(fields) != t.columns {
			return nil, text.AtLine(lines.Number, "%d numbers where line %d has %d", len(fields), t.line, t.columns)
		}
		for c, f := range fields {
			v, ok := text.Float(f)
			if !ok {
				return nil, text.AtLine(lines.Number, "%s is not a number", text.Quote(f))
			}
			row[c] = v
			t.fraction[c] = t.fraction[c] || text.HasPoint(f)
		}
		t.values = append(t.values, row[:t.columns]...)
	}
	if t.rows() == 0 {
		return nil, text.Whole("no points in this file: it has no lines of numbers")
	}
	return t, nil
}

// split cuts a line at blanks, commas and semicolons, without its comment.
func split(fields [][]byte, line []byte) [][]byte {
	start := -1
	for i, c := range line {
		if c == '#' || c == '/' && i+1 < len(line) && line[i+1] == '/' {
			line = line[:i]
			break
		}
		switch c {
		case ' ', '\t', ',', ';', '\r', '\v', '\f', 0:
			if start >= 0 {
				fields = append(fields, line[start:i])
			}
			start = -1
		default:
			if start < 0 {
				start = i
			}
		}
	}
	if start >= 0 {
		fields = append(fields, line[start:])
	}
	return fields
}

// areNames reports whether a line is a header: at least two words, all of them
// words and x or y among them.
func areNames(fields [][]byte) bool {
	found := false
	for _, f := range fields {
		if _, ok := text.Float(f); ok {
			return false
		}
		name := columnName(f)
		found = found || name == "x" || name == "y"
	}
	return found && len(fields) >= 2
}

// columnName normalises the names in use for the columns we know.
func columnName(field []byte) string {
	name := strings.ToLower(string(bytes.Trim(field, `"'`)))
	switch name {
	case "red", "green", "blue", "alpha":
		return name[:1]
	case "normal_x", "normal_y", "normal_z":
		return "n" + name[len(name)-1:]
	}
	return name
}

// guess names the columns after the position of a table without names. Three
// are colours if all are whole numbers from 0 to 255 with one above 1, normals
// if all lines have unit length, colours if all lie between 0 and 1; four are
// an intensity and a colour (PTS), a colour with alpha, or a normal and a label
// (files of the ShapeNet-part set); six are a colour and a normal in either
// order. One is an intensity. The rest are plain scalars.
func (t *table) guess() []string {
	names := []string{"x", "y", "z"}[:min(3, t.columns)]
	rgb, normal := []string{"r", "g", "b"}, []string{"nx", "ny", "nz"}
	switch extra := t.columns - 3; {
	case extra == 1:
		names = append(names, "intensity")
	case extra == 3 && t.areBytes(3, 3) || extra == 4 && t.areBytes(3, 4):
		names = append(append(names, rgb...), "a")[:t.columns]
	case extra == 3 && t.areUnit(3):
		names = append(names, normal...)
	case extra == 3 && t.areFractions(3):
		names = append(names, rgb...)
	case extra == 4 && t.areBytes(4, 3):
		names = append(append(names, "intensity"), rgb...)
	case extra == 4 && t.areUnit(3):
		names = append(append(names, normal...), "label")
	case extra == 6 && t.areUnit(6) && (t.areBytes(3, 3) || t.areFractions(3)):
		names = append(append(names, rgb...), normal...)
	case extra == 6 && t.areUnit(3) && (t.areBytes(6, 3) || t.areFractions(6)):
		names = append(append(names, normal...), rgb...)
	}
	for c := len(names); c < t.columns; c++ {
		names = append(names, fmt.Sprintf("column %d", c+1))
	}
	return names
}

// all reports whether count columns from first on pass a test in every row.
func (t *table) all(first, count int, test func(v []float64) bool) bool {
	for i := range t.rows() {
		at := i*t.columns + first
		if !test(t.values[at : at+count]) {
			return false
		}
	}
	return true
}

func (t *table) areBytes(first, count int) bool {
	largest := 0.0
	whole := t.all(first, count, func(v []float64) bool {
		for _, x := range v {
			if x != math.Trunc(x) || x < 0 || x > 255 {
				return false
			}
			largest = max(largest, x)
		}
		return true
	})
	return whole && largest > 1
}

func (t *table) areFractions(first int) bool {
	return t.all(first, 3, func(v []float64) bool { return slices.Min(v) >= 0 && slices.Max(v) <= 1 })
}

// areUnit allows for normals written with two decimals, and for zero normals.
func (t *table) areUnit(first int) bool {
	return t.all(first, 3, func(v []float64) bool {
		length := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
		return length == 0 || math.Abs(length-1) < 0.02
	})
}

// fill gives the named columns their place in a mesh.
func (t *table) fill(m *mesh.Mesh) error {
	at := map[string]int{}
	for c, name := range t.names {
		if _, ok := at[name]; ok {
			return text.AtLine(t.line, "two columns are called %q", name)
		}
		at[name] = c
	}
	triple := func(names ...string) []r3.Vec {
		var columns [3]int
		for i, name := range names {
			c, ok := at[name]
			if !ok {
				return nil
			}
			columns[i] = c
		}
		for _, name := range names {
			delete(at, name)
		}
		out := make([]r3.Vec, t.rows())
		for i := range out {
			row := t.values[i*t.columns:]
			out[i] = r3.Vec{X: row[columns[0]], Y: row[columns[1]], Z: row[columns[2]]}
		}
		return out
	}
	if m.Vertices = triple("x", "y", "z"); m.Vertices == nil {
		x, okX := at["x"]
		y, okY := at["y"]
		if _, okZ := at["z"]; !okX || !okY || okZ {
			return text.AtLine(t.line, "the column names have no x and y")
		}
		delete(at, "x")
		delete(at, "y")
		m.Vertices = make([]r3.Vec, t.rows())
		for i := range m.Vertices {
			row := t.values[i*t.columns:]
			m.Vertices[i] = r3.Vec{X: row[x], Y: row[y]}
		}
		m.Origin.Warnings = append(m.Origin.Warnings, "The points have two coordinates only; they lie in the plane z = 0.")
	}
	m.Normals = triple("nx", "ny", "nz")
	t.fillColors(m, at)
	for c, name := range t.names {
		if _, left := at[name]; left {
			m.Scalars = append(m.Scalars, mesh.Scalar{Name: name, Values: t.column(c)})
		}
	}
	return nil
}

func (t *table) fillColors(m *mesh.Mesh, at map[string]int) {
	var columns [4]int
	for i, name := range []string{"r", "g", "b"} {
		c, ok := at[name]
		if !ok {
			return
		}
		columns[i] = c
	}
	alpha, hasAlpha := at["a"]
	columns[3] = alpha
	for _, name := range []string{"r", "g", "b", "a"} {
		delete(at, name)
	}
	var colors text.Colors
	fraction := t.fraction[columns[0]] || t.fraction[columns[1]] || t.fraction[columns[2]]
	for i := range t.rows() {
		row := t.values[i*t.columns:]
		rgba := [4]float64{row[columns[0]], row[columns[1]], row[columns[2]], 255}
		if hasAlpha {
			rgba[3] = row[columns[3]]
		}
		colors.Add(i, rgba, fraction)
	}
	var missing int
	if m.Colors, missing = colors.Finish(t.rows()); missing > 0 {
		m.Origin.Warnings = append(m.Origin.Warnings, fmt.Sprintf("No usable colour at %s of %d: white there.", mesh.Count(missing, "point"), t.rows()))
	}
}
