package gui

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/race"
)

// scripted stands in for race.Run: it tells the events that the test sends, and ends when the test
// closes the script or the window cancels.
type scripted struct {
	events chan race.Event
	asked  []race.Contestant
	set    race.Settings
	fails  error
}

func (s *scripted) run(ctx context.Context, _ race.Pair, contestants []race.Contestant, set race.Settings) ([]race.Row, error) {
	s.asked, s.set = contestants, set
	rows := make([]race.Row, len(contestants))
	for i, c := range contestants {
		rows[i] = race.Row{Contestant: c, State: race.Skipped}
	}
	for {
		select {
		case e, ok := <-s.events:
			if !ok {
				return rows, s.fails
			}
			e.Row.Contestant = contestants[e.Index]
			rows[e.Index] = e.Row
			set.Report(e)
		case <-ctx.Done():
			return rows, nil
		}
	}
}

// racingDesk is a window with two shapes and a scripted race of three methods.
func racingDesk(t *testing.T) (*desk, *scripted) {
	t.Helper()
	d, _ := testDesk(t)
	s := &scripted{events: make(chan race.Event)}
	cs, err := race.Parse("cg,hierarchical,cg:40")
	if err != nil {
		t.Fatal(err)
	}
	onTestMain(func() {
		d.races.run = s.run
		d.begin("one", "two")
	})
	eventually(t, "the shapes", func() bool { return d.m.shapes[sideA] != nil && d.m.shapes[sideB] != nil })
	onTestMain(func() { d.races.start(cs, true, time.Minute) })
	return d, s
}

func TestARaceTellsHowFarItIsAndStops(t *testing.T) {
	d, s := racingDesk(t)
	s.events <- race.Event{Index: 1, Row: race.Row{State: race.Running}, Stage: "polishing", Fraction: 0.5, GW2: 0.01, Elapsed: time.Second, Clock: 3 * time.Second}
	s.events <- race.Event{Index: 0, Row: race.Row{State: race.Failed, Err: errors.New("too many samples")}, Clock: 4 * time.Second}
	eventually(t, "the news", func() bool { return d.m.race.rows[0].State == race.Failed })
	onTestMain(func() {
		r := d.m.race
		if d.m.layout != raced || !r.running || !r.sideBySide || s.set.Limit != time.Minute || len(s.asked) != 3 {
			t.Errorf("layout %d, race %+v, limit %s", d.m.layout, r, s.set.Limit)
		}
		if l := r.live[1]; l.from != 2*time.Second || l.till != 3*time.Second || l.stage != "polishing" {
			t.Errorf("on the clock it is %+v", l)
		}
		row := d.races.panel.table.rows
		if got := row[1].remark.Text; got != "50 %  polishing  ·  GW² 0.0100" {
			t.Errorf("the running one reads %q", got)
		}
		if got := row[0].remark; got.Text != "Too many samples." || got.Color != widget.ColorCaution {
			t.Errorf("the failed one reads %q", got.Text)
		}
		if got := row[2].remark.Text; got != "waiting" {
			t.Errorf("the waiting one reads %q", got)
		}
		if d.races.panel.stop.Disabled() || !d.races.panel.stop.Visible() || !d.races.panel.methods.Disabled() || !d.inspector.solve.solve.Disabled() {
			t.Error("while methods run, Stop is for pressing, and neither another race nor a solve")
		}
		d.races.openRow(0)
		if d.m.layout != raced || d.m.match != nil {
			t.Error("a row without a result was opened")
		}
		d.key(&fyne.KeyEvent{Name: fyne.KeyEscape})
	})
	eventually(t, "the end", func() bool { return !d.m.race.running })
	onTestMain(func() {
		if d.races.panel.stop.Visible() || d.races.panel.methods.Disabled() {
			t.Error("after the end, Stop is gone and another race can begin")
		}
		if d.m.race.rows[2].State != race.Skipped || d.m.race.rows[0].State != race.Failed {
			t.Errorf("the rows are %+v", d.m.race.rows)
		}
		if d.win.Canvas().Overlays().Top() != nil {
			t.Error("a stop is no error, but a dialog shows")
		}
	})
}

