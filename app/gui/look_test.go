package gui

import (
	"context"
	"fmt"
	"image"
	"image/draw"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynewidget "fyne.io/fyne/v2/widget"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/internal/figures"
	"gwscope/render/rendertest"
	"gwscope/solver/correspond"
)

// sizes are those of windows that people have: the smallest, a laptop's, a desk's, and a large
// screen's at scale 2, which has room for half as many units.
var sizes = []fyne.Size{windowMin, windowSize, fyne.NewSize(1920, 1080), fyne.NewSize(1280, 720)}

// clockless is an engine whose matches all take the same time, for compared pictures.
type clockless struct{ *pipeline.Engine }

func (c clockless) MatchMarked(ctx context.Context, a, b *pipeline.Shape, opt session.Options, marks session.Marks, truth *correspond.Truth, progress func(pipeline.Progress)) (*pipeline.Match, error) {
	m, err := c.Engine.MatchMarked(ctx, a, b, opt, marks, truth, progress)
	if m != nil {
		m.Times = figures.Times{Space: 240 * time.Millisecond, Solve: 610 * time.Millisecond, Dense: 120 * time.Millisecond, Total: time.Second}
		m.Kept = false
	}
	return m, err
}

// album opens scenes one after another in a desk without a screen, and plays their moments.
type album struct {
	t    *testing.T
	d    *desk
	base momentBase
}

// openAlbum makes the desk. With shapes it has the pictures of OpenGL, else empty views.
func openAlbum(t *testing.T, withShapes bool) *album {
	t.Helper()
	momentDir = filepath.Join(t.TempDir(), "scans")
	if err := os.MkdirAll(momentDir, 0o755); err != nil {
		t.Fatal(err)
	}
	momentFiles(t, momentDir)
	engine := pipeline.NewEngine()
	engine.Main = onTestMain
	a := &album{t: t, d: deskOver(t, clockless{engine})}
	onTestMain(func() {
		d := a.d
		p := &d.preferences.now
		p.AskOnClose, p.Options.Samples, p.Options.Threads = false, 120, 2
		p.Options.Effort, p.Options.Surface = "fast", session.MapAlone // no compared picture needs a mesh on B
		d.win.Resize(windowSize)
		if withShapes {
			if err := d.startDrawing(rendertest.OpenSoftware); err != nil {
				if os.Getenv("CI") != "" {
					t.Fatalf("CI is set, so pictures must be drawn: %v", err)
				}
				t.Skipf("pictures are not compared here: %v", err)
			}
		}
	})
	if withShapes {
		t.Cleanup(a.d.views.draw.Close)
	}
	return a
}

// open brings up a scene and waits for its match.
func (a *album) open(name string) {
	a.t.Helper()
	onTestMain(func() { a.d.openScene(name) })
	a.waits("the scene "+name, func() bool { return a.d.sceneOpen(name) })
	a.settle()
	onTestMain(func() { a.base = a.d.base() })
}

func (a *album) waits(name string, so func() bool) {
	a.t.Helper()
	last, there := "", false
	defer func() {
		if !there {
			a.t.Log(last)
		}
	}()
	eventually(a.t, name, func() bool {
		d := a.d
		if there = so(); there {
			return true
		}
		last = fmt.Sprintf("the status is %q, the job %+v, loading %q", d.m.status, d.m.job, d.m.loading)
		return false
	})
}

// settle waits until the picture is the last request.
func (a *album) settle() {
	a.t.Helper()
	onTestMain(a.lay) // a band may find its height only now, and leave the views another
	a.waits("a picture", a.d.viewsRest)
}

// viewsRest reports whether the picture of the views is the last request.
func (d *desk) viewsRest() bool {
	if !d.views.pres.Idle() || !d.races.pictures.Idle() {
		return false
	}
	p := d.views.port
	return p.draw == nil || p.wanted.Width == 0 || p.shown != nil && p.resting()
}

// lay lays everything out anew. The driver of a real window does so before each picture for objects with a
// new least size; the canvas of tests does not. Two rounds, because text finds its height when it knows its
// width.
func (a *album) lay() {
	c := a.d.win.Canvas()
	for range 2 {
		for _, root := range append([]fyne.CanvasObject{c.Content()}, c.Overlays().List()...) {
			walk(root, fyne.NewPos(0, 0), box{}, func(o fyne.CanvasObject, _ fyne.Position, _ box) bool {
				switch o := o.(type) {
				case *fyne.Container:
					if o.Layout != nil {
						o.Layout.Layout(o.Objects, o.Size())
					}
				case fyne.Widget:
					test.WidgetRenderer(o).Layout(o.Size())
				}
				return true
			})
		}
	}
}

