package gui

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"gwscope/app/cohort"
	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/render/camera"
)

// loader reads shapes into the two sides.
type loader struct {
	app       fyne.App
	win       fyne.Window
	widgets   *widget.Maker
	m         *model
	work      backend
	dialogs   *dialogs
	tasks     *tasks
	documents *documents
	solving   *solving
	learning  *learning
	views     *views
	pointer   *pointer
	markFiles *markFiles
	races     *races
	morph     *morphBar
	cohorts   *cohorts

	loads [2]int // turns, which tell late answers apart
	// stopReading ends the reading of each side's shape.
	stopReading [2]context.CancelFunc
}

// load reads a shape into a side, and goes on with [loader.opened]. A later load into the same side
// overtakes an earlier load.
func (l *loader) load(s side, ref string) {
	if session.Is(ref) {
		l.documents.openSession(ref)
		return
	}
	if cohort.Is(ref) {
		l.cohorts.open(ref)
		return
	}
	l.loadThen(s, ref, func() { l.opened(s) }, nil)
}

// opened goes on when a person has opened a shape. It matches the two shapes, but not a new A with the B of the
// pair before: the person is likely to open B next.
func (l *loader) opened(s side) {
	m, other := l.m, 1-s
	m.opened[s] = true
	defer func() { m.onJob.Emit(m.job) }() // the panel names the next step
	switch {
	case m.loading[other] != "": // its arrival goes on
	case m.shapes[other] == nil:
		m.setStatus("Now open " + other.String())
	case s == sideA && !m.opened[sideB]:
		m.setStatus(fmt.Sprintf("Now open B, or press Solve (%s) to match A with the %s that is there", keyOf("solve"), m.shapes[sideB].Mesh.Name))
	case !l.documents.preferences.now.SolveOnOpen:
		m.setStatus("Both shapes are there: Solve (" + keyOf("solve") + ") matches them")
	default:
		l.solving.solve()
	}
}

// loadThen reads a shape into a side and then calls then. over is called in any case, with the error or nil; a
// dialog tells of the error where over is nil.
func (l *loader) loadThen(s side, ref string, then func(), over func(error)) {
	if over == nil {
		over = func(err error) {
			if err != nil {
				l.dialogs.fail("This file cannot be shown", err)
			}
		}
	}
	l.solving.cancel()
	l.loads[s]++
	turn := l.loads[s]
	l.m.loading[s] = shortRef(ref)
	l.m.onShape.Emit(s)
	opt := l.m.options
	uprights := l.views.uprights()
	ctx, done := reading(&l.stopReading[s])
	l.tasks.background(func() func() {
		defer done()
		shape, err := l.work.Load(ctx, ref, opt)
		up, guessed := camera.UpY, false
		if err == nil {
			up, guessed = uprights(shape)
		}
		return func() {
			if l.loads[s] != turn {
				over(nil)
				return
			}
			l.m.loading[s] = ""
			if err != nil {
				l.m.onShape.Emit(s)
				over(err)
				return
			}
			over(nil)
			if !strings.HasPrefix(ref, pipeline.SamplePrefix) { // the next file is likely to lie in the same folder
				if path, err := filepath.Abs(ref); err == nil {
					l.dialogs.lastFolder = filepath.Dir(path)
				}
			}
			l.setShape(s, shape)
			l.views.stand(s, up)
			if guessed {
				l.widgets.Tips.Announce(s.String() + " seems to stand on its z axis: z points up (menu View, Camera)")
			}
			l.documents.rememberFiles(nil, []string{ref})
			then()
		}
	}, func() {
		over(nil)
		if l.loads[s] == turn {
			l.notLoading(s)
		}
	})
}

// stopLoading ends the reading of shapes, also the wait for a server that does not answer.
func (l *loader) stopLoading() {
	l.notResuming()
	l.m.setStatus("Stopped reading: the window is as it was before")
}

// notResuming ends the reading of shapes and sessions. A session that was not read to its end loses its file
// name, because saving it would overwrite the file with a part of it.
func (l *loader) notResuming() {
	l.tasks.resumes++
	if l.documents.keep.fresh {
		l.documents.keep.path = ""
	}
	for s := range l.loads {
		l.loads[s]++
		if stop := l.stopReading[s]; stop != nil {
			stop()
		}
		l.notLoading(side(s))
	}
}

// notLoading shows that no shape is being read into a side.
func (l *loader) notLoading(s side) {
	l.m.loading[s] = ""
	l.m.onShape.Emit(s)
}

// setShape puts a shape on a side and drops the match.
func (l *loader) setShape(s side, shape *pipeline.Shape) {
	l.m.shapes[s] = shape
	l.dropMatch()
	l.m.onShape.Emit(s)
	l.views.refresh()
	l.views.frame()
}

// dropMatch forgets the match and everything made from it.
func (l *loader) dropMatch() {
	l.tasks.stopAsides()
	if l.m.match != nil { // the status may be about the match
		l.m.setStatus(idle)
	}
	l.m.match, l.m.preview, l.m.stale = nil, nil, false
	l.m.job.curve, l.m.job.stopped = nil, false
	l.learning.forgetTraining()
	l.races.drop()
	l.m.setPick(nil)
	l.morph.stop()
	l.m.view.T, l.m.view.Motion, l.views.besideT = 0, nil, 0
	l.m.onView.Emit(l.m.view)
	l.m.onMatch.Emit(nil)
	l.m.onRecord.Emit(nil)
	l.m.onJob.Emit(l.m.job)
}

func (l *loader) swap() {
	l.solving.cancel()
	l.m.shapes[sideA], l.m.shapes[sideB] = l.m.shapes[sideB], l.m.shapes[sideA]
	l.dropMatch()
	l.m.onShape.Emit(sideA)
	l.m.onShape.Emit(sideB)
	l.views.refresh()
	if l.m.shapes[sideA] != nil && l.m.shapes[sideB] != nil && l.documents.preferences.now.SolveOnOpen {
		l.solving.solve()
	}
}

// shortRef is a reference without its folders.
func shortRef(ref string) string {
	if name, ok := strings.CutPrefix(ref, pipeline.SamplePrefix); ok {
		return name
	}
	return filepath.Base(ref)
}

// kindTitles are headings for kinds of embedded shapes; the others are headed by their names.
var kindTitles = map[string]string{"toy2d": "Toys, flat", "toy3d": "Toys, in space"}

// openCommands open a file for each side.
var openCommands = [2]string{"open.a", "open.b"}
