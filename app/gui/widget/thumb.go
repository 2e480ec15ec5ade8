package widget

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget       = (*Thumb)(nil)
	_ fyne.Tappable     = (*Thumb)(nil)
	_ fyne.Focusable    = (*Thumb)(nil)
	_ desktop.Hoverable = (*Thumb)(nil)
)

// Thumb is a small picture of a minimum with its name and a note; a click chooses the minimum.
type Thumb struct {
	widget.BaseWidget
	touch
	titles  []string // the longest first: the first with room is shown
	note    string
	chosen  bool
	picture *image.RGBA // nil until it is drawn
	onTap   func()
}

// ThumbPicture is the height of the picture, in units.
const ThumbPicture float32 = 66

// NewThumb is a place for a picture, with a title and a note under it. Of several titles, the longest
// first, the first with room is shown.
func (k *Maker) NewThumb(titles []string, note, tip string, chosen bool, onTap func()) *Thumb {
	t := &Thumb{touch: touch{maker: k, Tip: tip}, titles: titles, note: note, chosen: chosen, onTap: onTap}
	t.self = t
	t.ExtendBaseWidget(t)
	return t
}

// SetPicture shows the picture.
func (t *Thumb) SetPicture(img *image.RGBA) {
	t.picture = img
	t.Refresh()
}

func (t *Thumb) Tapped(*fyne.PointEvent) {
	t.maker.Tips.Hide()
	t.onTap()
}

func (t *Thumb) CreateRenderer() fyne.WidgetRenderer {
	r := &thumbRenderer{t: t, ground: canvas.NewRectangle(nil), picture: &canvas.Image{FillMode: canvas.ImageFillContain, ScaleMode: canvas.ImageScaleSmooth},
		title: NewLabel("", TextSmall, ColorText).Flex().Centred(), note: NewLabel("", TextCaption, ColorSoft).Flex().Centred()}
	r.parts = parts{r.ground, r.picture, r.title, r.note}
	r.Refresh()
	return r
}

type thumbRenderer struct {
	parts
	t           *Thumb
	ground      *canvas.Rectangle
	picture     *canvas.Image
	title, note *Label
}

func (r *thumbRenderer) MinSize() fyne.Size {
	return fyne.NewSize(60, ThumbPicture+r.title.MinSize().Height+r.note.MinSize().Height+12)
}

func (r *thumbRenderer) Layout(size fyne.Size) {
	r.ground.Resize(size)
	Place(r.picture, fyne.NewPos(3, 3), fyne.NewSize(size.Width-6, ThumbPicture))
	y := ThumbPicture + 5
	for _, l := range []*Label{r.title, r.note} {
		h := l.MinSize().Height
		Place(l, fyne.NewPos(3, y), fyne.NewSize(size.Width-6, h))
		y += h
	}
}

func (r *thumbRenderer) Refresh() {
	t := r.t
	r.ground.CornerRadius, r.ground.FillColor = RadiusControl, Color(ColorControl)
	r.ground.StrokeWidth, r.ground.StrokeColor = 1, Color(ColorHairline)
	switch {
	case t.chosen:
		r.ground.StrokeWidth, r.ground.StrokeColor = 2, Color(ColorAccent)
	case t.focused:
		r.ground.StrokeWidth, r.ground.StrokeColor = 2, Color(ColorText)
	case t.hovered:
		r.ground.FillColor = Color(ColorHover)
	}
	r.title.SetShorter(t.titles[0], t.titles[1:]...)
	r.note.Set(t.note)
	if t.picture != nil && r.picture.Image != image.Image(t.picture) {
		r.picture.Image = t.picture
		r.picture.Refresh()
	}
	r.picture.Hidden = t.picture == nil
	r.Layout(t.Size())
	canvas.Refresh(r.ground)
}
