package gldraw

import (
	"image"
	"math"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"gwscope/render/camera"
	"gwscope/render/glctx"
	"gwscope/render/scene"
)

// newRenderer starts a renderer on the software rasteriser, or skips where
// there is none and nobody insists.
func newRenderer(t testing.TB) *Renderer {
	t.Helper()
	th, err := glctx.Start(glctx.Options{Provider: glctx.EGL, PreferSoftware: true})
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skipf("no off-screen OpenGL on %s: %v", runtime.GOOS, err)
	}
	t.Cleanup(th.Close)
	r, err := New(th)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// torus has 2 n² triangles.
func torus(n int) (ps []scene.Vec, ts [][3]int32) {
	for i := range n {
		for j := range n {
			u, v := 2*math.Pi*float64(i)/float64(n), 2*math.Pi*float64(j)/float64(n)
			r := 1 + 0.4*math.Cos(v)
			ps = append(ps, scene.Vec{float32(r * math.Cos(u)), float32(r * math.Sin(u)), float32(0.4 * math.Sin(v))})
			at := func(i, j int) int32 { return int32(i%n*n + j%n) }
			ts = append(ts, [3]int32{at(i, j), at(i+1, j), at(i, j+1)}, [3]int32{at(i+1, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	return ps, ts
}

func torusScene(n int, base scene.RGBA) *scene.Scene {
	ps, ts := torus(n)
	return &scene.Scene{Surfaces: []scene.Surface{{Positions: ps, Triangles: ts, Base: base}}}
}

var orange = scene.RGBA{R: 0xe6, G: 0x9f, B: 0x20, A: 255}

func pairFrame(s *scene.Scene, w, h int) Frame {
	c := camera.New().Look(camera.ThreeQuarter).Frame(s.Bounds(), float64(w)/2, float64(h))
	return Frame{Width: w, Height: h, Panes: []Pane{
		{Rect: image.Rect(0, 0, w/2, h), Scene: s, Camera: c},
		{Rect: image.Rect(w/2, 0, w, h), Scene: s, Camera: c},
	}}
}

// collector gathers a viewer's pictures.
type collector struct {
	mu     sync.Mutex
	images []*image.RGBA
	drawn  []Drawn
	errs   []error
	signal chan struct{}
}

func newCollector() *collector { return &collector{signal: make(chan struct{}, 1000)} }

func (c *collector) settings() ViewerSettings {
	return ViewerSettings{
		OnImage: func(img *image.RGBA, d Drawn) {
			c.mu.Lock()
			c.images, c.drawn = append(c.images, img), append(c.drawn, d)
			c.mu.Unlock()
			c.signal <- struct{}{}
		},
		OnError: func(err error) { c.mu.Lock(); c.errs = append(c.errs, err); c.mu.Unlock(); c.signal <- struct{}{} },
		Settle:  20 * time.Millisecond,
	}
}

func (c *collector) wait(t *testing.T) {
	t.Helper()
	select {
	case <-c.signal:
	case <-time.After(20 * time.Second):
		t.Fatal("no picture came")
	}
}

// rest reports whether nothing comes for a while.
func (c *collector) rest() bool {
	select {
	case <-c.signal:
		return false
	case <-time.After(200 * time.Millisecond):
		return true
	}
}

func TestViewerShowsWhatRenderDraws(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	f := pairFrame(torusScene(20, orange), 200, 120)
	want, err := r.Render(f)
	if err != nil {
		t.Fatal(err)
	}
	c := newCollector()
	v := NewViewer(r, c.settings())
	defer v.Close()
	v.Submit(f)
	c.wait(t)
	if len(c.errs) > 0 || !slices.Equal(c.images[0].Pix, want.Pix) {
		t.Errorf("the viewer's picture differs from the renderer's (%v)", c.errs)
	}
	v.Submit(f)
	if !c.rest() {
		t.Error("an unchanged frame was drawn again")
	}
}

func TestViewerDrawsTheNewest(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	c := newCollector()
	v := NewViewer(r, c.settings())
	defer v.Close()
	f := pairFrame(torusScene(40, orange), 300, 200)
	var wg sync.WaitGroup
	for range 2 { // two goroutines, as a drag and a solver's progress would be
		wg.Go(func() {
			for i := range 60 {
				g := f
				g.Panes = slices.Clone(f.Panes)
				for k := range g.Panes {
					g.Panes[k].Camera = g.Panes[k].Camera.Orbit(float64(i), 0, 300, 200)
				}
				v.Submit(g)
			}
		})
	}
	wg.Wait()
	last := f
	last.Fill = scene.RGBA{R: 200, A: 255}
	v.Submit(last)
	for {
		c.wait(t)
		c.mu.Lock()
		n := len(c.drawn)
		done := c.drawn[n-1].Frame.Fill == last.Fill
		c.mu.Unlock()
		if done {
			if n > 100 {
				t.Errorf("%d pictures of 121 frames: none was skipped", n)
			}
			return
		}
	}
}

func TestViewerSettles(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	if !r.Info().Software {
		t.Skip("a graphics card draws moving frames at full quality")
	}
	c := newCollector()
	s := c.settings()
	s.FrameTime = 1 // nothing is fast enough, so moving frames are drafts
	v := NewViewer(r, s)
	defer v.Close()
	f := pairFrame(torusScene(20, orange), 200, 120)
	f.Quality = Moving
	v.Submit(f)
	c.wait(t)
	c.wait(t)
	if q := c.drawn[1].Frame.Quality; q != Still {
		t.Errorf("at rest the quality is %d", q)
	}
	f.Fill = scene.RGBA{R: 1, A: 255}
	v.Submit(f)
	c.wait(t)
	c.mu.Lock()
	q := c.drawn[2].Frame.Quality
	c.mu.Unlock()
	if q != Draft {
		t.Errorf("a slow machine moves at quality %d", q)
	}
}

func TestViewerRecyclesPictures(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	c := newCollector()
	v := NewViewer(r, c.settings())
	defer v.Close()
	f := pairFrame(torusScene(10, orange), 64, 48)
	v.Submit(f)
	c.wait(t)
	first := c.images[0]
	v.Recycle(first)
	v.Recycle(nil)
	f.Fill = scene.RGBA{R: 9, A: 255}
	v.Submit(f)
	c.wait(t)
	if c.images[1] != first {
		t.Error("the recycled picture was not used")
	}
	v.Recycle(first)
	f.Width = 32
	v.Submit(f)
	c.wait(t)
	if c.images[2].Rect.Dx() != 32 {
		t.Error("a recycled picture of the wrong size was used")
	}
}

func TestViewerOnAClosedThread(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	c := newCollector()
	v := NewViewer(r, c.settings())
	r.thread.Close()
	v.Submit(pairFrame(torusScene(4, orange), 32, 32))
	c.wait(t)
	if len(c.errs) != 1 || len(c.images) != 0 {
		t.Errorf("errors %v, %d images", c.errs, len(c.images))
	}
	v.Close()
	v.Close()
}

func TestViewerIgnoresFramesWithoutArea(t *testing.T) {
	t.Parallel()
	c := newCollector()
	v := NewViewer(newRenderer(t), c.settings())
	defer v.Close()
	v.Submit(Frame{})
	v.Submit(Frame{Width: -5, Height: 10})
	if !c.rest() {
		t.Error("something was drawn")
	}
}

func TestPaceChoosesTheFinestThatKeepsUp(t *testing.T) {
	t.Parallel()
	f := Frame{Width: 1000, Height: 1000}
	for _, tc := range []struct {
		stillTook time.Duration
		want      Quality
	}{{30 * time.Millisecond, Still}, {100 * time.Millisecond, Moving}, {900 * time.Millisecond, Draft}} {
		p := pace{target: 40 * time.Millisecond, software: true}
		if q := p.quality(&f); q != Moving {
			t.Errorf("the first moving frame on a processor is of quality %d", q)
		}
		d := Drawn{Frame: f, Took: tc.stillTook}
		p.learn(&d)
		if q := p.quality(&f); q != tc.want {
			t.Errorf("%v for a still frame: quality %d, want %d", tc.stillTook, q, tc.want)
		}
	}
}
