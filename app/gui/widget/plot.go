package widget

import (
	"image"
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"gwscope/app/gui/mainloop"
	"gwscope/internal/routine"
)

var _ fyne.Widget = (*Plot)(nil)

// Plot is a picture that is drawn in the background whenever its data, its size or the theme changes.
// During a drawing, further changes wait, and only the last of them is drawn.
type Plot struct {
	widget.BaseWidget
	Min fyne.Size
	// Prepare is called on the main goroutine. It copies the data and returns a function that draws w x h
	// pixels, with scale pixels per unit, on another goroutine.
	Prepare func() func(w, h int, scale float64) *image.RGBA

	raster *canvas.Raster
	latest *image.RGBA
	size   image.Point
	busy   bool
	again  bool
	drawn  int  // number of drawings that have begun
	veil   *Box // over an old picture
	says   *Label
}

// plotWait is the time of a drawing after which the plot says "drawing".
const plotWait = 150 * time.Millisecond

// NewPlot is a plot of at least a size; see Plot for prepare.
func NewPlot(min fyne.Size, prepare func() func(w, h int, scale float64) *image.RGBA) *Plot {
	p := &Plot{Min: min, Prepare: prepare}
	p.Init(p)
	return p
}

// Init finishes a plot; self is its embedding widget, or itself.
func (p *Plot) Init(self fyne.Widget) {
	p.raster = canvas.NewRaster(p.generate)
	p.raster.ScaleMode = canvas.ImageScalePixels // the picture has one pixel for each of the screen
	p.veil, p.says = NewBox(ColorVeil, "", 0), NewLabel("drawing …", TextSmall, ColorSoft)
	p.says.Align = fyne.TextAlignCenter
	p.wait(false)
	p.ExtendBaseWidget(self)
}

func (p *Plot) generate(w, h int) image.Image {
	if p.size != image.Pt(w, h) {
		p.size = image.Pt(w, h)
		p.Redraw()
	}
	if p.latest == nil {
		return Blank(Color(ColorPanel))
	}
	return p.latest
}

// Resting reports whether the picture is of the present data.
func (p *Plot) Resting() bool { return !p.busy }

// Redraw draws the plot anew.
func (p *Plot) Redraw() {
	if p.size.X < 2 || p.size.Y < 2 {
		return // not laid out yet; generate will ask
	}
	if p.busy {
		p.again = true
		return
	}
	p.busy = true
	p.drawn++
	turn := p.drawn
	late := mainloop.After(plotWait, func() {
		if p.busy && p.drawn == turn {
			p.wait(true)
		}
	})
	draw, size := p.Prepare(), p.size
	scale := float64(size.X) / float64(max(p.Size().Width, 1))
	shown := func(img *image.RGBA) {
		p.busy = false
		late.Stop()
		if p.veil.Visible() {
			p.wait(false)
		}
		if img != nil { // else the last picture stays
			p.latest = img
			p.raster.Refresh()
		}
		if p.again {
			p.again = false
			p.Redraw()
		}
	}
	routine.Go(func() {
		img := draw(size.X, size.Y, scale)
		mainloop.Do(func() { shown(img) })
	}, func(q *routine.Panic) {
		mainloop.Do(func() { shown(nil) })
		mainloop.Tell(q)
	})
}

// wait dims the plot and says "drawing", or takes that back.
func (p *Plot) wait(on bool) {
	SetVisible(p.veil, on)
	SetVisible(p.says, on && p.Size().Width >= p.says.MinSize().Width && p.Size().Height >= p.says.MinSize().Height)
}

// Refresh follows the theme.
func (p *Plot) Refresh() {
	p.Redraw()
	p.veil.Refresh()
	p.says.Refresh()
	p.BaseWidget.Refresh()
}

func (p *Plot) CreateRenderer() fyne.WidgetRenderer {
	return &plotRenderer{parts{p.raster, p.veil, p.says}, p}
}

type plotRenderer struct {
	parts
	p *Plot
}

func (r *plotRenderer) MinSize() fyne.Size { return r.p.Min }
func (r *plotRenderer) Refresh()           {}

func (r *plotRenderer) Layout(size fyne.Size) {
	r.p.raster.Resize(size)
	r.p.veil.Resize(size)
	h := r.p.says.MinSize().Height
	Place(r.p.says, fyne.NewPos(0, (size.Height-h)/2), fyne.NewSize(size.Width, h))
}

// Blank is an opaque pixel; Fyne converts an image.Uniform slowly.
func Blank(c color.NRGBA) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 1, 1))
	img.SetRGBA(0, 0, color.RGBA{c.R, c.G, c.B, 0xff})
	return img
}
