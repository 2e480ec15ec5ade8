package gui

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"gwscope/internal/routine"
)

var _ fyne.Widget = (*plot)(nil)

// plot is a picture that is drawn in the background whenever its data, its size
// or the theme changes. While one is being drawn, further changes wait and only
// the last of them is drawn.
type plot struct {
	widget.BaseWidget
	min fyne.Size
	// prepare is called on the main goroutine; it copies what is to be drawn and
	// returns a function that draws it, w x h pixels at scale pixels per unit.
	prepare func() func(w, h int, scale float64) *image.RGBA

	raster *canvas.Raster
	latest *image.RGBA
	size   image.Point
	busy   bool
	again  bool
}

func newPlot(min fyne.Size, prepare func() func(w, h int, scale float64) *image.RGBA) *plot {
	p := &plot{min: min, prepare: prepare}
	p.init(p)
	return p
}

// init finishes a plot; self is the widget that it is part of.
func (p *plot) init(self fyne.Widget) {
	p.raster = canvas.NewRaster(p.generate)
	p.ExtendBaseWidget(self)
}

func (p *plot) generate(w, h int) image.Image {
	if p.size != image.Pt(w, h) {
		p.size = image.Pt(w, h)
		p.redraw()
	}
	if p.latest == nil {
		return blank(themeColor(colorPanel))
	}
	return p.latest
}

// redraw draws the plot anew.
func (p *plot) redraw() {
	if p.size.X < 2 || p.size.Y < 2 {
		return // not laid out yet; generate will ask
	}
	if p.busy {
		p.again = true
		return
	}
	p.busy = true
	draw, size := p.prepare(), p.size
	scale := float64(size.X) / float64(max(p.Size().Width, 1))
	shown := func(img *image.RGBA) {
		p.busy = false
		if img != nil { // else the last one stays
			p.latest = img
			p.raster.Refresh()
		}
		if p.again {
			p.again = false
			p.redraw()
		}
	}
	routine.Go(func() {
		img := draw(size.X, size.Y, scale)
		onMain(func() { shown(img) })
	}, func(q *routine.Panic) {
		onMain(func() { shown(nil) })
		tellMistake(q)
	})
}

// Refresh follows the theme.
func (p *plot) Refresh() {
	p.redraw()
	p.BaseWidget.Refresh()
}

func (p *plot) CreateRenderer() fyne.WidgetRenderer { return &plotRenderer{p} }

type plotRenderer struct{ p *plot }

func (r *plotRenderer) Destroy()                     {}
func (r *plotRenderer) Layout(size fyne.Size)        { r.p.raster.Resize(size) }
func (r *plotRenderer) MinSize() fyne.Size           { return r.p.min }
func (r *plotRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.p.raster} }
func (r *plotRenderer) Refresh()                     {}
