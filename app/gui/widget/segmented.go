package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget       = (*Segmented)(nil)
	_ fyne.Tappable     = (*Segmented)(nil)
	_ fyne.Focusable    = (*Segmented)(nil)
	_ desktop.Hoverable = (*Segmented)(nil)
)

// Segmented is a row of words with one chosen.
type Segmented struct {
	widget.BaseWidget
	touch
	words   []string
	tips    []string
	current int
	Changed func(int)
	hover   int // the word under the pointer, -1 for none
}

// NewSegmented is a choice among words; tips are their tooltips, nil for none.
func (k *Maker) NewSegmented(words, tips []string, changed func(int)) *Segmented {
	s := &Segmented{touch: touch{maker: k}, words: words, tips: tips, Changed: changed, hover: -1}
	s.self = s
	s.ExtendBaseWidget(s)
	return s
}

// Set shows word i as chosen, and tells nobody.
func (s *Segmented) Set(i int) { change(s, &s.current, i) }

func (s *Segmented) choose(i int) {
	if i >= 0 && i < len(s.words) && i != s.current {
		s.Set(i)
		s.Changed(i)
	}
}

// cell is the width of word i with its margins.
func (s *Segmented) cell(i int) float32 {
	return fyne.MeasureText(s.words[i], TextSmall, fyne.TextStyle{}).Width + 20
}

// at is the word under an x coordinate, -1 beside all.
func (s *Segmented) at(x float32) int {
	for i := range s.words {
		if x -= s.cell(i); x < 0 {
			return i
		}
	}
	return -1
}

func (s *Segmented) Tapped(e *fyne.PointEvent)     { s.maker.Tips.Hide(); s.choose(s.at(e.Position.X)) }
func (s *Segmented) MouseIn(e *desktop.MouseEvent) { s.MouseMoved(e) }
func (s *Segmented) MouseMoved(e *desktop.MouseEvent) {
	if i := s.at(e.Position.X); i != s.hover {
		s.hover = i
		if i >= 0 && i < len(s.tips) {
			s.maker.Tips.Hide()
			s.maker.Tips.Arm(s, s.tips[i])
		}
		s.Refresh()
	}
}
func (s *Segmented) MouseOut() { s.hover = -1; s.maker.Tips.Hide(); s.Refresh() }
func (s *Segmented) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft:
		s.choose(s.current - 1)
	case fyne.KeyRight:
		s.choose(s.current + 1)
	default:
		s.maker.Key(e)
	}
}

func (s *Segmented) CreateRenderer() fyne.WidgetRenderer {
	r := &segmentedRenderer{s: s, ground: canvas.NewRectangle(nil), chosen: canvas.NewRectangle(nil)}
	r.parts = parts{r.ground, r.chosen}
	for range s.words {
		t := canvas.NewText("", nil)
		r.texts, r.parts = append(r.texts, t), append(r.parts, t)
	}
	r.Refresh()
	return r
}

type segmentedRenderer struct {
	parts
	s              *Segmented
	ground, chosen *canvas.Rectangle
	texts          []*canvas.Text
}

func (r *segmentedRenderer) MinSize() fyne.Size {
	w := float32(0)
	for i := range r.s.words {
		w += r.s.cell(i)
	}
	return fyne.NewSize(w, 24)
}

func (r *segmentedRenderer) Layout(size fyne.Size) {
	r.ground.Resize(size)
	x := float32(0)
	for i, t := range r.texts {
		w := r.s.cell(i)
		m := t.MinSize()
		Place(t, fyne.NewPos(x+(w-m.Width)/2, (size.Height-m.Height)/2), m)
		if i == r.s.current {
			Place(r.chosen, fyne.NewPos(x+2, 2), fyne.NewSize(w-4, size.Height-4))
		}
		x += w
	}
}

func (r *segmentedRenderer) Refresh() {
	s := r.s
	r.ground.FillColor, r.ground.CornerRadius = Color(ColorControl), RadiusControl
	FocusRing(r.ground, s.focused, ColorAccent, ColorControl)
	r.chosen.FillColor, r.chosen.CornerRadius = Color(colorRaised), RadiusControl-2
	for i, t := range r.texts {
		t.Text, t.TextSize = s.words[i], TextSmall
		t.Color = Color(ColorSoft)
		if i == s.current || i == s.hover {
			t.Color = Color(ColorText)
		}
	}
	r.Layout(s.Size())
	canvas.Refresh(r.ground)
	canvas.Refresh(r.chosen)
	for _, t := range r.texts {
		canvas.Refresh(t)
	}
}
