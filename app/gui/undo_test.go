package gui

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/render/camera"
	"gwscope/solver"
	"gwscope/solver/correspond"
)

// settledDesk is a window on two shapes that nobody has changed yet.
func settledDesk(t *testing.T) (*desk, *slowBackend) {
	t.Helper()
	d, b := testDesk(t)
	onTestMain(func() { d.begin("one", "two") })
	eventually(t, "a running solve", func() bool { return d.m.job.running })
	onTestMain(d.solving.cancel)
	eventually(t, "the end of it", func() bool { return !d.m.job.running && !d.documents.keep.fresh })
	return d, b
}

// calm waits until no look at changes and no framing is on its way.
func calm(t *testing.T, d *desk) {
	t.Helper()
	eventually(t, "calm", func() bool { return !d.documents.keep.armed && !d.m.framing })
}

// act does something as a person would, and waits until it is a step.
func act(t *testing.T, d *desk, do func(), step string) {
	t.Helper()
	onTestMain(do)
	eventually(t, "the step "+step, func() bool { undo, _ := d.documents.keep.history.Next(); return undo == step })
}

func TestChangesBecomeStepsThatLeadBack(t *testing.T) {
	d, b := settledDesk(t)
	var first docState
	onTestMain(func() {
		first = d.documents.state()
		if undo, _ := d.documents.keep.history.Next(); undo != "" || d.documents.keep.lose() {
			t.Errorf("opening shapes by the command line is the step %q, unsaved %t", undo, d.documents.keep.lose())
		}
	})
	act(t, d, func() { d.solving.setOption(option.Find("samples"), "640") }, "Samples")
	act(t, d, func() { d.solving.setOption(option.Find("largest-component"), "true") }, "Largest component only")
	act(t, d, d.looks.toggleEdges, "Triangle edges")
	act(t, d, func() { d.looks.colorBy(present.ByPlain) }, "Colours")
	act(t, d, d.views.toggleLink, "Linked cameras")
	act(t, d, func() { d.views.arrange(overlaid) }, "Layout")
	act(t, d, func() { d.views.look(camera.Top) }, "Camera")
	act(t, d, func() { d.m.notes = "left side only"; d.m.onNotes.Emit(d.m.notes) }, "Notes")
	var last docState
	onTestMain(func() { last = d.documents.state() })
	before := b.matches
	for n := range 20 {
		onTestMain(func() {
			if undo, _ := d.documents.keep.history.Next(); (undo == "") != (n >= 8) {
				t.Errorf("after %d steps back the menu offers to undo %q", n, undo)
			}
			d.documents.undo()
		})
	}
	calm(t, d)
	onTestMain(func() {
		s := d.documents.state()
		if paths := session.Differences(s, first); len(paths) > 0 && !slices.Equal(paths, []string{"Cameras"}) { // framing moves them
			t.Errorf("undoing everything leaves %v changed", paths)
		}
		if d.documents.keep.lose() {
			t.Error("undoing everything leaves something to save")
		}
	})
	for range 20 {
		onTestMain(d.documents.redo)
	}
	calm(t, d)
	onTestMain(func() {
		if paths := session.Differences(d.documents.state(), last); len(paths) > 0 {
			t.Errorf("redoing everything leaves %v changed", paths)
		}
		if undo, redo := d.documents.keep.history.Next(); undo != "Notes" || redo != "" {
			t.Errorf("then undo is %q and redo %q", undo, redo)
		}
	})
	if b.mu.Lock(); b.matches != before {
		t.Errorf("undoing settings solved %d times", b.matches-before)
	}
	b.mu.Unlock()
}

// countingBackend is the real pipeline, and counts.
type countingBackend struct {
	*pipeline.Engine
	matches int
}

func (b *countingBackend) MatchMarked(ctx context.Context, a, c *pipeline.Shape, opt session.Options, marks session.Marks, truth *correspond.Truth, progress func(pipeline.Progress)) (*pipeline.Match, error) {
	onTestMain(func() { b.matches++ })
	return b.Engine.MatchMarked(ctx, a, c, opt, marks, truth, progress)
}

