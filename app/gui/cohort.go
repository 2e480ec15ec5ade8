package gui

import (
	"context"
	"image"
	"os"
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"

	"gwscope/app/cohort"
	"gwscope/app/gui/cohortpage"
	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/render/gldraw"
)

// cohorts ties a cohort's page to the window: it opens cohorts, goes from the page to a pair in the views
// and back, and keeps a person's decisions on pairs.
type cohorts struct {
	win         fyne.Window
	widgets     *widget.Maker
	m           *model
	work        backend
	dialogs     *dialogs
	tasks       *tasks
	documents   *documents
	preferences *preferences
	panels      *panels
	views       *views

	page *cohortpage.Page
	// arrived shows the figures of a pair that a person is to judge, once its match is there; awaited tells
	// that the match is not there yet.
	arrived func()
	awaited bool
	// changed tells that the cohort, its page, or the pair in the views has changed.
	changed mainloop.Signal[struct{}]
	// opening counts the cohorts that were asked for: only the last one is shown.
	opening int
	// decided is the document when a decision was made in the views, and judged is its match: undo takes
	// the decision back while the document is the same.
	decided *docState
	judged  *pipeline.Match
}

func (cs *cohorts) build() {
	cs.page = cohortpage.New(cohortpage.Settings{
		Widgets: cs.widgets, Window: cs.win, Background: cs.tasks.background, Draw: cs.draw,
		Open: func(e cohort.Entry) {
			if e.Pair.B.Name == "" {
				cs.show(false)
			} else {
				cs.openPair(e)
			}
		},
		Changed: func() { cs.changed.Emit(struct{}{}) },
		Fail:    cs.dialogs.fail, Say: cs.m.setStatus, Tip: tipOf,
	})
}

// draw draws a small picture; any goroutine may call it.
func (cs *cohorts) draw(f gldraw.Frame) (*image.RGBA, error) {
	if cs.views.draw == nil {
		return nil, os.ErrClosed
	}
	return cs.views.draw.Render(f)
}

// listen follows the document, and has the title follow the page: a session of a pair brings its cohort along.
func (cs *cohorts) listen() {
	cs.m.onCohort.On(func(p session.CohortPair) {
		cs.decided, cs.judged = nil, nil
		if c := cs.page.Cohort(); p.Folder != "" && (c == nil || string(c.Dir) != p.Folder) {
			cs.read(p.Folder, false, nil)
		}
		cs.changed.Emit(struct{}{})
	})
	cs.changed.On(func(struct{}) { cs.documents.showDocument() })
	cs.m.onShape.On(func(side) { cs.changed.Emit(struct{}{}) })
	cs.m.onMatch.On(func(match *pipeline.Match) {
		cs.changed.Emit(struct{}{})
		if _, ok := cs.entry(); ok && match != nil && cs.awaited {
			cs.awaited = false
			cs.arrived()
		}
	})
	cs.m.onJob.On(func(job) { cs.changed.Emit(struct{}{}) })
}

// open opens a cohort, by its folder or its file, and shows its page.
func (cs *cohorts) open(path string) {
	dir := path
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		dir = filepath.Dir(path)
	}
	cs.read(dir, true, nil)
}

// read reads the cohort in a folder, shows its page if show is true, and then calls then, which may be nil.
func (cs *cohorts) read(dir string, show bool, then func()) {
	cs.opening++
	turn := cs.opening
	cs.m.setStatus("Opening the cohort " + filepath.Base(dir) + "…")
	cs.tasks.opening(openedSession, func(context.Context) func() {
		c, err := cohort.Open(dir)
		return func() {
			if cs.opening != turn {
				return
			}
			if err != nil {
				cs.m.setStatus(idle)
				if show {
					cs.dialogs.fail("This cohort cannot be opened", err)
				} else {
					cs.m.setStatus("The cohort of this session cannot be opened: " + err.Error())
				}
				return
			}
			cs.m.setStatus("Opened the cohort " + c.Title)
			if home := cs.preferences.home; home != nil && then == nil {
				cs.tasks.background(func() func() {
					_ = home.RememberCohort(string(c.Dir)) // a list of recent files is no loss
					return nil
				})
			}
			cs.page.Open(c)
			if show {
				cs.show(true)
			}
			if then != nil {
				then()
			}
			cs.changed.Emit(struct{}{})
		}
	})
}

// show shows the page in place of the views, or the views.
func (cs *cohorts) show(on bool) {
	if on == cs.page.Visible() || on && !cs.page.Opened() {
		return
	}
	cs.page.Show(on)
	widget.SetVisible(cs.panels.body, !on)
	widget.SetVisible(cs.views.mode, !on)
	if !on {
		cs.win.Canvas().Unfocus()
		cs.panels.arrange()
		cs.views.port.redraw(false)
	}
	if e, ok := cs.entry(); on && ok {
		cs.page.Go(e)
	}
	cs.win.Content().Refresh()
	cs.changed.Emit(struct{}{})
}

// close lets go of the cohort. The pair in the views stays, as a document of its own.
func (cs *cohorts) close() {
	cs.opening++
	cs.show(false)
	cs.page.Close()
	cs.m.setStatus("The cohort is closed")
	cs.changed.Emit(struct{}{})
}

func (cs *cohorts) ask() {
	cs.dialogs.chooseFileIn(cs.folder(), "Open a cohort: its "+cohort.FileName, []string{".yaml", ".yml"}, cs.open)
}

// folder is the folder beside the cohort that was opened last; "" where no cohort was opened.
func (cs *cohorts) folder() string {
	if c := cs.page.Cohort(); c != nil {
		return filepath.Dir(string(c.Dir))
	}
	for _, dir := range cs.preferences.recent().Cohorts {
		return filepath.Dir(dir)
	}
	return ""
}

// covers says why a command cannot be given while the page lies over the views; "" where it can be given.
func (cs *cohorts) covers(c *command) string {
	if !cs.page.Visible() || c.group == "Appearance" {
		return ""
	}
	if c.id == "stop" { // which also stops the reading of a file
		return ""
	}
	if slices.Contains([]string{"File", "Edit", "Cohort", "Lessons", "Help", ""}, c.menu) && c.group != "Export" && c.id != "notes" && c.id != "swap" {
		return ""
	}
	return "The cohort's specimens are shown: " + keyOf("cohort.page") + " goes to the views"
}
