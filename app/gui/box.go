package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"
)

var _ fyne.Widget = (*box)(nil)

// box is a rectangle in colours of the theme. One with a stroke needs a fill too:
// Fyne blends a stroke without one with black.
type box struct {
	widget.BaseWidget
	fill, stroke fyne.ThemeColorName // "" for none
	radius       float32
	min          fyne.Size
}

func newBox(fill, stroke fyne.ThemeColorName, radius float32) *box {
	b := &box{fill: fill, stroke: stroke, radius: radius}
	b.ExtendBaseWidget(b)
	return b
}

// hairline is a horizontal rule.
func newHairline() *box {
	b := newBox(colorHairline, "", 0)
	b.min = fyne.NewSize(1, 1)
	return b
}

func (b *box) CreateRenderer() fyne.WidgetRenderer {
	r := &boxRenderer{box: b, rect: canvas.NewRectangle(nil)}
	r.Refresh()
	return r
}

type boxRenderer struct {
	box  *box
	rect *canvas.Rectangle
}

func (r *boxRenderer) Destroy()                     {}
func (r *boxRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.rect} }
func (r *boxRenderer) MinSize() fyne.Size           { return r.box.min }
func (r *boxRenderer) Layout(size fyne.Size)        { r.rect.Resize(size) }

func (r *boxRenderer) Refresh() {
	r.rect.FillColor, r.rect.StrokeColor, r.rect.StrokeWidth = nil, nil, 0
	if r.box.fill != "" {
		r.rect.FillColor = themeColor(r.box.fill)
	}
	if r.box.stroke != "" {
		r.rect.StrokeColor, r.rect.StrokeWidth = themeColor(r.box.stroke), 1
	}
	r.rect.CornerRadius = r.box.radius
	r.rect.Refresh()
}

// newCard is a panel with content inset by pad on all sides.
func newCard(content fyne.CanvasObject, padX, padY float32) *fyne.Container {
	return container.NewStack(newBox(colorPanel, colorHairline, radiusPanel), inset(content, padX, padY))
}

// inset gives content a margin.
func inset(content fyne.CanvasObject, padX, padY float32) *fyne.Container {
	return container.New(layout.NewCustomPaddedLayout(padY, padY, padX, padX), content)
}

// column stacks objects with a distance of its own between them.
type column struct{ gap float32 }

var _ fyne.Layout = column{}

func (c column) MinSize(objects []fyne.CanvasObject) fyne.Size {
	var s fyne.Size
	first := true
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		m := o.MinSize()
		s.Width = fyne.Max(s.Width, m.Width)
		if !first {
			s.Height += c.gap
		}
		first = false
		s.Height += m.Height
	}
	return s
}

func (c column) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		h := o.MinSize().Height
		o.Move(fyne.NewPos(0, y))
		o.Resize(fyne.NewSize(size.Width, h))
		y += h + c.gap
	}
}

// row lays objects side by side, vertically centred. Objects with a share split
// what the others leave; the rest keep their minimum.
type row struct {
	gap    float32
	shares []float32 // by index; missing means 0
}

var _ fyne.Layout = row{}

func (r row) share(i int) float32 {
	if i < len(r.shares) {
		return r.shares[i]
	}
	return 0
}

func (r row) MinSize(objects []fyne.CanvasObject) fyne.Size {
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
	s.Width += r.gap * float32(max(n-1, 0))
	return s
}

func (r row) Layout(objects []fyne.CanvasObject, size fyne.Size) {
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
	free = fyne.Max(0, free-r.gap*float32(max(n-1, 0)))
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
		o.Move(fyne.NewPos(x, (size.Height-m.Height)/2))
		o.Resize(fyne.NewSize(w, m.Height))
		x += w + r.gap
	}
}
