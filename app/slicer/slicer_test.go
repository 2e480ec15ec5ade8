package slicer

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// The words of the Slicer Execution Model that we use, and where each may stand: Slicer
// refuses a description with any other.
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

var attributes = map[string][]string{"parameters": {"advanced"}, "geometry": {"fileExtensions", "type"}, "pointfile": {"fileExtensions", "coordinateSystem", "multiple"}}

// TestDescriptionsFollowTheModel: words, their places, names that are identifiers and occur
// once, a flag or an index for every parameter but the results, and defaults that exist.
func TestDescriptionsFollowTheModel(t *testing.T) {
	t.Parallel()
	identifiers := regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	for _, m := range Modules() {
		if strings.Contains(m.Name, ".") {
			t.Errorf("%s has a dot in its name", m.Name)
		}
		var b bytes.Buffer
		if err := m.WriteXML(&b); err != nil {
			t.Fatal(err)
		}
		d := xml.NewDecoder(&b)
		stack := []string{""}
		seen := map[string]bool{}
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", m.Name, err)
			}
			switch x := token.(type) {
			case xml.StartElement:
				in, tag := stack[len(stack)-1], x.Name.Local
				if !slices.Contains(inside[in], tag) {
					t.Errorf("%s: <%s> in <%s>", m.Name, tag, in)
				}
				for _, a := range x.Attr {
					if !slices.Contains(attributes[tag], a.Name.Local) {
						t.Errorf("%s: attribute %s of <%s>", m.Name, a.Name.Local, tag)
					}
				}
				stack = append(stack, tag)
			case xml.EndElement:
				stack = stack[:len(stack)-1]
			}
		}
		for _, g := range m.Parameters {
			for _, p := range g.Parameters {
				for _, name := range []string{p.Name, "--" + p.Flag} {
					if seen[name] && name != "--" {
						t.Errorf("%s: %s twice", m.Name, name)
					}
					seen[name] = true
				}
				if !identifiers.MatchString(p.Name) {
					t.Errorf("%s: %q is no identifier", m.Name, p.Name)
				}
				if p.Flag == "" && p.Index < 0 && p.Channel != "output" {
					t.Errorf("%s: %s can be given by nothing", m.Name, p.Name)
				}
				if p.Elements != nil && !slices.Contains(p.Elements, p.Default) {
					t.Errorf("%s: the default %q of %s is none of %v", m.Name, p.Default, p.Name, p.Elements)
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
