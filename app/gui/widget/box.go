package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
)

var _ fyne.Widget = (*Box)(nil)

// Box is a rectangle in colours of the theme. A box with a stroke needs a fill too: without a fill Fyne
// blends the stroke with black.
type Box struct {
	widget.BaseWidget
	Fill, stroke fyne.ThemeColorName // "" for none
	radius       float32
	Min          fyne.Size
}

// NewBox is a box. Fill or stroke may be ""; radius is of its corners, in units.
func NewBox(fill, stroke fyne.ThemeColorName, radius float32) *Box {
	b := &Box{Fill: fill, stroke: stroke, radius: radius}
	b.ExtendBaseWidget(b)
	return b
}

// FocusRing draws the edge of a widget that has the focus, or takes it away. ground fills a rectangle without a
// fill, because Fyne blends an edge without a fill with black.
func FocusRing(r *canvas.Rectangle, on bool, edge, ground fyne.ThemeColorName) {
	r.StrokeWidth, r.StrokeColor = 0, nil
	if !on {
		return
	}
	r.StrokeWidth, r.StrokeColor = 2, Color(edge)
	if r.FillColor == nil {
		r.FillColor = Color(ground)
	}
}

// NewHairline is a horizontal rule.
func NewHairline() fyne.CanvasObject { return widget.NewSeparator() }

func (b *Box) CreateRenderer() fyne.WidgetRenderer {
	r := &boxRenderer{box: b, rect: canvas.NewRectangle(nil)}
	r.parts = parts{r.rect}
	r.Refresh()
	return r
}

// parts are the objects of a renderer, which embeds them.
type parts []fyne.CanvasObject

func (p parts) Objects() []fyne.CanvasObject { return p }
func (p parts) Destroy()                     {}

type boxRenderer struct {
	parts
	box  *Box
	rect *canvas.Rectangle
}

func (r *boxRenderer) MinSize() fyne.Size    { return r.box.Min }
func (r *boxRenderer) Layout(size fyne.Size) { r.rect.Resize(size) }

func (r *boxRenderer) Refresh() {
	r.rect.FillColor, r.rect.StrokeColor, r.rect.StrokeWidth = nil, nil, 0
	if r.box.Fill != "" {
		r.rect.FillColor = Color(r.box.Fill)
	}
	if r.box.stroke != "" {
		r.rect.StrokeColor, r.rect.StrokeWidth = Color(r.box.stroke), 1
	}
	r.rect.CornerRadius = r.box.radius
	r.rect.Refresh()
}

// NewCard is a panel with content; padX and padY are its margins, in units.
func NewCard(content fyne.CanvasObject, padX, padY float32) *fyne.Container {
	return container.NewStack(NewBox(ColorPanel, ColorHairline, RadiusPanel), Inset(content, padX, padY))
}

// Inset gives content a margin.
func Inset(content fyne.CanvasObject, padX, padY float32) *fyne.Container {
	return container.New(layout.NewCustomPaddedLayout(padY, padY, padX, padX), content)
}

// Column stacks objects at their least heights, with a gap between two. It is Fyne's layout of a vertical
// box, as a type that other layouts can embed.
type Column struct{ Gap float32 }

var _ fyne.Layout = Column{}

func (c Column) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return layout.NewCustomPaddedVBoxLayout(c.Gap).MinSize(objects)
}

func (c Column) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	layout.NewCustomPaddedVBoxLayout(c.Gap).Layout(objects, size)
}

// Row lays objects side by side, vertically centred. Objects with a share split the width that the others
// leave; the rest keep their minimum.
type Row struct {
	Gap    float32
	Shares []float32 // by index; missing means 0
}

var _ fyne.Layout = Row{}

func (r Row) share(i int) float32 {
	if i < len(r.Shares) {
		return r.Shares[i]
	}
	return 0
}

func (r Row) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var s fyne.Size
	n := 0
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		s.Width += m.Width
		s.Height = fyne.Max(s.Height, m.Height)
		n++
	}
	s.Width += r.Gap * float32(max(n-1, 0))
	return s
}

func (r Row) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	free, total := size.Width, float32(0)
	n := 0
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		n++
		if w := r.share(i); w > 0 {
			total += w
		} else {
			free -= o.MinSize().Width
		}
	}
	free = fyne.Max(0, free-r.Gap*float32(max(n-1, 0)))
	x := float32(0)
	for i, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		w := m.Width
		if s := r.share(i); s > 0 {
			w = free * s / total
		}
		Place(o, fyne.NewPos(x, (size.Height-m.Height)/2), fyne.NewSize(w, m.Height))
		x += w + r.Gap
	}
}

// Place gives an object its place and size within its parent.
func Place(o fyne.CanvasObject, at fyne.Position, size fyne.Size) {
	o.Move(at)
	o.Resize(size)
}

// SetVisible shows or hides an object.
func SetVisible(o fyne.CanvasObject, on bool) {
	if on {
		o.Show()
	} else {
		o.Hide()
	}
}

// GroupCaption heads a group of rows in a column. It keeps a distance to the group above it; the first
// group of a column has none above.
func GroupCaption(title string, padX float32, first bool) fyne.CanvasObject {
	above := 3 * step
	if first {
		above = step
	}
	return container.New(layout.NewCustomPaddedLayout(above, step, padX, padX), NewCaption(title))
}

// HeadRow puts a caption at the left and a small control at the right. The control reaches over the right
// end by its own margin, so that its words end at the panel's margin.
type HeadRow struct{}

func (HeadRow) MinSize(o []fyne.CanvasObject) fyne.Size {
	m := o[0].MinSize()
	if o[1].Visible() {
		m.Width += o[1].MinSize().Width
	}
	return m
}

func (HeadRow) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(size)
	m := o[1].MinSize()
	Place(o[1], fyne.NewPos(size.Width-m.Width+8, (size.Height-m.Height)/2), m)
}