// A match that was seen comes back with the settings that it was found with, and with the
// shapes, and nothing is solved for it.
func TestUndoBringsBackAMatchThatWasSeen(t *testing.T) {
	b := &countingBackend{Engine: pipeline.NewEngine()}
	d := deskOver(t, b)
	matched := func(what string) *pipeline.Match {
		t.Helper()
		eventually(t, what, func() bool { return d.m.match != nil && !d.m.job.running && !d.m.stale && !d.documents.keep.armed })
		var m *pipeline.Match
		onTestMain(func() { m = d.m.match })
		return m
	}
	onTestMain(func() {
		d.m.options.Samples, d.m.options.Effort, d.m.options.Surface = 60, "fast", session.MapAlone
		d.begin("sample:horse/1", "sample:horse/2")
	})
	one := matched("the first match")
	act(t, d, func() { d.solving.setOption(option.Find("seed"), "11") }, "Seed")
	onTestMain(func() {
		if !d.m.stale {
			t.Error("another seed leaves the match up to date")
		}
		d.solving.solve()
	})
	two := matched("the second match")
	act(t, d, func() { d.shapes.load(sideB, "sample:cat/1") }, "Open B")
	three := matched("the third match")
	back := func(what string, go_ func(), want *pipeline.Match) {
		t.Helper()
		onTestMain(go_)
		eventually(t, what, func() bool { return d.m.match == want && !d.m.stale })
		calm(t, d)
	}
	back("the second match again", d.documents.undo, two)
	back("the first match again", d.documents.undo, one)
	back("the second match once more", d.documents.redo, two)
	back("the third match once more", d.documents.redo, three)
	onTestMain(func() {
		if b.matches != 3 {
			t.Errorf("%d solves for three matches", b.matches)
		}
		if undo, redo := d.documents.keep.history.Next(); undo != "Open B" || redo != "" {
			t.Errorf("then undo is %q and redo %q", undo, redo)
		}
	})
	// Other panes bring the shapes into view anew, on the way back and forth as well.
	var both, alone [2]camera.Camera
	onTestMain(func() {
		d.views.frame()
	})
	eventually(t, "the shapes in view", func() bool { return !d.m.framing && !d.documents.keep.armed })
	onTestMain(func() { both = d.m.cameras })
	act(t, d, func() { d.views.maximise(sideB) }, "Layout")
	onTestMain(func() { alone = d.m.cameras })
	if alone[sideB].Distance > 0.95*both[sideB].Distance {
		t.Fatal("one shape alone is seen from as far as two")
	}
	for _, step := range []struct {
		go_  func()
		want [2]camera.Camera
	}{{d.documents.undo, both}, {d.documents.redo, alone}, {d.documents.undo, both}} {
		onTestMain(step.go_)
		calm(t, d)
		onTestMain(func() {
			if got, want := d.m.cameras[sideB].Distance, step.want[sideB].Distance; math.Abs(got/want-1) > 0.01 {
				t.Errorf("with side %d alone B is seen from %g, want %g", d.m.maximised, got, want)
			}
		})
	}
}

func TestEveryChangeHasAName(t *testing.T) {
	t.Parallel()
	typ := reflect.TypeFor[session.Options]()
	var labels []string
	for _, opt := range option.Table {
		labels = append(labels, opt.Label)
	}
	for _, f := range reflect.VisibleFields(typ) {
		if name := optionName(f.Name); !f.Anonymous && !slices.Contains(labels, name) {
			t.Errorf("a change of %s is called %q, which is no label of an option", f.Name, name)
		}
	}
	// Every field of the state, also a new field, has a name in words.
	var fields func(typ reflect.Type, path string)
	fields = func(typ reflect.Type, path string) {
		for i := range typ.NumField() {
			p := strings.TrimPrefix(path+"."+typ.Field(i).Name, ".")
			if typ.Field(i).Anonymous {
				p = path
			}
			if f := typ.Field(i).Type; f.Kind() == reflect.Struct && f != reflect.TypeFor[camera.Camera]() {
				fields(f, p)
				continue
			}
			name := changeName(p, docState{}, docState{})
			if name == "" || !unicode.IsUpper([]rune(name)[0]) || strings.ContainsAny(name, ".") {
				t.Errorf("a change of %s is called %q", p, name)
			}
		}
	}
	fields(reflect.TypeFor[docState](), "")
}

