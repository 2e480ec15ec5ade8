package gui

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"github.com/go-gl/glfw/v3.3/glfw"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	_ "gwscope/app/locale" // as main does
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
)

// The window's tests run the real window in a process of its own: this test binary, started again with
// driveEnv set. It works like gui.Run and also answers questions on stdin: the places of things, and the
// state. All input comes from the X server, as a person's would.
const driveEnv = "GWSCOPE_TEST_WINDOW"

// driveAskEnv, if set, lets the window ask before changes are lost; driveSaveEnv is after
// how many seconds it saves against a crash.
const (
	driveAskEnv  = "GWSCOPE_TEST_ASK"
	driveSaveEnv = "GWSCOPE_TEST_AUTOSAVE"
)

func TestMain(m *testing.M) {
	if pair := os.Getenv(driveEnv); pair != "" {
		a, b, _ := strings.Cut(pair, ",")
		if err := driven(a, b); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	mainloop.Do, mainloop.DoAndWait = onTestMain, onTestMain
	flag.Parse()
	moreWindows()
	os.Exit(m.Run())
}

// moreWindows runs a test more at a time than there are processors, unless a flag gives the number: windows
// wait half of their time.
func moreWindows() {
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "test.parallel" })
	if !said {
		_ = flag.Set("test.parallel", strconv.Itoa(runtime.GOMAXPROCS(0)+1))
	}
}

func driven(a, b string) error {
	if err := enterSoak(); err != nil {
		return err
	}
	d, err := open(a, b)
	if err != nil {
		return err
	}
	if os.Getenv(soakEnv) != "" {
		d.app = unquittable{d.app}
	}
	// Most tests end with changes that nobody wants to keep.
	d.preferences.now.AskOnClose = os.Getenv(driveAskEnv) != ""
	if s, err := strconv.Atoi(os.Getenv(driveSaveEnv)); err == nil {
		d.preferences.now.AutosaveSeconds = s
	}
	go func() {
		in := bufio.NewScanner(os.Stdin)
		for in.Scan() {
			line := in.Text()
			var reply string
			fyne.DoAndWait(func() { reply = d.answer(line) })
			fmt.Println("= " + reply)
		}
		fyne.Do(d.quit) // the test has gone away
	}()
	d.win.ShowAndRun()
	d.guard.close(!bySignal.Load())
	d.close()
	return nil
}

// momentsEnv names the folder with the files of scenes, and drivenBase is the state after a moment.
const momentsEnv = "GWSCOPE_TEST_MOMENTS"

var drivenBase momentBase

// windowState is the state of the window for tests.
type windowState struct {
	Loading    bool
	Running    bool
	Matched    bool
	Preview    bool
	Stage      string
	Status     string
	Chosen     int
	Minima     int
	T          float64
	ColorBy    string
	Lines      int
	Layout     int
	Picked     *[2]int
	Hovered    *[2]int
	Pins       int
	Brushed    bool
	Lit        [2]float64 // shares of the areas
	Masked     [2]float64
	ChosenBy   string
	Seeds      int    // seeds that were asked about the match
	Thumbs     int    // alternatives shown as pictures
	Welcome    bool   // the card of the first start shows
	Lesson     string // "": none; else "asks" or "done"
	Overlay    string // kind of the topmost overlay, "" for none
	Width      float32
	Scale      float32
	Edges      bool
	Dark       bool
	Stale      bool
	Samples    int
	Distance   float64 // of A's camera
	Fps        float64
	Orthogonal bool
	Scenery    present.Scenery
	Registered bool // A's mesh lies on B
	Wires      bool // and is drawn there
	Resting    bool // the picture is the last request, in full
	Learning   bool
	Paused     bool
	Step       int // the shown step, over all starts; -1 for the result, or none
	Frames     int // steps of the training for a replay
	Soft       bool
	Method     string
	Race       *raceState
	Title      string
	Path       string // of the session
	Dirty      bool
	Guarded    bool   // unsaved work is saved against a crash
	Offer      string // offers after a crash
	Undo, Redo string // their actions
	Refs       [2]string
	Notes      string
	Effort     string
	Target     [3]float64 // of A's camera
	Placing    bool       // landmarks
	Marks      session.Marks
	Held       string // the mark in hand
	TipsFound  [2]int
	Cohort     *cohortState
	Off        float64 // RMSE / √area of A's landmarks on B, -1 without landmarks
}

// raceState is the state of a race for tests; rows are in the order of the table.
type raceState struct {
	Running bool
	Rows    []string // contestants
	States  []string
	GW2     []float64 // 0 without a row
	Live    []float64 // GW² of the best plan so far
	Pinned  []string
	Seen    []string // whose targets are shown
	SortBy  string
	Hovered string
}

