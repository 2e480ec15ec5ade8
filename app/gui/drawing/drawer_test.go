package drawing

import (
	"errors"
	"image"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gwscope/internal/await"
	"gwscope/render/camera"
	"gwscope/render/glctx"
	"gwscope/render/gldraw"
	"gwscope/render/scene"
)

// testDrawer draws on the software rasteriser. refuse says how many contexts are refused from
// now on.
func testDrawer(t *testing.T) (d *Drawer, pictures chan image.Rectangle, errs chan error, refuse *atomic.Int64) {
	t.Helper()
	pictures, errs, refuse = make(chan image.Rectangle, 100), make(chan error, 100), new(atomic.Int64)
	d, err := New(Settings{
		Open: func(bool) (*glctx.Thread, error) {
			if refuse.Add(-1) >= 0 {
				return nil, errors.New("the driver is not ready")
			}
			return glctx.Start(glctx.Options{Provider: glctx.EGL, PreferSoftware: true})
		},
		Show: func(img *image.RGBA, _ gldraw.Drawn) { pictures <- img.Rect },
		Fail: func(err error) { errs <- err },
		Lost: func() {}, Back: func() {},
		Wait: func(int) time.Duration { return time.Millisecond },
	})
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skipf("no off-screen OpenGL: %v", err)
	}
	t.Cleanup(d.Close)
	return d, pictures, errs, refuse
}

func frameOf(w int) gldraw.Frame {
	s := &scene.Scene{Surfaces: []scene.Surface{{Positions: []scene.Vec{{}, {1, 0, 0}, {0, 1, 0}}, Triangles: [][3]int32{{0, 1, 2}}, Base: scene.RGBA{R: 200, A: 255}}}}
	c := camera.New().Frame(s.Bounds(), float64(w), 20)
	return gldraw.Frame{Width: w, Height: 20, Panes: []gldraw.Pane{{Rect: image.Rect(0, 0, w, 20), Scene: s, Camera: c}}}
}

func lose(d *Drawer) *drawing {
	g := d.present()
	_ = g.thread.Do(func() error { return glctx.ErrLost })
	return g
}

// A lost context is noticed by the next picture, replaced, and the picture comes all the same.
func TestALostContextIsReplacedAndDrawingGoesOn(t *testing.T) {
	t.Parallel()
	d, pictures, errs, refuse := testDrawer(t)
	d.Submit(frameOf(30))
	await.From(t, "the first picture", pictures)
	refuse.Store(3) // a driver that was reset takes its time
	first := lose(d)
	d.Submit(frameOf(40))
	if r := await.From(t, "the picture after the loss", pictures); r.Dx() != 40 || d.present() == first {
		t.Errorf("a picture %v came, of another context: %t", r, d.present() != first)
	}
	second := lose(d)
	img, err := d.Render(frameOf(50)) // such as a screenshot
	if err != nil || img.Rect.Dx() != 50 || d.present() == second {
		t.Errorf("a picture of its own after a loss: %v", err)
	}
	await.From(t, "the window's picture after that", pictures)
	if d.Info() == "" || len(errs) > 0 {
		t.Errorf("draws %q, and tells of an error: %t", d.Info(), len(errs) > 0)
	}
}

// Where a driver gives no other context, or loses contexts over and over, the drawer tells of it once, and the
// window does not hang.
func TestADriverThatStaysAwayIsTold(t *testing.T) {
	t.Parallel()
	d, pictures, errs, refuse := testDrawer(t)
	refuse.Store(mostTries)
	lose(d)
	d.Submit(frameOf(30))
	if err := await.From(t, "the error", errs); !strings.Contains(err.Error(), "not ready") {
		t.Errorf("error %v", err)
	}
	d.Submit(frameOf(31)) // the driver has come back meanwhile
	await.From(t, "a picture", pictures)
	for w := 32; len(errs) == 0 && w < 60; w++ {
		g := lose(d)
		d.Submit(frameOf(w))
		await.Until(t, "another context", func() bool { return d.present() != g || len(errs) > 0 })
	}
	if err := await.From(t, "the end", errs); !errors.Is(err, errDrawingOver) {
		t.Errorf("error %v", err)
	}
}
