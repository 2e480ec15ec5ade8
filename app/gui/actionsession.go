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

// newSession empties the window.
func (d *desk) newSession() {
	d.mayLose("start a new session", func() {
		d.resume(d.freshDocument(), "", nil)
		d.toFree = true
		mainloop.After(freeAfter, d.free)
	})
}

// freeAfter is how long the last pictures of what has gone may still be on their way.
const freeAfter = time.Second

// worked counts a piece of work of the document of some turn that has ended. The last of a
// document that has gone may have left in caches what nobody needs any more.
func (d *desk) worked(turn int) {
	if d.atWork[turn]--; d.atWork[turn] > 0 {
		return
	}
	delete(d.atWork, turn)
	if turn < d.resumes {
		d.rest()
	}
}

// resting is told that no work goes on any more for some document of before.
func (d *desk) resting() {
	if d.toFree {
		mainloop.After(freeAfter, d.free)
	}
}

// free lets go of what no document, step of undo or picture needs, and gives the memory back
// to the system.
func (d *desk) free() {
	if w, ok := d.work.(interface{ Forget() }); ok {
		w.Forget()
	}
	d.picker.Forget()
	d.toFree = false
	for turn := range d.atWork {
		d.toFree = d.toFree || turn < d.resumes
	}
	draw := d.draw
	d.background(func() func() {
		if draw != nil {
			draw.present().renderer.Forget()
		}
		debug.FreeOSMemory() // takes a moment
		return nil
	})
}

// freshDocument is an empty one as the preferences want it.
func (d *desk) freshDocument() *session.Document {
	doc := session.NewDocument()
	fresh := newModel()
	fresh.follow(d.prefs)
	doc.Options, doc.Units, doc.Cameras, doc.View = fresh.options, fresh.units, fresh.cameras, fresh.view.Keep()
	return doc
}

// askSession asks for a session file.
func (d *desk) askSession() {
	d.chooseFileIn(d.sessionFolder(), "Open a session", []string{session.Extension, ".json"}, d.openSession)
}

