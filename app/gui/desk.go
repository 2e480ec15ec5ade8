package gui

import (
	"context"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/render/pick"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// backend does the work; *pipeline.Engine is the real one.
type backend interface {
	Load(ctx context.Context, ref string, opt session.Options) (*pipeline.Shape, error)
	MatchMarked(ctx context.Context, a, b *pipeline.Shape, opt session.Options, marks session.Marks, truth *correspond.Truth, progress func(pipeline.Progress)) (*pipeline.Match, error)
	Choose(ctx context.Context, m *pipeline.Match, k int, truth *correspond.Truth, progress func(pipeline.Progress)) (*pipeline.Match, error)
	Restore(ctx context.Context, a, b *pipeline.Shape, kept *session.Result, marks session.Marks, truth *correspond.Truth, progress func(pipeline.Progress)) (*pipeline.Match, error)
}

var _ backend = (*pipeline.Engine)(nil)

// desk wires the window: it makes the rooms, gives each the rooms that it calls, and lays them out. Menus, keys
// and widgets call the rooms (commands*.go). doc.go lists the rooms.
type desk struct {
	app     fyne.App
	win     fyne.Window
	widgets *widget.Maker
	m       *model
	work    backend

	dialogs     *dialogs
	tasks       *tasks
	preferences *preferences
	panels      *panels
	documents   *documents
	guard       *guard
	shapes      *loader
	solving     *solving
	learning    *learning
	slicer      *slicerView
	views       *views
	looks       *looks
	pointer     *pointer
	rulers      *rulers
	marker      *marker
	markHand    *markHand
	markFiles   *markFiles
	races       *races
	morph       *morphBar
	exports     *exporter
	lesson      *lessonBar
	cohorts     *cohorts

	menu      *widget.MenuBar
	inspector *inspector
	status    *statusBar
	recovery  *recoveryBar
	welcome   *welcome
	judging   *cohortBand
}

// wire makes the rooms and gives each the rooms that it calls.
func (d *desk) wire(prefs session.Preferences) {
	m, widgets, win := d.m, d.widgets, d.win
	d.dialogs, d.tasks, d.preferences, d.documents, d.guard = &dialogs{}, &tasks{}, &preferences{}, &documents{}, &guard{}
	d.shapes, d.solving, d.learning, d.slicer, d.views, d.looks = &loader{}, &solving{}, &learning{}, &slicerView{}, &views{}, &looks{}
	d.pointer, d.rulers, d.marker, d.markHand, d.markFiles = &pointer{}, &rulers{}, &marker{}, &markHand{}, &markFiles{}
	d.races, d.morph, d.exports, d.lesson, d.cohorts = &races{}, &morphBar{}, &exporter{}, &lessonBar{}, &cohorts{}
	d.panels = &panels{win: win, m: m, widgets: widgets, preferences: d.preferences, views: d.views, races: d.races, now: prefs.Panels, from: -1}

	*d.dialogs = dialogs{app: d.app, win: win, widgets: widgets, recent: d.preferences.recent,
		native: func() bool { return !d.preferences.now.OwnDialogs }}
	*d.tasks = tasks{m: m, win: win, dialogs: d.dialogs, guard: d.guard, rest: d.documents.resting, atWork: map[int]int{}}
	*d.preferences = preferences{app: d.app, win: win, widgets: widgets, m: m, dialogs: d.dialogs, documents: d.documents, now: prefs}
	*d.documents = documents{win: win, widgets: widgets, m: m, work: d.work, dialogs: d.dialogs, tasks: d.tasks, preferences: d.preferences, guard: d.guard,
		shapes: d.shapes, solving: d.solving, views: d.views, pointer: d.pointer, marker: d.marker, races: d.races, morph: d.morph, cohorts: d.cohorts}
	*d.guard = guard{m: m, tasks: d.tasks, preferences: d.preferences, documents: d.documents, save: d.guard.write}
	*d.shapes = loader{app: d.app, win: win, widgets: widgets, m: m, work: d.work, dialogs: d.dialogs, tasks: d.tasks, documents: d.documents,
		solving: d.solving, learning: d.learning, views: d.views, pointer: d.pointer, markFiles: d.markFiles, races: d.races, morph: d.morph, cohorts: d.cohorts}
	*d.solving = solving{win: win, m: m, work: d.work, dialogs: d.dialogs, tasks: d.tasks, documents: d.documents,
		learning: d.learning, views: d.views, looks: d.looks, pointer: d.pointer, marker: d.marker}
	*d.learning = learning{m: m, looks: d.looks, slicer: d.slicer, solving: d.solving, views: d.views}
	*d.slicer = slicerView{widgets: widgets, m: m, learning: d.learning}
	*d.views = views{m: m, tasks: d.tasks, documents: d.documents, races: d.races}
	*d.looks = looks{widgets: widgets, m: m, dialogs: d.dialogs, lastCut: present.HalfWay(present.AlongView)}
	*d.pointer = pointer{m: m, tasks: d.tasks, views: d.views, marker: d.marker, markHand: d.markHand, rulers: d.rulers, picker: &pick.Picker{}}
	*d.rulers = rulers{m: m, tasks: d.tasks, views: d.views, pointer: d.pointer, markHand: d.markHand,
		domains: map[string]*metric.Domain{}, known: map[rulerKey]*pipeline.Measurement{}, asked: map[rulerKey]bool{}}
	*d.marker = marker{m: m, work: d.work, tasks: d.tasks, documents: d.documents, solving: d.solving, views: d.views, pinNew: true}
	*d.markHand = markHand{m: m, dialogs: d.dialogs, documents: d.documents, preferences: d.preferences, views: d.views, pointer: d.pointer, marker: d.marker}
	*d.markFiles = markFiles{win: win, widgets: widgets, m: m, dialogs: d.dialogs, tasks: d.tasks, marker: d.marker}
	*d.races = races{win: win, widgets: widgets, m: m, dialogs: d.dialogs, tasks: d.tasks, solving: d.solving, learning: d.learning,
		views: d.views, panels: d.panels, marker: d.marker, exports: d.exports, run: race.Run}
	*d.exports = exporter{app: d.app, win: win, widgets: widgets, m: m, dialogs: d.dialogs, tasks: d.tasks, views: d.views, morph: d.morph, places: map[string]string{}}
	*d.lesson = lessonBar{win: win, m: m, dialogs: d.dialogs, tasks: d.tasks, preferences: d.preferences, documents: d.documents, shapes: d.shapes, solving: d.solving,
		learning: d.learning, slicer: d.slicer, views: d.views, looks: d.looks, marker: d.marker, cohorts: d.cohorts}
	*d.cohorts = cohorts{win: win, widgets: widgets, m: m, work: d.work, dialogs: d.dialogs, tasks: d.tasks, documents: d.documents, preferences: d.preferences, panels: d.panels, views: d.views}
	d.welcome = &welcome{preferences: d.preferences, shapes: d.shapes, lesson: d.lesson}
	d.markHand.began = func() {
		d.rulers.set(false)
		d.m.aiming = true
		d.inspector.open("marks")
	}
}
