package gui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/internal/routine"
)

// documents opens and saves sessions, takes steps back, and remembers the files that were
// used last.
type documents struct {
	win         fyne.Window
	widgets     *widget.Maker
	m           *model
	work        backend
	dialogs     *dialogs
	tasks       *tasks
	preferences *preferences
	guard       *guard
	shapes      *loader
	solving     *solving
	views       *views
	pointer     *pointer
	marker      *marker
	races       *races
	morph       *morphBar

	keep  *keeper
	title *widget.Label // the pair, in the menu bar
	// toFree tells that there is something left of a document that has gone for good.
	toFree bool
}

// newSession empties the window.
func (ds *documents) newSession() {
	ds.mayLose("start a new session", func() {
		ds.resume(ds.freshDocument(), "", nil)
		ds.toFree = true
		mainloop.After(freeAfter, ds.free)
	})
}

// freeAfter is how long the last pictures of what has gone may still be on their way.
const freeAfter = time.Second

// worked counts a piece of work of the document of some turn that has ended. The last of a
// title that has gone may have left in caches what nobody needs any more.
func (t *tasks) worked(turn int) {
	if t.atWork[turn]--; t.atWork[turn] > 0 {
		return
	}
	delete(t.atWork, turn)
	if turn < t.resumes {
		t.rest()
	}
}

// resting is told that no work goes on any more for some document of before.
func (ds *documents) resting() {
	if ds.toFree {
		mainloop.After(freeAfter, ds.free)
	}
}

// free lets go of what no document, step of undo or picture needs, and gives the memory back
// to the system.
func (ds *documents) free() {
	if w, ok := ds.work.(interface{ Forget() }); ok {
		w.Forget()
	}
	ds.pointer.picker.Forget()
	ds.toFree = false
	for turn := range ds.tasks.atWork {
		ds.toFree = ds.toFree || turn < ds.tasks.resumes
	}
	draw := ds.views.draw
	ds.tasks.background(func() func() {
		if draw != nil {
			draw.present().renderer.Forget()
		}
		debug.FreeOSMemory() // takes a moment
		return nil
	})
}

// freshDocument is an empty one as the preferences want it.
func (ds *documents) freshDocument() *session.Document {
	doc := session.NewDocument()
	fresh := newModel()
	fresh.follow(ds.preferences.now)
	doc.Options, doc.Units, doc.Cameras, doc.View = fresh.options, fresh.units, fresh.cameras, fresh.view.Keep()
	return doc
}

// askSession asks for a session file.
func (ds *documents) askSession() {
	ds.dialogs.chooseFileIn(ds.sessionFolder(), "Open a session", []string{session.Extension, ".json"}, ds.openSession)
}

// sessionFolder is where the present session lies, else the last one, else the home folder.
func (ds *documents) sessionFolder() string {
	if ds.keep.path != "" {
		return filepath.Dir(ds.keep.path)
	}
	if ds.preferences.home != nil {
		for _, path := range ds.preferences.home.Recent().Sessions {
			if _, err := os.Stat(filepath.Dir(path)); err == nil {
				return filepath.Dir(path)
			}
		}
	}
	if home, err := os.UserHomeDir(); err == nil {
		return home
	}
	return "."
}

// openSession opens a session file in place of what there is.
func (ds *documents) openSession(path string) {
	ds.mayLose("open another session", func() { ds.readSession(path) })
}

// readSession opens a session file; what there is goes.
func (ds *documents) readSession(path string) {
	ds.m.setStatus("Opening " + filepath.Base(path) + "…")
	ds.tasks.opening(openedSession, func(ctx context.Context) func() {
		doc, err := session.OpenContext(ctx, path)
		return func() {
			if err != nil {
				ds.m.setStatus("Ready")
				ds.dialogs.fail("This session cannot be opened", err)
				return
			}
			ds.findShapes(doc, func() { ds.resume(doc, path, nil) })
		}
	})
}

