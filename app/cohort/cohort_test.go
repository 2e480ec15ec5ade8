package cohort

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gwscope/meshio/meshtest"
)

// small are options of matches that take a moment, on shapes of few vertices.
func small() FileOptions { return FileOptions{"samples": "60", "effort": "fast", "surface": "map"} }

// laid has the template laid on each specimen, as is usual.
func laid(p *Plan) { delete(p.Options, "surface") }

const fewVertices = 300

// cats makes a cohort of so many cats in a folder, matched to so many templates.
func cats(t *testing.T, dir string, specimens, templates int, change func(*Plan)) *Cohort {
	t.Helper()
	p := Plan{Specimens: []string{"sample:cats"}, Individuals: specimens, Vertices: fewVertices, Options: small()}
	for k := range templates {
		p.Templates = append(p.Templates, "sample:cats/"+[]string{"101", "102", "103", "104"}[k])
	}
	if change != nil {
		change(&p)
	}
	if _, err := New(dir, p); err != nil {
		t.Fatal(err)
	}
	return open(t, dir)
}

func open(t *testing.T, dir string) *Cohort {
	t.Helper()
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func listed(t *testing.T, c *Cohort) *Work {
	t.Helper()
	w, err := c.List(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func ran(t *testing.T, c *Cohort, s Settings) Progress {
	t.Helper()
	at, err := c.Run(context.Background(), listed(t, c), s)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func merged(t *testing.T, c *Cohort) *Analysis {
	t.Helper()
	a, err := c.Merge(context.Background(), listed(t, c))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// content are the files of results and pairs that must be the same wherever the folder lies.
func content(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, folder := range []string{pairsDir, ResultsDir} {
		if _, err := os.Stat(filepath.Join(dir, folder)); err != nil {
			continue
		}
		err := filepath.WalkDir(filepath.Join(dir, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			name, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			if strings.HasSuffix(name, ".times") || filepath.Base(name) == TimesTable {
				return nil
			}
			data, err := os.ReadFile(path)
			// SlicerMorph's log names folders as they are.
			out[name] = bytes.ReplaceAll(data, []byte(dir), []byte("DIR"))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// same compares two folders.
func same(t *testing.T, got, want map[string][]byte) {
	t.Helper()
	for name, data := range want {
		if !bytes.Equal(got[name], data) {
			t.Errorf("%s: %d bytes, not the same %d", name, len(got[name]), len(data))
		}
	}
	for name := range got {
		if want[name] == nil {
			t.Errorf("%s is there and should not be", name)
		}
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	const head = "templates: [{name: t, file: a.ply}]\nspecimens:\n  - {name: s, file: b.ply}\n"
	for text, want := range map[string]string{
		"":                                                  "empty",
		"title: x":                                          "no specimens",
		"specimens: [{name: s, file: b}]":                   "no template",
		head + "  - {name: S, file: c}":                     "line 4: two specimens are called \"S\"",
		head + "  - {name: x}":                              "line 4: specimen 2 has no file",
		head + "  - {name: ../x, file: c}":                  "line 4: specimen 2: the name \"../x\" begins",
		head + "  - {name: 'a/b', file: c}":                 "has a '/'",
		head + "  - {name: Nul.v2, file: c}":                "line 4: specimen 2: the name \"Nul.v2\" is one that Windows keeps for devices",
		head + "  - {name: x., file: c}":                    "begins or ends with a dot",
		head + "  - {name: x, file: c, colour: red}":        "nothing is called colour here: use name, file, group, landmarks, which",
		head + "options: {sample: 5}":                       "line 4: unknown option \"sample\"",
		head + "options:\n  samples: -5":                    "line 5: option samples",
		head + "options: {threads: 3}":                      "line 4: threads is no option of a cohort",
		head + "pairs: some":                                "line 4: pairs is \"some\"",
		head + "statistics: few":                            "line 4: statistics is \"few\"",
		head + "keep: [everything]":                         "line 4: a match cannot be written as",
		head + "specimen: x":                                "nothing is called specimen here",
		"specimens: &s [{name: s, file: b}]\ntemplates: *s": "line 2: *s refers to another part",
		"specimens: five":                                   "a list: each begins with -",
		"title: [":                                          "line",
	} {
		_, err := Read(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want something about %q", text, err, want)
		}
	}
	if _, err := Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "gwscope cohort new") {
		t.Errorf("a folder without a cohort: %v", err)
	}
}

// A cohort reads its own file again, whatever names and paths hold.
func TestWrittenCohortsAreRead(t *testing.T) {
	t.Parallel()
	c := &Cohort{Title: "no: #1 \"x\"", Pairs: AllPairs, Keep: []string{"ply"}, Statistics: EveryOne, Options: small(),
		Templates: []Shape{{Name: "Ménagerie №1", File: "../a b/'c'.ply", Group: "on", Landmarks: "C:\\x.csv", Which: "#2"}}}
	for k, file := range []string{"sample:cats/1@300", "123", "- x", "{a}", "a: b", "\ttab", "null", "~"} {
		c.Specimens = append(c.Specimens, Shape{Name: string(rune('a' + k)), File: file, Group: file})
	}
	var b bytes.Buffer
	if err := c.write(&b); err != nil {
		t.Fatal(err)
	}
	again, err := Read(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, b.String())
	}
	if d := difference(again, c); d != "" {
		t.Errorf("%s in\n%s", d, b.String())
	}
}

// difference names the first difference between two cohorts.
func difference(a, b *Cohort) string {
	if a.Title != b.Title || a.Pairs != b.Pairs || a.Statistics != b.Statistics || !slices.Equal(a.Keep, b.Keep) || !maps.Equal(a.Options, b.Options) {
		return fmt.Sprintf("%+v is read as %+v", b, a)
	}
	for _, lists := range [][2][]Shape{{a.Templates, b.Templates}, {a.Specimens, b.Specimens}} {
		if !slices.Equal(lists[0], lists[1]) {
			return fmt.Sprintf("%+v is read as %+v", lists[1], lists[0])
		}
	}
	return ""
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"templates: [{name: t, file: a}]\nspecimens: [{name: s, file: b, group: 'yes', which: '#2'}]\noptions: {samples: 9}\n", "a: &x [*x]", "{{}}", "specimens: [{name: \"\\u2028\", file: x}]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var c *Cohort
		var err error
		meshtest.Held(t, len(text), 0, func() { c, err = Read(strings.NewReader(text)) })
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := c.write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&b)
		if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
		if d := difference(&Cohort{Title: again.Title, Specimens: again.Specimens, Templates: again.Templates}, &Cohort{Title: c.Title, Specimens: c.Specimens, Templates: c.Templates}); d != "" {
			t.Error(d)
		}
	})
}