// sessionFolder is where the present session lies, else the last one, else the home folder.
func (d *desk) sessionFolder() string {
	if d.keep.path != "" {
		return filepath.Dir(d.keep.path)
	}
	if d.home != nil {
		for _, path := range d.home.Recent().Sessions {
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
func (d *desk) openSession(path string) {
	d.mayLose("open another session", func() { d.readSession(path) })
}

// readSession opens a session file; what there is goes.
func (d *desk) readSession(path string) {
	d.m.setStatus("Opening " + filepath.Base(path) + "…")
	d.opening(openedSession, func(ctx context.Context) func() {
		doc, err := session.OpenContext(ctx, path)
		return func() {
			if err != nil {
				d.m.setStatus("Ready")
				d.fail("This session cannot be opened", err)
				return
			}
			d.findShapes(doc, func() { d.resume(doc, path, nil) })
		}
	})
}

// findShapes asks for shapes that are not where a session says, one after another, and
// goes on when there is an answer for all.
func (d *desk) findShapes(doc *session.Document, then func()) {
	for side, ref := range []*session.ShapeRef{&doc.A, &doc.B} {
		if !ref.Missing {
			continue
		}
		name := "Shape " + sideOf(side).String()
		d.m.setStatus(name + " is missing")
		body := container.New(widget.Column{Gap: 8}, widget.NewParagraph("The session was made with "+ref.Ref+", and there is no such file.", widget.ColorText),
			widget.NewParagraph("If it was moved or renamed, show where it is now. The session can be opened without it, too.", widget.ColorSoft))
		d.kit.NewSheet(d.win.Canvas(), name+" is missing", "", body, 560,
			widget.Button{Text: "Cancel", Do: func() { d.m.setStatus("Ready") }},
			widget.Button{Text: "Open without", Do: func() { *ref = session.ShapeRef{}; d.findShapes(doc, then) }},
			widget.Button{Text: "Find it…", Do: func() {
				d.chooseFile(name, meshExtensions(), func(path string) {
					ref.Ref, ref.Missing = path, false
					d.findShapes(doc, then)
				})
			}})
		return
	}
	then()
}

// resume puts a document into the window. path is its file, "" where it has none. lost, if
// set, is what a crash left behind and the document was read from.
func (d *desk) resume(doc *session.Document, path string, lost *session.Lost) {
	d.abandon()
	d.stopRace()
	if d.m.layout == raced {
		d.showBoth()
	}
	s := stateOf(doc)
	k := d.keep
	k.then, k.chosen, k.shown, k.records, k.fresh, k.path = nil, nil, nil, nil, true, path
	d.m.options = s.Options
	d.m.onOptions.Emit(s.Options)
	d.resumes++
	turn := d.resumes
	for side, ref := range []session.ShapeRef{doc.A, doc.B} {
		d.loads[side]++ // what was on its way for another document is not wanted any more
		d.setShape(sideOf(side), nil)
		d.m.loading[side] = shortRefOr(ref.Ref, "")
		d.m.onShape.Emit(sideOf(side))
	}
	ctxA, doneA := reading(&d.stopReading[sideA])
	ctxB, doneB := reading(&d.stopReading[sideB])
	d.background(func() func() {
		defer doneA()
		defer doneB()
		shapes, errs := d.loadBoth([2]context.Context{ctxA, ctxB}, doc)
		return func() {
			if d.resumes != turn {
				return
			}
			for side := range shapes {
				d.m.loading[side] = ""
				if errs[side] != nil {
					d.m.onShape.Emit(sideOf(side))
					d.fail("Shape "+sideOf(side).String()+" of the session cannot be shown", errs[side])
				} else if shapes[side] != nil {
					d.setShape(sideOf(side), shapes[side])
				}
			}
			d.settleIn(doc, s, lost)
		}
	}, func() {
		if d.resumes == turn {
			d.notResuming()
		}
	})
}

// abandon ends the solve in hand; whatever it has found is not wanted any more.
func (d *desk) abandon() {
	if d.running == nil {
		return
	}
	d.cancel()
	d.runs++ // what it hands back then is of another run
	d.running = nil
	d.m.job = job{}
	d.m.onJob.Emit(d.m.job)
}

func shortRefOr(ref, none string) string {
	if ref == "" {
		return none
	}
	return shortRef(ref)
}

// loadBoth reads the shapes of a document.
func (d *desk) loadBoth(ctx [2]context.Context, doc *session.Document) (shapes [2]*pipeline.Shape, errs [2]error) {
	load := func(side int, ref string) {
		if ref != "" {
			shapes[side], errs[side] = d.work.Load(ctx[side], ref, doc.Options)
		}
	}
	var both routine.Group
	both.Go(func() { load(0, doc.A.Ref) })
	both.Do(func() { load(1, doc.B.Ref) })
	both.Wait()
	return shapes, errs
}

// settleIn goes on when the shapes of a document are there: it shows the match that the
// document keeps, or finds it again.
func (d *desk) settleIn(doc *session.Document, s docState, lost *session.Lost) {
	m, k := d.m, d.keep
	d.setMarks(s.Marks)
	if !doc.Aimed() {
		fresh := newModel()
		fresh.follow(d.prefs)
		m.cameras, m.aimed = fresh.cameras, false
		d.settle()
	}
	look := func() {
		if !doc.Aimed() { // as they were brought into view by now
			s.Cameras = m.cameras
		}
		d.putLook(s)
	}
	look()
	begun := func() {
		k.fresh = false
		k.begin(d.state())
		if lost != nil {
			k.unsaved = true
			k.tell()
			d.autosave() // before what it was read from goes
			lost.Discard()
		}
	}
	name := "a new session"
	if doc.Program != "" {
		name = "the session"
	}
	if k.path != "" {
		name = filepath.Base(k.path)
		d.rememberFiles([]string{k.path}, nil)
	}
	said := "Opened " + name
	if len(doc.Warnings) > 0 {
		lines := container.New(widget.Column{Gap: 6})
		for _, w := range doc.Warnings {
			lines.Add(widget.NewParagraph(upperFirst(w)+".", widget.ColorText))
		}
		lines.Add(widget.NewParagraph("The rest is as it was saved by "+doc.Program+".", widget.ColorSoft))
		d.kit.NewSheet(d.win.Canvas(), "Not all of the session could be used", "", lines, 560, widget.Button{Text: "Close"})
	}
	m.setStatus(said)
	begun()
	a, b := m.shapes[sideA], m.shapes[sideB]
	if a == nil || b == nil {
		return
	}
	shown := func() {
		look()
		k.begin(d.state())
		if lost != nil {
			k.unsaved = true
			k.tell()
		}
	}
	if doc.Result == nil || doc.Result.Steered != s.Marks.SolveKey() {
		k.then = shown
		d.solve()
		return
	}
	k.then = shown
	d.underway(func(ctx context.Context, progress func(pipeline.Progress)) (*pipeline.Match, error) {
		truth, err := pipeline.LoadTruth(a, b, "")
		if err != nil {
			truth = nil
		}
		return d.work.Restore(ctx, a, b, doc.Result, s.Marks, truth, progress)
	}, func(run int, match *pipeline.Match, err error) {
		d.finishRestore(run, said, doc.Result.Training, match, err)
	})
}

// finishRestore shows a match that was brought back, or finds it again where the session
// does not keep it for these shapes and this version.
func (d *desk) finishRestore(run int, said string, training *session.Training, match *pipeline.Match, err error) {
	if run != d.runs {
		return
	}
	d.running = nil
	d.m.job.running = false
	switch {
	case errors.Is(err, pipeline.ErrCancelled):
		d.keep.then = nil
		d.m.setStatus("Cancelled: a solve finds the match again")
	case err != nil:
		var not *pipeline.NotKeptError
		if !errors.As(err, &not) {
			err = fmt.Errorf("the match that the session keeps cannot be used: %w", err)
		}
		text := upperFirst(err.Error()) + "; it is found again"
		d.solve()
		d.m.setStatus(text)
		d.kit.Tips.Announce(text)
		return
	default:
		d.m.record = recordOf(training, match)
		d.setMatch(match)
		d.m.setStatus(said)
	}
	d.m.onJob.Emit(d.m.job)
}

// saveSession saves into the file that the session came from or went to last.
func (d *desk) saveSession() { d.saveThen(nil) }

// saveThen saves and, when that is done, goes on.
func (d *desk) saveThen(then func()) {
	if d.keep.path == "" {
		d.saveAsThen(then)
		return
	}
	d.saveTo(d.keep.path, then)
}

func (d *desk) saveSessionAs() { d.saveAsThen(nil) }

// saveAsThen asks for a name.
func (d *desk) saveAsThen(then func()) {
	e := widget.NewField(d.win.Canvas())
	e.SetText(d.sessionName())
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
		if _, err := os.Stat(path); err == nil && path != d.keep.path {
			d.kit.NewSheet(d.win.Canvas(), "Replace "+filepath.Base(path)+"?", "", widget.NewParagraph("There is a file of this name in "+filepath.Dir(path)+". What it holds would be lost.", widget.ColorText), 480,
				widget.Button{Text: "Cancel"}, widget.Button{Text: "Replace", Do: func() { d.saveTo(path, then) }})
			return
		}
		d.saveTo(path, then)
	}
	e.OnSubmitted = func(string) { save() }
	browse := d.kit.Push("Folder…", widget.Plain, "", func() {
		f := dialog.NewFolderOpen(func(l fyne.ListableURI, err error) {
			d.fileDialog = nil
			if err == nil && l != nil {
				e.SetText(filepath.Join(l.Path(), filepath.Base(e.Text)))
			}
		}, d.win)
		d.showFileDialog(f)
	})
	hint := widget.NewParagraph("Shapes are named by their place relative to this file, so that a folder can be moved as a whole. The match is kept with it, with the training that led to it and what was exported last.", widget.ColorSoft)
	sh = d.kit.NewSheet(d.win.Canvas(), "Save the session", "", container.New(widget.Column{Gap: 8}, container.New(widget.Row{Gap: 8, Shares: []float32{1}}, e, browse), hint), 560,
		widget.Button{Text: "Cancel"}, widget.Button{Text: "Save", Stay: true, Do: save})
	d.win.Canvas().Focus(e)
	e.CursorColumn = len([]rune(e.Text))
	e.Refresh()
}

// sessionName is what is offered: the present name, or one made of the shapes' names.
func (d *desk) sessionName() string {
	if d.keep.path != "" {
		return d.keep.path
	}
	name := "session"
	if a, b := d.m.shapes[sideA], d.m.shapes[sideB]; a != nil && b != nil {
		name = plainName(a.Mesh.Name) + "-" + plainName(b.Mesh.Name)
	}
	return filepath.Join(d.sessionFolder(), name+session.Extension)
}

// plainName is a name that every file system takes.
func plainName(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(` ,/\:*?"<>|`, r) }), "-")
}

