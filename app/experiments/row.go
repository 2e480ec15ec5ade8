package experiments

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gwscope/internal/figures"
)

// Row is the result of one cell. Words say what was measured, Numbers are the results; a
// number that is not there is not known, and reads as NaN.
type Row struct {
	Cell string `json:"cell"`
	// Settings are the cell's, as they were when it was measured.
	Settings string             `json:"settings,omitempty"`
	Words    map[string]string  `json:"words,omitempty"`
	Numbers  map[string]float64 `json:"numbers,omitempty"`
	// Curves are columns of numbers, for figures; tables leave them out.
	Curves map[string][]float64 `json:"curves,omitempty"`
	// Files are those that the cell wrote into the directory of results. The row is measured
	// again when one of them is missing.
	Files []string `json:"files,omitempty"`
	// Skipped says why the cell was not measured, Failed what went wrong.
	Skipped string `json:"skipped,omitempty"`
	Failed  string `json:"failed,omitempty"`
	// Seconds is the time of the whole measurement.
	Seconds float64 `json:"seconds"`
}

// NewRow is an empty row.
func NewRow() Row {
	return Row{Words: map[string]string{}, Numbers: map[string]float64{}, Curves: map[string][]float64{}}
}

// Say sets a word.
func (r Row) Say(column, word string) { r.Words[column] = word }

// Put sets a number; NaN and infinities are left out, because they mean that it is not known.
func (r Row) Put(column string, value float64) {
	if !math.IsNaN(value) && !math.IsInf(value, 0) {
		r.Numbers[column] = value
	}
}

// Word reads a word, "" where there is none.
func (r Row) Word(column string) string { return r.Words[column] }

// Number reads a number, NaN where there is none.
func (r Row) Number(column string) float64 {
	if v, ok := r.Numbers[column]; ok {
		return v
	}
	return math.NaN()
}

// Measured reports whether the row holds results.
func (r Row) Measured() bool { return r.Skipped == "" && r.Failed == "" }

// skipped is the error of a cell that was not measured on purpose.
type skipped struct{ why string }

func (s skipped) Error() string { return s.why }

// Skip is the error of a cell that is not to be measured: the table tells why, and the cell
// does not count as failed.
func Skip(format string, args ...any) error { return skipped{fmt.Sprintf(format, args...)} }

// unmeasured makes the row of a cell that gave an error. The words that the cell set before
// stay.
func unmeasured(r Row, err error) Row {
	if r.Words == nil {
		r = NewRow()
	}
	var s skipped
	if errors.As(err, &s) {
		r.Skipped = s.why
	} else {
		r.Failed = err.Error()
	}
	return r
}

// Where are the rows in which every named column has the word given for it; pairs
// alternate between column and word.
func Where(rows []Row, pairs ...string) []Row {
	return pick(rows, func(r Row) bool {
		for i := 0; i+1 < len(pairs); i += 2 {
			if r.Word(pairs[i]) != pairs[i+1] {
				return false
			}
		}
		return true
	})
}

// pick are those of the values that are wanted.
func pick[T any](all []T, wanted func(T) bool) []T {
	var out []T
	for _, v := range all {
		if wanted(v) {
			out = append(out, v)
		}
	}
	return out
}

// measured are the rows with results.
func measured(rows []Row) []Row { return pick(rows, Row.Measured) }

// Distinct are the words of a column in order of appearance.
func Distinct(rows []Row, column string) []string {
	var out []string
	for _, r := range rows {
		if w := r.Word(column); !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// MeanOf is the mean of a column's known numbers, NaN when there is none.
func MeanOf(rows []Row, column string) float64 { return figures.Mean(numbersOf(rows, column)) }

// MedianOf is the median of a column's known numbers, NaN when there is none.
func MedianOf(rows []Row, column string) float64 { return median(numbersOf(rows, column)) }

func numbersOf(rows []Row, column string) []float64 {
	var out []float64
	for _, r := range rows {
		if v, ok := r.Numbers[column]; ok {
			out = append(out, v)
		}
	}
	return out
}
