package drawing

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

// Drawer draws frames on a thread of its own and hands back pictures. When the graphics driver drops the
// OpenGL context, after a reset or because the card went away, it makes another context and goes on with
// the last frame.
type Drawer struct {
	settings Settings

	mu     sync.Mutex
	now    *drawing // never nil; a lost drawing stays until the next one is ready
	frame  gldraw.Frame
	ended  bool
	making bool        // another drawing is being made
	recent []time.Time // of the last losses
}

// Settings are the functions of a drawer. All but Open are called from other goroutines.
type Settings struct {
	// Open opens a context. onMain tells that the call is on the main goroutine, as the call by New is. After a
	// loss it is called on another goroutine.
	Open func(onMain bool) (*glctx.Thread, error)
	Show func(*image.RGBA, gldraw.Drawn) // each picture
	Fail func(error)                     // the error of a picture that could not be drawn
	// Lost is called when the context is lost, Back when drawing goes on.
	Lost, Back func()
	// Wait is the time to wait for the next try to open a context, by the number of failed tries.
	Wait func(tries int) time.Duration
}

// drawing is a context with its renderer.
type drawing struct {
	thread   *glctx.Thread
	renderer *gldraw.Renderer
	viewer   *gldraw.Viewer
}

// Open opens an OpenGL context away from the window. Where there is no EGL, as on all systems but Linux, the context
// belongs to a hidden window, which only the main goroutine can make. With onMain the call is on that goroutine;
// otherwise Fyne's loop makes the window there.
func Open(onMain bool) (*glctx.Thread, error) {
	t, err := glctx.Start(glctx.Options{Main: fyne.DoAndWait, OnMain: onMain})
	if err != nil {
		return nil, fmt.Errorf("%w; on Debian and Ubuntu: apt-get install libegl1 libgl1-mesa-dri", err)
	}
	return t, nil
}

// New opens a context and begins to draw on it. It is called on the main goroutine.
func New(s Settings) (*Drawer, error) {
	d := &Drawer{settings: s}
	var err error
	d.now, err = d.make(true)
	return d, err
}

// make starts a context and its renderer.
func (d *Drawer) make(onMain bool) (*drawing, error) {
	t, err := d.settings.Open(onMain)
	if err != nil {
		return nil, err
	}
	r, err := gldraw.New(t)
	if err != nil {
		t.Close()
		return nil, err
	}
	g := &drawing{thread: t, renderer: r}
	g.viewer = gldraw.NewViewer(r, gldraw.ViewerSettings{OnImage: d.settings.Show, OnError: func(err error) { d.failed(g, err) }})
	return g, nil
}

// present is the present drawing.
func (d *Drawer) present() *drawing {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now
}

// Submit asks for a frame.
func (d *Drawer) Submit(f gldraw.Frame) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.frame = f
	d.now.viewer.Submit(f)
}

// Recycle gives back a picture that is shown no more.
func (d *Drawer) Recycle(img *image.RGBA) { d.present().viewer.Recycle(img) }

// Render draws a frame and returns the picture. If the context is lost meanwhile, it draws on the next one.
func (d *Drawer) Render(f gldraw.Frame) (*image.RGBA, error) {
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

// awaits reports whether another drawing is being made in place of g.
func (d *Drawer) awaits(g *drawing) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now == g && d.making && !d.ended
}

// Info names the graphics driver, without its build.
func (d *Drawer) Info() string {
	i := d.present().renderer.Info()
	name, _, _ := strings.Cut(i.Renderer, " (")
	return fmt.Sprintf("OpenGL %d.%d · %s", i.Major, i.Minor, name)
}

// Close stops drawing; no picture arrives after it has returned.
func (d *Drawer) Close() {
	d.mu.Lock()
	d.ended = true
	g := d.now
	d.mu.Unlock()
	g.close()
}

// Leave is Close after the toolkit has ended. The toolkit has ended GLFW's contexts, too: OpenGL must not be called
// on these any more.
func (d *Drawer) Leave() {
	if d.present().thread.Info().Kind != "GLFW" {
		d.Close()
	}
}

func (g *drawing) close() {
	g.viewer.Close()
	g.renderer.Close()
	g.thread.Close()
}

// Forget frees the graphics card's data of earlier pictures.
func (d *Drawer) Forget() { d.present().renderer.Forget() }

// Lose acts like a reset of the driver: the context is lost. It is for tests of the window, and reports
// whether the same context still draws.
func (d *Drawer) Lose() bool {
	g := d.present()
	_ = g.thread.Do(func() error { return glctx.ErrLost })
	return d.present() == g
}
