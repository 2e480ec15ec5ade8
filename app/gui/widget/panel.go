package widget

import (
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

var _ fyne.Widget = (*Panel)(nil)

// Panel is a box with an edge and round corners that stands on the window's own ground. A [Box] with round
// corners looks alike, but where the processor paints the window each pixel of it takes more than twice the
// time of a plain pixel, and panels are large: a panel is a plain box with a small picture over each
// corner.
type Panel struct{ widget.BaseWidget }

// NewPanel is a panel.
func NewPanel() *Panel {
	p := &Panel{}
	p.ExtendBaseWidget(p)
	return p
}

func (p *Panel) CreateRenderer() fyne.WidgetRenderer {
	r := &panelRenderer{p: p, rect: canvas.NewRectangle(nil)}
	for k := range r.corners {
		r.corners[k] = canvas.NewRaster(func(w, h int) image.Image { return corner(w, h, k%2 == 1, k/2 == 1) })
		r.corners[k].ScaleMode = canvas.ImageScalePixels
	}
	r.Refresh()
	return r
}

type panelRenderer struct {
	p       *Panel
	rect    *canvas.Rectangle
	corners [4]*canvas.Raster // at the top, then at the foot; the left corner first
}

func (r *panelRenderer) Destroy()           {}
func (r *panelRenderer) MinSize() fyne.Size { return fyne.Size{} }
func (r *panelRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.rect, r.corners[0], r.corners[1], r.corners[2], r.corners[3]}
}

func (r *panelRenderer) Layout(size fyne.Size) {
	// Whole units, so that the corners fit the pixels of the box.
	size = fyne.NewSize(float32(math.Floor(float64(size.Width))), float32(math.Floor(float64(size.Height))))
	r.rect.Resize(size)
	for k, c := range r.corners {
		Place(c, fyne.NewPos(float32(k%2)*(size.Width-RadiusPanel), float32(k/2)*(size.Height-RadiusPanel)), fyne.NewSquareSize(RadiusPanel))
	}
	r.round()
}

// round gives the box itself round corners where a unit is no whole number of pixels: pictures of corners
// would not fit there.
func (r *panelRenderer) round() {
	c := fyne.CurrentApp().Driver().CanvasForObject(r.p)
	whole := c == nil || c.Scale() == float32(math.Trunc(float64(c.Scale())))
	r.rect.CornerRadius = RadiusPanel
	if whole {
		r.rect.CornerRadius = 0
	}
	for _, c := range r.corners {
		c.Hidden = !whole
	}
}

func (r *panelRenderer) Refresh() {
	r.rect.FillColor, r.rect.StrokeColor, r.rect.StrokeWidth = Color(ColorPanel), Color(ColorHairline), 1
	r.round()
	r.rect.Refresh()
	for _, c := range r.corners {
		c.Refresh()
	}
}

// corner draws a corner of a panel, w x h pixels.
func corner(w, h int, right, foot bool) image.Image {
	k := NewInk(w, h, Color(theme.ColorNameBackground))
	x, y, side := 0.0, 0.0, 4*float64(w)
	if right {
		x = float64(w) - side
	}
	if foot {
		y = float64(h) - side
	}
	k.Round(x, y, x+side, y+side, float64(w), float64(w)/float64(RadiusPanel), Color(ColorPanel), Color(ColorHairline))
	return k.Img
}
