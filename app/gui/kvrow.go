package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget       = (*kvRow)(nil)
	_ desktop.Hoverable = (*kvRow)(nil)
)

// kvRow is a figure with its name: name at the left, figure right-aligned, an
// explanation when the pointer rests on it.
type kvRow struct {
	widget.BaseWidget
	kit   *kit
	name  *label
	value *label
	// extra stands at the right end instead of value, when set and visible.
	extra fyne.CanvasObject
	tip   string
}

func (k *kit) newKV(name, tip string) *kvRow {
	r := &kvRow{kit: k, name: newLabel(name, textBody, colorSoft), value: newLabel("", textBody, colorText), tip: tip}
	r.name.flexible = true
	r.value.align = fyne.TextAlignTrailing
	r.ExtendBaseWidget(r)
	return r
}

func (r *kvRow) set(value string, color fyne.ThemeColorName) {
	r.value.setColored(value, color)
	r.Refresh()
}

func (r *kvRow) MouseIn(*desktop.MouseEvent)    { r.kit.tips.arm(r, r.tip) }
func (r *kvRow) MouseMoved(*desktop.MouseEvent) {}
func (r *kvRow) MouseOut()                      { r.kit.tips.hide() }

func (r *kvRow) CreateRenderer() fyne.WidgetRenderer { return &kvRenderer{r} }

const kvHeight float32 = 21

type kvRenderer struct{ r *kvRow }

func (k *kvRenderer) Destroy()           {}
func (k *kvRenderer) MinSize() fyne.Size { return fyne.NewSize(160, kvHeight) }
func (k *kvRenderer) Objects() []fyne.CanvasObject {
	if k.r.extra != nil {
		return []fyne.CanvasObject{k.r.name, k.r.value, k.r.extra}
	}
	return []fyne.CanvasObject{k.r.name, k.r.value}
}

func (k *kvRenderer) Layout(size fyne.Size) {
	r := k.r
	right := size.Width
	if r.extra != nil && r.extra.Visible() {
		m := r.extra.MinSize()
		// A quiet control has a margin of its own; its words line up with the figures.
		r.extra.Move(fyne.NewPos(right-m.Width+8, (size.Height-m.Height)/2))
		r.extra.Resize(m)
		right -= m.Width - 8
	}
	vw := r.value.MinSize().Width
	r.value.Move(fyne.NewPos(right-vw, 0))
	r.value.Resize(fyne.NewSize(vw, size.Height))
	r.name.Move(fyne.NewPos(0, 0))
	r.name.Resize(fyne.NewSize(fyne.Max(right-vw-8, 20), size.Height))
}

func (k *kvRenderer) Refresh() {
	k.Layout(k.r.Size())
	canvas.Refresh(k.r)
}