// While a race is seen, the panel beside it does not show the figures of the match before, and a coming
// target tells its progress.
func TestARaceDoesNotShowTheMatchBefore(t *testing.T) {
	d, s := racingDesk(t)
	s.events <- race.Event{Index: 0, Row: race.Row{State: race.Running}, Fraction: 0.25}
	eventually(t, "the news", func() bool { return d.m.race.rows[0].State == race.Running })
	match := smallMatch(t)
	onTestMain(func() {
		d.m.match = match
		d.m.onMatch.Emit(d.m.match)
		p := d.inspector.result
		if p.all.Visible() || p.more.Visible() || !p.race.Visible() || p.hint.Visible() {
			t.Error("figures of one match stand beside a race")
		}
		d.views.port.Resize(fyne.NewSize(1064, 620))
		d.views.showHeaders()
		w := d.races.waits
		if w[0].object.Visible() || w[1].says.Text != "running, 25 %" || w[2].says.Text != "waiting" || !w[1].object.Visible() {
			t.Errorf("the targets say %q and %q", w[1].says.Text, w[2].says.Text)
		}
		d.views.showBoth()
		if !p.all.Visible() || p.race.Visible() {
			t.Error("back at the match, its figures are not there")
		}
		if d.views.showHeaders(); w[1].object.Visible() {
			t.Error("a target waits where there is none")
		}
	})
}

func TestARaceEndsWithItsShapes(t *testing.T) {
	d, s := racingDesk(t)
	s.events <- race.Event{Index: 0, Row: race.Row{State: race.Running}}
	onTestMain(func() { d.shapes.load(sideA, "three") })
	eventually(t, "no race", func() bool { return d.m.race == nil && d.m.layout == sideBySide })
}

func TestAFailedRaceSaysSo(t *testing.T) {
	d, s := racingDesk(t)
	s.fails = errors.New("a race needs a metric")
	close(s.events)
	eventually(t, "the dialog", func() bool { _, ok := d.win.Canvas().Overlays().Top().(*widget.Sheet); return ok })
	onTestMain(func() {
		if d.m.race.running || d.m.status != "The race failed" {
			t.Errorf("running %v, status %q", d.m.race.running, d.m.status)
		}
	})
}

func TestRowsStandStillUntilAskedOrOver(t *testing.T) {
	t.Parallel()
	cs, err := race.Parse("cg,hierarchical,cg:40")
	if err != nil {
		t.Fatal(err)
	}
	r := newRacing(nil, nil, cs, 60, false)
	for i, gw2 := range []float64{0.3, 0.1, 0.2} {
		r.rows[i].GW2, r.rows[i].State = gw2, race.Running
	}
	column := func(key string) *race.Column {
		c, err := race.FindColumn(key)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	want := func(when string, order ...int) {
		t.Helper()
		if got := r.order(); !slices.Equal(got, order) {
			t.Errorf("%s: %v, want %v", when, got, order)
		}
	}
	want("while they run", 0, 1, 2)
	r.pinned[2] = true
	want("one pinned", 2, 0, 1)
	r.sortBy(column("gw2"))
	want("by the column that it will have", 2, 0, 1)
	r.sortBy(column("gw2"))
	want("the other way round", 2, 1, 0)
	delete(r.pinned, 2)
	r.running = false
	want("over", 1, 2, 0)
	if got := r.shown(6); len(got) != 0 {
		t.Errorf("rows without results are shown: %v", got)
	}
	r.running = true
	if got := r.shown(2); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("of those to come, %v have places", got)
	}
	r.most = 3
	if got := r.shown(2); len(got) != 3 {
		t.Errorf("three were asked for: %v", got)
	}
}

