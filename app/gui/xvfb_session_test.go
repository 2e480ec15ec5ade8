package gui

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gwscope/app/option"
	"gwscope/app/session"
	"gwscope/assets/shapes"
	"gwscope/meshio"
	"gwscope/meshio/mesh"
)

// lightVertices is the number of vertices of shapes in tests of the window: less than a third of the
// embedded shapes', and so is the work.
const lightVertices = 1500

var lightMade sync.Map // by id, a func() (*mesh.Mesh, error)

// lightShape is an embedded shape of few vertices.
func lightShape(t *testing.T, id string) *mesh.Mesh {
	t.Helper()
	make, _ := lightMade.LoadOrStore(id, sync.OnceValues(func() (*mesh.Mesh, error) { return shapes.Coarse(id, lightVertices) }))
	m, err := make.(func() (*mesh.Mesh, error))()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// lightPair are two light shapes, as openScreen takes them. Where their true match is
// needed, a test takes the embedded shapes.
func lightPair(t *testing.T, a, b string) string {
	t.Helper()
	return strings.Join(shapeFiles(t, t.TempDir(), a, b), ",")
}

// shapeFiles writes light shapes as files, as a person has them.
func shapeFiles(t *testing.T, dir string, ids ...string) []string {
	t.Helper()
	var out []string
	for _, id := range ids {
		m := lightShape(t, id)
		path := filepath.Join(dir, "shapes", strings.ReplaceAll(id, "/", " ")+".obj")
		if err := meshio.Save(path, m); err != nil {
			t.Fatal(err)
		}
		out = append(out, path)
	}
	return out
}

// home is a home folder of a test's own, for windows that follow each other.
func homeOf(dir string) []string {
	return []string{"HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "XDG_STATE_HOME=" + dir}
}

// end waits until the window has closed.
func (s *screen) end() {
	s.t.Helper()
	select {
	case err := <-s.ended:
		if err != nil {
			s.t.Errorf("the window ended with %v:\n%s", err, s.log)
		}
	case <-time.After(patience):
		s.t.Error("the window did not close")
	}
}

// Work on two files is saved and opened in another window, where it looks the same; after
// the folder was moved it still does.
func TestWindowSavesAndOpensASession(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "project")
	home := t.TempDir()
	files := shapeFiles(t, dir, "horse/1", "horse/3")
	s := openScreen(t, 1100, 760, strings.Join(files, ","), append(homeOf(home), driveAskEnv+"=1")...)
	s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running && !w.Dirty })
	w := s.state()
	if w.Minima > 1 {
		s.do("key", "m")
		w = s.waitFor("the other minimum", func(w windowState) bool { return w.Chosen != 0 && w.Dirty })
	}
	s.ask("option effort thorough")
	x, y, width, _ := s.where("slider")
	s.drag(1, x-width/2+12, y, x+width/4, y)
	s.waitFor("t", func(w windowState) bool { return w.T > 0.5 })
	s.do("key", "e", "key", "c")
	s.waitFor("other colours", func(w windowState) bool { return w.Undo == "Colours" })
	view := s.viewRect()
	cx, cy := view.Min.X+view.Dx()/4, view.Min.Y+view.Dy()/2
	s.drag(1, cx, cy, cx+70, cy+30)
	want := s.waitFor("changes", func(w windowState) bool { return w.Edges && w.Dirty && w.Undo == "Camera" })
	if !strings.Contains(want.Title, "•") {
		t.Errorf("with unsaved changes the title is %q", want.Title)
	}

	s.do("key", "ctrl+q")
	s.waitFor("the question", func(w windowState) bool { return w.Overlay != "" })
	s.settled("ask-to-save")
	s.do("key", "Escape", "sleep", 0.2)
	s.do("key", "ctrl+s")
	s.waitFor("the sheet", func(w windowState) bool { return w.Overlay != "" })
	file := filepath.Join(dir, "pair.gwscope")
	s.do("key", "ctrl+a", "type", file)
	s.shot("save-sheet") // not settled: the cursor blinks
	s.do("key", "Return")
	saved := s.waitFor("a saved session", func(w windowState) bool { return w.Path == file && !w.Dirty && w.Overlay == "" })
	if saved.Title != "pair – GWScope" {
		t.Errorf("the saved session is titled %q", saved.Title)
	}
	s.do("mousemove", 3, view.Max.Y+60)
	before := s.settled("saved")
	s.do("key", "ctrl+q")
	s.end() // nothing is asked

	moved := filepath.Join(filepath.Dir(dir), "moved")
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(moved, "pair.gwscope")
	s = openScreen(t, 1100, 760, file+",", append(homeOf(home), driveAskEnv+"=1")...)
	got := s.waitFor("the session's match", func(w windowState) bool { return w.Matched && !w.Running && w.T > 0 && w.Path == file })
	if got.Chosen != want.Chosen || got.T != want.T || got.ColorBy != want.ColorBy || got.Effort != "thorough" || !got.Edges || got.Refs[0] != filepath.Join(moved, "shapes", "horse 1.obj") {
		t.Errorf("opened %+v, saved %+v", got, want)
	}
	s.do("mousemove", 3, view.Max.Y+60)
	after := s.settled("opened")
	if n := differing(before, after, view); n > view.Dx()*view.Dy()/200 {
		t.Errorf("the opened session differs in %d pixels of the views", n)
	}
	if w := s.state(); w.Dirty || w.Undo != "" || w.Distance != want.Distance {
		t.Errorf("opening counts as a change: %+v", w)
	}

	// The first file is gone; the session keeps its present state.
	s.click("menu File")
	s.settled("file-menu")
	s.click("Recent…")
	s.settled("recent")
	s.do("key", "Escape", "sleep", 0.2, "key", "ctrl+n")
	s.waitFor("an empty window", func(w windowState) bool { return !w.Matched && w.Refs == [2]string{} && w.Title == "GWScope" })
	s.settled("new")
	s.ask("put A " + file) // dropped
	s.waitFor("the session again", func(w windowState) bool { return w.Matched && w.T == want.T && w.Path == file })
	s.do("key", "ctrl+q")
	s.end()
}

