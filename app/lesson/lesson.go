package lesson

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"gwscope/app/present"
	"gwscope/app/session"
)

// Lesson is a guided tour of one idea.
type Lesson struct {
	// Name is that of the file without its extension.
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
	// Options are settings of the match by their names.
	Options map[string]string `yaml:"options"`
	View    View              `yaml:"view"`
	Solve   bool              `yaml:"solve"`
	Ask     string            `yaml:"ask"`
	Until   string            `yaml:"until"`
	Outcome string            `yaml:"outcome"`
}

// View is what a step changes about the picture; what is empty stays.
type View struct {
	Layout string   `yaml:"layout"` // one of Layouts
	Color  string   `yaml:"color"`  // of present.ColorBy
	T      *float64 `yaml:"t"`      // of the morph
	Lines  *int     `yaml:"lines"`
}

// Layouts are the arrangements of the views.
var Layouts = []string{"side-by-side", "morph", "overlay"}

// maxSize is more than any lesson needs.
const maxSize = 1 << 20

// Read reads a lesson and checks all of it, so that nothing is amiss when it is played.
// Errors name the line or the step.
func Read(r io.Reader) (*Lesson, error) {
	raw, err := io.ReadAll(io.LimitReader(r, maxSize+1))
	if err != nil {
		return nil, err
	}
	if len(raw) > maxSize {
		return nil, errors.New("the file is larger than a lesson can be (1 MB)")
	}
	l := &Lesson{}
	dec := yaml.NewDecoder(bytes.NewReader(raw))
	dec.KnownFields(true)
	switch err := dec.Decode(l); {
	case errors.Is(err, io.EOF):
		return nil, errors.New("the file is empty: a lesson has a title and steps")
	case err != nil:
		return nil, errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
	}
	return l, l.check()
}

// ReadFile is Read of a file; its shapes' paths become those beside it.
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
	for _, s := range l.Steps {
		for k, ref := range s.Shapes {
			if !strings.HasPrefix(ref, "sample:") && !filepath.IsAbs(ref) {
				s.Shapes[k] = filepath.Join(filepath.Dir(name), ref)
			}
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
	slices.Sort(names)
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

func stem(name string) string {
	base := path.Base(filepath.ToSlash(name))
	return strings.TrimSuffix(base, path.Ext(base))
}

func (l *Lesson) check() error {
	switch {
	case l.Title == "":
		return errors.New("the lesson has no title")
	case len(l.Steps) == 0:
		return errors.New("the lesson has no steps")
	}
	for k := range l.Steps {
		if err := l.Steps[k].check(); err != nil {
			return fmt.Errorf("step %d: %w", k+1, err)
		}
	}
	return nil
}

func (s *Step) check() error {
	switch {
	case s.Say == "":
		return errors.New("it says nothing: fill in say")
	case len(s.Shapes) != 0 && len(s.Shapes) != 2:
		return fmt.Errorf("it has %d shapes: name two, A and B, or none", len(s.Shapes))
	case (s.Ask == "") != (s.Until == ""):
		return errors.New("ask and until belong together: what the viewer is to do, and how that is seen")
	case s.Outcome != "" && s.Ask == "" && !s.Solve:
		return errors.New("an outcome needs an ask or a solve before it")
	case s.View.Layout != "" && !slices.Contains(Layouts, s.View.Layout):
		return fmt.Errorf("unknown layout %q: use one of %s", s.View.Layout, strings.Join(Layouts, ", "))
	case s.View.Color != "" && !present.Known(present.ColorBy(s.View.Color)):
		return fmt.Errorf("unknown colouring %q", s.View.Color)
	case s.View.T != nil && !(*s.View.T >= 0 && *s.View.T <= 1):
		return fmt.Errorf("t is %g: use a number from 0 to 1", *s.View.T)
	case s.View.Lines != nil && *s.View.Lines < 0:
		return fmt.Errorf("lines is %d: use a number that is not negative", *s.View.Lines)
	}
	scratch := session.Defaults()
	for name, value := range s.Options {
		opt := session.Lookup(name)
		if opt == nil {
			return fmt.Errorf("unknown option %q", name)
		}
		if err := opt.Set(&scratch, value); err != nil {
			return fmt.Errorf("option %s: %w", name, err)
		}
	}
	if _, err := parseUntil(s.Until); err != nil {
		return err
	}
	return checkFigures(s.Outcome)
}
