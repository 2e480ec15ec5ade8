package gui

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/internal/routine"
	"gwscope/solver/correspond"
)

// brittleBackend panics where a test wants it.
type brittleBackend struct {
	slowBackend
	load, match bool
}

func (b *brittleBackend) Load(ctx context.Context, ref string, o session.Options) (*pipeline.Shape, error) {
	if b.load {
		panic("no such row")
	}
	return b.slowBackend.Load(ctx, ref, o)
}

func (b *brittleBackend) MatchMarked(ctx context.Context, x, y *pipeline.Shape, o session.Options, marks session.Marks, truth *correspond.Truth, progress func(pipeline.Progress)) (*pipeline.Match, error) {
	if b.match {
		panic("no such row")
	}
	return nil, pipeline.ErrCancelled
}

func (b *brittleBackend) ConsultSeeds(context.Context, *pipeline.Match, int, func(pipeline.Progress)) (*pipeline.Match, error) {
	panic("no such row")
}

// told waits for the sheet about a mistake and closes it.
func told(t *testing.T, d *desk) {
	t.Helper()
	eventually(t, "the sheet", func() bool { return d.tasks.mistake != nil && d.tasks.mistake.Open })
	onTestMain(func() { d.tasks.mistake.Close() })
}

// Whatever panics, the window tells of it and is ready for another.
func TestAPanicLeavesNothingBusy(t *testing.T) {
	b := &brittleBackend{}
	d := deskOver(t, b)
	onTestMain(func() { d.begin("one", "two") })
	eventually(t, "two shapes", func() bool { return d.m.shapes[sideA] != nil && d.m.shapes[sideB] != nil && !d.m.job.running })

	for _, c := range []struct {
		what string
		do   func()
		busy func() bool
	}{
		{"reading a shape", func() { b.load = true; d.shapes.load(sideA, "three") }, func() bool { return d.m.loading[sideA] != "" }},
		{"opening a session", func() {
			d.documents.resume(&session.Document{A: session.ShapeRef{Ref: "one"}, Options: d.m.options}, "", nil)
		}, func() bool { return d.m.loading[sideA]+d.m.loading[sideB] != "" }},
		{"solving", func() {
			b.load, b.match = false, true
			for s, ref := range []string{"one", "two"} {
				sh, _ := b.Load(context.Background(), ref, d.m.options)
				d.shapes.setShape(side(s), sh)
			}
			d.solving.solve()
		}, func() bool { return d.m.job.running || d.solving.running != nil || d.inspector.solve.solve.Disabled() }},
		{"following a pin", d.marker.solveLive, func() bool { return d.marker.live.busy || d.m.job.running }},
		{"a race", func() {
			d.races.run = func(context.Context, race.Pair, []race.Contestant, race.Settings) ([]race.Row, error) {
				panic("no such row")
			}
			d.races.start([]race.Contestant{{Method: "hierarchical"}}, false, 0)
		}, func() bool { return d.m.racing() }},
		{"asking other seeds", func() { d.m.match = &pipeline.Match{}; d.solving.toggleSeeds() }, func() bool { return d.m.seeds.running }},
		{"what comes after the work", func() { d.tasks.background(func() func() { return func() { panic("no such row") } }) }, func() bool { return false }},
		{"an export", func() {
			after := func() { d.races.panel.export.SetEnabled(true) }
			d.races.panel.export.SetEnabled(false)
			d.exports.writeInto(t.TempDir(), 1, func(context.Context, string) error { panic("no such row") }, after)
		}, func() bool { return d.races.panel.export.Disabled() }},
	} {
		t.Run(c.what, func(t *testing.T) {
			for range 2 {
				onTestMain(c.do)
				told(t, d)
				onTestMain(func() {
					if c.busy() {
						t.Error("the window still seems to work")
					}
					d.m.match = nil
				})
			}
		})
	}
}

// A panic of the autosave is told, and the next one is tried again.
func TestAutosaveOutlivesAPanic(t *testing.T) {
	home := session.Home{Config: t.TempDir(), State: t.TempDir()} // before the window, which ends first
	d, _ := settledDesk(t)
	place, err := home.NewRecovery()
	if err != nil {
		t.Fatal(err)
	}
	defer place.Close()
	act(t, d, func() { d.solving.setOption(option.Find("samples"), "640") }, "Samples")
	onTestMain(func() {
		d.guard.place = place
		d.guard.save = func(documentCopy, string) error { panic("no such row") }
		d.guard.autosave()
	})
	told(t, d)
	onTestMain(func() {
		if d.guard.busy || d.guard.held {
			t.Error("it counts as under way, or as done")
		}
		d.guard.save = d.guard.write
		d.guard.autosave()
	})
	eventually(t, "a saved state", func() bool { return d.guard.held && !d.guard.busy })
}

func TestAMistakeIsCopiedWithItsPlace(t *testing.T) {
	t.Parallel()
	p := routine.Try(func() { panic(errors.New("no such row")) })
	if got := reportOf(p); !strings.Contains(got, "no such row") || !strings.Contains(got, "mistake_test.go") {
		t.Errorf("copied is %q", got)
	}
	if got := reportOf(errors.New("a.obj: line 3")); got != "a.obj: line 3" {
		t.Errorf("copied is %q", got)
	}
}

// A method of a race that broke down is told in full when its row is opened.
func TestABrokenRowTellsItsReport(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		r := newRacing(nil, nil, []race.Contestant{{Method: "cg"}}, 100, false)
		r.rows[0].State, r.rows[0].Err = race.Failed, routine.Try(func() { panic("no such row") })
		d.m.race = r
		d.races.openRow(0)
		if _, ok := d.win.Canvas().Overlays().Top().(*widget.Sheet); !ok {
			t.Error("nothing is told")
		}
		d.m.race = nil
	})
}
