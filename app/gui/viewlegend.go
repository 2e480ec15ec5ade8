package gui

import (
	"image"
	"image/color"
	"math"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynewidget "fyne.io/fyne/v2/widget"

	"gwscope/app/gui/widget"
	"gwscope/app/number"
	"gwscope/app/present"
	"gwscope/render/colormap"
)

var (
	_ fyne.Widget        = (*legend)(nil)
	_ fyne.Tappable      = (*legend)(nil)
	_ desktop.Cursorable = (*legend)(nil)
	_ desktop.Hoverable  = (*legend)(nil)
)

// legend is a colour bar: caption, scale, and its ends. A click on it changes them.
type legend struct {
	fynewidget.BaseWidget
	bar    *colormap.Scale
	tapped func() // nil: a click does nothing
	tip    string // "" for none
	tips   *widget.Tips
	size   func(float32) float32 // of letters; nil: as in a window
}

// Tapped offers the settings of the colours.
func (l *legend) Tapped(*fyne.PointEvent) {
	if l.tapped != nil {
		l.tips.Hide()
		l.tapped()
	}
}

func (l *legend) MouseIn(*desktop.MouseEvent)    { l.tips.Arm(l, l.tip) }
func (l *legend) MouseMoved(*desktop.MouseEvent) {}
func (l *legend) MouseOut()                      { l.tips.Hide() }

// Cursor is a hand where a click has an effect.
func (l *legend) Cursor() desktop.Cursor {
	if l.tapped != nil {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

func newLegend(tips *widget.Tips) *legend {
	l := &legend{tips: tips}
	l.ExtendBaseWidget(l)
	l.Hide()
	return l
}

// set shows a bar; nil hides the legend, where colours have no scale.
func (l *legend) set(b *colormap.Scale) {
	l.bar = b
	if b == nil {
		l.Hide()
		return
	}
	l.Refresh()
	l.Show()
}

// setLarge gives the letters their size.
func (l *legend) setLarge(size func(float32) float32) {
	l.size = size
	l.Refresh()
}

const legendThick float32 = 8

func (l *legend) CreateRenderer() fyne.WidgetRenderer {
	r := &legendRenderer{l: l, caption: widget.NewLabel("", widget.TextSmall, widget.ColorViewSoft).Flex(), low: widget.NewLabel("", widget.TextCaption, widget.ColorViewSoft), high: widget.NewLabel("", widget.TextCaption, widget.ColorViewSoft).Trailing()}
	r.scale = canvas.NewRaster(r.paint)
	return r
}

type legendRenderer struct {
	l         *legend
	caption   *widget.Label
	low, high *widget.Label
	scale     *canvas.Raster
}

func (r *legendRenderer) Destroy() {}
func (r *legendRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.caption, r.scale, r.low, r.high}
}
func (r *legendRenderer) MinSize() fyne.Size {
	return fyne.NewSize(120, r.caption.MinSize().Height+legendThick+r.low.MinSize().Height+6)
}

func (r *legendRenderer) Layout(size fyne.Size) {
	h := r.caption.MinSize().Height
	r.caption.Resize(fyne.NewSize(size.Width, h))
	y := h + 3
	widget.Place(r.scale, fyne.NewPos(0, y), fyne.NewSize(size.Width, legendThick))
	y += legendThick + 2
	lh := r.low.MinSize().Height
	widget.Place(r.low, fyne.NewPos(0, y), fyne.NewSize(size.Width, lh))
	widget.Place(r.high, fyne.NewPos(0, y), fyne.NewSize(size.Width, lh))
}

func (r *legendRenderer) Refresh() {
	if size := r.l.size; size != nil {
		r.caption.TextSize, r.low.TextSize, r.high.TextSize = size(widget.TextSmall), size(widget.TextCaption), size(widget.TextCaption)
		for _, l := range []*widget.Label{r.caption, r.low, r.high} {
			l.Refresh()
		}
		r.Layout(r.l.Size())
	}
	if b := r.l.bar; b != nil {
		caption := b.Label
		if b.Unit != "" {
			caption += ", " + b.Unit
		}
		r.caption.Set(caption)
		r.low.Set(barValue(b, b.Min))
		r.high.Set(barValue(b, b.Max))
	}
	r.scale.Refresh()
	canvas.Refresh(r.l)
}

func barValue(b *colormap.Scale, x float64) string {
	if inPercent(b) {
		return fixed(x, barDigits(b, 1)) + number.NarrowSpace + "%"
	}
	return fixed(x, barDigits(b, 2))
}

// barDigits is the number of decimals that tell a twentieth of the range apart, and at least least.
func barDigits(b *colormap.Scale, least int) int {
	span := math.Abs(b.Max - b.Min)
	if !(span > 0) || math.IsInf(span, 0) {
		return least
	}
	return min(max(int(math.Ceil(1.4-math.Log10(span))), least), 6)
}

// paint draws the scale, a column for each pixel.
func (r *legendRenderer) paint(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, max(w, 1), max(h, 1)))
	b := r.l.bar
	if b == nil {
		return img
	}
	for x := range img.Rect.Dx() {
		c := b.Map.At((float64(x) + 0.5) / float64(img.Rect.Dx()))
		for y := range img.Rect.Dy() {
			img.SetRGBA(x, y, color.RGBA{c.R, c.G, c.B, 0xff})
		}
	}
	return img
}

// captionOf explains colours without a bar; "" where they need no explanation.
func captionOf(m *model) string {
	switch m.view.ColorBy {
	case present.ByCarried:
		return "colours carried from A"
	case present.ByFile:
		if m.match != nil && m.match.A.Mesh.Colors == nil {
			return "colours of B’s file, carried to A"
		}
		return "colours of A’s file, carried to B"
	case present.ByOwn:
		return "colours of each file"
	case present.ByChecker, present.ByIntrinsicChecker:
		return "checker carried from A"
	case present.ByDistance:
		return "click a vertex to measure from"
	}
	return ""
}

// inPercent reports whether the numbers of a scale are percents.
func inPercent(b *colormap.Scale) bool { return strings.HasPrefix(b.Unit, "%") }