// play brings a moment up.
func (a *album) play(m *moment) {
	a.t.Helper()
	d := a.d
	onTestMain(func() {
		momentEntered = time.Now()
		if m.enter != nil {
			m.enter(d)
		}
	})
	a.waits(m.name, func() bool { return m.reached(d) })
	a.settle()
}

// resize gives the window a size.
func (a *album) resize(size fyne.Size) {
	onTestMain(func() {
		c := a.d.win.Canvas().(test.WindowlessCanvas)
		c.SetScale(1)
		if size == sizes[3] && a.d.views.draw != nil {
			c.SetScale(2)
		}
		a.d.win.Resize(size)
		if !a.d.m.aimed {
			a.d.views.frameNow()
		}
	})
	a.settle()
}

// theme makes the window dark or light.
func (a *album) theme(look widget.Appearance) {
	onTestMain(func() {
		a.d.app.Settings().SetTheme(widget.Theme{Look: look})
		walk(a.d.win.Content(), fyne.NewPos(0, 0), box{}, func(o fyne.CanvasObject, _ fyne.Position, _ box) bool {
			o.Refresh()
			return true
		})
		a.d.themed(nil)
	})
	a.settle()
}

// picture is the present window with its plots, whose drawing a first picture starts.
func (a *album) picture() (out *image.RGBA) {
	for drawn := false; !drawn; {
		onTestMain(func() {
			a.lay()
			img := a.d.win.Canvas().Capture()
			out = image.NewRGBA(img.Bounds())
			draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Src)
			drawn = a.d.plotsRest() && a.d.viewsRest() // else it shows views of another size, stretched
		})
		if !drawn {
			a.waits("the plots", a.d.plotsRest)
			a.settle()
		}
	}
	return out
}

// plotsRest reports whether no plot is being drawn.
func (d *desk) plotsRest() bool {
	rest := true
	walk(d.win.Content(), fyne.NewPos(0, 0), box{}, func(o fyne.CanvasObject, _ fyne.Position, _ box) bool {
		if p, ok := o.(interface{ Resting() bool }); ok {
			rest = rest && p.Resting()
		}
		return rest
	})
	return rest
}

// part is the place of a moment's part in the window, cut at the edges of the window and of all that scrolls.
func (a *album) part(m *moment) (r image.Rectangle) {
	onTestMain(func() {
		if m.part == nil {
			return
		}
		want := m.part(a.d)
		if want == nil {
			a.t.Errorf("%s: its part is not there", m.name)
			return
		}
		find := func(root fyne.CanvasObject) {
			walk(root, fyne.NewPos(0, 0), box{w: 1e6, h: 1e6}, func(o fyne.CanvasObject, pos fyne.Position, clip box) bool {
				if o == want {
					b := box{pos.X, pos.Y, o.Size().Width, o.Size().Height}.and(clip)
					r = image.Rect(int(b.x), int(b.y), int(b.x+b.w+0.999), int(b.y+b.h+0.999))
				}
				return true
			})
		}
		find(a.d.win.Content())
		for _, o := range a.d.win.Canvas().Overlays().List() {
			find(o)
		}
	})
	return r
}

// coarse leaves sixteen steps of each colour: such pictures are small files.
func coarse(img image.Image, r image.Rectangle) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, r.Dx(), r.Dy()))
	draw.Draw(out, out.Rect, img, r.Min, draw.Src)
	for i := range out.Pix {
		out.Pix[i] = out.Pix[i]&0xf0 | out.Pix[i]>>4
	}
	return out
}

// goldenName is a moment's in the file names of goldens.
func goldenName(m *moment, look widget.Appearance) string {
	return strings.NewReplacer(" ", "-", ",", "").Replace(m.name) + "-" + string(look)
}

// The window at a person's moments: parts without OpenGL look like their approved pictures, dark in the
// smallest window and light in the first. There, and in every open scene at every size, no words are cut or
// collide.
func TestMomentsLookAsTheyDid(t *testing.T) {
	a := openAlbum(t, false)
	for _, scene := range sceneOrder {
		if !slices.ContainsFunc(momentsOf(scene), func(m moment) bool { return m.part != nil }) {
			continue // to look at only
		}
		a.resize(windowMin)
		a.open(scene)
		if a.d.m.match != nil {
			a.curve()
		}
		for _, m := range momentsOf(scene) {
			a.play(&m)
			a.look(&m, widget.AlwaysDark)
			a.check(m.name)
			onTestMain(func() {
				if m.name != "waiting" && a.d.m.waiting() {
					t.Errorf("%s: the panes wait for pictures that are there", m.name)
				}
				a.d.rest(a.base)
			})
		}
		for _, size := range sizes[1:] {
			a.resize(size)
			a.check(scene)
		}
	}
	a.theme(widget.AlwaysLight)
	a.resize(windowSize)
	for _, m := range momentsOf("horses") {
		if m.part != nil && m.ready == nil {
			a.play(&m)
			a.look(&m, widget.AlwaysLight)
			onTestMain(func() { a.d.rest(a.base) })
		}
	}
}

