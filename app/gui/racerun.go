package gui

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/internal/routine"
)

// races runs methods on one pair and shows their results beside each other.
type races struct {
	win      fyne.Window
	widgets  *widget.Maker
	m        *model
	dialogs  *dialogs
	tasks    *tasks
	solving  *solving
	learning *learning
	views    *views
	panels   *panels
	marker   *marker
	exports  *exporter

	run      racer
	choice   *raceChoice
	cancel   context.CancelFunc // ends the race in hand
	pictures *mainloop.Newest[raceRequest]
	// onMainThread is pipeline.Engine.Main; nil in tests without a screen.
	onMainThread func(func())

	panel *racePanel
	lanes []*laneHeader
	waits []*laneWait // below the headers, one for each
	// legend is the colour bar of all lanes, at the foot of the source.
	legend *legend
	cell   fyne.Size // of the source's pane when it was framed
}

// racer runs a race; race.Run is the real one.
type racer func(ctx context.Context, pair race.Pair, contestants []race.Contestant, s race.Settings) ([]race.Row, error)

// raceNews collects the events of a race until the window takes them.
type raceNews struct {
	mu     sync.Mutex
	latest map[int]race.Event
}

func (n *raceNews) put(e race.Event) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.latest[e.Index] = e
}

// take empties it and returns the events in the order of the contestants.
func (n *raceNews) take() []race.Event {
	n.mu.Lock()
	defer n.mu.Unlock()
	out := slices.SortedFunc(maps.Values(n.latest), func(a, b race.Event) int { return a.Index - b.Index })
	clear(n.latest)
	return out
}

// raceEvery is the time between two updates of a running race. A person sees the clock run, and the updates
// take little time from the methods, which are being timed.
const raceEvery = 120 * time.Millisecond

// start runs methods on the pair in the background. No plan of a running method is drawn: drawing would take
// time from the method, most of all on machines without a graphics card.
func (rs *races) start(contestants []race.Contestant, sideBySide bool, limit time.Duration) {
	a, b := rs.m.shapes[sideA], rs.m.shapes[sideB]
	if a == nil || b == nil || len(contestants) == 0 {
		return
	}
	rs.solving.dropSolve()
	rs.stop()
	ctx, cancel := context.WithCancel(context.Background())
	rs.cancel = cancel
	now := newRacing(a, b, contestants, rs.m.options.Samples, sideBySide)
	now.pins = len(rs.marker.now().Pinned())
	if rs.m.match != nil {
		now.like = rs.m.match
	}
	rs.m.race = now
	rs.views.arrange(raced)
	rs.m.onRace.Emit(now)
	rs.arranged()
	rs.askPictures()
	rs.m.setStatus("Racing")
	rs.m.onJob.Emit(rs.m.job)

	marks := rs.marker.now()
	news := &raceNews{latest: map[int]race.Event{}}
	settings := race.Settings{Options: rs.m.options, SideBySide: sideBySide, Limit: limit, Report: news.put, Main: rs.onMainThread}
	done := make(chan struct{})
	every(raceEvery, done, func() { rs.show(now, news.take()) })
	rs.tasks.background(func() func() {
		defer cancel()
		defer close(done)
		truth, _ := pipeline.LoadTruth(a, b, "") // only a file can fail
		begin := time.Now()
		rows, err := rs.run(ctx, race.Pair{A: a, B: b, Truth: truth, Marks: marks}, contestants, settings)
		took := time.Since(begin)
		return func() {
			rs.show(now, news.take())
			rs.finish(now, rows, took, err)
		}
	}, func() {
		now.running, now.stopping = false, false
		if rs.m.race == now {
			rs.m.onRace.Emit(now)
			rs.m.onJob.Emit(rs.m.job)
		}
	})
}

// show brings the window up to date with a race.
func (rs *races) show(r *racing, events []race.Event) {
	if rs.m.race != r || !r.running {
		return
	}
	results := false
	for _, e := range events {
		results = r.take(e) || results
	}
	rs.m.onRace.Emit(r)
	if results {
		rs.askPictures()
	}
}

