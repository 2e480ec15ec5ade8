package columns

import (
	"strings"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/internal/text"
	"gwscope/meshio/mesh"
)

// Table holds numbers row by row.
type Table struct {
	// Columns is the number of numbers in a row, Values all of them (rows x Columns).
	Columns int
	Values  []float64
	// Fraction says of each column whether it shows a decimal point anywhere.
	Fraction []bool
	// Names are the names of the columns as [Name] gives them; nil: the file names none.
	Names []string
	// Line is the line of the first row, 0 where there are no lines.
	Line int
	// Counted says that the number of points stands before them, as in PTS files.
	Counted bool
}

// Rows is the number of points.
func (t *Table) Rows() int { return len(t.Values) / max(t.Columns, 1) }

// column gathers one column.
func (t *Table) column(c int) []float64 {
	out := make([]float64, t.Rows())
	for i := range out {
		out[i] = t.Values[i*t.Columns+c]
	}
	return out
}

// fault is an error about the table as a whole.
func (t *Table) fault(format string, args ...any) error {
	if t.Line == 0 {
		return text.Whole(format, args...)
	}
	return text.AtLine(t.Line, format, args...)
}

// Fill gives the columns their place in a mesh without faces: by their names or, where they have none,
// by convention and by their values. A warning tells what was guessed from values.
func (t *Table) Fill(m *mesh.Mesh) error {
	if t.Names == nil {
		var said string
		if t.Names, said = t.guess(); said != "" {
			m.Warn("%s", said)
		}
	}
	at := map[string]int{}
	for c, name := range t.Names {
		if _, ok := at[name]; ok {
			return t.fault("two columns are called %q", name)
		}
		at[name] = c
	}
	if m.Vertices = t.triple(at, "x", "y", "z"); m.Vertices == nil {
		x, okX := at["x"]
		y, okY := at["y"]
		if _, okZ := at["z"]; !okX || !okY || okZ {
			return t.fault("the column names have no x and y")
		}
		delete(at, "x")
		delete(at, "y")
		m.Vertices = make([]r3.Vec, t.Rows())
		for i := range m.Vertices {
			row := t.Values[i*t.Columns:]
			m.Vertices[i] = r3.Vec{X: row[x], Y: row[y]}
		}
		m.Warn("The points have two coordinates only; they lie in the plane z = 0.")
	}
	m.Normals = t.triple(at, "nx", "ny", "nz")
	t.fillColors(m, at)
	delete(at, numberName)
	for c, name := range t.Names {
		if _, left := at[name]; left {
			m.Scalars = append(m.Scalars, mesh.Scalar{Name: name, Values: t.column(c)})
		}
	}
	return nil
}

// triple takes three columns out of those at hand; nil where one is missing.
func (t *Table) triple(at map[string]int, names ...string) []r3.Vec {
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
	out := make([]r3.Vec, t.Rows())
	for i := range out {
		row := t.Values[i*t.Columns:]
		out[i] = r3.Vec{X: row[columns[0]], Y: row[columns[1]], Z: row[columns[2]]}
	}
	return out
}

func (t *Table) fillColors(m *mesh.Mesh, at map[string]int) {
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
	fraction := t.Fraction[columns[0]] || t.Fraction[columns[1]] || t.Fraction[columns[2]]
	for i := range t.Rows() {
		row := t.Values[i*t.Columns:]
		rgba := [4]float64{row[columns[0]], row[columns[1]], row[columns[2]], 255}
		if hasAlpha {
			rgba[3] = row[columns[3]]
		}
		colors.Add(i, rgba, fraction)
	}
	colors.Give(m, "point")
}

// numberName names the column of running numbers, which have no meaning.
const numberName = "\x00number" // no file can have it

// aliases are the names in use for the columns we know.
var aliases = map[string]string{
	"red": "r", "green": "g", "blue": "b", "alpha": "a", "rf": "r", "gf": "g", "bf": "b", "af": "a",
	"normal_x": "nx", "normal_y": "ny", "normal_z": "nz", "normalx": "nx", "normaly": "ny", "normalz": "nz",
	"x_coord": "x", "y_coord": "y", "z_coord": "z", "diffuse_red": "r", "diffuse_green": "g", "diffuse_blue": "b",
}

// Name normalises the name of a column: lower case, without quotes and without a unit in brackets, and
// the shortest of the usual names of the same thing.
func Name(field []byte) string {
	name := strings.ToLower(strings.Trim(string(field), "\"' \t"))
	if cut := strings.IndexAny(name, "[("); cut > 0 {
		name = strings.TrimSpace(name[:cut])
	}
	if short, ok := aliases[name]; ok {
		return short
	}
	return name
}

// AreNames reports whether fields are a header: at least two words, none of them a
// number, and x or y among them.
func AreNames(fields [][]byte) bool {
	found := false
	for _, f := range fields {
		if _, ok := text.Decimal(f); ok {
			return false
		}
		name := Name(f)
		found = found || name == "x" || name == "y"
	}
	return found && len(fields) >= 2
}
