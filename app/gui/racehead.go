package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget       = (*headCell)(nil)
	_ fyne.Tappable     = (*headCell)(nil)
	_ fyne.Focusable    = (*headCell)(nil)
	_ desktop.Hoverable = (*headCell)(nil)
)

// headCell is the head of a table's column: a click sorts.
type headCell struct {
	widget.BaseWidget
	kit   *kit
	text  string
	tip   string
	words bool   // starts at the left
	arrow string // "up" or "down" where the table is sorted by it, "" elsewhere
	sort  func()

	hovered, focused bool
}

func (k *kit) newHeadCell(text, tip string, words bool, sort func()) *headCell {
	h := &headCell{kit: k, text: text, tip: tip, words: words, sort: sort}
	h.ExtendBaseWidget(h)
	return h
}

func (h *headCell) setArrow(arrow string) {
	if h.arrow != arrow {
		h.arrow = arrow
		h.Refresh()
	}
}

func (h *headCell) Tapped(*fyne.PointEvent) {
	h.kit.tips.hide()
	if h.sort != nil {
		h.sort()
	}
}
func (h *headCell) MouseIn(*desktop.MouseEvent) {
	h.hovered = h.sort != nil
	h.kit.tips.arm(h, h.tip)
	h.Refresh()
}
func (h *headCell) MouseMoved(*desktop.MouseEvent) {}
func (h *headCell) MouseOut() {
	h.hovered = false
	h.kit.tips.hide()
	h.Refresh()
}
func (h *headCell) FocusGained()   { h.focused = true; h.Refresh() }
func (h *headCell) FocusLost()     { h.focused = false; h.Refresh() }
func (h *headCell) TypedRune(rune) {}
func (h *headCell) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		h.Tapped(nil)
	default:
		h.kit.key(e)
	}
}

// width is what the head wants, with room for the arrow.
func (h *headCell) width() float32 {
	return fyne.MeasureText(h.text, textCaption, fyne.TextStyle{Bold: true}).Width + headArrow
}

// headArrow is the room for the arrow beside a head's words.
const headArrow float32 = 13

func (h *headCell) CreateRenderer() fyne.WidgetRenderer {
	r := &headRenderer{h: h, text: canvas.NewText("", nil), arrow: &canvas.Image{FillMode: canvas.ImageFillContain}}
	r.Refresh()
	return r
}

type headRenderer struct {
	h     *headCell
	text  *canvas.Text
	arrow *canvas.Image
	src   string
}

func (r *headRenderer) Destroy()                     {}
func (r *headRenderer) MinSize() fyne.Size           { return fyne.NewSize(r.h.width(), 22) }
func (r *headRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.text, r.arrow} }

// Layout sets words flush with the column's figures; the arrow stands on the other side
// of them.
func (r *headRenderer) Layout(size fyne.Size) {
	m := r.text.MinSize()
	x, arrow := size.Width-m.Width, size.Width-m.Width-headArrow
	if r.h.words {
		x, arrow = 0, m.Width+1
	}
	r.text.Move(fyne.NewPos(x, (size.Height-m.Height)/2))
	r.text.Resize(m)
	r.arrow.Move(fyne.NewPos(arrow, (size.Height-12)/2))
	r.arrow.Resize(fyne.NewSquareSize(12))
}

func (r *headRenderer) Refresh() {
	h := r.h
	color := themeColor(colorSoft)
	if h.hovered || h.arrow != "" {
		color = themeColor(colorText)
	}
	if h.focused {
		color = themeColor(colorAccent)
	}
	r.text.Text, r.text.TextSize, r.text.TextStyle, r.text.Color = h.text, textCaption, fyne.TextStyle{Bold: true}, color
	setIcon(r.arrow, &r.src, h.arrow, color)
	r.Layout(h.Size())
	canvas.Refresh(r.text)
	canvas.Refresh(r.arrow)
}
