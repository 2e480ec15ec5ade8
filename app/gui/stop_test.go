package gui

import (
	"context"
	"errors"
	"testing"

	"fyne.io/fyne/v2"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/solver"
	"gwscope/solver/correspond"
)

// heldBackend is a slow backend whose reading and choosing also wait for their context.
type heldBackend struct {
	slowBackend
	holdLoad chan struct{} // closed: shapes come at once
	chosen   chan error    // how the choice of another minimum ended
}

func (b *heldBackend) Load(ctx context.Context, ref string, o session.Options) (*pipeline.Shape, error) {
	<-b.holdLoad
	return b.slowBackend.Load(ctx, ref, o)
}

func (b *heldBackend) Choose(ctx context.Context, _ *pipeline.Match, _ int, _ *correspond.Truth, _ func(pipeline.Progress)) (*pipeline.Match, error) {
	<-ctx.Done()
	b.chosen <- ctx.Err()
	return nil, ctx.Err()
}

func escape(d *desk) { d.key(&fyne.KeyEvent{Name: fyne.KeyEscape}) }

// While a pin is dragged the window shows that it solves, and Esc ends that until the next
// drag.
func TestEscStopsALiveSolve(t *testing.T) {
	d, b := settledDesk(t)
	before := b.matches
	onTestMain(d.marker.solveLive)
	eventually(t, "a live solve", func() bool { b.mu.Lock(); defer b.mu.Unlock(); return b.matches == before+1 })
	onTestMain(func() {
		if !d.m.job.running || d.inspector.solve.cancel.Disabled() || d.inspector.solve.stage.Text != liveStage {
			t.Errorf("it does not show: running %t, stage %q", d.m.job.running, d.inspector.solve.stage.Text)
		}
		d.marker.solveLive() // the pin goes on
		escape(d)
	})
	eventually(t, "its end", func() bool { return !d.m.job.running && !d.marker.live.busy })
	onTestMain(func() {
		if d.marker.live.again || d.inspector.solve.solve.Disabled() || d.win.Canvas().Overlays().Top() != nil {
			t.Error("after Esc it goes on, or complains")
		}
		d.marker.solveLive() // the same drag
		if d.m.job.running {
			t.Error("the drag that was stopped is followed again")
		}
		d.marker.live.off = false // the next drag
		d.marker.solveLive()
		if !d.m.job.running {
			t.Error("the next drag is not followed")
		}
	})
}

// Esc ends the work on another minimum, too, and the wait for a file that does not come.
func TestEscStopsWhateverWorks(t *testing.T) {
	b := &heldBackend{holdLoad: make(chan struct{}), chosen: make(chan error, 1)}
	d := deskOver(t, b)
	onTestMain(func() {
		d.shapes.load(sideA, "one")
		escape(d)
		if d.m.loading[sideA] != "" {
			t.Error("the window still waits for a shape")
		}
	})
	close(b.holdLoad)
	d.tasks.jobs.Wait()
	onTestMain(func() {
		if d.m.shapes[sideA] != nil {
			t.Error("a shape came that nobody waits for any more")
		}
		d.documents.resume(&session.Document{A: session.ShapeRef{Ref: "one"}, Options: d.m.options}, "a.gwscope", nil)
		escape(d)
		if d.documents.keep.path != "" {
			t.Error("half a session would be saved over its file")
		}
		m := new(pipeline.Match)
		m.Result = &solver.Result{Alternatives: make([]solver.Alternative, 2)}
		m.A, _ = b.slowBackend.Load(context.Background(), "one", d.m.options)
		m.B = m.A
		d.m.match = m
		d.solving.choose(1)
		escape(d)
	})
	if err := <-b.chosen; !errors.Is(err, context.Canceled) {
		t.Errorf("the choice ended with %v", err)
	}
	d.tasks.jobs.Wait()
	onTestMain(func() {
		if d.m.match == nil || d.m.match.Chosen != 0 || d.win.Canvas().Overlays().Top() != nil {
			t.Error("after Esc the match is another, or an error is told")
		}
		d.m.match = nil
	})
}

