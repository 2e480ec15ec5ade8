package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget       = (*checkRow)(nil)
	_ fyne.Tappable     = (*checkRow)(nil)
	_ fyne.Focusable    = (*checkRow)(nil)
	_ desktop.Hoverable = (*checkRow)(nil)
)

// checkRow is a choice that can be ticked, or says why it cannot.
type checkRow struct {
	widget.BaseWidget
	kit     *kit
	text    string
	why     string // not empty: it cannot be ticked, for this reason
	on      bool
	tip     string
	changed func(bool)

	hovered, focused bool
}

func (k *kit) newCheckRow(text, tip, why string, on bool, changed func(bool)) *checkRow {
	c := &checkRow{kit: k, text: text, tip: tip, why: why, on: on && why == "", changed: changed}
	if why != "" {
		c.tip = why
	}
	c.ExtendBaseWidget(c)
	return c
}

func (c *checkRow) set(on bool) {
	if on = on && c.why == ""; c.on != on {
		c.on = on
		c.Refresh()
		c.changed(on)
	}
}

func (c *checkRow) Tapped(*fyne.PointEvent) { c.set(!c.on) }
func (c *checkRow) MouseIn(*desktop.MouseEvent) {
	c.hovered = true
	c.kit.tips.arm(c, c.tip)
	c.Refresh()
}
func (c *checkRow) MouseMoved(*desktop.MouseEvent) {}
func (c *checkRow) MouseOut() {
	c.hovered = false
	c.kit.tips.hide()
	c.Refresh()
}
func (c *checkRow) FocusGained()   { c.focused = true; c.Refresh() }
func (c *checkRow) FocusLost()     { c.focused = false; c.Refresh() }
func (c *checkRow) TypedRune(rune) {}
func (c *checkRow) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		c.Tapped(nil)
	default:
		c.kit.key(e)
	}
}

func (c *checkRow) CreateRenderer() fyne.WidgetRenderer {
	r := &checkRowRenderer{c: c, ground: canvas.NewRectangle(nil), square: canvas.NewRectangle(nil), check: &canvas.Image{FillMode: canvas.ImageFillContain},
		text: newLabel("", textBody, colorText), why: newLabel("", textSmall, colorCaution)}
	r.text.flexible, r.why.flexible = true, true
	r.Refresh()
	return r
}

type checkRowRenderer struct {
	c              *checkRow
	ground, square *canvas.Rectangle
	check          *canvas.Image
	src            string
	text, why      *label
}

const checkSide float32 = 16

func (r *checkRowRenderer) Destroy() {}
func (r *checkRowRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground, r.square, r.check, r.text, r.why}
}

func (r *checkRowRenderer) MinSize() fyne.Size {
	h := float32(24)
	if r.c.why != "" {
		h += 16
	}
	return fyne.NewSize(120, h)
}

func (r *checkRowRenderer) Layout(size fyne.Size) {
	r.ground.Resize(size)
	r.square.Move(fyne.NewPos(6, 4))
	r.square.Resize(fyne.NewSquareSize(checkSide))
	r.check.Move(fyne.NewPos(8, 6))
	r.check.Resize(fyne.NewSquareSize(checkSide - 4))
	r.text.Move(fyne.NewPos(30, 0))
	r.text.Resize(fyne.NewSize(size.Width-34, 24))
	r.why.Move(fyne.NewPos(30, 21))
	r.why.Resize(fyne.NewSize(size.Width-34, 16))
}

func (r *checkRowRenderer) Refresh() {
	c := r.c
	r.ground.CornerRadius, r.ground.FillColor = radiusControl, nil
	r.ground.StrokeColor, r.ground.StrokeWidth = nil, 0
	if c.hovered && c.why == "" {
		r.ground.FillColor = themeColor(colorHover)
	}
	if c.focused {
		r.ground.StrokeColor, r.ground.StrokeWidth = themeColor(colorAccent), 2
		if r.ground.FillColor == nil { // Fyne darkens a stroke without a fill
			r.ground.FillColor = themeColor(colorMenu)
		}
	}
	r.square.CornerRadius, r.square.StrokeWidth = 4, 1
	r.square.FillColor, r.square.StrokeColor = themeColor(colorControl), themeColor(colorFaint)
	mark := ""
	if c.on {
		mark = "check"
		r.square.FillColor, r.square.StrokeColor = themeColor(colorAccent), themeColor(colorAccent)
	}
	setIcon(r.check, &r.src, mark, themeColor(colorOnAccent))
	ink := colorText
	if c.why != "" {
		ink = colorFaint
	}
	r.text.setColored(c.text, ink)
	r.why.set(c.why)
	setVisible(r.why, c.why != "")
	r.Layout(c.Size())
	canvas.Refresh(r.ground)
	canvas.Refresh(r.square)
	canvas.Refresh(r.check)
}
