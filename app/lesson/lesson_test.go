package lesson

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/assets"
	"gwscope/assets/shapes"
	"gwscope/meshio/meshtest"
)

func builtIn(t testing.TB) []*Lesson {
	t.Helper()
	folder, err := fs.Sub(assets.Lessons, "lessons")
	if err != nil {
		t.Fatal(err)
	}
	all, err := ReadAll(folder)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Every built-in lesson can be played: its shapes exist, its options are of use to its method,
// and it asks for something.
func TestBuiltInLessonsCanBePlayed(t *testing.T) {
	t.Parallel()
	all := builtIn(t)
	if len(all) < 6 {
		t.Fatalf("%d lessons", len(all))
	}
	for _, l := range all {
		if l.About == "" || len(l.Steps[0].Shapes) != 2 && l.Steps[0].Cohort.Of == "" {
			t.Errorf("%s: about %q, first shapes %q", l.Name, l.About, l.Steps[0].Shapes)
		}
		asks := 0
		now := session.Defaults()
		for k, s := range l.Steps {
			for _, ref := range s.Shapes {
				if _, err := shapes.Make(strings.TrimPrefix(ref, "sample:")); err != nil {
					t.Errorf("%s, step %d: %v", l.Name, k+1, err)
				}
			}
			if v, ok := s.Options["method"]; ok {
				now.Method = v
			}
			for name := range s.Options {
				if !option.Find(name).For(now.Method) {
					t.Errorf("%s, step %d: option %s is nothing to %s", l.Name, k+1, name, now.Method)
				}
			}
			if s.Ask != "" {
				asks++
			}
		}
		if asks == 0 {
			t.Errorf("%s asks for nothing", l.Name)
		}
	}
}

func TestReadSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	const head = "title: T\nsteps:\n  - say: s\n"
	for text, want := range map[string]string{
		"":                                  "empty",
		"title: T":                          "no steps",
		"steps:\n  - say: s":                "no title",
		"title: T\nsteps:\n  - ask: a":      "says nothing",
		head + "    ask: a":                 "line 4, in step 1: ask and until belong together",
		head + "    colour: red":            "line 4: nothing is called colour here: use say,",
		head + "    say: again":             "line 4: say is there twice (see line 3)",
		head + "    solve: maybe":           "line 4: \"maybe\" does not fit: give true or false",
		head + "    view: {t: half}":        "give a number",
		head + "    shapes: sample:cat/1":   "give a list",
		head + "    ask: see: this":         "quotes",
		head + "\task: x":                   "spaces",
		"title: T\nsteps: one":              "each step begins with -",
		head + "    shapes: [sample:cat/1]": "two",
		head + "    options: {sample: 5}":   "line 4, in step 1: unknown option",
		head + "    options: {samples: -5}": "samples",
		head + "    view: {layout: tower}":  "unknown layout",
		head + "    view:\n      lines: 2\n      color: mauve": "line 6, in step 1: unknown colouring \"mauve\": use one of carried",
		head + "  - say: t\n    options:\n      samples: -5":   "line 6, in step 2: option samples",
		head + "    view: {range: wide}":                       "LOW:HIGH",
		head + "    view: {t: 2}":                              "from 0 to 1",
		head + "    ask: a\n    until: done":                   "line 5, in step 1: until \"done\"",
		head + "    ask: a\n    until: t>=3":                   "from 0 to 1",
		head + "    ask: a\n    until: mass=0.9..0.7":          "the smaller first",
		head + "    ask: a\n    until: mass=0.9..7":            "mass=0.9..7",
		head + "    solve: true\n    outcome: \"{gw}\"":        "unknown figure",
		head + "    outcome: x":                                "outcome",
		"title: [":                                             "line",
		"\x00\x01":                                             "",
	} {
		_, err := Read(strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want something about %q", text, err, want)
		}
	}
	if _, err := Read(strings.NewReader("title: " + strings.Repeat("x", maxSize+1))); err == nil {
		t.Error("a huge file was read")
	}
}

func TestPathsAreBesideTheLesson(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "mine.yaml")
	text := "title: T\nsteps:\n  - say: s\n    shapes: [a.ply, 'sample:cat/1']\n"
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if l.Name != "mine" || l.Steps[0].Shapes[0] != filepath.Join(dir, "a.ply") || l.Steps[0].Shapes[1] != "sample:cat/1" {
		t.Errorf("%+v", l)
	}
	if _, err := ReadFile(filepath.Join(dir, "none.yaml")); !os.IsNotExist(err) {
		t.Errorf("a missing file: %v", err)
	}
}