func (rs *races) finish(r *racing, rows []race.Row, took time.Duration, err error) {
	if rs.m.race != r {
		return
	}
	stopped := r.stopping
	r.running, r.stopping, r.took = false, false, took
	if err != nil {
		rs.m.setStatus("The race failed")
		rs.dialogs.fail("These methods cannot race", err)
	} else {
		r.rows = rows
		text := "The race took " + span(took) + ": click a row to open its result"
		if stopped {
			text = "Stopped after " + span(took) + "; finished rows are kept"
		}
		rs.m.setStatus(text)
	}
	rs.m.onRace.Emit(r)
	rs.m.onJob.Emit(rs.m.job)
	rs.askPictures()
	rs.arranged()
}

// stop ends a race. Finished rows stay.
func (rs *races) stop() {
	if rs.m.racing() && rs.cancel != nil {
		rs.cancel()
		rs.m.race.stopping = true
		rs.m.onRace.Emit(rs.m.race)
	}
}

// drop forgets the race, whose shapes have gone.
func (rs *races) drop() {
	if rs.m.race == nil {
		return
	}
	rs.stop()
	rs.m.race = nil
	rs.pictures.Ask(raceRequest{})
	rs.m.onRace.Emit(nil)
	if rs.m.layout == raced {
		rs.views.showBoth()
	}
}

// askPictures asks for the panes' contents.
func (rs *races) askPictures() {
	r := rs.m.race
	if r == nil {
		return
	}
	v := rs.m.view
	v.Dark = rs.m.viewIsDark()
	v.Paint.ColorLone = true // as in a race's figures
	rs.pictures.Ask(raceRequest{of: r, a: r.pair[sideA], b: r.pair[sideB], like: r.like, rows: slices.Clone(r.rows), view: v})
}

// takePictures shows the pictures of a race.
func (rs *races) takePictures(r *racing, p *racePictures) {
	if rs.m.race != r {
		return
	}
	r.pictures = p
	rs.arranged()
}

// sortBy sorts the table by a column.
func (rs *races) sortBy(c *race.Column) {
	if r := rs.m.race; r != nil {
		r.sortBy(c)
		rs.m.onRace.Emit(r)
		rs.arranged()
	}
}

// pinRow keeps a row on top and its target in sight, or lets it go.
func (rs *races) pinRow(i int) {
	r := rs.m.race
	if r == nil || i < 0 || i >= len(r.rows) {
		return
	}
	if r.pinned[i] {
		delete(r.pinned, i)
	} else {
		r.pinned[i] = true
	}
	rs.m.onRace.Emit(r)
	rs.arranged()
}

// hoverRow marks the pane of the row under the pointer.
func (rs *races) hoverRow(i int) {
	if r := rs.m.race; r != nil && r.hovered != i {
		r.hovered = i
		if rs.m.layout == raced {
			rs.views.port.redraw(false)
		}
	}
}

// openRow makes a row's result the window's match, with its settings, and shows it.
func (rs *races) openRow(i int) {
	r := rs.m.race
	if r == nil || i < 0 || i >= len(r.rows) {
		return
	}
	row := &r.rows[i]
	if !row.Result() {
		if p := (*routine.Panic)(nil); errors.As(row.Err, &p) {
			rs.dialogs.fail(row.Contestant.Title()+" broke down", p)
			return
		}
		if said := row.Said(); said != "" {
			rs.m.setStatus(row.Contestant.Title() + ": " + said)
		}
		return
	}
	rs.solving.dropSolve()
	said := " · R goes back to the race"
	if now, ok := row.Match.Mark(rs.marker.now()); ok {
		row.Match = now // with the present landmarks
	} else {
		said = " · with the pins that the race began with" + said
	}
	rs.m.job = job{curve: r.live[i].curve}
	r.opened = i
	rs.learning.forgetTraining()
	rs.m.options = row.Match.Options
	rs.m.onOptions.Emit(rs.m.options)
	rs.solving.setMatch(row.Match)
	rs.m.onRecord.Emit(nil)
	rs.m.onJob.Emit(rs.m.job)
	rs.m.onRace.Emit(r)
	rs.m.setStatus(row.Contestant.Title() + said)
	rs.views.showBoth()
}
