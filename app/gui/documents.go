package gui

import (
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/session"
)

// documents opens and saves sessions, takes steps back, and remembers recent files.
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
	cohorts     *cohorts

	keep  *keeper
	title *widget.Label // the pair, in the menu bar
	// toFree tells that caches hold data of a document that has gone for good.
	toFree bool
}

// newSession empties the window.
func (ds *documents) newSession() {
	ds.mayLose("start a new session", func() {
		ds.resume(ds.freshDocument(), "", nil)
		ds.toFree = true
		ds.resting()
	})
}

// freeAfter is how long the last pictures of a closed document may still take.
const freeAfter = time.Second

// resting is called when all work for an earlier document has ended.
func (ds *documents) resting() {
	if ds.toFree {
		mainloop.After(freeAfter, ds.free)
	}
}

// free empties the caches of data that no document, undo step or picture needs, and gives the
// memory back to the system.
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
			draw.Forget()
		}
		debug.FreeOSMemory() // takes a moment
		return nil
	})
}

// freshDocument is an empty document with the options of the preferences.
func (ds *documents) freshDocument() *session.Document {
	doc := session.NewDocument()
	fresh := newModel()
	fresh.follow(ds.preferences.now)
	doc.Options, doc.Units, doc.View = fresh.options, fresh.units, fresh.view.Keep()
	return doc
}

// mayLose calls then at once where nothing would be lost, and asks first otherwise. act names the action.
func (ds *documents) mayLose(act string, then func()) {
	ds.keep.look()
	if !ds.preferences.now.AskOnClose || !ds.keep.lose() {
		then()
		return
	}
	name := "This session"
	if ds.keep.path != "" {
		name = filepath.Base(ds.keep.path)
	}
	ds.widgets.NewSheet(ds.win.Canvas(), "Save the changes first?", "", widget.NewParagraph(name+" has changes that are in no file. They would be lost if you "+act+" now.", widget.ColorText), 520,
		widget.Button{Text: "Cancel"},
		widget.Button{Text: "Do not save", Do: then},
		widget.Button{Text: "Save", Do: func() { ds.saveThen(then) }})
}

// editNotes edits a person's notes on the session.
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

// showDocument names the pair in the menu bar and the document in the window's title.
func (ds *documents) showDocument() {
	m := ds.m
	title, text, brief := appName, "no shapes", ""
	switch a, b := m.shapes[sideA], m.shapes[sideB]; {
	case a != nil && b != nil:
		title = a.Mesh.Name + " → " + b.Mesh.Name
		text = title
		if m.match != nil {
			text, brief = text+" · matched", "matched"
		}
	case a != nil || b != nil:
		text = "one shape"
	}
	if path := ds.keep.path; path != "" {
		title = strings.TrimSuffix(filepath.Base(path), session.Extension)
		text, brief = title+" · "+text, title
	}
	if ds.keep.dirty {
		title, text, brief = "• "+title, "•  "+text, "•  "+brief // at the front, because the end of a long name is cut
	}
	if c := ds.cohorts.page.Cohort(); c != nil && ds.cohorts.page.Visible() { // the page covers the pair
		title = c.Title
		text, brief = "cohort "+title, title
	}
	if title != appName {
		title += " – GWScope"
	}
	ds.title.SetShorter(text, brief)
	if ds.win.Title() != title {
		ds.win.SetTitle(title)
	}
}