func TestDone(t *testing.T) {
	t.Parallel()
	o := session.Defaults()
	before := Scene{Options: o, Solved: 2, Layout: "side-by-side", Color: "carried"}
	other := before
	other.Options.Epsilon = 0.005
	other.Solved = 3
	for _, c := range []struct {
		until string
		solve bool
		now   Scene
		want  bool
	}{
		{until: "solved", now: before}, {until: "solved", now: other, want: true},
		{until: "solved", now: Scene{Options: o, Solved: 3, Running: true}},
		{until: "epsilon=0.005 solved", now: other, want: true}, {until: "epsilon=5e-3 solved", now: other, want: true},
		{until: "epsilon=0.001..0.01", now: other, want: true}, {until: "epsilon=0.01..0.1", now: other},
		{until: "epsilon=0.05 solved", now: other}, {until: "flipped", now: Scene{Options: o, Chosen: 1}, want: true},
		{until: "flipped", now: before}, {until: "t>=0.9", now: Scene{T: 0.95}, want: true}, {until: "t>=0.9", now: Scene{T: 0.5}},
		{until: "picked color=push", now: Scene{Picks: 1, Color: "push"}, want: true}, {until: "picked color=push", now: Scene{Color: "push"}},
		{until: "softened", now: Scene{Soft: true}, want: true}, {until: "softened", now: before}, {until: "replayed", now: Scene{Replays: 1}, want: true}, {until: "replayed", now: before},
		{until: "picked-foot", now: Scene{Picks: 1}}, {until: "picked-foot", now: Scene{Picks: 2, Feet: 1}, want: true},
		{until: "picked-high", now: Scene{Picks: 1, Feet: 1}}, {until: "picked-high", now: Scene{Highs: 1}, want: true}, {until: "wires", now: Scene{Wires: true}, want: true},
		{until: "layout=race raced", now: Scene{Layout: "race", Raced: true}, want: true}, {until: "marked", now: Scene{Landmarks: 1}, want: true},
		{solve: true, now: before}, {solve: true, now: other, want: true}, {now: before, want: true},
	} {
		s := Step{Until: c.until, Solve: c.solve}
		if got := s.Done(before, c.now); got != c.want {
			t.Errorf("%q (solve %v): done %v", c.until, c.solve, got)
		}
	}
}

func TestFillWithoutAMatch(t *testing.T) {
	t.Parallel()
	if got := Fill("GW² {gw2}, {nothing}", nil); got != "GW² –, –" {
		t.Error(got)
	}
}

// yamlTimes is the memory of the YAML package for each byte of a file: a bracket makes a node of 200
// bytes and more. Lessons have a largest size for this reason.
const yamlTimes = 1000

func FuzzRead(f *testing.F) {
	for _, l := range []string{"title: T\nsteps:\n  - say: s\n    ask: a\n    until: t>=0.5 solved\n", "a: &x [*x]", "{{}}"} {
		f.Add(l)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var l *Lesson
		var err error
		meshtest.Held(t, len(text), yamlTimes*len(text), func() { l, err = Read(strings.NewReader(text)) })
		if err == nil && (l.Title == "" || len(l.Steps) == 0) {
			t.Error("a lesson without title or steps")
		}
	})
}

// A step may make a cohort of embedded individuals. The error for an impossible one names its line.
func TestACohortInALesson(t *testing.T) {
	t.Parallel()
	const head = "title: a\nsteps:\n- say: b\n  "
	l, err := Read(strings.NewReader(head + "cohort: {of: \"sample:cats\", individuals: 4}\n  ask: Run it.\n  until: merged\n"))
	if err != nil || l.Steps[0].Cohort != (Cohort{Of: "sample:cats", Individuals: 4}) {
		t.Fatalf("%+v, %v", l, err)
	}
	for _, c := range []struct {
		now  Scene
		done bool
	}{{Scene{}, false}, {Scene{Merged: true}, true}} {
		if got := l.Steps[0].Done(Scene{}, c.now); got != c.done {
			t.Errorf("done %v with %+v", got, c.now)
		}
	}
	for entry, want := range map[string]string{
		"cohort: {of: \"sample:dogs\"}":                                                 `line 4, in step 1: the cohort is of "sample:dogs"`,
		"cohort: {of: \"sample:cats\", individuals: 400}":                               "40 individuals at most",
		"cohort: {of: \"sample:cats\", vertices: 3}":                                    "200 vertices at least",
		"cohort: {of: \"sample:cats\"}\n  shapes: [\"sample:cat/1\", \"sample:cat/2\"]": "loads no shapes",
		"cohort: sample:cats":                                                           "names with values",
	} {
		if _, err := Read(strings.NewReader(head + entry + "\n")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want %q", entry, err, want)
		}
	}
}

// Lessons stand in the order of their numbers: the tenth after the ninth.
func TestLessonsStandByNumber(t *testing.T) {
	t.Parallel()
	all := builtIn(t)
	for k := 1; k < len(all); k++ {
		if byNumber(all[k-1].Name, all[k].Name) >= 0 {
			t.Errorf("%s stands before %s", all[k-1].Name, all[k].Name)
		}
	}
	if last := all[len(all)-1].Name; !strings.HasPrefix(last, "10-") {
		t.Errorf("the last lesson is %s", last)
	}
}
