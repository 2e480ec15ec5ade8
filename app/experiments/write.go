package experiments

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"gwscope/meshio"
)

// drawn is a figure that was written.
type drawn struct{ file, caption string }

func writeFile(path string, fill func(*strings.Builder)) error {
	var text strings.Builder
	fill(&text)
	return meshio.WriteFile(path, func(w io.Writer) error {
		_, err := io.WriteString(w, text.String())
		return err
	})
}

// writeCSV writes all rows for programs: the columns, and why a row has no numbers.
func writeCSV(w *strings.Builder, columns []Column, rows []Row) {
	out := csv.NewWriter(w)
	var head []string
	for _, c := range columns {
		head = append(head, c.Name)
	}
	out.Write(append(head, "cell_s", "note"))
	for _, r := range rows {
		var cells []string
		for _, c := range columns {
			if c.Word {
				cells = append(cells, r.Word(c.Name))
			} else {
				cells = append(cells, Format(r.Number(c.Name), c.Digits, ""))
			}
		}
		out.Write(append(cells, Format(r.Seconds, 3, ""), r.Note()))
	}
	out.Flush() // a strings.Builder takes everything
}

// Note tells in a line why a row has no numbers; "" where it has.
func (r Row) Note() string {
	switch {
	case r.Failed != "":
		line, _, _ := strings.Cut(r.Failed, "\n")
		return "failed: " + line
	case r.Skipped != "":
		return "skipped: " + r.Skipped
	}
	return ""
}

// Format writes a number with digits after the point (-1: as many as it takes); a number that
// is not known reads as otherwise.
func Format(x float64, digits int, otherwise string) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return otherwise
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// Seconds writes a time with about three figures.
func Seconds(x float64) string {
	digits := 0
	switch {
	case x < 0.0995:
		digits = 4
	case x < 9.95:
		digits = 2
	case x < 99.5:
		digits = 1
	}
	return Format(x, digits, "–")
}

// writeMarkdown writes the report for people.
func writeMarkdown(w *strings.Builder, e *Experiment, rows []Row, figures []drawn) {
	v, m := origin()
	fmt.Fprintf(w, "# %s\n\n", e.Title)
	if e.About != "" {
		fmt.Fprintf(w, "%s\n\n", e.About)
	}
	fmt.Fprintf(w, "- Machine: %s\n- Version: GWScope %s\n", m, v)
	for _, s := range e.Settings {
		fmt.Fprintf(w, "- %s: %s\n", s.Name, s.Value)
	}
	if len(rows) < len(e.Cells) {
		fmt.Fprintf(w, "- **Not finished:** %d of %d measurements are here; the same command goes on from there.\n", len(rows), len(e.Cells))
	}
	if e.Tables != nil {
		for _, t := range e.Tables(rows) {
			fmt.Fprintln(w)
			WriteTable(w, t)
		}
	}
	for _, f := range figures {
		fmt.Fprintf(w, "\n![%s](%s)\n\n*%s*\n", strings.ReplaceAll(f.caption, "]", ""), f.file, f.caption)
	}
	if len(e.Notes) > 0 {
		fmt.Fprint(w, "\n## Notes\n\n")
		for _, n := range e.Notes {
			fmt.Fprintf(w, "- %s\n", n)
		}
	}
	writeTroubles(w, rows)
	fmt.Fprintf(w, "\n## Columns of %s.csv\n\n", e.Name)
	for _, c := range e.Columns {
		fmt.Fprintf(w, "- `%s`: %s\n", c.Name, c.Help)
	}
	fmt.Fprint(w, "- `cell_s`: the whole measurement, with reading shapes and judging, in seconds\n- `note`: why there are no numbers\n")
}

// writeTroubles lists what was not measured, each reason once.
func writeTroubles(w io.Writer, rows []Row) {
	var reasons []string
	cells := map[string][]string{}
	for _, r := range rows {
		if note := r.Note(); note != "" {
			if cells[note] == nil {
				reasons = append(reasons, note)
			}
			cells[note] = append(cells[note], r.Cell)
		}
	}
	if len(reasons) == 0 {
		return
	}
	fmt.Fprint(w, "\n## Not measured\n\n")
	for _, reason := range reasons {
		list := cells[reason]
		more := ""
		if len(list) > 4 {
			list, more = list[:4], fmt.Sprintf(" and %d more", len(list)-4)
		}
		fmt.Fprintf(w, "- %s%s: %s\n", strings.Join(list, "; "), more, reason)
	}
}

// WriteTable writes a table in Markdown, with columns of equal width, so that a terminal shows
// it well, too.
func WriteTable(w io.Writer, t Table) {
	if t.Title != "" {
		fmt.Fprintf(w, "## %s\n\n", t.Title)
	}
	width := make([]int, len(t.Head))
	for c, h := range t.Head {
		width[c] = max(3, utf8.RuneCountInString(h))
		for _, row := range t.Rows {
			width[c] = max(width[c], utf8.RuneCountInString(row[c]))
		}
	}
	line := func(cells []string) {
		for c, cell := range cells {
			gap := strings.Repeat(" ", width[c]-utf8.RuneCountInString(cell))
			if c < t.Left {
				fmt.Fprintf(w, "| %s%s ", cell, gap)
			} else {
				fmt.Fprintf(w, "| %s%s ", gap, cell)
			}
		}
		fmt.Fprintln(w, "|")
	}
	line(t.Head)
	for c := range t.Head {
		if c < t.Left {
			fmt.Fprintf(w, "|%s", strings.Repeat("-", width[c]+2))
		} else {
			fmt.Fprintf(w, "|%s:", strings.Repeat("-", width[c]+1))
		}
	}
	fmt.Fprintln(w, "|")
	for _, row := range t.Rows {
		line(row)
	}
	if t.Note != "" {
		fmt.Fprintf(w, "\n%s\n", t.Note)
	}
}
