package gui

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"gwscope/app/gui/mainloop"
	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/internal/routine"
)

// racer runs a race; race.Run is the real one.
type racer func(ctx context.Context, pair race.Pair, contestants []race.Contestant, s race.Settings) ([]race.Row, error)

// raceNews collects what happens in a race between two looks of the window.
type raceNews struct {
	mu     sync.Mutex
	latest map[int]race.Event
}

func (n *raceNews) put(e race.Event) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.latest[e.Index] = e
}

// take empties it, in the order of the contestants.
func (n *raceNews) take() []race.Event {
	n.mu.Lock()
	defer n.mu.Unlock()
	var out []race.Event
	for _, e := range n.latest {
		out = append(out, e)
	}
	clear(n.latest)
	slices.SortFunc(out, func(a, b race.Event) int { return a.Index - b.Index })
	return out
}

// raceEvery is how often the clock of a race moves: often enough to be seen running,
// and little work, for the methods are being timed.
const raceEvery = 120 * time.Millisecond

// startRace runs methods on the pair in the background. The views stand still while a
// method runs: drawing its plans would take time from it, on machines without a
// graphics card most of all.
func (d *desk) startRace(contestants []race.Contestant, sideBySide bool, limit time.Duration) {
	a, b := d.m.shapes[sideA], d.m.shapes[sideB]
	if a == nil || b == nil || len(contestants) == 0 {
		return
	}
	d.dropSolve()
	d.stopRace()
	ctx, cancel := context.WithCancel(context.Background())
	d.raceCancel = cancel
	now := newRacing(a, b, contestants, d.m.options.Samples, sideBySide)
	now.pins = len(d.marks().Pinned())
	if d.m.match != nil {
		now.like = d.m.match
	}
	d.m.race = now
	d.arrange(raced)
	d.m.onRace.Emit(now)
	d.raceArranged()
	d.askRacePictures()
	d.m.setStatus("Racing")
	d.m.onJob.Emit(d.m.job)

	marks := d.marks()
	news := &raceNews{latest: map[int]race.Event{}}
	settings := race.Settings{Options: d.m.options, SideBySide: sideBySide, Limit: limit, Report: news.put, Main: d.onMainThread}
	done := make(chan struct{})
	mainloop.Go(func() {
		tick := time.NewTicker(raceEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				mainloop.DoAndWait(func() { d.showRace(now, news.take()) })
			case <-done:
				return
			}
		}
	})
	d.background(func() func() {
		defer cancel()
		defer close(done)
		truth, err := pipeline.LoadTruth(a, b, "")
		if err != nil {
			truth = nil // a race needs none
		}
		begin := time.Now()
		rows, err := d.runRace(ctx, race.Pair{A: a, B: b, Truth: truth, Marks: marks}, contestants, settings)
		took := time.Since(begin)
		return func() {
			d.showRace(now, news.take())
			d.finishRace(now, rows, took, err)
		}
	}, func() {
		now.running, now.stopping = false, false
		if d.m.race == now {
			d.m.onRace.Emit(now)
			d.m.onJob.Emit(d.m.job)
		}
	})
}

// dropSolve ends a solve in hand; what it still finds is not shown any more.
func (d *desk) dropSolve() {
	d.cancel()
	d.runs++
	d.running = nil
	if d.m.job.running {
		d.m.job, d.m.preview = job{}, nil
	}
}

// showRace brings the window up to date with a race.
func (d *desk) showRace(r *racing, events []race.Event) {
	if d.m.race != r || !r.running {
		return
	}
	results := false
	for _, e := range events {
		results = r.take(e) || results
	}
	d.m.onRace.Emit(r)
	if results {
		d.askRacePictures()
	}
}