// The window opens its saved sessions unchanged.
func TestStateSurvivesADocument(t *testing.T) {
	d, _ := settledDesk(t)
	onTestMain(func() {
		d.solving.setOption(option.Find("samples"), "300")
		d.looks.toggleEdges()
		d.views.toggleLink()
		d.views.maximise(sideB)
		d.marker.changeMarks(func(m *session.Marks) {
			m.A.Landmarks = []session.Landmark{{Name: "nose", Position: [3]float64{1, 2, 3}, Pinned: true}}
			m.B.Tips = []session.Landmark{}
		})
		d.m.notes, d.m.units = "n", "mm"
		d.morph.setPlay(session.Play{Repeat: "once", Speed: 0.5})
		c := newExportChoice()
		clear(c.chosen)
		c.chosen["glb"], c.background, c.windowSize, c.settings.Width, c.settings.Height = true, present.White, false, 321, 123
		d.m.exported = c.keep()
		d.m.cameras[0] = camera.New().Look(camera.Left)
		want := d.documents.state()
		doc := d.documents.copyDocument().document()
		if doc.A.Ref != "one" || doc.B.Ref != "two" || doc.A.Vertices != 4 || doc.Result != nil {
			t.Errorf("the document has %+v and %+v", doc.A, doc.B)
		}
		got := stateOf(doc)
		got.Shapes = want.Shapes // which the loader finds
		if paths := session.Differences(got, want); len(paths) > 0 {
			t.Errorf("%v are others", paths)
		}
		// The dialog offers the last export, and settings that were left to the window still are.
		if again := choiceOf(got.Export); len(again.take()) != 1 || !again.chosen["glb"] || again.background != present.White || again.windowSize || !again.windowView ||
			again.settings.Width != 321 || again.settings.Height != 123 || d.exports.exportSettings(again).Check() != nil {
			t.Errorf("what was exported comes back as %+v", again)
		}
		if d.morph.repeat != once || d.morph.speed != 0.5 {
			t.Errorf("the morph plays %v at %g", d.morph.repeat, d.morph.speed)
		}
		d.views.arrange(morphOnly)
		if got := stateOf(d.documents.copyDocument().document()); got.Layout != morphOnly || got.Maximised != -1 {
			t.Errorf("a morph alone comes back as layout %d", got.Layout)
		}
	})
}

func TestClosingAsksWhereThereIsSomethingToLose(t *testing.T) {
	d, _ := settledDesk(t)
	lost := 0
	ask := func() bool {
		d.documents.mayLose("do this", func() { lost++ })
		s, ok := d.win.Canvas().Overlays().Top().(*widget.Sheet)
		if ok {
			s.Close()
		}
		return ok
	}
	onTestMain(func() {
		if ask() || lost != 1 {
			t.Error("there is nothing to lose, and the window asks")
		}
		d.looks.toggleEdges()
		d.views.look(camera.Top)
		if ask() || lost != 2 {
			t.Error("the window asks whether a look shall be saved of what nobody has saved yet")
		}
		d.solving.setOption(option.Find("samples"), "300")
		if !ask() || lost != 2 {
			t.Error("settings would be lost without a question")
		}
		d.preferences.now.AskOnClose = false
		if ask() || lost != 3 {
			t.Error("the window asks a person who wants no questions")
		}
		d.documents.undo()
		d.documents.undo()
		d.preferences.now.AskOnClose = true
		if ask() || lost != 4 {
			t.Error("what was undone is asked for")
		}
	})
}