func TestRacePanesAreOfOneSizeAndApart(t *testing.T) {
	t.Parallel()
	for _, size := range []fyne.Size{fyne.NewSize(648, 330), fyne.NewSize(1064, 620), fyne.NewSize(2200, 900), fyne.NewSize(300, 900)} {
		for n := 1; n <= mostTargets+1; n++ {
			cells := raceGrid(size, n)
			if len(cells) != n {
				t.Fatalf("%v: %d panes for %d", size, len(cells), n)
			}
			for i, a := range cells {
				if a.size.Height != cells[0].size.Height || abs(int(a.size.Width-cells[0].size.Width)) > 1 || a.pos.X < 0 || a.pos.X+a.size.Width > size.Width+0.5 || a.pos.Y+a.size.Height > size.Height+0.5 {
					t.Errorf("%v, %d panes: pane %d is %+v", size, n, i, a)
				}
				for _, b := range cells[:i] {
					if a.pos.X < b.pos.X+b.size.Width && b.pos.X < a.pos.X+a.size.Width && a.pos.Y < b.pos.Y+b.size.Height && b.pos.Y < a.pos.Y+a.size.Height {
						t.Errorf("%v, %d panes: %+v and %+v overlap", size, n, a, b)
					}
				}
			}
		}
		if room := raceRoom(size); room < leastTargets || room > mostTargets {
			t.Errorf("%v has room for %d", size, room)
		}
	}
	if raceRoom(fyne.NewSize(1064, 620)) != mostTargets {
		t.Errorf("the first window has room for %d targets", raceRoom(fyne.NewSize(1064, 620)))
	}
}

// Columns never overlap, whatever the width; names and GW² always show.
func TestRaceColumnsFit(t *testing.T) {
	d, s := racingDesk(t)
	_ = s
	onTestMain(func() {
		for _, width := range []float32{420, 600, 1000, 1800} {
			tab := d.races.panel.table
			tab.lay(width)
			c := tab.columns
			x := c.figures - raceCellGap
			if c.nameWidth < leastName || c.clock < c.name+c.nameWidth {
				t.Errorf("%g wide: names from %g, %g wide, the clock at %g", width, c.name, c.nameWidth, c.clock)
			}
			for k := 1; k < len(race.Columns); k++ {
				right, ok := c.right[k]
				if !ok {
					continue
				}
				if right-c.width[k] < x || right > width {
					t.Errorf("%g wide: column %s ends at %g, the one before at %g", width, race.Columns[k].Key, right, x)
				}
				x = right
			}
			if _, ok := c.right[columnIndex("gw2")]; !ok {
				t.Errorf("%g wide: no GW²", width)
			}
		}
	})
}

func TestRaceChoiceOffersEveryMethodAndTakesOthers(t *testing.T) {
	t.Parallel()
	c := newRaceChoice()
	every := func(race.Contestant) error { return nil }
	if got, want := len(c.take(every)), len(race.Default()); got != want {
		t.Errorf("%d are ticked at first, want %d", got, want)
	}
	extra, err := race.ParseContestant("cg:33")
	if err != nil {
		t.Fatal(err)
	}
	c.setAll(false)
	c.add(extra)
	c.add(extra)
	if got := c.take(every); len(got) != 1 || got[0].String() != "cg:33" || len(c.offered) != len(race.Known())+1 {
		t.Errorf("after one was added: %v of %d", got, len(c.offered))
	}
	if got := c.take(func(race.Contestant) error { return errors.New("too large") }); len(got) != 0 {
		t.Errorf("methods that cannot run are taken: %v", got)
	}
}

// In a presentation the views of a race are larger, and so are their words.
func TestARacePresentedIsLarger(t *testing.T) {
	d, s := racingDesk(t)
	s.events <- race.Event{Index: 1, Row: race.Row{State: race.Running}, Stage: "polishing", Fraction: 0.5, GW2: 0.01}
	onTestMain(func() {
		d.win.Resize(windowSize)
		d.views.showHeaders()
		l := d.races.lanes[1]
		cell, letters, head := d.m.panes(d.views.port.Size())[1].rect.size, l.title.TextSize, l.Size().Height
		d.press("F11")
		now := d.m.panes(d.views.port.Size())[1].rect.size
		if now.Width <= cell.Width || now.Height <= cell.Height || l.title.TextSize <= letters || l.Size().Height <= head || l.pin.Visible() {
			t.Errorf("a view of %v becomes one of %v; letters %g and %g, heads %g and %g", cell, now, letters, l.title.TextSize, head, l.Size().Height)
		}
		if l.figure.Position().Y < l.title.Position().Y+l.title.MinSize().Height-2 {
			t.Error("the two lines over a view overlap")
		}
		d.press("F11")
		if l.title.TextSize != letters || l.Size().Height != head {
			t.Error("the words stay large after the presentation")
		}
	})
}
