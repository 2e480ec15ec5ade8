package cohortpage

import (
	"image"
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
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

// cell is one specimen: its picture, its name, how far its match can be trusted, and why not.
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
	mod     fyne.KeyModifier // held when the button went down
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

// MouseIn begins the wait for the tooltip, which has all reasons.
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
	r := &cellRenderer{c: c, ground: canvas.NewRectangle(nil), dot: canvas.NewCircle(nil),
		picture: &canvas.Image{FillMode: canvas.ImageFillContain, ScaleMode: canvas.ImageScaleSmooth},
		name:    widget.NewLabel("", widget.TextSmall, widget.ColorText), line: widget.NewLabel("", widget.TextCaption, widget.ColorSoft), reason: widget.NewLabel("", widget.TextCaption, widget.ColorSoft)}
	r.name.Bold = true
	r.name.Flexible, r.line.Flexible, r.reason.Flexible = true, true, true
	r.Refresh()
	return r
}

type cellRenderer struct {
	c                  *cell
	ground             *canvas.Rectangle
	dot                *canvas.Circle
	picture            *canvas.Image
	name, line, reason *widget.Label
}

func (r *cellRenderer) Destroy()           {}
func (r *cellRenderer) MinSize() fyne.Size { return fyne.NewSize(cellWidth, cellHeight) }
func (r *cellRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground, r.picture, r.dot, r.name, r.line, r.reason}
}

const cellPad float32 = 9

func (r *cellRenderer) Layout(size fyne.Size) {
	r.ground.Resize(size)
	r.picture.Move(fyne.NewPos(4, 5))
	r.picture.Resize(fyne.NewSize(size.Width-8, pictureHeight))
	x, y := cellPad, pictureHeight+10
	if !r.dot.Hidden {
		h := r.name.MinSize().Height
		r.dot.Move(fyne.NewPos(x, y+(h-8)/2))
		r.dot.Resize(fyne.NewSquareSize(8))
		x += 13
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
	r.ground.CornerRadius, r.ground.FillColor = widget.RadiusControl, widget.Color(widget.ColorControl)
	r.ground.StrokeWidth, r.ground.StrokeColor = 1, widget.Color(widget.ColorHairline)
	if c.hovered {
		r.ground.FillColor = widget.Color(widget.ColorHover)
	}
	if c.chosen {
		r.ground.FillColor = widget.Mix(widget.Color(widget.ColorControl), widget.Color(widget.ColorAccent), 0.22)
	}
	switch {
	case c.current:
		r.ground.StrokeWidth, r.ground.StrokeColor = 2, widget.Color(widget.ColorAccent)
	case c.chosen:
		r.ground.StrokeColor = widget.Color(widget.ColorAccent)
	}
	r.dot.Hidden, r.dot.FillColor = c.group.A == 0, c.group
	r.name.Set(c.e.Pair.B.Name)
	line, tint, reason := says(c.e)
	r.line.SetColored(line, tint)
	r.reason.Set(reason)
	if r.picture.Image != c.picture {
		r.picture.Image = c.picture
		r.picture.Refresh()
	}
	r.picture.Hidden = c.picture == nil
	r.picture.Translucency = 0
	if c.e.Judged.Decision == cohort.Rejected {
		r.picture.Translucency = 0.65
	}
	r.Layout(c.Size())
	canvas.Refresh(c)
}