// Each kind of change is undone and redone with the keys, at once where it was seen before.
func TestWindowUndoesAndRedoes(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1024, 700, lightPair(t, "horse/1", "horse/3"))
	first := s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running })
	view := s.viewRect()
	away := func() { s.do("mousemove", 3, view.Max.Y+60) }
	away()
	looked := s.settled("first")
	undoTo := func(name string) {
		t.Helper()
		s.waitFor("the step "+name, func(w windowState) bool { return w.Undo == name })
	}
	steps := []string{}
	step := func(name string, do func()) {
		t.Helper()
		do()
		undoTo(name)
		steps = append(steps, name)
	}
	x, y, width, _ := s.where("slider")
	step("Morph", func() { s.drag(1, x-width/2+12, y, x+width/4, y) })
	step("Triangle edges", func() { s.do("key", "e") })
	step("Colours", func() { s.do("key", "c") })
	step("Samples", func() { s.ask("option samples 180") })
	s.do("key", "ctrl+Return")
	s.waitFor("another match", func(w windowState) bool { return !w.Running && w.Matched && !w.Stale })
	cx, cy := view.Min.X+view.Dx()/4, view.Min.Y+view.Dy()/2
	step("Camera", func() { s.drag(1, cx, cy, cx+80, cy+20); s.drag(1, cx, cy, cx+40, cy) })
	if first.Minima > 1 {
		// The choice among minima is a step, too.
		if s.state().Minima > 1 {
			step("Choice of minimum", func() { s.do("key", "m") })
		}
	}
	away()
	last := s.settled("last")
	s.click("menu Edit")
	s.settled("edit-menu")
	s.do("key", "Escape", "sleep", 0.2)
	for i := len(steps) - 1; i >= 0; i-- {
		s.do("key", "ctrl+z")
		s.waitFor("redo of "+steps[i], func(w windowState) bool { return w.Redo == steps[i] })
	}
	w := s.waitFor("the first match", func(w windowState) bool { return !w.Running && !w.Stale && w.Samples == first.Samples })
	if w.T != 0 || w.Edges || w.ColorBy != first.ColorBy || w.Undo != "" || w.Dirty {
		t.Errorf("undoing everything leads to %+v", w)
	}
	away()
	if n := differing(looked, s.settled("undone"), view); n > view.Dx()*view.Dy()/100 {
		t.Errorf("it looks otherwise in %d pixels", n)
	}
	for i, name := range steps {
		s.do("key", map[bool]string{true: "ctrl+y", false: "ctrl+shift+z"}[i%2 == 0])
		undoTo(name)
	}
	s.waitFor("the last match", func(w windowState) bool { return !w.Running && w.Samples == 180 && !w.Stale })
	away()
	if n := differing(last, s.settled("redone"), view); n > view.Dx()*view.Dy()/100 {
		t.Errorf("redone it looks otherwise in %d pixels", n)
	}

	// Another shape can be undone as well.
	s.do("key", "ctrl+shift+l")
	s.waitFor("the question", func(w windowState) bool { return w.Overlay != "" })
	s.do("key", "ctrl+a", "type", "sample:cats/1@1000")
	s.do("key", "Return")
	s.waitFor("the cat", func(w windowState) bool {
		return w.Refs[1] == "sample:cats/1@1000" && w.Matched && !w.Running && w.Undo == "Open B"
	})
	s.do("key", "ctrl+z")
	w = s.waitFor("the horse", func(w windowState) bool { return w.Refs[1] == first.Refs[1] && w.Matched && !w.Running })
	if w.Redo != "Open B" {
		t.Errorf("after undoing it, redo would do %q", w.Redo)
	}
}

