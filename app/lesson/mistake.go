package lesson

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"
)

// mistake is something wrong in an entry of a lesson.
type mistake struct {
	entry []string // the way to it: options, samples
	err   error
}

func (m *mistake) Error() string { return m.err.Error() }
func (m *mistake) Unwrap() error { return m.err }

// wrong is a mistake in an entry.
func wrong(err error, entry ...string) error { return &mistake{entry, err} }

// wrongf is wrong with words of its own.
func wrongf(entry, format string, args ...any) error {
	return wrong(fmt.Errorf(format, args...), strings.Fields(entry)...)
}

// located names the line and the step of a mistake; step is -1 for the lesson as a whole.
func located(err error, file []byte, step int) error {
	var doc yaml.Node
	if yaml.Unmarshal(file, &doc) != nil || len(doc.Content) == 0 {
		return err
	}
	if step < 0 {
		return fmt.Errorf("line %d: %w", doc.Content[0].Line, err)
	}
	at := doc.Content[0]
	if _, steps := entryOf(at, "steps"); steps != nil && steps.Kind == yaml.SequenceNode && step < len(steps.Content) {
		at = steps.Content[step]
	}
	line := at.Line
	var m *mistake
	if errors.As(err, &m) {
		for _, name := range m.entry {
			key, value := entryOf(at, name)
			if key == nil {
				break
			}
			line, at = key.Line, value
		}
	}
	return fmt.Errorf("line %d, in step %d: %w", line, step+1, err)
}

// entryOf finds an entry of a mapping by its name; nil where there is none.
func entryOf(of *yaml.Node, name string) (key, value *yaml.Node) {
	if of.Kind == yaml.AliasNode {
		of = of.Alias
	}
	if of.Kind != yaml.MappingNode {
		return nil, nil
	}
	for k := 0; k+1 < len(of.Content); k += 2 {
		if of.Content[k].Value == name {
			return of.Content[k], of.Content[k+1]
		}
	}
	return nil, nil
}

// entries are the names that a lesson, a step and a view know.
var entries = map[string][]string{"Lesson": tags(Lesson{}), "Step": tags(Step{}), "View": tags(View{})}

func tags(of any) []string {
	var out []string
	for _, f := range reflect.VisibleFields(reflect.TypeOf(of)) {
		if name := f.Tag.Get("yaml"); name != "-" {
			out = append(out, name)
		}
	}
	return out
}

// kinds are what the reader calls what an entry takes, and what a person does.
var kinds = map[string]string{
	"float64": "a number", "int": "a whole number", "bool": "true or false", "[]string": "a list, such as [one, other]",
	"string": "a text", "[]lesson.Step": "a list: each step begins with -", "map[string]string": "names with values, such as {samples: 250}",
	"lesson.View": "names with values, such as {color: carried}", "lesson.Step": "entries such as say and ask", "lesson.Lesson": "a title and steps",
}

var (
	unknownEntry = regexp.MustCompile(`^(line \d+): field (.*) not found in type lesson\.(\w+)$`)
	wrongKind    = regexp.MustCompile("^(line \\d+): cannot unmarshal \\S+(?: `(.*)`)? into (.*)$")
	twice        = regexp.MustCompile(`^(line \d+): mapping key "(.*)" already defined at (line \d+)$`)
)

// plainly says what the YAML reader says in the words of somebody who writes a lesson.
func plainly(err error) error {
	var of *yaml.TypeError
	if !errors.As(err, &of) {
		text := strings.TrimPrefix(err.Error(), "yaml: ")
		switch {
		case strings.Contains(text, "mapping values are not allowed"):
			text += " (a text with a colon in it stands in quotes, or in the lines after a >)"
		case strings.Contains(text, "found a tab"), strings.Contains(text, "cannot start any token"):
			text += " (lines begin with spaces, and a text that begins with a sign stands in quotes)"
		}
		return errors.New(text)
	}
	var out []string
	for _, text := range of.Errors {
		switch m := unknownEntry.FindStringSubmatch(text); {
		case m != nil:
			text = fmt.Sprintf("%s: nothing is called %s here: use %s", m[1], m[2], strings.Join(entries[m[3]], ", "))
		default:
			if m := wrongKind.FindStringSubmatch(text); m != nil && kinds[m[3]] != "" {
				text = fmt.Sprintf("%s: %q does not fit: give %s", m[1], m[2], kinds[m[3]])
				if m[2] == "" {
					text = fmt.Sprintf("%s: this does not fit: give %s", m[1], kinds[m[3]])
				}
			} else if m := twice.FindStringSubmatch(text); m != nil {
				text = fmt.Sprintf("%s: %s is there twice (see %s)", m[1], m[2], m[3])
			}
		}
		out = append(out, text)
	}
	return errors.New(strings.Join(out, "\n"))
}