func TestASessionIsSavedOpenedAndRemembered(t *testing.T) {
	dir := t.TempDir()
	d, _ := settledDesk(t)
	home := session.Home{Config: filepath.Join(dir, "c"), State: filepath.Join(dir, "s")}
	path := filepath.Join(dir, "a session with a name that is longer than any menu is wide, by far.gwscope")
	files := [2]string{filepath.Join(dir, "one.obj"), filepath.Join(dir, "two.obj")}
	for _, f := range files {
		if err := os.WriteFile(f, nil, 0o666); err != nil { // the backend invents their content
			t.Fatal(err)
		}
	}
	onTestMain(func() {
		d.shapes.load(sideA, files[0])
		d.shapes.load(sideB, files[1])
	})
	eventually(t, "the files", func() bool {
		return d.m.shapes[sideA].Ref == files[0] && d.m.shapes[sideB].Ref == files[1] && d.m.job.running
	})
	onTestMain(func() {
		d.preferences.home = &home
		d.solving.setOption(option.Find("seed"), "99")
		d.documents.saveTo(path, nil)
	})
	eventually(t, "the file", func() bool {
		return d.documents.keep.path == path && !d.documents.keep.lose() && len(home.Recent().Sessions) == 1
	})
	onTestMain(func() {
		if !strings.Contains(d.win.Title(), "a session with a name") || strings.Contains(d.win.Title(), "•") {
			t.Errorf("the title is %q", d.win.Title())
		}
		d.looks.toggleEdges()
		d.documents.keep.look()
		if !strings.Contains(d.win.Title(), "•") {
			t.Errorf("with a change the title is %q", d.win.Title())
		}
		entries := d.documents.recentEntries(d.views.mode)
		if e := entries[1]; !strings.HasSuffix(e.Label, "…") || e.Why != "" || len([]rune(e.Label)) > 40 {
			t.Errorf("the menu offers %+v", e)
		}
		if err := os.Rename(path, path+".gone.gwscope"); err != nil {
			t.Fatal(err)
		}
		if e := d.documents.recentEntries(d.views.mode)[1]; e.Why == "" || e.Shortcut != "missing" {
			t.Errorf("a file that is gone is offered as %+v", e)
		}
		d.preferences.now.AskOnClose = false
		d.shapes.load(sideA, path+".gone.gwscope") // as if dropped
	})
	eventually(t, "the session", func() bool {
		return d.documents.keep.path == path+".gone.gwscope" && d.m.options.Seed == 99 && d.m.shapes[sideB] != nil
	})
	onTestMain(func() {
		if d.m.view.Edges || d.m.shapes[sideA].Ref != files[0] {
			t.Errorf("opened with edges %t, shape %s", d.m.view.Edges, d.m.shapes[sideA].Ref)
		}
		d.documents.newSession()
	})
	eventually(t, "an empty window", func() bool {
		return d.documents.keep.path == "" && d.m.shapes[sideA] == nil && d.m.options == session.Defaults()
	})
}

func TestADamagedSessionLeavesTheWindowAsItWas(t *testing.T) {
	d, _ := settledDesk(t)
	path := filepath.Join(t.TempDir(), "broken.gwscope")
	if err := os.WriteFile(path, []byte(`{"format": "gwscope session", "version": 1, "a": {`), 0o666); err != nil {
		t.Fatal(err)
	}
	onTestMain(func() { d.documents.readSession(path) })
	eventually(t, "the dialog", func() bool { _, ok := d.win.Canvas().Overlays().Top().(*widget.Sheet); return ok })
	onTestMain(func() {
		if d.m.shapes[sideA] == nil || d.m.shapes[sideA].Ref != "one" || d.documents.keep.path != "" {
			t.Error("a session that cannot be read took what there was")
		}
	})
}

