package gui

import (
	"fmt"
	"math"
	"time"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/render/camera"
)

// side is a shape of the pair: A the source, B the target.
type side int

const (
	sideA side = iota
	sideB
)

func (s side) String() string { return [...]string{"A", "B"}[s] }
func (s side) other() side    { return 1 - s }

// arrangement is how the shapes share the view.
type arrangement int

const (
	sideBySide arrangement = iota // A (deforming with t) beside B
	morphOnly                     // A on its way to B, alone
	overlaid                      // the morph inside a translucent B
	raced                         // A beside the targets of a race
)

// job is a running or finished solve.
type job struct {
	running  bool
	stage    string
	fraction float64
	left     time.Duration
	started  time.Time
	curve    []widget.CurvePoint
	// stopped tells that a person cancelled the solve, and that its best plan is shown.
	stopped bool
	// stopping tells that a person has cancelled the solve, and that its best plan is being finished.
	stopping bool
	// learning tells that networks are being trained, paused that the training waits.
	learning, paused bool
}

// instant says that the preview is an instant match, shown until a thorough solve ends; "" for other
// previews.
func (m *model) instant() string {
	if m.preview == nil || m.preview.Sure == 0 {
		return ""
	}
	return fmt.Sprintf(" · shown meanwhile: an instant match, %.0f %% sure", 100*m.preview.Sure)
}

// picked is a marked vertex and its match, by vertex of the file.
type picked struct {
	on     side // where the person clicked
	vertex [2]int
	// position in the units of each file.
	position   [2][3]float64
	confidence float64 // NaN when unknown
	spread     int     // how many samples of B hold most of the mass of A's sample here
}

// model is the state of the window. It is read and written on Fyne's main
// goroutine only.
type model struct {
	options session.Options
	shapes  [2]*pipeline.Shape
	loading [2]string // the file that each side is reading, "" for none
	opened  [2]bool   // sides that a person has opened since the last solve

	match   *pipeline.Match
	preview *pipeline.Preview // only without a match
	// stale: options or shapes changed after the match was made.
	stale bool
	job   job

	view      present.View
	layout    arrangement
	maximised int // the side that fills the view, or -1
	linked    bool
	cameras   [2]camera.Camera
	playing   bool
	aiming    bool // a click places something instead of marking a vertex
	large     bool // words and marks are large: the window presents
	framing   bool // the next picture is brought into view
	aimed     bool // a person has moved the cameras: the window does not move them by itself
	pick      *picked
	hover     *picked // under the pointer, nil for nothing
	seeds     seedJob
	race      *racing // of these shapes, nil without one
	record    *record // of the last training, nil without one
	frame     int     // its shown snapshot, or atEnd

	cohort session.CohortPair // the pair of a cohort that the shapes are; its folder is "" for other shapes

	units string // of coordinates, only shown
	notes string // a person's own
	// exported is the last export, nil before the first export. It is never changed.
	exported *session.Export
	play     session.Play

	picture *present.Picture
	drawn   pictured // of the picture on the screen
	status  string   // in the status bar when nothing runs

	onOptions mainloop.Signal[session.Options]
	onShape   mainloop.Signal[side]
	onMatch   mainloop.Signal[*pipeline.Match]
	onJob     mainloop.Signal[job]
	onView    mainloop.Signal[present.View]
	onLayout  mainloop.Signal[arrangement]
	onPicture mainloop.Signal[*present.Picture]
	onDrawn   mainloop.Signal[struct{}] // a picture of other shapes, or of another match, is on the screen
	onPick    mainloop.Signal[*picked]
	onCamera  mainloop.Signal[struct{}]
	onStatus  mainloop.Signal[string]
	onRecord  mainloop.Signal[*record]
	onRace    mainloop.Signal[*racing]
	onCohort  mainloop.Signal[session.CohortPair]
	onNotes   mainloop.Signal[string]
	onKept    mainloop.Signal[struct{}] // the way of playing, or the last export
	onSeeds   mainloop.Signal[seedJob]
	onHover   mainloop.Signal[*picked]
}

// idle is the status without news.
const idle = "Ready"

// firstLines is the number of correspondence lines in a new window. They are enough to see where the parts of
// A go, and so few that each can be followed.
const firstLines = 9

func newModel() *model {
	m := &model{options: session.Defaults(), linked: true, maximised: -1, frame: atEnd, status: idle}
	m.view = present.NewView()
	m.view.Lines = firstLines
	for s := range m.cameras {
		m.cameras[s] = camera.New().Look(camera.ThreeQuarter)
	}
	return m
}

// shapeKeys are the keys of the shapes; "" without a shape.
func (m *model) shapeKeys() (keys [2]string) {
	for s, sh := range m.shapes {
		if sh != nil {
			keys[s] = sh.Key
		}
	}
	return keys
}

// stillShows reports whether a match is on the screen, maybe with other landmarks.
func (m *model) stillShows(match *pipeline.Match) bool {
	return m.match == match || m.match != nil && match != nil && m.match.AToB == match.AToB
}

// setView changes the view; nothing is solved again.
func (m *model) setView(change func(*present.View)) {
	before := m.view
	change(&m.view)
	if m.view != before {
		m.onView.Emit(m.view)
	}
}

func (m *model) setStatus(text string) {
	m.status = text
	m.onStatus.Emit(text)
}

func (m *model) setPick(p *picked) {
	m.pick = p
	m.setView(func(v *present.View) {
		v.PickedA, v.PickedB = -1, -1
		// The clicked side: the picture adds its match by itself.
		switch {
		case p == nil:
		case p.on == sideA:
			v.PickedA = p.vertex[sideA]
		default:
			v.PickedB = p.vertex[sideB]
		}
	})
	m.onPick.Emit(p)
}

// moveCamera changes the camera of a side. A linked camera follows and still looks at its own shape, for the
// difference of the targets stays.
func (m *model) moveCamera(s side, move func(camera.Camera) camera.Camera) {
	here, there := m.cameras[s], m.cameras[s.other()]
	m.cameras[s] = move(here)
	if m.linked {
		apart := there.Target.Sub(here.Target)
		there = m.cameras[s]
		there.Target = there.Target.Add(apart)
		m.cameras[s.other()] = there
	}
	m.onCamera.Emit(struct{}{})
}

// otherSide is the alternative for the flip toggle: the best alternative of the other orientation, else the
// next; -1 without an alternative.
func otherSide(m *pipeline.Match) int {
	if m == nil || m.Result == nil || len(m.Result.Alternatives) < 2 {
		return -1
	}
	alts := m.Result.Alternatives
	if m.Chosen < 0 || m.Chosen >= len(alts) {
		return 0
	}
	here := alts[m.Chosen]
	if !math.IsNaN(here.Orientation) {
		for k, a := range alts {
			if k != m.Chosen && a.Direct() != here.Direct() {
				return k
			}
		}
	}
	return (m.Chosen + 1) % len(alts)
}
