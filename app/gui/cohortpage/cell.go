package cohortpage

import (
	"image"
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"gwscope/app/cohort"
	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
)

var (
	_ fyne.Widget            = (*cell)(nil)
	_ fyne.Tappable          = (*cell)(nil)
	_ fyne.SecondaryTappable = (*cell)(nil)
	_ desktop.Hoverable      = (*cell)(nil)
	_ desktop.Mouseable      = (*cell)(nil)
)

// cell is one specimen: its picture, its name, how far its match can be trusted, and a reason for doubt.
type cell struct {
	fynewidget.BaseWidget
	p       *Page
	k       int // row
	e       cohort.Entry
	chosen  bool
	current bool
	group   color.NRGBA // transparent: no groups
	picture image.Image // nil until it is drawn
	hovered bool
	mod     fyne.KeyModifier // the keys held when the mouse button went down
}

func newCell(p *Page) *cell {
	c := &cell{p: p}
	c.ExtendBaseWidget(c)
	return c
}

// set shows a row.
func (c *cell) set(k int, e cohort.Entry, chosen, current bool, group color.NRGBA, picture image.Image) {
	c.k, c.e, c.chosen, c.current, c.group, c.picture = k, e, chosen, current, group, picture
	c.Refresh()
}

func (c *cell) MouseDown(e *desktop.MouseEvent) { c.mod = e.Modifier }
func (c *cell) MouseUp(*desktop.MouseEvent)     {}
func (c *cell) MouseMoved(*desktop.MouseEvent)  {}

func (c *cell) Tapped(*fyne.PointEvent) {
	c.p.s.Widgets.Tips.Hide()
	mainloop.Tended(func() { c.p.specimens.click(c.k, c.mod) })()
}

func (c *cell) TappedSecondary(*fyne.PointEvent) {
	c.p.s.Widgets.Tips.Hide()
	mainloop.Tended(func() { c.p.specimens.menu(c.k, c) })()
}

// MouseIn begins the wait for the tooltip, which has all reasons for doubt.
func (c *cell) MouseIn(*desktop.MouseEvent) {
	c.hovered = true
	tip := c.e.Pair.B.Name
	if c.e.Pair.B.Group != "" {
		tip += " (" + c.e.Pair.B.Group + ")"
	}
	line, _, _ := says(c.e)
	tip += ": " + line + ". " + strings.Join(c.e.Reasons, " ")
	c.p.s.Widgets.Tips.Arm(c, strings.TrimSpace(tip))
	c.Refresh()
}

func (c *cell) MouseOut() {
	c.hovered = false
	c.p.s.Widgets.Tips.Hide()
	c.Refresh()
}

func (c *cell) CreateRenderer() fyne.WidgetRenderer {
	r := &cellRenderer{c: c, name: widget.NewLabel("", widget.TextSmall, widget.ColorText),
		line: widget.NewLabel("", widget.TextCaption, widget.ColorSoft), reason: widget.NewLabel("", widget.TextCaption, widget.ColorSoft)}
	r.raster = canvas.NewRaster(func(w, h int) image.Image {
		scale := float64(w) / float64(max(c.Size().Width, 1))
		c.p.pictures.fit(pictureRect(w, scale).Size())
		return r.card.draw(w, h, scale)
	})
	r.raster.ScaleMode = canvas.ImageScalePixels // the card is drawn in the screen's pixels
	r.name.Bold = true
	r.name.Flexible, r.line.Flexible, r.reason.Flexible = true, true, true
	r.Refresh()
	return r
}

type cellRenderer struct {
	c                  *cell
	card               card
	raster             *canvas.Raster // of the card
	name, line, reason *widget.Label
}

func (r *cellRenderer) Destroy()           {}
func (r *cellRenderer) MinSize() fyne.Size { return fyne.NewSize(cellWidth, cellHeight) }
func (r *cellRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.raster, r.name, r.line, r.reason}
}

// Distances in a cell, in units.
const (
	cellPad      float32 = 9
	dotSize      float32 = 8
	pictureInset         = 4
)

func (r *cellRenderer) Layout(size fyne.Size) {
	r.raster.Resize(size)
	x, y := cellPad, pictureHeight+10
	if r.c.group.A > 0 {
		x += dotSize + 5
	}
	for k, l := range []*widget.Label{r.name, r.line, r.reason} {
		h := l.MinSize().Height
		l.Move(fyne.NewPos(x, y))
		l.Resize(fyne.NewSize(size.Width-x-cellPad, h))
		y += h + 2
		if k == 0 {
			x = cellPad
		}
	}
}

func (r *cellRenderer) Refresh() {
	c := r.c
	r.name.Set(c.e.Pair.B.Name)
	line, tint, reason := says(c.e)
	r.line.SetColored(line, tint)
	r.reason.SetColored(reason, reasonTint(c.e))
	r.Layout(c.Size())
	now := card{around: widget.Color(theme.ColorNameBackground), fill: widget.Color(widget.ColorPanel), edge: widget.Color(widget.ColorHairline), thick: 1,
		picture: c.picture, faded: c.e.Judged.Decision == cohort.Rejected, dot: c.group, dotY: r.name.Position().Y + r.name.Size().Height/2, mark: c.e.Judged.Decision}
	if c.hovered {
		now.fill = widget.Color(widget.ColorHover)
	}
	if c.chosen {
		now.fill = widget.Mix(widget.Color(widget.ColorPanel), widget.Color(widget.ColorAccent), 0.22)
	}
	switch {
	case c.current:
		now.thick, now.edge = 2, widget.Color(widget.ColorAccent)
	case c.chosen:
		now.edge = widget.Color(widget.ColorAccent)
	}
	now.ink = widget.Color(widget.ColorPanel)
	if now.tint = widget.Color(widget.ColorGood); now.faded {
		now.tint = widget.Color(widget.ColorCaution)
	}
	if now != r.card {
		r.card = now
		r.raster.Refresh()
	}
}
