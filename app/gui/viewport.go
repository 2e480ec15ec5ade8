package gui

import (
	"image"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"gwscope/app/gui/drawing"
	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/render/gldraw"
)

var (
	_ fyne.Widget        = (*viewport)(nil)
	_ fyne.Draggable     = (*viewport)(nil)
	_ fyne.Scrollable    = (*viewport)(nil)
	_ desktop.Hoverable  = (*viewport)(nil)
	_ desktop.Mouseable  = (*viewport)(nil)
	_ desktop.Cursorable = (*viewport)(nil)
)

// viewport shows the renderer's latest picture and turns the mouse into camera motions and picks. All panes
// are a single image, so that lines run across.
type viewport struct {
	fynewidget.BaseWidget
	m    *model
	draw *drawing.Drawer
	// pressed is called for every press of a button on a pane.
	pressed func()
	// pick is called for a click without a drag, in pane p at a position of the pane.
	pick func(p pane, at fyne.Position)
	// aim is called for a double click.
	aim func(p pane, at fyne.Position)
	// over is called while the pointer moves over pane p without a button, and left when it goes away.
	over func(p pane, at fyne.Position)
	left func()
	// grab reports whether a press takes a mark of pane p into the hand. If so, the drag does not turn the camera:
	// carry is called with its places, and drop at its end.
	grab  func(p pane, at fyne.Position) bool
	carry func(p pane, at fyne.Position)
	drop  func()
	// inside tells that the pointer is over the viewport.
	inside bool

	// moveCut is called to move the plane of a cut by a share of the shapes.
	moveCut func(by float64)

	// resized is called when the size changes.
	resized func()

	raster *canvas.Raster
	shown  *image.RGBA  // the latest picture; the main goroutine's
	fresh  bool         // shown has not been painted yet
	drawn  gldraw.Frame // of shown
	wanted gldraw.Frame // the last request
	asked  image.Point  // pixels of the last frame asked for
	of     pictured     // of the frames asked for
	number int          // of that content; a drawn frame has it as its tag
	// arrived is told whose picture is on the screen.
	arrived func(pictured)
	hand    hand
	rate    frameRate
}

func newViewport(m *model) *viewport {
	v := &viewport{m: m}
	v.raster = canvas.NewRaster(v.generate)
	v.raster.ScaleMode = canvas.ImageScaleSmooth
	v.ExtendBaseWidget(v)
	return v
}

// scale is pixels per window unit.
func (v *viewport) scale() float32 {
	if c := fyne.CurrentApp().Driver().CanvasForObject(v); c != nil {
		return c.Scale()
	}
	return 1
}

// generate is called by Fyne when it needs the texture. Fyne chooses the size in pixels; if it has changed, a
// frame of this size is requested, and the old frame is stretched meanwhile.
func (v *viewport) generate(w, h int) image.Image {
	if v.asked != image.Pt(w, h) {
		v.request(w, h, false)
	}
	if v.shown != nil {
		if v.fresh {
			v.fresh = false
			v.rate.tick(time.Now()) // a picture counts when it is painted
		}
		return v.shown
	}
	return widget.Blank(widget.Color(widget.ColorView))
}

// shows is called with the match and the shapes of the next frames.
func (v *viewport) shows(of pictured) {
	if of != v.of || v.number == 0 {
		v.of = of
		v.number++
	}
	if v.draw == nil { // a test without OpenGL
		v.arrived(of)
	}
}

// redraw asks for a picture of the present state. While moving, the renderer may draw coarsely; it draws again in
// full when the motion has ended.
func (v *viewport) redraw(moving bool) {
	s := v.scale()
	size := v.Size()
	v.request(int(size.Width*s+0.5), int(size.Height*s+0.5), moving)
}

func (v *viewport) request(w, h int, moving bool) {
	if v.draw == nil || w < 8 || h < 8 {
		return
	}
	v.asked = image.Pt(w, h)
	v.wanted = v.frame(w, h, moving)
	v.draw.Submit(v.wanted)
}

// frame describes the view area at w x h pixels.
func (v *viewport) frame(w, h int, moving bool) gldraw.Frame {
	return v.frameAt(v.scale(), w, h, moving)
}

// frameAt is the same at s pixels per window unit.
func (v *viewport) frameAt(s float32, w, h int, moving bool) gldraw.Frame {
	f := gldraw.Frame{Width: w, Height: h, Scale: v.m.larger(s), Tag: v.number, Fill: widget.Color(theme.ColorNameBackground)}
	if moving {
		f.Quality = gldraw.Moving
	}
	view := widget.Color(widget.ColorView)
	panes := v.m.panes(v.Size())
	for _, p := range panes {
		border := widget.Color(widget.ColorHairline)
		if v.m.race != nil && p.lane > 0 && p.row >= 0 && p.row == v.m.race.hovered {
			border = widget.Color(widget.ColorAccent)
		}
		pane := gldraw.Pane{
			Rect: p.rect.pixels(s).Intersect(image.Rect(0, 0, w, h)), Scene: v.m.sceneOf(p), Camera: v.m.cameras[p.side],
			Background: gldraw.Background{Top: view, Bottom: view},
			Radius:     widget.RadiusPanel / v.m.larger(1), Border: border,
		}
		v.m.view.Scenery.Furnish(&pane, v.m.box())
		pane.Axes = pane.Axes && p.lane == 0 // once is enough in a race
		if pic := v.m.picture; pic != nil && v.m.view.Scenery.Bar && v.m.layout != raced {
			pane.Bar = gldraw.ScaleBar{Unit: pic.Unit(p.side == sideB), Name: v.m.units}
		}
		f.Panes = append(f.Panes, pane)
	}
	if len(panes) == 2 && v.m.layout != raced && v.m.picture != nil {
		for _, l := range v.m.picture.Links {
			width, hidden := float32(1), float32(0.35)
			if l.Picked {
				width, hidden = 1.5, 1
			}
			f.Links = append(f.Links, gldraw.Link{FromPane: 0, ToPane: 1, From: l.A, To: l.B, Color: l.Color, Width: width, Hidden: hidden})
		}
	}
	return f
}

// show takes a finished picture; any goroutine may call it. The picture before goes back to the renderer, to be
// drawn into. This is done on the main goroutine, for Fyne reads the picture there.
func (v *viewport) show(img *image.RGBA, drawn gldraw.Drawn) {
	mainloop.Do(func() {
		if v.draw != nil {
			v.draw.Recycle(v.shown)
		}
		v.shown = img
		v.fresh, v.drawn = true, drawn.Frame
		v.raster.Refresh()
		if drawn.Frame.Tag == v.number {
			v.arrived(v.of)
		}
	})
}

// Cursor is a cross while a click places something.
func (v *viewport) Cursor() desktop.Cursor {
	if v.m.aiming {
		return desktop.CrosshairCursor
	}
	return desktop.DefaultCursor
}

// Resize calls resized where the size is another.
func (v *viewport) Resize(size fyne.Size) {
	changed := size != v.Size()
	v.BaseWidget.Resize(size)
	if changed {
		v.resized()
	}
}

func (v *viewport) CreateRenderer() fyne.WidgetRenderer {
	return fynewidget.NewSimpleRenderer(v.raster)
}