// findShapes asks for shapes that are not where a session says, one after another, and
// goes on when there is an answer for all.
func (ds *documents) findShapes(doc *session.Document, then func()) {
	for side, ref := range []*session.ShapeRef{&doc.A, &doc.B} {
		if !ref.Missing {
			continue
		}
		name := "Shape " + sideOf(side).String()
		ds.m.setStatus(name + " is missing")
		body := container.New(widget.Column{Gap: 8}, widget.NewParagraph("The session was made with "+ref.Ref+", and there is no such file.", widget.ColorText),
			widget.NewParagraph("If it was moved or renamed, show where it is now. The session can be opened without it, too.", widget.ColorSoft))
		ds.widgets.NewSheet(ds.win.Canvas(), name+" is missing", "", body, 560,
			widget.Button{Text: "Cancel", Do: func() { ds.m.setStatus("Ready") }},
			widget.Button{Text: "Open without", Do: func() { *ref = session.ShapeRef{}; ds.findShapes(doc, then) }},
			widget.Button{Text: "Find it…", Do: func() {
				ds.dialogs.chooseFile(name, meshExtensions(), func(path string) {
					ref.Ref, ref.Missing = path, false
					ds.findShapes(doc, then)
				})
			}})
		return
	}
	then()
}

// resume puts a document into the window. path is its file, "" where it has none. lost, if
// set, is what a crash left behind and the document was read from.
func (ds *documents) resume(doc *session.Document, path string, lost *session.Lost) {
	ds.solving.abandon()
	ds.races.stop()
	if ds.m.layout == raced {
		ds.views.showBoth()
	}
	s := stateOf(doc)
	k := ds.keep
	k.then, k.chosen, k.shown, k.records, k.fresh, k.path = nil, nil, nil, nil, true, path
	ds.m.options = s.Options
	ds.m.onOptions.Emit(s.Options)
	ds.tasks.resumes++
	turn := ds.tasks.resumes
	for side, ref := range []session.ShapeRef{doc.A, doc.B} {
		ds.shapes.loads[side]++ // what was on its way for another document is not wanted any more
		ds.shapes.setShape(sideOf(side), nil)
		ds.m.loading[side] = shortRefOr(ref.Ref, "")
		ds.m.onShape.Emit(sideOf(side))
	}
	ctxA, doneA := reading(&ds.shapes.stopReading[sideA])
	ctxB, doneB := reading(&ds.shapes.stopReading[sideB])
	ds.tasks.background(func() func() {
		defer doneA()
		defer doneB()
		shapes, errs := ds.loadBoth([2]context.Context{ctxA, ctxB}, doc)
		return func() {
			if ds.tasks.resumes != turn {
				return
			}
			for side := range shapes {
				ds.m.loading[side] = ""
				if errs[side] != nil {
					ds.m.onShape.Emit(sideOf(side))
					ds.dialogs.fail("Shape "+sideOf(side).String()+" of the session cannot be shown", errs[side])
				} else if shapes[side] != nil {
					ds.shapes.setShape(sideOf(side), shapes[side])
				}
			}
			ds.settleIn(doc, s, lost)
		}
	}, func() {
		if ds.tasks.resumes == turn {
			ds.shapes.notResuming()
		}
	})
}

// abandon ends the solve in hand; whatever it has found is not wanted any more.
func (s *solving) abandon() {
	if s.running == nil {
		return
	}
	s.cancel()
	s.runs++ // what it hands back then is of another run
	s.running = nil
	s.m.job = job{}
	s.m.onJob.Emit(s.m.job)
}

func shortRefOr(ref, none string) string {
	if ref == "" {
		return none
	}
	return shortRef(ref)
}

// loadBoth reads the shapes of a document.
func (ds *documents) loadBoth(ctx [2]context.Context, doc *session.Document) (shapes [2]*pipeline.Shape, errs [2]error) {
	load := func(side int, ref string) {
		if ref != "" {
			shapes[side], errs[side] = ds.work.Load(ctx[side], ref, doc.Options)
		}
	}
	var both routine.Group
	both.Go(func() { load(0, doc.A.Ref) })
	both.Do(func() { load(1, doc.B.Ref) })
	both.Wait()
	return shapes, errs
}