// cohortState is the state of a cohort for tests.
type cohortState struct {
	Page, Running bool
	Shown         []string // specimens, as they are sorted
	Decisions     []string
	Current       string
	Pair          string // in the views
	Chosen        int
	Merged        bool // all of it
	Bent          bool
}

func (d *desk) cohortState() *cohortState {
	p := d.cohorts.page
	if p.Cohort() == nil {
		return nil
	}
	s := &cohortState{Page: p.Visible(), Running: p.Running(), Chosen: p.Chosen(), Bent: p.Bent(), Merged: p.AllMerged()}
	for _, e := range p.Entries() {
		s.Shown, s.Decisions = append(s.Shown, e.Pair.B.Name), append(s.Decisions, string(e.Judged.Decision))
	}
	if e, ok := p.Current(); ok {
		s.Current = e.Pair.B.Name
	}
	if e, ok := d.cohorts.entry(); ok {
		s.Pair = e.Pair.B.Name
	}
	return s
}

func (d *desk) answer(line string) string {
	word, rest, _ := strings.Cut(line, " ")
	if reply, ok := d.soakAnswer(word, rest); ok {
		return reply
	}
	switch word {
	case "break": // where a mistake of ours is made
		mistake := func() { panic("no such row") }
		switch rest {
		case "goroutine":
			mainloop.Go(mistake)
		case "work":
			d.tasks.background(func() func() { mistake(); return nil })
		case "button":
			mainloop.Tended(mistake)()
		case "slider": // the next move of the morph's
			slide := d.morph.slide
			was := slide.Changed
			slide.Changed = func(float64) { slide.Changed = was; mistake() }
		case "segments":
			was := d.views.mode.Changed
			d.views.mode.Changed = func(int) { d.views.mode.Changed = was; mistake() }
		case "drag": // the next turn of a camera
			broken := false
			d.m.onCamera.On(func(struct{}) {
				if !broken {
					broken = true
					mistake()
				}
			})
		case "picture":
			d.views.pres.Ask(presentRequest{match: &pipeline.Match{}, view: d.m.view})
		}
		return "ok"
	case "live": // the pin in hand goes on
		d.marker.live.off = false
		d.marker.solveLive()
		return d.inspector.solve.stage.Text
	case "new":
		d.documents.newSession()
		return "ok"
	case "lose": // the OpenGL context, as after a reset of the driver
		return strconv.FormatBool(d.views.draw.Lose())
	case "state":
		glfw.PollEvents() // keys of a test count from now on
		m := d.m
		s := windowState{Loading: m.loading[0]+m.loading[1] != "", Running: m.job.running, Matched: m.match != nil, Preview: m.preview != nil,
			Stage: m.job.stage, Status: m.status, T: m.view.T, ColorBy: string(m.view.ColorBy), Lines: m.view.Lines, Layout: int(m.layout),
			Width: d.win.Canvas().Size().Width, Scale: d.win.Canvas().Scale(), Edges: m.view.Edges, Dark: widget.IsDark(), Stale: m.stale,
			Samples: m.options.Samples, Distance: m.cameras[0].Distance, Fps: d.views.port.rate.shown, Orthogonal: m.cameras[0].Orthographic, Scenery: m.view.Scenery, Resting: d.cohorts.page.Visible() || d.views.pres.Idle() && d.races.pictures.Idle() && d.views.port.resting() && !d.views.port.fresh && d.plotsRest()}
		s.Learning, s.Paused, s.Step, s.Soft = m.job.learning, m.job.paused, -1, d.slicer.plot.data.soft != nil
		if m.record != nil {
			s.Frames = m.record.frames()
		}
		if shot, ok := m.snapshot(); ok {
			s.Step = shot.Restart*m.record.steps + shot.Step.Step
		}
		if m.match != nil {
			s.Chosen, s.Minima = m.match.Chosen, len(m.match.Result.Alternatives)
			s.Registered = m.match.Registered != nil
			s.ChosenBy, s.Seeds = string(m.match.ChosenBy), m.match.SeedsAsked
		}
		if m.hover != nil {
			s.Hovered = &m.hover.vertex
		}
		if m.view.Pins != nil {
			s.Pins = len(m.view.Pins.Of)
		}
		if d.lesson.of != nil {
			s.Lesson = map[bool]string{false: "asks", true: "done"}[d.lesson.done]
		}
		s.Welcome = d.welcome.object.Visible()
		s.Thumbs = len(d.inspector.result.minima.shown)
		s.Brushed = m.view.Brush.On()
		if m.picture != nil {
			s.Lit, s.Masked = m.picture.Lit, m.picture.Masked
		}
		s.Method, s.Wires = m.options.Method, m.view.Registered
		s.Title, s.Path, s.Dirty, s.Guarded, s.Notes, s.Effort = d.win.Title(), d.documents.keep.path, d.documents.keep.dirty, d.guard.held && !d.guard.busy, m.notes, m.options.Effort
		s.Target = m.cameras[0].Target
		s.Placing, s.Marks, s.Off = d.marker.placing, d.marker.now(), -1
		s.TipsFound = [2]int{len(d.marker.foundTips(sideA)), len(d.marker.foundTips(sideB))}
		if h := d.marker.held; h != nil {
			s.Held = h.side.String() + " " + d.marker.listed(h.side, h.tip)[h.index].Name
		}
		if m.match != nil && m.match.MarksAToB != nil && m.match.MarksAToB.Given > 0 {
			s.Off = m.match.MarksAToB.OverArea
		}
		s.Undo, s.Redo = d.documents.keep.history.Next()
		s.Cohort = d.cohortState()
		if d.recovery.object.Visible() {
			s.Offer = d.recovery.text.Text
		}
		for k, sh := range m.shapes {
			if sh != nil {
				s.Refs[k] = sh.Ref
			}
		}
		if r := m.race; r != nil {
			s.Race = &raceState{Running: r.running, SortBy: r.by.Key}
			for _, i := range r.order() {
				row := &r.rows[i]
				gw2 := 0.0
				if row.Result() {
					gw2 = row.GW2
				}
				s.Race.Rows, s.Race.States, s.Race.GW2 = append(s.Race.Rows, row.Contestant.String()), append(s.Race.States, row.State.String()), append(s.Race.GW2, gw2)
				s.Race.Live = append(s.Race.Live, r.live[i].gw2)
				if r.pinned[i] {
					s.Race.Pinned = append(s.Race.Pinned, row.Contestant.String())
				}
			}
			for _, i := range r.shown(raceRoom(d.views.port.Size())) {
				s.Race.Seen = append(s.Race.Seen, r.rows[i].Contestant.String())
			}
			if r.hovered >= 0 {
				s.Race.Hovered = r.rows[r.hovered].Contestant.String()
			}
		}
		if m.pick != nil {
			s.Picked = &m.pick.vertex
		}
		if top := d.win.Canvas().Overlays().Top(); top != nil {
			s.Overlay = fmt.Sprintf("%T", top)
		}
		out, err := json.Marshal(s)
		if err != nil {
			return "error " + err.Error()
		}
		return string(out)
	case "where":
		glfw.PollEvents()
		return d.where(rest)
	case "hidden": // hidden A 12: whether the cut hides the vertex
		which, n, _ := strings.Cut(rest, " ")
		i, err := strconv.Atoi(n)
		sc := d.m.sceneOf(pane{side: map[string]side{"A": sideA, "B": sideB}[which]})
		if err != nil || sc == nil || i >= len(sc.Surfaces[0].Positions) {
			return "error no such vertex"
		}
		return strconv.FormatBool(d.m.clip(d.m.cameras[sideA]).Hides(sc.Surfaces[0].Positions[i]))
	case "vertex": // vertex A 12: where the vertex is seen
		side, n, _ := strings.Cut(rest, " ")
		i, err := strconv.Atoi(n)
		if err != nil {
			return "error " + err.Error()
		}
		return d.seen(map[string]int{"A": 0, "B": 1}[side], i)
	case "option": // option samples 80, without the way through the panel
		name, value, _ := strings.Cut(rest, " ")
		d.solving.setOption(option.Find(name), value)
		return "ok"
	case "scene": // of the table of moments: opens it
		momentDir = os.Getenv(momentsEnv)
		d.openScene(rest)
		return "ok"
	case "opened":
		return strconv.FormatBool(d.sceneOpen(rest))
	case "moment": // brings it up
		drivenBase, momentEntered = d.base(), time.Now()
		if m := momentNamed(rest); m.enter != nil {
			m.enter(d)
		}
		return "ok"
	case "reached":
		return strconv.FormatBool(momentNamed(rest).reached(d))
	case "rest": // ends it
		d.rest(drivenBase)
		return "ok"
	case "theme":
		d.preferences.setLook(widget.Appearance(rest))
		return "ok"
	case "size": // size 1024 700, in units
		var w, h int
		if _, err := fmt.Sscan(rest, &w, &h); err != nil {
			return "error " + err.Error()
		}
		d.win.Resize(fyneSize(w, h))
		return "ok"
	case "put": // drops a file on the window, which xdotool cannot
		pos := fyne.NewPos(100, 200)
		if at, path, ok := strings.Cut(rest, " "); ok && at == "B" {
			pos.X += d.views.port.Size().Width * 0.7
			rest = path
		} else {
			rest = path
		}
		d.shapes.dropped(pos, []fyne.URI{fileURI(rest)})
		return "ok"
	}
	return "error no such question: " + line
}