// saveTo writes the session in the background.
func (d *desk) saveTo(path string, then func()) {
	d.keep.look()
	c := d.copyDocument()
	d.m.setStatus("Saving " + filepath.Base(path) + "…")
	d.background(func() func() {
		err := session.Save(path, c.document())
		return func() {
			if err != nil {
				d.m.setStatus("The session was not saved")
				d.fail("The session cannot be saved", err)
				return
			}
			k := d.keep
			k.path, k.saved, k.kept, k.unsaved = path, c.state, c.match, false
			k.tell()
			d.autosave()
			d.m.setStatus("Saved " + widget.Ellipsize(filepath.Base(path), 40, countRunes) + " in " + shortFolder(filepath.Dir(path)))
			d.rememberFiles([]string{path}, nil)
			if then != nil {
				then()
			}
		}
	})
}

// mayLose goes on at once where nothing would be lost, and asks otherwise.
func (d *desk) mayLose(what string, then func()) {
	d.keep.look()
	if !d.prefs.AskOnClose || !d.keep.lose() {
		then()
		return
	}
	name := "This session"
	if d.keep.path != "" {
		name = filepath.Base(d.keep.path)
	}
	d.kit.NewSheet(d.win.Canvas(), "Save the changes first?", "", widget.NewParagraph(name+" has changes that are in no file. They would be lost if you "+what+" now.", widget.ColorText), 520,
		widget.Button{Text: "Cancel"},
		widget.Button{Text: "Do not save", Do: then},
		widget.Button{Text: "Save", Do: func() { d.saveThen(then) }})
}

// editNotes is for what a person wants to remember of a session.
func (d *desk) editNotes() {
	e := widget.NewField(d.win.Canvas())
	e.MultiLine, e.Wrapping = true, fyne.TextWrapWord
	e.SetMinRowsVisible(9)
	e.SetText(d.m.notes)
	d.kit.NewSheet(d.win.Canvas(), "Notes on this session", "", container.New(widget.Column{Gap: 6}, e), 560,
		widget.Button{Text: "Cancel"}, widget.Button{Text: "Keep", Do: func() {
			d.m.notes = e.Text
			d.m.onNotes.Emit(e.Text)
		}})
	d.win.Canvas().Focus(e)
}
