package gui

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/internal/routine"
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

// desk is the window with everything behind it. Its actions (files action*.go)
// are what menus, keys and widgets call.
type desk struct {
	app  fyne.App
	win  fyne.Window
	kit  *widget.Maker
	m    *model
	work backend
	pres *presenter
	draw *drawer

	keep     *keeper
	marker   *marker
	guard    *guard
	recovery *recoveryBar
	lesson   *lessonBar
	solved   int           // how often a solve has ended with a match, the same one as before or not
	home     *session.Home // nil in tests: nothing is kept then
	prefs    session.Preferences
	resumes  int // documents that were put into the window
	// atWork are the pieces of work in the background, by the number of the document; toFree
	// tells that there is some left of a document that has gone for good.
	atWork map[int]int
	toFree bool
	// rest is told that nothing more goes on for some document of before.
	rest func()

	runRace    racer
	raceChoice *raceChoice
	raceCancel context.CancelFunc // ends the race in hand
	racePres   *mainloop.Newest[raceRequest]
	// onMainThread is pipeline.Engine.Main; nil in tests without a screen.
	onMainThread func(func())

	menu      *widget.MenuBar
	mode      *widget.Segmented
	document  *widget.Label
	view      *viewport
	headers   [2]*paneHeader
	viewArea  *fyne.Container
	left      *fyne.Container // views, strip and morph bar
	strip     *strip
	stripFoot *widget.Label
	// stripPills say what the strip shows, at length and in short.
	stripPills [2]*widget.Label
	stripHead  *fyne.Container
	stripNote  *widget.Label
	stripOf    [2]*metric.Space // whose samples the strip shows
	train      *trainBar
	heat       *widget.HeatBar
	morph      *morphBar
	race       *racePanel
	lanes      []*laneHeader
	// raceLegend is the colour bar of all lanes, at the foot of the source.
	raceLegend *legend
	raceCell   fyne.Size // of the source's pane when it was framed
	inspector  *inspector
	status     *statusBar

	// running ends the solve in hand; its number tells late answers apart.
	running context.CancelFunc
	held    *pipeline.Pause // holds its training
	runs    int
	loads   [2]int
	// stopReading ends the reading of each side's shape, stopOpening that of a session or of
	// landmarks.
	stopReading [2]context.CancelFunc
	stopOpening [openedKinds]context.CancelFunc
	asides      asides
	choosing    int
	choice      context.CancelFunc // ends the work on another minimum, nil where there is none
	// stopAsking ends the question to other seeds.
	stopAsking context.CancelFunc
	hover      *hoverLayer
	// askLandmarks begins to place landmarks on both shapes; nil where that cannot be done.
	askLandmarks func()
	jobs         routine.Group // goroutines that still work when the window closes
	mistake      *widget.Sheet // that told of the last mistake of ours

	lastCut     present.Cut // that K brings back
	picker      *pick.Picker
	// trusted is told of a match whose confidence has become known.
	trusted func(*pipeline.Match)
	stripColors [2]stripColors  // the colours that the strip shows, by their arrays
	mapsOf      *pipeline.Match // whose vertex maps are in maps
	maps        [2]*pipeline.VertexMap
	fileDialog  *dialog.FileDialog // open now, or nil
}
