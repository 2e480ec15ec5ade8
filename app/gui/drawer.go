package gui

import (
	"errors"
	"fmt"
	"image"
	"strings"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"gwscope/render/glctx"
	"gwscope/render/gldraw"
)

// drawer draws frames on a thread of its own and hands back pictures. When the graphics
// driver drops the OpenGL context, after a reset or because the card went away, it makes
// another one and goes on with the last frame.
type drawer struct {
	settings drawerSettings

	mu     sync.Mutex
	now    *drawing // never nil; one that is lost stays until the next is there
	frame  gldraw.Frame
	ended  bool
	making bool // another one is on its way
	recent []time.Time
}

// drawerSettings are what a drawer works with. All but open are called from other goroutines.
type drawerSettings struct {
	open func() (*glctx.Thread, error)
	show func(*image.RGBA, gldraw.Drawn) // each picture
	fail func(error)                     // what could not be drawn
	// lost is told that the context is gone, and back that drawing goes on.
	lost, back func()
	// wait is how long to wait before the next try after so many in vain.
	wait func(tries int) time.Duration
}

// drawing is one context with what draws on it.
type drawing struct {
	thread   *glctx.Thread
	renderer *gldraw.Renderer
	viewer   *gldraw.Viewer
}

// openContext opens an OpenGL context away from the window.
func openContext() (*glctx.Thread, error) {
	t, err := glctx.Start(glctx.Options{Main: fyne.DoAndWait})
	if err != nil {
		return nil, fmt.Errorf("%w; on Debian and Ubuntu: apt-get install libegl1 libgl1-mesa-dri", err)
	}
	return t, nil
}

func newDrawer(s drawerSettings) (*drawer, error) {
	d := &drawer{settings: s}
	var err error
	d.now, err = d.make()
	return d, err
}

// make starts a context and what draws on it.
func (d *drawer) make() (*drawing, error) {
	t, err := d.settings.open()
	if err != nil {
		return nil, err
	}
	r, err := gldraw.New(t)
	if err != nil {
		t.Close()
		return nil, err
	}
	g := &drawing{thread: t, renderer: r}
	g.viewer = gldraw.NewViewer(r, gldraw.ViewerSettings{OnImage: d.settings.show, OnError: func(err error) { d.failed(g, err) }})
	return g, nil
}

// present is what draws now.
func (d *drawer) present() *drawing {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

// submit asks for a frame.
func (d *drawer) submit(f gldraw.Frame) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.frame = f
	d.now.viewer.Submit(f)
}

// recycle gives back a picture that is no longer shown.
func (d *drawer) recycle(img *image.RGBA) { d.present().viewer.Recycle(img) }

// render draws a picture of its own, if need be on another context than the first.
func (d *drawer) render(f gldraw.Frame) (*image.RGBA, error) {
	g := d.present()
	img, err := g.renderer.Render(f)
	if !errors.Is(err, glctx.ErrLost) {
		return img, err
	}
	d.failed(g, err)
	for d.awaits(g) {
		time.Sleep(5 * time.Millisecond)
	}
	return d.present().renderer.Render(f)
}

// awaits reports that another drawing is on its way in place of g.
func (d *drawer) awaits(g *drawing) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now == g && d.making && !d.ended
}

// info names what draws, without the driver's build.
func (d *drawer) info() string {
	i := d.present().renderer.Info()
	name, _, _ := strings.Cut(i.Renderer, " (")
	return fmt.Sprintf("OpenGL %d.%d · %s", i.Major, i.Minor, name)
}

// close stops drawing; no picture arrives after it has returned.
func (d *drawer) close() {
	d.mu.Lock()
	d.ended = true
	g := d.now
	d.mu.Unlock()
	g.close()
}

func (g *drawing) close() {
	g.viewer.Close()
	g.renderer.Close()
	g.thread.Close()
}
