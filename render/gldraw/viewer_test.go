//go:build cgo

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

	"gwscope/internal/await"
	"gwscope/render/camera"
	"gwscope/render/glctx"
	"gwscope/render/scene"
)

// newRenderer starts a renderer on the software rasteriser. Where there is none, the test is skipped,
// or fails if a rasteriser is demanded.
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
	await.From(t, "a picture", c.signal)
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

// plainLoad is the load of a picture of a million pixels with so many triangles, of
// which the coarser details draw a tenth and a twentieth.
func plainLoad(triangles float64) func(step) load {
	return func(s step) load {
		f := Frame{Width: 1000, Height: 1000}
		return load{drawnPixels(&f, s.Quality), triangles / []float64{1, 10, 20}[s.detail]}
	}
}

func TestPaceChoosesTheFinestThatKeepsUp(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name            string
		triangles       float64
		pixel, triangle float64 // true cost, nanoseconds
		want            step
	}{
		{"a card", 1e6, 0.5, 1, step{Still, whole}},
		{"a small mesh", 2e4, 8, 200, step{Moving, whole}},
		{"a large mesh", 4e5, 8, 200, step{Moving, medium}},
		{"a huge mesh", 2e6, 8, 200, step{Moving, low}},
		{"slow pixels", 2e4, 60, 10, step{Draft, medium}},
		{"slow all through", 4e6, 400, 900, step{Draft, low}},
	} {
		of := plainLoad(tc.triangles)
		p := pace{target: 40 * time.Millisecond, software: tc.pixel > 1}
		if s := p.choose(of); p.software && s.Quality == Still {
			t.Errorf("%s: the first moving frame on a processor is of full quality", tc.name)
		}
		var s step
		changes := 0
		for i := range 40 {
			before := s
			s = p.choose(of)
			l := of(s)
			// A tenth of noise, up and down.
			noise := 1 + 0.1*float64(i%3-1)
			p.learn(l, time.Duration(noise*(tc.pixel*l.pixels+tc.triangle*l.triangles)))
			if i > 10 && s != before {
				changes++
			}
		}
		if s != tc.want {
			t.Errorf("%s: drawn at %+v, want %+v", tc.name, s, tc.want)
		}
		if changes > 1 {
			t.Errorf("%s: the step changes %d times", tc.name, changes)
		}
	}
}

// Dragging a large mesh on a processor must draw a part of it, and resting all of it.
func TestViewerSimplifiesWhatMoves(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	if !r.Info().Software {
		t.Skip("a graphics card draws moving frames whole")
	}
	c := newCollector()
	s := c.settings()
	s.FrameTime = 1
	v := NewViewer(r, s)
	defer v.Close()
	f := pairFrame(torusScene(160, orange), 240, 160)
	v.Submit(f)
	c.wait(t)
	r.coarse.wait()
	f.Quality, f.Fill = Moving, scene.RGBA{R: 1, A: 255}
	v.Submit(f)
	c.wait(t)
	c.wait(t)
	c.mu.Lock()
	defer c.mu.Unlock()
	all := 2 * 2 * 160 * 160
	if n := c.drawn[0].Triangles; n != all {
		t.Errorf("at first %d triangles of %d are drawn", n, all)
	}
	if n := c.drawn[1].Triangles; n > all/3 {
		t.Errorf("moving draws %d triangles of %d", n, all)
	}
	if n := c.drawn[2].Triangles; n != all {
		t.Errorf("at rest %d triangles of %d are drawn", n, all)
	}
	still, moving := c.images[0], c.images[1]
	// The same picture but for edges of half resolution and the fill.
	if n := differing(still, moving, 48); n > len(still.Pix)/4/25 {
		t.Errorf("the simplified picture differs in %d of %d pixels", n, len(still.Pix)/4)
	}
}