func TestAMissingShapeIsAskedFor(t *testing.T) {
	d, _ := settledDesk(t)
	doc := session.NewDocument()
	doc.A = session.ShapeRef{Ref: "/nowhere/bone.obj", Missing: true}
	doc.B = session.ShapeRef{Ref: "two"}
	went := false
	onTestMain(func() {
		d.documents.findShapes(doc, func() { went = true })
		s, ok := d.win.Canvas().Overlays().Top().(*widget.Sheet)
		if !ok || went {
			t.Fatal("nobody asks where the shape is")
		}
		open, ok := findControl(s.Body, "Open without").(fyne.Tappable)
		if !ok {
			t.Fatal("it cannot be opened without")
		}
		open.Tapped(nil)
		if !went || !doc.A.Empty() || doc.B.Empty() {
			t.Errorf("opened without: went on %t with %+v", went, doc.A)
		}
	})
}

// Unsaved work lies in a file of its own within a moment of each save, and the file goes when all is saved.
func TestWhatWouldBeLostIsSavedAgainstACrash(t *testing.T) {
	dir := t.TempDir()
	d, _ := settledDesk(t)
	home := session.Home{Config: dir, State: dir}
	files := func() (out []string) {
		out, err := filepath.Glob(filepath.Join(dir, "recovery", "*"+session.Extension))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	onTestMain(func() {
		d.preferences.home = &home
		d.guard.start()
		d.guard.autosave()
		if d.guard.held {
			t.Error("nothing to lose is saved")
		}
	})
	act(t, d, func() { d.solving.setOption(option.Find("samples"), "640") }, "Samples")
	onTestMain(d.guard.autosave)
	eventually(t, "a saved state", func() bool { return d.guard.held && !d.guard.busy && len(files()) == 1 })
	doc, err := session.Open(files()[0], option.Schema)
	if err != nil || doc.Options.Samples != 640 || doc.A.Name != "one" {
		t.Errorf("saved %+v, %v", doc, err)
	}
	if lost := home.Lost(); len(lost) != 0 {
		t.Errorf("of a window that runs, %v counts as lost", lost)
	}
	act(t, d, func() { d.m.notes = "x"; d.m.onNotes.Emit("x") }, "Notes")
	onTestMain(func() { d.tasks.background(func() func() { panic("a mistake of ours") }) })
	eventually(t, "another save", func() bool {
		doc, err := session.Open(files()[0], option.Schema)
		return err == nil && doc.Notes == "x" && !d.guard.busy
	})
	onTestMain(func() {
		d.documents.undo()
		d.documents.undo()
		d.guard.autosave()
	})
	if left := files(); len(left) != 0 {
		t.Errorf("with nothing to lose there is %v", left)
	}
	onTestMain(func() { d.guard.close(true) })
	if left, _ := os.ReadDir(filepath.Join(dir, "recovery")); len(left) != 0 {
		t.Errorf("a window that was closed leaves %v", left)
	}
}

// Going back to a match of networks brings their training back for a replay, as long as
// the match is remembered.
func TestATrainingIsRememberedWithItsMatch(t *testing.T) {
	d, _ := settledDesk(t)
	onTestMain(func() {
		k := d.documents.keep
		fake := func(seed uint64) *pipeline.Match {
			m := new(pipeline.Match)
			m.A, m.B, m.Result = d.m.shapes[sideA], d.m.shapes[sideB], &solver.Result{}
			m.Options.Seed = seed
			return m
		}
		taught := fake(0)
		d.m.record = &record{result: taught.Result}
		k.remember(taught)
		r := d.m.record
		d.m.record = nil
		for seed := range uint64(mostRemembered) {
			if k.trainings[taught.Result] != r {
				t.Fatalf("after %d other matches the training is gone", seed)
			}
			other := fake(seed + 1)
			k.remember(other)
			if k.trainings[other.Result] != nil {
				t.Error("a match that nothing learned for has a training")
			}
		}
		if k.trainings[taught.Result] != nil {
			t.Error("a training outlives its match")
		}
	})
}
