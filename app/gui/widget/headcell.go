package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget       = (*HeadCell)(nil)
	_ fyne.Tappable     = (*HeadCell)(nil)
	_ fyne.Focusable    = (*HeadCell)(nil)
	_ desktop.Hoverable = (*HeadCell)(nil)
)

// HeadCell is the head of a table's column: a click sorts.
type HeadCell struct {
	widget.BaseWidget
	touch
	text  string
	words bool   // starts at the left
	arrow string // "up" or "down" where the table is sorted by this column, "" elsewhere
	sort  func()
}

// NewHeadCell is the head of a column; with words its text starts at the left; sort is called for a click.
func (k *Maker) NewHeadCell(text, tip string, words bool, sort func()) *HeadCell {
	h := &HeadCell{touch: touch{maker: k, Tip: tip}, text: text, words: words, sort: sort}
	h.self = h
	h.ExtendBaseWidget(h)
	return h
}

// SetArrow shows the direction of sorting: "up", "down" or "" for none.
func (h *HeadCell) SetArrow(arrow string) { change(h, &h.arrow, arrow) }

func (h *HeadCell) Tapped(*fyne.PointEvent) {
	h.maker.Tips.Hide()
	if h.sort != nil {
		h.sort()
	}
}

// Width is the width that the head needs, with its arrow.
func (h *HeadCell) Width() float32 {
	return fyne.MeasureText(h.text, TextCaption, fyne.TextStyle{Bold: true}).Width + headArrow
}

// headArrow is the room for the arrow beside a head's words.
const headArrow float32 = 13

func (h *HeadCell) CreateRenderer() fyne.WidgetRenderer {
	r := &headRenderer{h: h, text: canvas.NewText("", nil), arrow: newIcon()}
	r.parts = parts{r.text, r.arrow}
	r.Refresh()
	return r
}

type headRenderer struct {
	parts
	h     *HeadCell
	text  *canvas.Text
	arrow *canvas.Raster
	src   string
}

func (r *headRenderer) MinSize() fyne.Size { return fyne.NewSize(r.h.Width(), 22) }

// Layout puts the words above the column's figures: both end, or start, at one edge. The arrow stands at
// the other end of the words.
func (r *headRenderer) Layout(size fyne.Size) {
	m := r.text.MinSize()
	x, arrow := size.Width-m.Width, size.Width-m.Width-headArrow
	if r.h.words {
		x, arrow = 0, m.Width+1
	}
	Place(r.text, fyne.NewPos(x, (size.Height-m.Height)/2), m)
	Place(r.arrow, fyne.NewPos(arrow, (size.Height-12)/2), fyne.NewSquareSize(12))
}

func (r *headRenderer) Refresh() {
	h := r.h
	color := Color(ColorSoft)
	if h.hovered && h.sort != nil || h.arrow != "" {
		color = Color(ColorText)
	}
	if h.focused {
		color = Color(ColorAccent)
	}
	r.text.Text, r.text.TextSize, r.text.TextStyle, r.text.Color = h.text, TextCaption, fyne.TextStyle{Bold: true}, color
	setIcon(r.arrow, &r.src, h.arrow, color)
	r.Layout(h.Size())
	canvas.Refresh(r.text)
	canvas.Refresh(r.arrow)
}
