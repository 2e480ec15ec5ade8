package gui

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/internal/await"
	"gwscope/meshio/mesh"
	"gwscope/solver/correspond"

	"gonum.org/v1/gonum/spatial/r3"
)

// mainLock stands in for the main goroutine in tests without a screen.
var mainLock sync.Mutex

// onTestMain runs f as the main goroutine would: nothing else at the same time.
func onTestMain(f func()) {
	mainLock.Lock()
	defer mainLock.Unlock()
	f()
}

// themedApp is Fyne's application without a screen, in our theme.
func themedApp(t testing.TB) fyne.App {
	t.Helper()
	a := test.NewTempApp(t)
	a.Settings().SetTheme(widget.Theme{Look: widget.AlwaysDark})
	return a
}

// slowBackend stands in for the pipeline: it loads tetrahedra and lets a test
// decide when and how a match ends.
type slowBackend struct {
	mu      sync.Mutex
	matches int
	results chan error // a value for each match that shall end
}

func (b *slowBackend) Load(_ context.Context, ref string, _ session.Options) (*pipeline.Shape, error) {
	if ref == "bad.obj" {
		return nil, errors.New("bad.obj: line 3: no such vertex")
	}
	m := &mesh.Mesh{Name: ref, Vertices: []r3.Vec{{}, {X: 1}, {Y: 1}, {Z: 1}}, Triangles: [][3]int32{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}}
	return &pipeline.Shape{Ref: ref, Mesh: m, Report: mesh.Validate(m), Key: ref}, nil
}

func (b *slowBackend) MatchMarked(ctx context.Context, _, _ *pipeline.Shape, _ session.Options, _ session.Marks, _ *correspond.Truth, progress func(pipeline.Progress)) (*pipeline.Match, error) {
	b.mu.Lock()
	b.matches++
	b.mu.Unlock()
	progress(pipeline.Progress{Stage: "slicing", Fraction: 0.5, GW2: 0.02})
	select {
	case err := <-b.results:
		return nil, err
	case <-ctx.Done():
		return nil, pipeline.ErrCancelled
	}
}

func (b *slowBackend) Choose(context.Context, *pipeline.Match, int, *correspond.Truth, func(pipeline.Progress)) (*pipeline.Match, error) {
	return nil, errors.New("not asked for here")
}

func (b *slowBackend) Restore(context.Context, *pipeline.Shape, *pipeline.Shape, *session.Result, session.Marks, *correspond.Truth, func(pipeline.Progress)) (*pipeline.Match, error) {
	return nil, errors.New("not asked for here")
}

// testDesk is a window without a screen and without OpenGL.
func testDesk(t testing.TB) (*desk, *slowBackend) {
	t.Helper()
	b := &slowBackend{results: make(chan error, 1)}
	return deskOver(t, b), b
}

// deskOver is such a window over a backend.
func deskOver(t testing.TB, work backend) *desk {
	t.Helper()
	a := themedApp(t)
	var d *desk
	onTestMain(func() { d = newDesk(a, work, session.NewPreferences()) })
	t.Cleanup(func() {
		onTestMain(func() {
			d.solving.cancel()
			d.races.stop()
		})
		d.tasks.jobs.Wait()
		d.views.pres.Close()
		d.races.pictures.Close()
	})
	return d
}

// eventually waits until something is so on the main goroutine.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	await.Until(t, what, func() (ok bool) {
		onTestMain(func() { ok = so() })
		return ok
	})
}