// look compares a moment's part with its golden.
func (a *album) look(m *moment, look widget.Appearance) {
	a.t.Helper()
	if m.part != nil {
		rendertest.GoldenOfWords(a.t, goldenName(m, look), coarse(a.picture(), a.part(m)))
	}
}

// check tells of cut or colliding words.
func (a *album) check(name string) {
	a.t.Helper()
	for _, fault := range a.faults() {
		a.t.Errorf("%s, at %v: %s", name, a.d.win.Canvas().Size(), fault)
	}
}

// box is a rectangle in units.
type box struct{ x, y, w, h float32 }

func (b box) and(c box) box {
	x, y := fyne.Max(b.x, c.x), fyne.Max(b.y, c.y)
	return box{x, y, fyne.Max(0, fyne.Min(b.x+b.w, c.x+c.w)-x), fyne.Max(0, fyne.Min(b.y+b.h, c.y+c.h)-y)}
}

// walk visits the visible parts of an object, with the place of each in the window and the box that
// scrolling leaves of it. A part that visit turns down is not entered.
func walk(o fyne.CanvasObject, at fyne.Position, clip box, visit func(o fyne.CanvasObject, pos fyne.Position, clip box) bool) {
	if !o.Visible() {
		return
	}
	pos := at.Add(o.Position())
	if !visit(o, pos, clip) {
		return
	}
	var children []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		children = o.Objects
	case fyne.Widget:
		children = test.WidgetRenderer(o).Objects()
		switch o.(type) {
		case *container.Scroll, *fynewidget.List:
			clip = box{pos.X, pos.Y, o.Size().Width, o.Size().Height}.and(clip)
		}
	}
	for _, c := range children {
		walk(c, pos, clip, visit)
	}
}

// faults are cut or colliding words in the window, or in the overlay on top.
func (a *album) faults() (out []string) {
	onTestMain(func() {
		a.lay()
		root := a.d.win.Content()
		if top := a.d.win.Canvas().Overlays().Top(); top != nil {
			root = top
		}
		window := box{0, 0, a.d.win.Canvas().Size().Width, a.d.win.Canvas().Size().Height}
		type words struct {
			text string
			at   box
		}
		var all []words
		card := a.d.welcome.object.Visible()
		walk(root, fyne.NewPos(0, 0), window, func(o fyne.CanvasObject, pos fyne.Position, clip box) bool {
			if o == a.d.widgets.Tips.Layer || card && o == a.d.views.area {
				return false // they lie over all, or below the card
			}
			own := box{pos.X, pos.Y, o.Size().Width, o.Size().Height}
			seen := own.and(clip)
			if seen.w <= 0 || seen.h <= 0 {
				return true
			}
			name, flexible := "", false
			switch o := o.(type) {
			case *widget.Label:
				name, flexible = o.Text, o.Flexible
				w := fyne.Min(o.Width(o.Text), own.w)
				switch o.Align {
				case fyne.TextAlignTrailing:
					own.x += own.w - w
				case fyne.TextAlignCenter:
					own.x += (own.w - w) / 2
				}
				own.w = w
			case *widget.Paragraph:
				name = o.Text
			case *widget.Control:
				name = "button " + o.Text + o.Icon
			case *widget.Dropdown:
				name = "list " + o.Text
			case *widget.CheckRow:
				name = "tick " + o.Text
			}
			if strings.TrimSpace(name) == "" {
				return true
			}
			if m := o.MinSize(); !flexible && (m.Width > o.Size().Width+0.6 || m.Height > o.Size().Height+0.6) {
				out = append(out, fmt.Sprintf("%q needs %.1f x %.1f and has %.1f x %.1f", name, m.Width, m.Height, o.Size().Width, o.Size().Height))
			}
			if inside := own.and(window); inside.w < own.w-0.6 || clip == window && inside.h < own.h-0.6 {
				out = append(out, fmt.Sprintf("%q leaves the window at %+v", name, own))
			}
			if _, ok := o.(*widget.Label); ok {
				all = append(all, words{name, own.and(clip)})
			}
			return true
		})
		for i, w := range all {
			for _, v := range all[:i] {
				if c := w.at.and(v.at); c.w > 1.5 && c.h > 5 { // lines of one text are nearer than their letters are high
					out = append(out, fmt.Sprintf("%q and %q collide at %+v", v.text, w.text, c))
				}
			}
		}
	})
	return out
}