func (d *desk) finishRace(r *racing, rows []race.Row, took time.Duration, err error) {
	if d.m.race != r {
		return
	}
	stopped := r.stopping
	r.running, r.stopping, r.took = false, false, took
	if err != nil {
		d.m.setStatus("The race failed")
		d.fail("These methods cannot race", err)
	} else {
		r.rows = rows
		text := "The race took " + span(took) + ": click a row to open its result"
		if stopped {
			text = "Stopped after " + span(took) + "; what was done is kept"
		}
		d.m.setStatus(text)
	}
	d.m.onRace.Emit(r)
	d.m.onJob.Emit(d.m.job)
	d.askRacePictures()
	d.raceArranged()
}

// stopRace ends a race; what is done stays.
func (d *desk) stopRace() {
	if d.m.racing() && d.raceCancel != nil {
		d.raceCancel()
		d.m.race.stopping = true
		d.m.onRace.Emit(d.m.race)
	}
}

// dropRace forgets the race, whose shapes have gone.
func (d *desk) dropRace() {
	if d.m.race == nil {
		return
	}
	d.stopRace()
	d.m.race = nil
	d.racePres.Ask(raceRequest{})
	d.m.onRace.Emit(nil)
	if d.m.layout == raced {
		d.showBoth()
	}
}

// askRacePictures asks for the panes' contents.
func (d *desk) askRacePictures() {
	r := d.m.race
	if r == nil {
		return
	}
	v := d.m.view
	v.Dark = d.m.viewIsDark()
	v.Paint.ColorLone = true // as in a race's figures
	d.racePres.Ask(raceRequest{of: r, a: r.pair[sideA], b: r.pair[sideB], like: r.like, rows: slices.Clone(r.rows), view: v})
}

// takeRacePictures shows them.
func (d *desk) takeRacePictures(r *racing, p *racePictures) {
	if d.m.race != r {
		return
	}
	r.pictures = p
	d.raceArranged()
}

// sortRace sorts the table by a column.
func (d *desk) sortRace(c *race.Column) {
	if r := d.m.race; r != nil {
		r.sortBy(c)
		d.m.onRace.Emit(r)
		d.raceArranged()
	}
}

// pinRow keeps a row on top and its target in sight, or lets it go.
func (d *desk) pinRow(i int) {
	r := d.m.race
	if r == nil || i < 0 || i >= len(r.rows) {
		return
	}
	if r.pinned[i] {
		delete(r.pinned, i)
	} else {
		r.pinned[i] = true
	}
	d.m.onRace.Emit(r)
	d.raceArranged()
}

// hoverRow marks the pane of the row under the pointer.
func (d *desk) hoverRow(i int) {
	if r := d.m.race; r != nil && r.hovered != i {
		r.hovered = i
		if d.m.layout == raced {
			d.view.redraw(false)
		}
	}
}

// openRow makes a row's result the window's match, with the settings that led to it,
// and shows it.
func (d *desk) openRow(i int) {
	r := d.m.race
	if r == nil || i < 0 || i >= len(r.rows) {
		return
	}
	row := &r.rows[i]
	if !row.Result() {
		if p := (*routine.Panic)(nil); errors.As(row.Err, &p) {
			d.fail(row.Contestant.Title()+" broke down", p)
			return
		}
		if said := row.Said(); said != "" {
			d.m.setStatus(row.Contestant.Title() + ": " + said)
		}
		return
	}
	d.dropSolve()
	said := " · R goes back to the race"
	if now, ok := row.Match.Mark(d.marks()); ok {
		row.Match = now // with landmarks as they are by now
	} else {
		said = " · with the pins that the race began with" + said
	}
	d.m.job = job{curve: r.live[i].curve}
	r.opened = i
	d.forgetTraining()
	d.m.options = row.Match.Options
	d.m.onOptions.Emit(d.m.options)
	d.setMatch(row.Match)
	d.m.onRecord.Emit(nil)
	d.m.onJob.Emit(d.m.job)
	d.m.onRace.Emit(r)
	d.m.setStatus(row.Contestant.Title() + said)
	d.showBoth()
}
