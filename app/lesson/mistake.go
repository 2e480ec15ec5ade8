package lesson

import (
	"errors"
	"fmt"
	"strings"

	"gwscope/app/byhand"
)

// mistake is a mistake in an entry of a lesson.
type mistake struct {
	entry []string // the way to the entry: options, samples
	err   error
}

func (m *mistake) Error() string { return m.err.Error() }
func (m *mistake) Unwrap() error { return m.err }

// wrong is a mistake in an entry.
func wrong(err error, entry ...string) error { return &mistake{entry, err} }

// wrongf is wrong with a text; entry is the way to the entry, separated by spaces.
func wrongf(entry, format string, args ...any) error {
	return wrong(fmt.Errorf(format, args...), strings.Fields(entry)...)
}

// located names the line and the step of a mistake; step is -1 for the lesson as a whole.
func located(err error, file []byte, step int) error {
	if step < 0 {
		return fmt.Errorf("line %d: %w", byhand.Line(file), err)
	}
	way := []any{"steps", step}
	var m *mistake
	if errors.As(err, &m) {
		for _, name := range m.entry {
			way = append(way, name)
		}
	}
	return fmt.Errorf("line %d, in step %d: %w", byhand.Line(file, way...), step+1, err)
}

// kinds are hints for values that do not fit.
var kinds = map[string]string{
	"[]lesson.Step": "a list: each step begins with -", "lesson.Cohort": "names with values, such as {of: \"sample:cats\", individuals: 8}", "lesson.View": "names with values, such as {color: carried}",
	"lesson.Step": "entries such as say and ask", "lesson.Lesson": "a title and steps",
}
