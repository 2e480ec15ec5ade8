package gui

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget       = (*thumb)(nil)
	_ fyne.Tappable     = (*thumb)(nil)
	_ fyne.Focusable    = (*thumb)(nil)
	_ desktop.Hoverable = (*thumb)(nil)
)

// thumb is a small picture of one minimum with what is to be said of it; a click chooses
// it.
type thumb struct {
	widget.BaseWidget
	kit         *kit
	title, note string
	tip         string
	chosen      bool
	picture     *image.RGBA // nil until it is drawn
	onTap       func()

	hovered, focused bool
}

// thumbPicture is the height of the picture, in units.
const thumbPicture float32 = 66

func (k *kit) newThumb(title, note, tip string, chosen bool, onTap func()) *thumb {
	t := &thumb{kit: k, title: title, note: note, tip: tip, chosen: chosen, onTap: onTap}
	t.ExtendBaseWidget(t)
	return t
}

func (t *thumb) setPicture(img *image.RGBA) {
	t.picture = img
	t.Refresh()
}

func (t *thumb) Tapped(*fyne.PointEvent) {
	t.kit.tips.hide()
	t.onTap()
}
func (t *thumb) MouseIn(*desktop.MouseEvent) {
	t.hovered = true
	t.kit.tips.arm(t, t.tip)
	t.Refresh()
}
func (t *thumb) MouseMoved(*desktop.MouseEvent) {}
func (t *thumb) MouseOut() {
	t.hovered = false
	t.kit.tips.hide()
	t.Refresh()
}
func (t *thumb) FocusGained()   { t.focused = true; t.Refresh() }
func (t *thumb) FocusLost()     { t.focused = false; t.Refresh() }
func (t *thumb) TypedRune(rune) {}
func (t *thumb) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		t.Tapped(nil)
	default:
		t.kit.key(e)
	}
}

func (t *thumb) CreateRenderer() fyne.WidgetRenderer {
	r := &thumbRenderer{t: t, ground: canvas.NewRectangle(nil), picture: &canvas.Image{FillMode: canvas.ImageFillContain, ScaleMode: canvas.ImageScaleSmooth},
		title: newLabel("", textSmall, colorText), note: newLabel("", textCaption, colorSoft)}
	r.title.flexible, r.note.flexible = true, true
	r.title.align, r.note.align = fyne.TextAlignCenter, fyne.TextAlignCenter
	r.Refresh()
	return r
}

type thumbRenderer struct {
	t           *thumb
	ground      *canvas.Rectangle
	picture     *canvas.Image
	title, note *label
}

func (r *thumbRenderer) Destroy() {}
func (r *thumbRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground, r.picture, r.title, r.note}
}

func (r *thumbRenderer) MinSize() fyne.Size {
	return fyne.NewSize(60, thumbPicture+r.title.MinSize().Height+r.note.MinSize().Height+12)
}

func (r *thumbRenderer) Layout(size fyne.Size) {
	r.ground.Resize(size)
	r.picture.Move(fyne.NewPos(3, 3))
	r.picture.Resize(fyne.NewSize(size.Width-6, thumbPicture))
	y := thumbPicture + 5
	for _, l := range []*label{r.title, r.note} {
		h := l.MinSize().Height
		l.Move(fyne.NewPos(3, y))
		l.Resize(fyne.NewSize(size.Width-6, h))
		y += h
	}
}

func (r *thumbRenderer) Refresh() {
	t := r.t
	r.ground.CornerRadius, r.ground.FillColor = radiusControl, themeColor(colorControl)
	r.ground.StrokeWidth, r.ground.StrokeColor = 1, themeColor(colorHairline)
	switch {
	case t.chosen:
		r.ground.StrokeWidth, r.ground.StrokeColor = 2, themeColor(colorAccent)
	case t.focused:
		r.ground.StrokeWidth, r.ground.StrokeColor = 2, themeColor(colorText)
	case t.hovered:
		r.ground.FillColor = themeColor(colorHover)
	}
	r.title.setColored(t.title, colorText)
	r.note.set(t.note)
	if t.picture != nil && r.picture.Image != image.Image(t.picture) {
		r.picture.Image = t.picture
		r.picture.Refresh()
	}
	r.picture.Hidden = t.picture == nil
	r.Layout(t.Size())
	canvas.Refresh(r.ground)
}
