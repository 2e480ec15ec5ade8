package gui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/internal/routine"
)

func (ds *documents) askSession() {
	ds.dialogs.chooseFileIn(ds.sessionFolder(), "Open a session", []string{session.Extension, ".json"}, ds.openSession)
}

// sessionFolder is the folder of the present session, else of the last session, else the home folder.
func (ds *documents) sessionFolder() string {
	if ds.keep.path != "" {
		return filepath.Dir(ds.keep.path)
	}
	for _, path := range ds.preferences.recent().Sessions {
		if _, err := os.Stat(filepath.Dir(path)); err == nil {
			return filepath.Dir(path)
		}
	}
	if home, err := os.UserHomeDir(); err == nil {
		return home
	}
	return "."
}

// openSession opens a session file in place of the present document.
func (ds *documents) openSession(path string) {
	ds.mayLose("open another session", func() { ds.readSession(path) })
}

// readSession opens a session file and drops the present document.
func (ds *documents) readSession(path string) {
	ds.m.setStatus("Opening " + filepath.Base(path) + "…")
	ds.tasks.opening(openedSession, func(ctx context.Context) func() {
		doc, err := session.OpenContext(ctx, path, option.Schema)
		return func() {
			if err != nil {
				ds.m.setStatus(idle)
				ds.dialogs.fail("This session cannot be opened", err)
				return
			}
			ds.findShapes(doc, func() { ds.resume(doc, path, nil) })
		}
	})
}

// findShapes asks for the missing shapes of a session, one after another, and then goes on.
func (ds *documents) findShapes(doc *session.Document, then func()) {
	for s, ref := range []*session.ShapeRef{&doc.A, &doc.B} {
		if !ref.Missing {
			continue
		}
		name := "Shape " + side(s).String()
		ds.m.setStatus(name + " is missing")
		body := container.New(widget.Column{Gap: 8}, widget.NewParagraph("The session was made with "+ref.Ref+", and there is no such file.", widget.ColorText),
			widget.NewParagraph("If it was moved or renamed, show where it is now. The session can be opened without it, too.", widget.ColorSoft))
		ds.widgets.NewSheet(ds.win.Canvas(), name+" is missing", "", body, 560,
			widget.Button{Text: "Cancel", Do: func() { ds.m.setStatus(idle) }},
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

// resume puts a document into the window. path is its file, "" where it has no file. lost is the copy that a
// crash left behind, from which the document was read; nil for other documents.
func (ds *documents) resume(doc *session.Document, path string, lost *session.Lost) {
	ds.solving.abandon()
	ds.races.stop()
	if ds.m.layout == raced {
		ds.views.showBoth()
	}
	s := stateOf(doc)
	k := ds.keep
	k.then, k.chosen, k.shown, k.fresh, k.path = nil, nil, nil, true, path
	clear(k.trainings)
	ds.m.opened = [2]bool{}
	ds.m.options = s.Options
	ds.m.onOptions.Emit(s.Options)
	ds.m.cohort = s.Cohort
	ds.m.onCohort.Emit(s.Cohort)
	ds.tasks.resumes++
	turn := ds.tasks.resumes
	for k, ref := range []session.ShapeRef{doc.A, doc.B} {
		ds.shapes.loads[k]++ // shapes that are being read for another document are not wanted any more
		ds.shapes.setShape(side(k), nil)
		ds.m.loading[k] = ""
		if ref.Ref != "" {
			ds.m.loading[k] = shortRef(ref.Ref)
		}
		ds.m.onShape.Emit(side(k))
	}
	if doc.A.Empty() && doc.B.Empty() { // nothing is read, so nothing is overwritten meanwhile
		ds.settleIn(doc, s, lost)
		return
	}
	loads := ds.shapes.loads
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
			for k, shape := range shapes {
				if ds.shapes.loads[k] != loads[k] { // another shape was opened meanwhile
					continue
				}
				ds.m.loading[k] = ""
				if errs[k] != nil {
					ds.m.onShape.Emit(side(k))
					ds.dialogs.fail("Shape "+side(k).String()+" of the session cannot be shown", errs[k])
				} else if shape != nil {
					ds.shapes.setShape(side(k), shape)
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

// settleIn runs when the shapes of a document are there. It shows the document's match, or solves again.
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
		if !doc.Aimed() { // the window has framed the shapes
			s.Cameras = m.cameras
		}
		ds.putLook(s)
	}
	look()
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
	begin := func() {
		k.begin(ds.state())
		if lost != nil {
			k.unsaved = true
			k.tell()
		}
	}
	k.fresh = false
	begin()
	if lost != nil {
		ds.guard.autosave() // before the old copy goes
		lost.Discard()
	}
	a, b := m.shapes[sideA], m.shapes[sideB]
	if a == nil || b == nil {
		return
	}
	k.then = func() {
		look()
		begin()
	}
	if doc.Result == nil || doc.Result.Steered != s.Marks.SolveKey() {
		ds.solving.solve()
		return
	}
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

// finishRestore shows the match of a session, or solves again where that match is not of these shapes or this
// version.
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
