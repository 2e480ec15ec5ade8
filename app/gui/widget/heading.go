package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"gwscope/app/gui/mainloop"
)

var (
	_ fyne.Widget    = (*Heading)(nil)
	_ fyne.Tappable  = (*Heading)(nil)
	_ fyne.Focusable = (*Heading)(nil)
)

// Heading is the caption of a section: a press folds or unfolds it.
type Heading struct {
	widget.BaseWidget
	touch
	Text   string // before it was set in capitals; for tests
	folded bool
	tapped func()
}

// NewHeading is a caption with an arrow that tells whether its section is folded.
func (k *Maker) NewHeading(text string, tapped func()) *Heading {
	h := &Heading{touch: touch{maker: k}, Text: text, tapped: tapped}
	h.self = h
	h.SetFolded(false)
	h.ExtendBaseWidget(h)
	return h
}

// SetFolded turns the arrow.
func (h *Heading) SetFolded(on bool) {
	h.folded = on
	h.Tip = map[bool]string{false: "Fold this section", true: "Unfold this section"}[on]
	h.Refresh()
}

func (h *Heading) Tapped(*fyne.PointEvent) {
	h.maker.Tips.Hide()
	mainloop.Tended(h.tapped)()
}

func (h *Heading) CreateRenderer() fyne.WidgetRenderer {
	r := &headingRenderer{h: h, text: NewCaption(h.Text), arrow: newIcon(), ground: canvas.NewRectangle(nil)}
	r.parts = parts{r.ground, r.text, r.arrow}
	r.Refresh()
	return r
}

type headingRenderer struct {
	parts
	h      *Heading
	text   *Label
	arrow  *canvas.Raster
	src    string
	ground *canvas.Rectangle
}

// arrowSide is the side of the arrow beside a caption.
const arrowSide float32 = 12

func (r *headingRenderer) MinSize() fyne.Size {
	m := r.text.MinSize()
	return fyne.NewSize(m.Width+4+arrowSide, m.Height)
}

func (r *headingRenderer) Layout(size fyne.Size) {
	m := r.text.MinSize()
	r.text.Resize(fyne.NewSize(m.Width, size.Height))
	Place(r.arrow, fyne.NewPos(m.Width+4, (size.Height-arrowSide)/2), fyne.NewSquareSize(arrowSide))
	Place(r.ground, fyne.NewPos(-4, -2), fyne.NewSize(m.Width+arrowSide+12, size.Height+4))
}

func (r *headingRenderer) Refresh() {
	ink := ColorSoft
	if r.h.hovered || r.h.focused {
		ink = ColorText
	}
	r.text.SetColored(r.text.Text, ink)
	setIcon(r.arrow, &r.src, map[bool]string{false: "down", true: "right"}[r.h.folded], Color(ink))
	r.ground.CornerRadius, r.ground.FillColor = RadiusControl, nil
	FocusRing(r.ground, r.h.focused, ColorAccent, ColorPanel)
	canvas.Refresh(r.ground)
	canvas.Refresh(r.arrow)
}