// Names without room are cut short everywhere; the window keeps its size, and all its parts their places.
func TestWindowWithLongNames(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	home := t.TempDir()
	long := strings.Repeat("specimen from the northern collection left side ", 4)
	var files []string
	for i, path := range shapeFiles(t, dir, "cat/1", "cat/2") {
		name := filepath.Join(dir, long+string(rune('A'+i))+".obj")
		if err := os.Rename(path, name); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	s := openScreen(t, 1024, 700, strings.Join(files, ","), homeOf(home)...)
	s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running && w.Width == 1024 })
	inside := func(what string) {
		t.Helper()
		s.settled(what)
		if x, _, w, _ := s.where("inspector"); x+w/2 > 1024 || w < 300 {
			t.Errorf("%s: the inspector lies at %d and is %d wide", what, x-w/2, w)
		}
		if w := s.state(); w.Width != 1024 {
			t.Errorf("%s: the window is %g wide", what, w.Width)
		}
	}
	inside("long-names")
	s.do("key", "ctrl+s")
	s.waitFor("the sheet", func(w windowState) bool { return w.Overlay != "" })
	file := filepath.Join(dir, long+".gwscope")
	s.do("key", "ctrl+a", "type", file)
	s.do("key", "Return")
	s.waitFor("a saved session", func(w windowState) bool { return w.Path == file })
	inside("long-session")
	s.click("menu File")
	s.click("Recent…")
	inside("long-recent")
}

// Unsaved work of a killed window is offered at the next start, in a line that covers nothing.
func TestWindowRecoversAfterAKill(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	env := append(homeOf(home), driveSaveEnv+"=1")
	s := openScreen(t, 1024, 700, lightPair(t, "horse/1", "horse/3"), env...)
	s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running })
	s.ask("option seed 11")
	s.do("key", "e", "key", "ctrl+Return")
	want := s.waitFor("a saved change", func(w windowState) bool {
		return w.Dirty && w.Edges && w.Matched && !w.Running && !w.Stale && w.Guarded
	})
	s.waitFor("a saved match", func(windowState) bool { // it comes with the next save
		files, _ := filepath.Glob(filepath.Join(home, "gwscope", "recovery", "*"+session.Extension))
		if len(files) != 1 {
			return false
		}
		doc, err := session.Open(files[0], option.Schema)
		return err == nil && doc.Result != nil && doc.Result.Options.Seed == 11
	})
	s.app.Process.Kill()
	<-s.ended

	s = openScreen(t, 1024, 700, ",", env...)
	w := s.waitFor("the offer", func(w windowState) bool { return w.Offer != "" })
	if !strings.Contains(w.Offer, "horse") {
		t.Errorf("the offer reads %q", w.Offer)
	}
	s.settled("offer")
	s.click("Restore the last session")
	got := s.waitFor("what was lost", func(w windowState) bool { return w.Matched && !w.Running && w.Edges && w.Offer == "" && w.Dirty })
	if got.Refs != want.Refs || got.Method != want.Method {
		t.Errorf("restored %+v, lost %+v", got, want)
	}
	s.settled("restored")
	s.do("key", "ctrl+comma")
	s.waitFor("the preferences", func(w windowState) bool { return w.Overlay != "" })
	s.settled("preferences")
	s.do("key", "Escape", "sleep", 0.2)
	s.click("menu View")
	s.click("Light theme")
	s.waitFor("light", func(w windowState) bool { return !w.Dark })
	s.do("key", "ctrl+comma")
	s.waitFor("the preferences", func(w windowState) bool { return w.Overlay != "" })
	s.settled("preferences-light")
	s.do("key", "Escape", "sleep", 0.2)
	// An interrupt asks nothing, and loses nothing.
	s.waitFor("saved again", func(w windowState) bool { return w.Guarded })
	s.app.Process.Signal(os.Interrupt)
	s.end()

	s = openScreen(t, 1024, 700, ",", env...)
	w = s.waitFor("the offer again", func(w windowState) bool { return w.Offer != "" })
	if w.Dark {
		t.Error("the preference for light was forgotten")
	}
	s.settled("offer-light")
	s.click("Discard")
	s.waitFor("no offer", func(w windowState) bool { return w.Offer == "" })
	if left, _ := filepath.Glob(filepath.Join(home, "gwscope", "recovery", "*.gwscope")); len(left) > 0 {
		t.Errorf("discarded, and still there: %v", left)
	}
}