// settleIn goes on when the shapes of a document are there: it shows the match that the
// title keeps, or finds it again.
func (ds *documents) settleIn(doc *session.Document, s docState, lost *session.Lost) {
	m, k := ds.m, ds.keep
	ds.marker.setMarks(s.Marks)
	if !doc.Aimed() {
		fresh := newModel()
		fresh.follow(ds.preferences.now)
		m.cameras, m.aimed = fresh.cameras, false
		ds.views.settle()
	}
	look := func() {
		if !doc.Aimed() { // as they were brought into view by now
			s.Cameras = m.cameras
		}
		ds.putLook(s)
	}
	look()
	begun := func() {
		k.fresh = false
		k.begin(ds.state())
		if lost != nil {
			k.unsaved = true
			k.tell()
			ds.guard.autosave() // before what it was read from goes
			lost.Discard()
		}
	}
	name := "a new session"
	if doc.Program != "" {
		name = "the session"
	}
	if k.path != "" {
		name = filepath.Base(k.path)
		ds.rememberFiles([]string{k.path}, nil)
	}
	said := "Opened " + name
	if len(doc.Warnings) > 0 {
		lines := container.New(widget.Column{Gap: 6})
		for _, w := range doc.Warnings {
			lines.Add(widget.NewParagraph(upperFirst(w)+".", widget.ColorText))
		}
		lines.Add(widget.NewParagraph("The rest is as it was saved by "+doc.Program+".", widget.ColorSoft))
		ds.widgets.NewSheet(ds.win.Canvas(), "Not all of the session could be used", "", lines, 560, widget.Button{Text: "Close"})
	}
	m.setStatus(said)
	begun()
	a, b := m.shapes[sideA], m.shapes[sideB]
	if a == nil || b == nil {
		return
	}
	shown := func() {
		look()
		k.begin(ds.state())
		if lost != nil {
			k.unsaved = true
			k.tell()
		}
	}
	if doc.Result == nil || doc.Result.Steered != s.Marks.SolveKey() {
		k.then = shown
		ds.solving.solve()
		return
	}
	k.then = shown
	ds.solving.underway(func(ctx context.Context, progress func(pipeline.Progress)) (*pipeline.Match, error) {
		truth, err := pipeline.LoadTruth(a, b, "")
		if err != nil {
			truth = nil
		}
		return ds.work.Restore(ctx, a, b, doc.Result, s.Marks, truth, progress)
	}, func(run int, match *pipeline.Match, err error) {
		ds.finishRestore(run, said, doc.Result.Training, match, err)
	})
}

// finishRestore shows a match that was brought back, or finds it again where the session
// does not keep it for these shapes and this version.
func (ds *documents) finishRestore(run int, said string, training *session.Training, match *pipeline.Match, err error) {
	if run != ds.solving.runs {
		return
	}
	ds.solving.running = nil
	ds.m.job.running = false
	switch {
	case errors.Is(err, pipeline.ErrCancelled):
		ds.keep.then = nil
		ds.m.setStatus("Cancelled: a solve finds the match again")
	case err != nil:
		var not *pipeline.NotKeptError
		if !errors.As(err, &not) {
			err = fmt.Errorf("the match that the session keeps cannot be used: %w", err)
		}
		text := upperFirst(err.Error()) + "; it is found again"
		ds.solving.solve()
		ds.m.setStatus(text)
		ds.widgets.Tips.Announce(text)
		return
	default:
		ds.m.record = recordOf(training, match)
		ds.solving.setMatch(match)
		ds.m.setStatus(said)
	}
	ds.m.onJob.Emit(ds.m.job)
}

// save saves into the file that the session came from or went to last.
func (ds *documents) save() { ds.saveThen(nil) }

// saveThen saves and, when that is done, goes on.
func (ds *documents) saveThen(then func()) {
	if ds.keep.path == "" {
		ds.saveAsThen(then)
		return
	}
	ds.saveTo(ds.keep.path, then)
}

func (ds *documents) saveAs() { ds.saveAsThen(nil) }

