package experiments

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gwscope/app/diagram"
)

// Experiment is a list of measurements with the ways to report them.
type Experiment struct {
	Name  string // of the command and of the files
	Title string
	// About is the text above the tables, in Markdown.
	About string
	// Settings hold for all cells; the report lists them.
	Settings []Setting
	// Cells are measured in this order. A person who stops early has only the first ones, so
	// the cells of a small table come first.
	Cells []Cell
	// Columns are the columns of the CSV file; the words and numbers of rows, by name.
	Columns []Column
	// Tables makes the tables of the Markdown file. rows are those that exist so far, in the
	// order of Cells, failed and skipped ones included.
	Tables func(rows []Row) []Table
	// Figures makes the pictures; nil: none.
	Figures func(rows []Row) []Figure
	// Notes are sentences below the tables that say how things were counted.
	Notes []string
}

// Only keeps the cells whose keys contain one of the words, in their order; without words it
// keeps all. It is an error if no cell is left.
func (e *Experiment) Only(words []string) error {
	if len(words) == 0 {
		return nil
	}
	left := pick(e.Cells, func(c Cell) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(c.Key, w) })
	})
	if len(left) == 0 && len(e.Cells) > 0 {
		return fmt.Errorf("none of the %d measurements of %s has %s in its name; the first is called %q",
			len(e.Cells), e.Name, strings.Join(words, " or "), e.Cells[0].Key)
	}
	e.Cells = left
	e.Settings = append(e.Settings, Setting{"Only", strings.Join(words, ", ")})
	return nil
}

// Setting is a name and a value, for people.
type Setting struct{ Name, Value string }

// Cell is one measurement.
type Cell struct {
	// Key names the cell: the same key and settings mean the same measurement.
	Key string
	// Settings are all else that the outcome depends on, such as the options of a match. A row
	// with other settings is not used again.
	Settings string
	// Group and Weight serve the estimate of the time left: cells of one group take times in
	// proportion to their weights (0: 1).
	Group  string
	Weight float64
	// Measure measures the row; so holds the results so far. A row that comes with an error
	// keeps its words, so that the table can tell what failed. The error may be one of [Skip].
	Measure func(ctx context.Context, so SoFar) (Row, error)
}

// after calls see with each measured row of the cell and the rows before it, also where the
// row comes with an error.
func (c Cell) after(see func(row Row, before []Row)) Cell {
	measure := c.Measure
	c.Measure = func(ctx context.Context, so SoFar) (Row, error) {
		row, err := measure(ctx, so)
		if row.Words != nil {
			see(row, so.Rows)
		}
		return row, err
	}
	return c
}

// SoFar are the results that a cell may look at.
type SoFar struct {
	Rows []Row  // of the cells before, in the order of the experiment
	Out  string // the directory of results
}

// Column is a column of the CSV file.
type Column struct {
	Name string // with its unit, such as "space_s"
	Help string
	// Digits after the point, for numbers; -1: as many as it takes.
	Digits int
	Word   bool
}

// Table is a table of the Markdown file.
type Table struct {
	Title, Note string
	Head        []string
	// Left is the number of columns that hold words and stand to the left.
	Left int
	Rows [][]string
	// Detail tables stand in the Markdown file only, not on the terminal.
	Detail bool
}

// Figure is a picture below the tables.
type Figure struct {
	Name    string // of the files, without extension
	Caption string
	// Draw writes base.png, and base.svg where it can.
	Draw func(ctx context.Context, base string) error
}

// figureOf makes a figure of a chart.
func figureOf(c diagram.Chart, name, caption string) Figure {
	return Figure{Name: name, Caption: caption, Draw: func(_ context.Context, base string) error { return c.Write(base) }}
}

func wordColumn(name, help string) Column { return Column{Name: name, Help: help, Word: true} }

func numberColumn(name, help string, digits int) Column {
	return Column{Name: name, Help: help, Digits: digits}
}
