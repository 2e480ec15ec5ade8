package slicer

import (
	"bytes"
	"encoding/xml"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The words of the Slicer Execution Model that we use, and where each may stand: Slicer
// refuses a description with any other. They are those of its parser: no validator accepts its
// schema (ModuleDescription.xsd), which also lacks words that Slicer's own modules use.
var inside = map[string][]string{
	"":                   {"executable"},
	"executable":         {"category", "title", "description", "version", "documentation-url", "license", "contributor", "acknowledgements", "parameters"},
	"parameters":         {"label", "description", "geometry", "pointfile", "directory", "string-enumeration", "string", "integer", "double", "boolean"},
	"geometry":           {"name", "longflag", "label", "description", "default", "channel", "index"},
	"pointfile":          {"name", "longflag", "label", "description", "default", "channel", "index"},
	"directory":          {"name", "longflag", "label", "description", "default", "channel", "index"},
	"string-enumeration": {"name", "longflag", "label", "description", "default", "element", "channel", "index"},
	"string":             {"name", "longflag", "label", "description", "default", "channel", "index"},
	"integer":            {"name", "longflag", "label", "description", "default", "constraints", "channel", "index"},
	"double":             {"name", "longflag", "label", "description", "default", "constraints", "channel", "index"},
	"constraints":        {"minimum", "maximum", "step"},
}

// attributes of each word, with the values that each may have.
var attributes = map[string]map[string]*regexp.Regexp{
	"parameters": {"advanced": regexp.MustCompile(`^(true|false)$`)},
	"geometry":   {"fileExtensions": extensions, "type": regexp.MustCompile(`^(model|fiberbundle)$`)},
	"pointfile":  {"fileExtensions": extensions, "coordinateSystem": regexp.MustCompile(`^(ijk|lps|ras)$`), "multiple": regexp.MustCompile(`^(true|false)$`)},
}

var extensions = regexp.MustCompile(`^(\.[a-z]+)+(,(\.[a-z]+)+)*$`)

// content is the form of the text of some elements. Names and flags have no hyphens there.
var content = map[string]*regexp.Regexp{
	"name":     regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`),
	"longflag": regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`),
	"channel":  regexp.MustCompile(`^(input|output)$`),
	"index":    regexp.MustCompile(`^[0-9]+$`),
	"minimum":  decimal, "maximum": decimal, "step": decimal,
	"title": some, "label": some, "description": some, "category": some, "version": some,
}

var (
	decimal = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)
	some    = regexp.MustCompile(`\S`)
)

// node is an element of a description.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Inner   []node     `xml:",any"`
}

// of is the text of an inner element, "" where there is none.
func (n *node) of(tag string) string {
	for _, in := range n.Inner {
		if in.XMLName.Local == tag {
			return in.Text
		}
	}
	return ""
}

// check goes through a description as ModuleDescriptionParser of the Slicer Execution Model does, and is as strict.
func (n *node) check(t *testing.T, in, parent string) {
	tag := n.XMLName.Local
	if !slices.Contains(inside[parent], tag) {
		t.Errorf("%s: <%s> in <%s>", in, tag, parent)
	}
	for _, a := range n.Attrs {
		if want := attributes[tag][a.Name.Local]; want == nil || !want.MatchString(a.Value) {
			t.Errorf("%s: attribute %s=%q of <%s>", in, a.Name.Local, a.Value, tag)
		}
	}
	if want := content[tag]; want != nil && !want.MatchString(n.Text) {
		t.Errorf("%s: <%s> holds %q", in, tag, n.Text)
	}
	for k := range n.Inner {
		n.Inner[k].check(t, in, tag)
	}
	if parent != "parameters" || tag == "label" || tag == "description" {
		return
	}
	flag, index, output := n.of("longflag"), n.of("index"), n.of("channel") == "output"
	switch tag {
	case "geometry", "pointfile", "directory":
		if (flag == "") == (index == "") || n.of("channel") == "" {
			t.Errorf("%s: a file needs a channel, and either a flag or an index: %+v", in, n)
		}
	default: // a setting has a flag; a result has neither, and goes into the file of results
		if (flag == "") != output || index != "" {
			t.Errorf("%s: a setting needs a flag, and a result has none: %+v", in, n)
		}
	}
	switch value := n.of("default"); tag {
	case "integer", "double":
		if !decimal.MatchString(value) {
			t.Errorf("%s: the default %q of %s is no number", in, value, n.of("name"))
		}
	case "string-enumeration":
		if !slices.ContainsFunc(n.Inner, func(e node) bool { return e.XMLName.Local == "element" && e.Text == value }) {
			t.Errorf("%s: the default %q of %s is no element", in, value, n.of("name"))
		}
	}
}

// TestDescriptionsFollowTheModel: words, their places and values; names and flags occur once, indices count from 0.
func TestDescriptionsFollowTheModel(t *testing.T) {
	t.Parallel()
	for _, m := range Modules() {
		if strings.Contains(m.Name, ".") {
			t.Errorf("%s has a dot in its name", m.Name)
		}
		var b bytes.Buffer
		if err := m.WriteXML(&b); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(b.String(), "<?xml") {
			t.Errorf("%s: the description begins with %.20q", m.Name, b.String())
		}
		var whole node
		if err := xml.Unmarshal(b.Bytes(), &whole); err != nil {
			t.Fatalf("%s: %v", m.Name, err)
		}
		whole.check(t, m.Name, "")
		seen := map[string]bool{}
		indices := 0
		for _, group := range whole.Inner {
			for _, p := range group.Inner {
				for _, once := range []string{p.of("name"), "--" + p.of("longflag")} {
					if seen[once] && once != "" && once != "--" {
						t.Errorf("%s: %s twice", m.Name, once)
					}
					seen[once] = true
				}
				if index := p.of("index"); index != "" && index != strconv.Itoa(indices) {
					t.Errorf("%s: index %s where %d is next", m.Name, index, indices)
				} else if index != "" {
					indices++
				}
			}
		}
	}
}

// A .bat file reads its own path right, whatever letters it has.
func TestBatchFiles(t *testing.T) {
	t.Parallel()
	for program, want := range map[string]string{
		`C:\Program Files\gwscope.exe`: "@\"C:\\Program Files\\gwscope.exe\" slicer run M %*\r\n",
		`C:\Käfer\100%\gwscope.exe`:    "@chcp 65001 >nul\r\n@\"C:\\Käfer\\100%%\\gwscope.exe\" slicer run M %*\r\n",
	} {
		if got := batch(program, "M"); got != want {
			t.Errorf("%s: %q, want %q", program, got, want)
		}
	}
}

// TestInstall writes links and descriptions, again over older ones, and over nothing else.
func TestInstall(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "with blanks")
	program := filepath.Join(t.TempDir(), "gwscope")
	for range 2 {
		files, err := Install(dir, program)
		if err != nil || len(files) != 2*len(Modules()) {
			t.Fatalf("%v, %v", files, err)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	link := filepath.Join(dir, "GWScopeMatch")
	if to, err := os.Readlink(link); err != nil || to != program {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(link, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Install(dir, program); err == nil || !strings.Contains(err.Error(), "is no link") {
		t.Errorf("a file of somebody else: %v", err)
	}
}