// saveAsThen asks for a name.
func (ds *documents) saveAsThen(then func()) {
	e := widget.NewField(ds.win.Canvas())
	e.SetText(ds.sessionName())
	var sh *widget.Sheet
	save := func() {
		path := expandHome(strings.TrimSpace(e.Text))
		if path == "" {
			return
		}
		if filepath.Ext(path) != session.Extension {
			path += session.Extension
		}
		if absolute, err := filepath.Abs(path); err == nil {
			path = absolute
		}
		sh.Close()
		if _, err := os.Stat(path); err == nil && path != ds.keep.path {
			ds.widgets.NewSheet(ds.win.Canvas(), "Replace "+filepath.Base(path)+"?", "", widget.NewParagraph("There is a file of this name in "+filepath.Dir(path)+". What it holds would be lost.", widget.ColorText), 480,
				widget.Button{Text: "Cancel"}, widget.Button{Text: "Replace", Do: func() { ds.saveTo(path, then) }})
			return
		}
		ds.saveTo(path, then)
	}
	e.OnSubmitted = func(string) { save() }
	browse := ds.widgets.Push("Folder…", widget.Plain, "", func() {
		f := dialog.NewFolderOpen(func(l fyne.ListableURI, err error) {
			ds.dialogs.fileDialog = nil
			if err == nil && l != nil {
				e.SetText(filepath.Join(l.Path(), filepath.Base(e.Text)))
			}
		}, ds.win)
		ds.dialogs.showFileDialog(f)
	})
	hint := widget.NewParagraph("Shapes are named by their place relative to this file, so that a folder can be moved as a whole. The match is kept with it, with the training that led to it and what was exported last.", widget.ColorSoft)
	sh = ds.widgets.NewSheet(ds.win.Canvas(), "Save the session", "", container.New(widget.Column{Gap: 8}, container.New(widget.Row{Gap: 8, Shares: []float32{1}}, e, browse), hint), 560,
		widget.Button{Text: "Cancel"}, widget.Button{Text: "Save", Stay: true, Do: save})
	ds.win.Canvas().Focus(e)
	e.CursorColumn = len([]rune(e.Text))
	e.Refresh()
}

// sessionName is what is offered: the present name, or one made of the shapes' names.
func (ds *documents) sessionName() string {
	if ds.keep.path != "" {
		return ds.keep.path
	}
	name := "session"
	if a, b := ds.m.shapes[sideA], ds.m.shapes[sideB]; a != nil && b != nil {
		name = plainName(a.Mesh.Name) + "-" + plainName(b.Mesh.Name)
	}
	return filepath.Join(ds.sessionFolder(), name+session.Extension)
}

// plainName is a name that every file system takes.
func plainName(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(` ,/\:*?"<>|`, r) }), "-")
}

// saveTo writes the session in the background.
func (ds *documents) saveTo(path string, then func()) {
	ds.keep.look()
	c := ds.copyDocument()
	ds.m.setStatus("Saving " + filepath.Base(path) + "…")
	ds.tasks.background(func() func() {
		err := session.Save(path, c.document())
		return func() {
			if err != nil {
				ds.m.setStatus("The session was not saved")
				ds.dialogs.fail("The session cannot be saved", err)
				return
			}
			k := ds.keep
			k.path, k.saved, k.kept, k.unsaved = path, c.state, c.match, false
			k.tell()
			ds.guard.autosave()
			ds.m.setStatus("Saved " + widget.Ellipsize(filepath.Base(path), 40, countRunes) + " in " + shortFolder(filepath.Dir(path)))
			ds.rememberFiles([]string{path}, nil)
			if then != nil {
				then()
			}
		}
	})
}

// mayLose goes on at once where nothing would be lost, and asks otherwise.
func (ds *documents) mayLose(what string, then func()) {
	ds.keep.look()
	if !ds.preferences.now.AskOnClose || !ds.keep.lose() {
		then()
		return
	}
	name := "This session"
	if ds.keep.path != "" {
		name = filepath.Base(ds.keep.path)
	}
	ds.widgets.NewSheet(ds.win.Canvas(), "Save the changes first?", "", widget.NewParagraph(name+" has changes that are in no file. They would be lost if you "+what+" now.", widget.ColorText), 520,
		widget.Button{Text: "Cancel"},
		widget.Button{Text: "Do not save", Do: then},
		widget.Button{Text: "Save", Do: func() { ds.saveThen(then) }})
}

// editNotes is for what a person wants to remember of a session.
func (ds *documents) editNotes() {
	e := widget.NewField(ds.win.Canvas())
	e.MultiLine, e.Wrapping = true, fyne.TextWrapWord
	e.SetMinRowsVisible(9)
	e.SetText(ds.m.notes)
	ds.widgets.NewSheet(ds.win.Canvas(), "Notes on this session", "", container.New(widget.Column{Gap: 6}, e), 560,
		widget.Button{Text: "Cancel"}, widget.Button{Text: "Keep", Do: func() {
			ds.m.notes = e.Text
			ds.m.onNotes.Emit(e.Text)
		}})
	ds.win.Canvas().Focus(e)
}