func TestLoadingBothSidesStartsASolveThatCancelEnds(t *testing.T) {
	d, b := testDesk(t)
	onTestMain(func() { d.begin("one", "two") })
	eventually(t, "a running solve", func() bool { return d.m.job.running && d.m.job.stage == "slicing" })
	onTestMain(func() {
		if d.inspector.solve.cancel.Disabled() || !d.inspector.solve.solve.Disabled() {
			t.Error("while solving, Cancel is for pressing and Solve is not")
		}
		if got := d.inspector.solve.stage.Text; got != "slicing" {
			t.Errorf("the stage reads %q", got)
		}
		if got := d.slicer.empty.Text; !strings.Contains(got, "finished match") {
			t.Errorf("the empty strip reads %q", got)
		}
		d.key(&fyne.KeyEvent{Name: fyne.KeyEscape})
	})
	eventually(t, "the solve to end", func() bool { return !d.m.job.running })
	onTestMain(func() {
		if d.m.match != nil || !d.inspector.solve.cancel.Disabled() || d.inspector.solve.solve.Disabled() {
			t.Error("after a cancel, Solve is for pressing again")
		}
		if got := d.slicer.empty.Text; !strings.HasPrefix(got, "Solve") {
			t.Errorf("after a cancel the empty strip reads %q", got)
		}
		if d.win.Canvas().Overlays().Top() != nil {
			t.Error("a cancel is no error, but a dialog shows")
		}
		d.solving.solve()
	})
	eventually(t, "a second solve", func() bool { b.mu.Lock(); defer b.mu.Unlock(); return b.matches >= 2 })
}

func TestAFailedSolveSaysSo(t *testing.T) {
	d, b := testDesk(t)
	b.results <- fmt.Errorf("shape A (one): only 4 vertices; at least 10 are needed")
	onTestMain(func() { d.begin("one", "two") })
	eventually(t, "the dialog", func() bool { _, ok := d.win.Canvas().Overlays().Top().(*widget.Sheet); return ok })
	onTestMain(func() {
		if d.m.job.running || d.inspector.solve.solve.Disabled() {
			t.Error("a failed solve is not over")
		}
	})
}

func TestABadFileKeepsWhatWasThere(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() { d.shapes.load(sideA, "one") })
	eventually(t, "the shape", func() bool { return d.m.shapes[sideA] != nil })
	onTestMain(func() { d.shapes.load(sideA, "bad.obj") })
	eventually(t, "the dialog", func() bool { _, ok := d.win.Canvas().Overlays().Top().(*widget.Sheet); return ok })
	onTestMain(func() {
		if d.m.shapes[sideA] == nil || d.m.shapes[sideA].Ref != "one" || d.m.loading[sideA] != "" {
			t.Errorf("side A is %+v, loading %q", d.m.shapes[sideA], d.m.loading[sideA])
		}
		d.win.Canvas().Overlays().Top().(*widget.Sheet).TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if d.win.Canvas().Overlays().Top() != nil {
			t.Error("Escape did not close the dialog")
		}
	})
}

func TestAPanicEndsTheWorkNotTheWindow(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() { d.tasks.background(func() func() { panic("no such row") }) })
	eventually(t, "the dialog", func() bool { _, ok := d.win.Canvas().Overlays().Top().(*widget.Sheet); return ok })
	onTestMain(func() {
		if d.m.job.running {
			t.Error("the window still seems to work")
		}
	})
}

func TestSwapExchangesTheSides(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() { d.begin("one", "two") })
	eventually(t, "a running solve", func() bool { return d.m.job.running })
	onTestMain(d.shapes.swap)
	eventually(t, "the swap", func() bool {
		return d.m.shapes[sideA] != nil && d.m.shapes[sideA].Ref == "two" && d.m.shapes[sideB].Ref == "one"
	})
}

func TestSettingsGoThroughTheTable(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		d.solving.setOption(option.Find("samples"), "640")
		if d.m.options.Samples != 640 {
			t.Errorf("samples are %d", d.m.options.Samples)
		}
		d.solving.setOption(option.Find("samples"), "many")
		if d.m.options.Samples != 640 {
			t.Errorf("a word set the samples to %d", d.m.options.Samples)
		}
		if _, ok := d.win.Canvas().Overlays().Top().(*widget.Sheet); !ok {
			t.Error("nobody said what samples take")
		}
	})
}

func TestEveryOptionHasAControl(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		if got, want := len(d.inspector.solve.show), len(option.Table); got != want {
			t.Errorf("%d controls for %d options", got, want)
		}
	})
}

func TestNoDisplayIsAnErrorThatHelps(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	if err := Run("sample:horse/1", ""); !errors.Is(err, errNoDisplay) {
		t.Errorf("without a display: %v", err)
	}
	if runtime.GOOS != "linux" {
		return
	}
	t.Setenv("DISPLAY", ":4242")
	if err := Run("sample:horse/1", ""); err == nil || !strings.Contains(err.Error(), ":4242") {
		t.Errorf("with a display that is not there: %v", err)
	}
}
