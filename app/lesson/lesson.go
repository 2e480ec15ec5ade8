package lesson

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gwscope/app/byhand"
	"gwscope/app/option"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/assets/shapes"
)

// Lesson is a guided tour of one idea.
type Lesson struct {
	// Name is the name of the file without its extension.
	Name  string `yaml:"-"`
	Title string `yaml:"title"`
	About string `yaml:"about"` // one sentence
	Steps []Step `yaml:"steps"`
}

// Step sets a scene, asks the viewer to act, and shows the outcome.
type Step struct {
	Say string `yaml:"say"`
	// Shapes are references of A and B, or none.
	Shapes []string `yaml:"shapes"`
	// Cohort is a cohort that the step makes and shows, with the step's options.
	Cohort Cohort `yaml:"cohort"`
	// Options are settings of the match by their names.
	Options map[string]string `yaml:"options"`
	View    View              `yaml:"view"`
	Solve   bool              `yaml:"solve"`
	Ask     string            `yaml:"ask"`
	Until   string            `yaml:"until"`
	Outcome string            `yaml:"outcome"`
}

// Cohort is a cohort of embedded individuals; the zero value is none.
type Cohort struct {
	Of          string `yaml:"of"`          // "sample:cats"
	Individuals int    `yaml:"individuals"` // how many; 0: the usual number
	Vertices    int    `yaml:"vertices"`    // of each; 0: the usual number
}

// View are a step's changes of the picture; empty fields change nothing.
type View struct {
	Layout string   `yaml:"layout"` // one of Layouts
	Color  string   `yaml:"color"`  // of present.ColorBy
	T      *float64 `yaml:"t"`      // of the morph
	Lines  *int     `yaml:"lines"`
	Wires  *bool    `yaml:"wires"` // A's mesh where it lies on B
	Range  string   `yaml:"range"` // of the colours: 0:0.5, full, 95% or auto
}

// Layouts are the arrangements of the views.
var Layouts = []string{"side-by-side", "morph", "overlay"}

// maxSize is more than any lesson needs.
const maxSize = 64 << 10 // the YAML package may take a thousand times as much memory

// Read reads a lesson and checks all of it, so that playing it finds no mistake. Errors name the
// line and the step.
func Read(r io.Reader) (*Lesson, error) {
	raw, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	if err != nil {
		return nil, err
	}
	if len(raw) > maxSize {
		return nil, errors.New("the file is larger than a lesson can be (64 kB)")
	}
	l := &Lesson{}
	switch err := byhand.Decode(raw, l, kinds); {
	case errors.Is(err, io.EOF):
		return nil, errors.New("the file is empty: a lesson has a title and steps")
	case err != nil:
		return nil, err
	}
	if step, err := l.check(); err != nil {
		return nil, located(err, raw, step)
	}
	return l, nil
}

