package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget       = (*CheckRow)(nil)
	_ fyne.Tappable     = (*CheckRow)(nil)
	_ fyne.Focusable    = (*CheckRow)(nil)
	_ desktop.Hoverable = (*CheckRow)(nil)
)

// CheckRow is a choice with a tick, or a choice that cannot be ticked, with the reason.
type CheckRow struct {
	widget.BaseWidget
	touch
	Text    string
	why     string // not empty: it cannot be ticked, for this reason
	on      bool
	changed func(bool)
}

// NewCheckRow is a choice, on or off. Where why is not "", it cannot be ticked and shows why.
func (k *Maker) NewCheckRow(text, tip, why string, on bool, changed func(bool)) *CheckRow {
	c := &CheckRow{touch: touch{maker: k, Tip: tip}, Text: text, why: why, on: on && why == "", changed: changed}
	if why != "" {
		c.Tip = why
	}
	c.self = c
	c.ExtendBaseWidget(c)
	return c
}

// Set ticks the row or not, and tells of the change.
func (c *CheckRow) Set(on bool) {
	if on = on && c.why == ""; c.on != on {
		c.on = on
		c.Refresh()
		c.changed(on)
	}
}

func (c *CheckRow) Tapped(*fyne.PointEvent) { c.Set(!c.on) }

func (c *CheckRow) CreateRenderer() fyne.WidgetRenderer {
	r := &checkRowRenderer{c: c, ground: canvas.NewRectangle(nil), square: canvas.NewRectangle(nil), check: newIcon(),
		text: NewLabel("", TextBody, ColorText).Flex(), why: NewLabel("", TextSmall, ColorCaution).Flex()}
	r.parts = parts{r.ground, r.square, r.check, r.text, r.why}
	r.Refresh()
	return r
}

type checkRowRenderer struct {
	parts
	c              *CheckRow
	ground, square *canvas.Rectangle
	check          *canvas.Raster
	src            string
	text, why      *Label
}

const checkSide float32 = 16

func (r *checkRowRenderer) MinSize() fyne.Size {
	h := float32(24)
	if r.c.why != "" {
		h += 16
	}
	return fyne.NewSize(120, h)
}

func (r *checkRowRenderer) Layout(size fyne.Size) {
	r.ground.Resize(size)
	Place(r.square, fyne.NewPos(6, 4), fyne.NewSquareSize(checkSide))
	Place(r.check, fyne.NewPos(8, 6), fyne.NewSquareSize(checkSide-4))
	Place(r.text, fyne.NewPos(30, 0), fyne.NewSize(size.Width-34, 24))
	Place(r.why, fyne.NewPos(30, 21), fyne.NewSize(size.Width-34, 16))
}

func (r *checkRowRenderer) Refresh() {
	c := r.c
	r.ground.CornerRadius, r.ground.FillColor = RadiusControl, nil
	if c.hovered && c.why == "" {
		r.ground.FillColor = Color(ColorHover)
	}
	FocusRing(r.ground, c.focused, ColorAccent, ColorMenu)
	r.square.CornerRadius, r.square.StrokeWidth = 4, 1
	r.square.FillColor, r.square.StrokeColor = Color(ColorControl), Color(ColorFaint)
	mark := ""
	if c.on {
		mark = "check"
		r.square.FillColor, r.square.StrokeColor = Color(ColorAccent), Color(ColorAccent)
	}
	setIcon(r.check, &r.src, mark, Color(colorOnAccent))
	ink := ColorText
	if c.why != "" {
		ink = ColorFaint
	}
	r.text.SetColored(c.Text, ink)
	r.why.Set(c.why)
	SetVisible(r.why, c.why != "")
	r.Layout(c.Size())
	canvas.Refresh(r.ground)
	canvas.Refresh(r.square)
	canvas.Refresh(r.check)
}