// Esc ends asides of a match and the reading of files, and their contexts with them.
func TestEscStopsWhatNobodyWaitsFor(t *testing.T) {
	d, _ := testDesk(t)
	waits := func(ctx context.Context) func() {
		<-ctx.Done()
		return func() { t.Error("what was stopped is shown") }
	}
	stopped := 0
	onTestMain(func() {
		d.tasks.aside(waits, func() { stopped++ })
		d.tasks.aside(waits, nil)
		escape(d)
		if d.tasks.asides.ctx != nil {
			t.Error("Esc did not stop it")
		}
	})
	d.tasks.jobs.Wait()
	onTestMain(func() {
		if stopped != 1 || d.tasks.asides.running != 0 {
			t.Errorf("told %d times that it was stopped, %d are running", stopped, d.tasks.asides.running)
		}
		d.tasks.aside(func(context.Context) func() { return func() { stopped++ } }, nil) // the next is not stopped
	})
	eventually(t, "the next", func() bool { return stopped == 2 && d.tasks.asides.running == 0 })

	var reading [3]context.Context
	onTestMain(func() {
		d.tasks.opening(int(sideA), func(ctx context.Context) func() { reading[0] = ctx; return waits(ctx) })
		d.tasks.opening(int(sideA), func(ctx context.Context) func() { reading[1] = ctx; return waits(ctx) }) // overtakes it
		escape(d)
		// Landmarks of both sides, dropped together, do not overtake each other.
		d.tasks.opening(int(sideA), func(ctx context.Context) func() { reading[2] = ctx; return func() { stopped++ } })
		d.tasks.opening(int(sideB), func(context.Context) func() { return func() { stopped++ } })
	})
	eventually(t, "the last", func() bool { return stopped == 4 && !d.tasks.opens() })
	d.tasks.jobs.Wait()
	if reading[0].Err() == nil || reading[1].Err() == nil {
		t.Error("a file is still being read")
	}
}

// A shape that nobody waits for is not read on.
func TestEscEndsReadingAShape(t *testing.T) {
	b := &endlessBackend{ended: make(chan error, 3)}
	d := deskOver(t, b)
	onTestMain(func() {
		d.shapes.load(sideA, "one")
		d.shapes.load(sideA, "two") // overtakes it
		escape(d)
		d.documents.resume(&session.Document{B: session.ShapeRef{Ref: "three"}, Options: d.m.options}, "", nil)
		escape(d)
	})
	for range 3 {
		if err := <-b.ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
	}
	d.tasks.jobs.Wait()
}

// endlessBackend reads until it is stopped.
type endlessBackend struct {
	slowBackend
	ended chan error
}

func (b *endlessBackend) Load(ctx context.Context, _ string, _ session.Options) (*pipeline.Shape, error) {
	<-ctx.Done()
	b.ended <- ctx.Err()
	return nil, ctx.Err()
}

// A plan of earlier shapes is not shown on shapes that came meanwhile.
func TestAPlanOfOtherShapesIsNotShown(t *testing.T) {
	d, b := testDesk(t)
	onTestMain(func() { d.begin("one", "two") })
	eventually(t, "a running solve", func() bool { return d.m.job.running && d.m.job.stage == "slicing" })
	onTestMain(func() {
		sh, _ := b.Load(context.Background(), "three", d.m.options)
		d.shapes.setShape(sideA, sh) // as for a file that is dropped while the solve finishes its plan
	})
	b.results <- errors.New("of the shapes before")
	eventually(t, "the end of the solve", func() bool { return !d.m.job.running })
	onTestMain(func() {
		if d.win.Canvas().Overlays().Top() != nil || d.m.match != nil || d.m.preview != nil {
			t.Error("what was found for the shapes before is told, or shown")
		}
	})
}