// ReadFile is Read of a file. Paths of shapes begin in the file's folder. Paths that leave the
// folder are refused: a lesson may come from anybody, and a path may name another machine.
func ReadFile(name string) (*Lesson, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(name), err)
	}
	l.Name = stem(name)
	for i, s := range l.Steps {
		for k, ref := range s.Shapes {
			if strings.HasPrefix(ref, "sample:") {
				continue
			}
			if !filepath.IsLocal(filepath.FromSlash(strings.ReplaceAll(ref, `\`, "/"))) || strings.Contains(ref, ":") {
				return nil, fmt.Errorf("%s: step %d: the shape %q is neither an embedded one (sample:NAME) nor a file beside the lesson or below: copy it there", filepath.Base(name), i+1, ref)
			}
			s.Shapes[k] = filepath.Join(filepath.Dir(name), ref)
		}
	}
	return l, nil
}

// ReadAll reads the lessons of a folder, in the order of their names.
func ReadAll(folder fs.FS) ([]*Lesson, error) {
	names, err := fs.Glob(folder, "*.yaml")
	if err != nil {
		return nil, err
	}
	slices.SortFunc(names, byNumber)
	var all []*Lesson
	for _, name := range names {
		f, err := folder.Open(name)
		if err != nil {
			return nil, err
		}
		l, err := Read(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		l.Name = stem(name)
		all = append(all, l)
	}
	return all, nil
}

// byNumber orders names by the number that they begin with, and those with the same number by
// letters.
func byNumber(a, b string) int {
	number := func(name string) int {
		head, _, _ := strings.Cut(name, "-")
		n, err := strconv.Atoi(head)
		if err != nil {
			return math.MaxInt
		}
		return n
	}
	return cmp.Or(cmp.Compare(number(a), number(b)), strings.Compare(a, b))
}

func stem(name string) string {
	base := path.Base(filepath.ToSlash(name))
	return strings.TrimSuffix(base, path.Ext(base))
}

// check finds the first mistake and its step; -1 is for the lesson as a whole.
func (l *Lesson) check() (step int, err error) {
	switch {
	case l.Title == "":
		return -1, errors.New("the lesson has no title")
	case len(l.Steps) == 0:
		return -1, errors.New("the lesson has no steps")
	}
	for k := range l.Steps {
		if err := l.Steps[k].check(); err != nil {
			return k, err
		}
	}
	return -1, nil
}

func (s *Step) check() error {
	switch {
	case s.Say == "":
		return wrongf("say", "it says nothing: fill in say")
	case len(s.Shapes) != 0 && len(s.Shapes) != 2:
		return wrongf("shapes", "it has %d shapes: name two, A and B, or none", len(s.Shapes))
	case s.Cohort != Cohort{} && !slices.ContainsFunc(shapes.Populations(), func(p shapes.Population) bool { return "sample:"+p.Name == s.Cohort.Of }):
		return wrongf("cohort", "the cohort is of %q: use sample:cats, or another population", s.Cohort.Of)
	case s.Cohort.Individuals < 0 || s.Cohort.Individuals > mostIndividuals || s.Cohort.Vertices != 0 && s.Cohort.Vertices < leastVertices:
		return wrongf("cohort", "a cohort has %d individuals at most, of %d vertices at least", mostIndividuals, leastVertices)
	case s.Cohort.Of != "" && (len(s.Shapes) > 0 || s.Solve):
		return wrongf("cohort", "a step with a cohort loads no shapes and solves nothing: its pairs are opened from the page")
	case s.Ask == "" && s.Until != "", s.Ask != "" && s.Until == "":
		return wrongf("ask", "ask and until belong together: ask says what to do, and until when it is done")
	case s.Outcome != "" && s.Ask == "" && !s.Solve:
		return wrongf("outcome", "an outcome needs an ask or a solve before it")
	case s.View.Layout != "" && !slices.Contains(Layouts, s.View.Layout):
		return wrongf("view layout", "unknown layout %q: use one of %s", s.View.Layout, strings.Join(Layouts, ", "))
	case s.View.Color != "" && !present.Known(present.ColorBy(s.View.Color)):
		return wrongf("view color", "unknown colouring %q: use one of %s", s.View.Color, colorings())
	case s.View.T != nil && !(*s.View.T >= 0 && *s.View.T <= 1):
		return wrongf("view t", "t is %g: use a number from 0 to 1", *s.View.T)
	case s.View.Range != "" && !rangeFits(s.View.Range):
		return wrongf("view range", "range is %q: use LOW:HIGH, such as 0:0.5, or full, 95%% or auto", s.View.Range)
	case s.View.Lines != nil && *s.View.Lines < 0:
		return wrongf("view lines", "lines is %d: use a number that is not negative", *s.View.Lines)
	}
	scratch := session.Defaults()
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		opt := option.Lookup(name)
		if opt == nil {
			return wrongf("options "+name, "unknown option %q: gwscope match --help lists them", name)
		}
		if err := opt.Set(&scratch, s.Options[name]); err != nil {
			return wrong(fmt.Errorf("option %s: %w", name, err), "options", name)
		}
	}
	if _, err := parseUntil(s.Until); err != nil {
		return wrong(err, "until")
	}
	if err := checkFigures(s.Outcome); err != nil {
		return wrong(err, "outcome")
	}
	return nil
}

// A lesson's cohort is small enough to be run while a person waits.
const mostIndividuals, leastVertices = 40, 200

func rangeFits(text string) bool {
	_, err := present.ParseRange(text)
	return err == nil
}

// colorings lists the names of the colourings.
func colorings() string {
	var out []string
	for _, m := range present.Modes() {
		out = append(out, string(m.By))
	}
	return strings.Join(out, ", ")
}
