package gui

import (
	"image"
	"image/color"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"gwscope/render/gldraw"
)

var (
	_ fyne.Widget       = (*viewport)(nil)
	_ fyne.Draggable    = (*viewport)(nil)
	_ fyne.Scrollable   = (*viewport)(nil)
	_ desktop.Hoverable = (*viewport)(nil)
	_ desktop.Mouseable = (*viewport)(nil)
)

// viewport shows the renderer's latest picture and turns the mouse into camera
// motions and picks. It is one image for all panes, so that lines run across.
type viewport struct {
	widget.BaseWidget
	m    *model
	draw drawer
	// pick is called for a click that was no drag, in pane p at a position of the pane.
	pick func(p pane, at fyne.Position)
	// aim is called for a double click.
	aim func(p pane, at fyne.Position)

	raster *canvas.Raster
	latest atomic.Pointer[image.RGBA]
	asked  image.Point // pixels of the last frame asked for
	hand   hand
	rate   frameRate
	still  *time.Timer // asks for a picture at full quality once the hand rests
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

// generate is called by Fyne when it needs the texture: the size in pixels is
// its word, so a frame of another size is asked for anew and the old one is
// stretched for the moment.
func (v *viewport) generate(w, h int) image.Image {
	if v.asked != image.Pt(w, h) {
		v.request(w, h, false)
	}
	if img := v.latest.Load(); img != nil {
		return img
	}
	return blank(themeColor(colorView))
}

// blank is an opaque pixel; Fyne converts an image.Uniform slowly.
func blank(c color.NRGBA) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 1, 1))
	img.SetRGBA(0, 0, color.RGBA{c.R, c.G, c.B, 0xff})
	return img
}

// settle is how long after the last motion the full-quality picture is drawn.
const settle = 140 * time.Millisecond

// redraw asks for a picture of the present state.
func (v *viewport) redraw(moving bool) {
	s := v.scale()
	size := v.Size()
	v.request(int(size.Width*s+0.5), int(size.Height*s+0.5), moving)
	if !moving {
		return
	}
	if v.still == nil {
		v.still = time.AfterFunc(settle, func() { fyne.Do(func() { v.redraw(false) }) })
		return
	}
	v.still.Reset(settle)
}

func (v *viewport) request(w, h int, moving bool) {
	if v.draw == nil || w < 8 || h < 8 {
		return
	}
	v.asked = image.Pt(w, h)
	v.draw.Submit(v.frame(w, h, moving))
}

// frame describes the view area at w x h pixels.
func (v *viewport) frame(w, h int, moving bool) gldraw.Frame {
	s := v.scale()
	f := gldraw.Frame{Width: w, Height: h, Scale: s, Fill: themeColor(theme.ColorNameBackground)}
	if moving {
		f.Quality = v.draw.Moving()
	}
	view := themeColor(colorView)
	panes := v.m.panes(v.Size())
	for _, p := range panes {
		f.Panes = append(f.Panes, gldraw.Pane{
			Rect: p.rect.pixels(s).Intersect(image.Rect(0, 0, w, h)), Scene: v.m.sceneOf(p.side), Camera: v.m.cameras[p.side],
			Background: gldraw.Background{Top: view, Bottom: view},
			Radius:     radiusPanel, Border: themeColor(colorHairline),
		})
	}
	if len(panes) == 2 && v.m.picture != nil {
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

// show takes a finished picture; any goroutine may call it.
func (v *viewport) show(img *image.RGBA) {
	v.latest.Store(img)
	fyne.Do(func() {
		v.rate.tick(time.Now())
		v.raster.Refresh()
	})
}

func (v *viewport) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(v.raster)
}
