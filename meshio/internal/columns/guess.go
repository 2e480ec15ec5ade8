package columns

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

var (
	rgb    = []string{"r", "g", "b"}
	normal = []string{"nx", "ny", "nz"}
)

// longNames are the names for people of the columns that we know.
var longNames = map[string]string{"r": "red", "g": "green", "b": "blue", "a": "opacity", "nx": "normal x", "ny": "normal y", "nz": "normal z",
	numberName: "a running number"}

// guess names the columns of a table without names. Where no convention settles the names, said tells
// the guesses.
//
// Conventions: three numbers are x y z, two are x y, and a count before seven numbers is
// that of PTS files, x y z intensity r g b. Beyond that values decide. A first column that
// counts 1, 2, 3 ... before three others with decimal points numbers the points. Three
// columns after the position are colours if all are whole numbers from 0 to 255 with one
// above 1, normals if all rows have unit length, colours if all lie between 0 and 1. Four
// are an intensity and a colour, unless the last is 255 throughout and so an opacity, or a
// normal and a label (files of the ShapeNet-part set). Six are a colour and a normal in
// either order. One is an intensity. The rest are plain scalars.
func (t *Table) guess() (names []string, said string) {
	first := 0
	if t.areRunning() {
		names, first = append(names, numberName), 1
	}
	names = append(names, []string{"x", "y", "z"}[:min(3, t.Columns-first)]...)
	named := len(names)
	at := first + 3
	settled := false
	switch extra := t.Columns - at; {
	case extra == 1:
		names = append(names, "intensity")
	case extra == 3 && t.areBytes(at, 3):
		names = append(names, rgb...)
	case extra == 3 && t.areUnit(at):
		names = append(names, normal...)
	case extra == 3 && t.areFractions(at):
		names = append(names, rgb...)
	case extra == 4 && t.Counted && t.areBytes(at+1, 3):
		names, settled = append(append(names, "intensity"), rgb...), first == 0
	case extra == 4 && t.areBytes(at, 4) && t.areOpaque(at+3):
		names = append(append(names, rgb...), "a")
	case extra == 4 && t.areBytes(at+1, 3):
		names = append(append(names, "intensity"), rgb...)
	case extra == 4 && t.areUnit(at):
		names = append(append(names, normal...), "label")
	case extra == 6 && t.areUnit(at+3) && (t.areBytes(at, 3) || t.areFractions(at)):
		names = append(append(names, rgb...), normal...)
	case extra == 6 && t.areUnit(at) && (t.areBytes(at+3, 3) || t.areFractions(at+3)):
		names = append(append(names, normal...), rgb...)
	}
	guessed := len(names)
	for c := len(names); c < t.Columns; c++ {
		names = append(names, fmt.Sprintf("column %d", c+1))
	}
	if settled || t.Columns <= 3 {
		return names, ""
	}
	return names, t.say(names, first, named, guessed)
}

// say tells the guesses about columns without names.
func (t *Table) say(names []string, first, named, guessed int) string {
	var parts []string
	if first > 0 {
		parts = append(parts, "column 1 for "+longNames[numberName])
	}
	if guessed > named {
		words := slices.Clone(names[named:guessed])
		for k, w := range words {
			if long, ok := longNames[w]; ok {
				words[k] = long
			}
		}
		parts = append(parts, span(named, guessed)+" for "+strings.Join(words, ", "))
	}
	if guessed < t.Columns {
		parts = append(parts, span(guessed, t.Columns)+" for values without a meaning")
	}
	mend := "Name them in a first line"
	if t.Line == 0 {
		mend = "Save records with named fields"
	}
	return "The columns have no names and were guessed: " + strings.Join(parts, ", ") + ". " + mend + " if that is wrong."
}

// span names columns, which people count from 1.
func span(from, to int) string {
	if to-from == 1 {
		return fmt.Sprintf("column %d", to)
	}
	return fmt.Sprintf("columns %d to %d", from+1, to)
}

// areRunning reports a first column that counts up by one, from 0 or 1, without decimal
// points, before at least three others of which some have one. Three rows are needed.
func (t *Table) areRunning() bool {
	if t.Columns < 4 || t.Rows() < 3 || t.Fraction[0] || !slices.Contains(t.Fraction[1:4], true) {
		return false
	}
	next := t.Values[0]
	if next != 0 && next != 1 {
		return false
	}
	return t.all(0, 1, func(v []float64) bool { next++; return v[0] == next-1 })
}

// all reports whether count columns from first on pass a test in every row.
func (t *Table) all(first, count int, test func(v []float64) bool) bool {
	for i := range t.Rows() {
		at := i*t.Columns + first
		if !test(t.Values[at : at+count]) {
			return false
		}
	}
	return true
}

func (t *Table) areBytes(first, count int) bool {
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

func (t *Table) areOpaque(c int) bool {
	return t.all(c, 1, func(v []float64) bool { return v[0] == 255 })
}

func (t *Table) areFractions(first int) bool {
	return t.all(first, 3, func(v []float64) bool { return slices.Min(v) >= 0 && slices.Max(v) <= 1 })
}

// areUnit allows for normals written with two decimals, and for zero normals.
func (t *Table) areUnit(first int) bool {
	return t.all(first, 3, func(v []float64) bool {
		length := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
		return length == 0 || math.Abs(length-1) < 0.02
	})
}
