// Package byhand reads YAML files that people write by hand, such as lessons and cohorts, and
// says what is wrong with them in plain words, with the line.
package byhand

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"
)

// Decode reads a file into a struct with yaml tags. An entry that the struct does not have is an
// error, which lists the entries that it has. kinds are hints for values that do not fit, by the
// Go type that an entry takes, such as "lesson.Step"; plain types have hints already. An empty
// file gives io.EOF.
func Decode(raw []byte, into any, kinds map[string]string) error {
	dec := yaml.NewDecoder(bytes.NewReader(raw))
	dec.KnownFields(true)
	err := dec.Decode(into)
	if err == nil {
		return nil
	}
	return plainly(err, reflect.TypeOf(into).Elem(), kinds)
}

// RefuseAliases returns an error where a file refers to a part of itself: a short file could then
// have a very long content.
func RefuseAliases(raw []byte) error {
	var doc yaml.Node
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		return plainly(err, nil, nil)
	}
	var walk func(n *yaml.Node) error
	walk = func(n *yaml.Node) error {
		if n.Kind == yaml.AliasNode {
			return fmt.Errorf("line %d: *%s refers to another part of the file, which is not allowed here: write it out", n.Line, n.Value)
		}
		for _, c := range n.Content {
			if err := walk(c); err != nil {
				return err
			}
		}
		return nil
	}
	return walk(&doc)
}

// Line is the line of an entry, counted from 1; the way to the entry has names of entries and
// indices of lists. If the file does not have the whole way, it is the line of the last part that
// the file has; 0 where it has none.
func Line(raw []byte, way ...any) int {
	var doc yaml.Node
	if yaml.Unmarshal(raw, &doc) != nil || len(doc.Content) == 0 {
		return 0
	}
	at := doc.Content[0]
	line := at.Line
	for _, step := range way {
		if at.Kind == yaml.AliasNode {
			at = at.Alias
		}
		switch step := step.(type) {
		case string:
			key, value := entryOf(at, step)
			if key == nil {
				return line
			}
			line, at = key.Line, value
		case int:
			if at.Kind != yaml.SequenceNode || step >= len(at.Content) {
				return line
			}
			at = at.Content[step]
			line = at.Line
		}
	}
	return line
}

// entryOf finds an entry of a mapping by its name; nil where there is none.
func entryOf(of *yaml.Node, name string) (key, value *yaml.Node) {
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

// entries collects the names of the entries of a struct and of the structs in it, by their types.
func entries(t reflect.Type, into map[string][]string) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		entries(t.Elem(), into)
	case reflect.Struct:
		if into[t.String()] != nil {
			return
		}
		names := []string{}
		for _, f := range reflect.VisibleFields(t) {
			if name, _, _ := strings.Cut(f.Tag.Get("yaml"), ","); name != "-" && name != "" {
				names = append(names, name)
			}
		}
		into[t.String()] = names
		for _, f := range reflect.VisibleFields(t) {
			entries(f.Type, into)
		}
	}
}

// plainKinds are hints for values that do not fit, by the plain Go type of an entry.
var plainKinds = map[string]string{
	"float64": "a number", "int": "a whole number", "bool": "true or false", "[]string": "a list, such as [one, other]",
	"string": "a text", "map[string]string": "names with values, such as {samples: 250}",
}

var (
	unknownEntry = regexp.MustCompile(`^(line \d+): field (.*) not found in type (\S+)$`)
	wrongKind    = regexp.MustCompile("^(line \\d+): cannot unmarshal \\S+(?: `(.*)`)? into (.*)$")
	twice        = regexp.MustCompile(`^(line \d+): mapping key "(.*)" already defined at (line \d+)$`)
)

// plainly puts an error of the YAML reader into words for a person who writes a file.
func plainly(err error, t reflect.Type, kinds map[string]string) error {
	var of *yaml.TypeError
	if !errors.As(err, &of) {
		text := strings.TrimPrefix(err.Error(), "yaml: ")
		switch {
		case strings.Contains(text, "mapping values are not allowed"):
			text += " (a text with a colon in it stands in quotes, or in the lines after a >)"
		case strings.Contains(text, "found a tab"), strings.Contains(text, "cannot start any token"):
			text += " (lines begin with spaces, and a text that begins with a sign stands in quotes)"
		case text == err.Error(): // not an error of the reader, such as io.EOF
			return err
		}
		return errors.New(text)
	}
	known := map[string][]string{}
	if t != nil {
		entries(t, known)
	}
	fitting := func(kind string) string {
		if k := kinds[kind]; k != "" {
			return k
		}
		return plainKinds[kind]
	}
	var out []string
	for _, text := range of.Errors {
		switch m := unknownEntry.FindStringSubmatch(text); {
		case m != nil:
			text = fmt.Sprintf("%s: nothing is called %s here: use %s", m[1], m[2], strings.Join(known[m[3]], ", "))
		default:
			if m := wrongKind.FindStringSubmatch(text); m != nil && fitting(m[3]) != "" {
				text = fmt.Sprintf("%s: %q does not fit: give %s", m[1], m[2], fitting(m[3]))
				if m[2] == "" {
					text = fmt.Sprintf("%s: this does not fit: give %s", m[1], fitting(m[3]))
				}
			} else if m := twice.FindStringSubmatch(text); m != nil {
				text = fmt.Sprintf("%s: %s is there twice (see %s)", m[1], m[2], m[3])
			}
		}
		out = append(out, text)
	}
	return errors.New(strings.Join(out, "\n"))
}
