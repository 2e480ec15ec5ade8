package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget       = (*segmented)(nil)
	_ fyne.Tappable     = (*segmented)(nil)
	_ fyne.Focusable    = (*segmented)(nil)
	_ desktop.Hoverable = (*segmented)(nil)
)

// segmented is a row of words of which one is chosen.
type segmented struct {
	widget.BaseWidget
	kit     *kit
	words   []string
	tips    []string
	current int
	changed func(int)

	hover   int
	focused bool
}

func (k *kit) newSegmented(words, tips []string, changed func(int)) *segmented {
	s := &segmented{kit: k, words: words, tips: tips, changed: changed, hover: -1}
	s.ExtendBaseWidget(s)
	return s
}

func (s *segmented) set(i int) {
	if s.current != i {
		s.current = i
		s.Refresh()
	}
}

func (s *segmented) choose(i int) {
	if i >= 0 && i < len(s.words) && i != s.current {
		s.set(i)
		s.changed(i)
	}
}

// cell is the width of word i with its margins.
func (s *segmented) cell(i int) float32 {
	return fyne.MeasureText(s.words[i], textSmall, fyne.TextStyle{}).Width + 20
}

func (s *segmented) at(x float32) int {
	for i := range s.words {
		if x -= s.cell(i); x < 0 {
			return i
		}
	}
	return -1
}

func (s *segmented) Tapped(e *fyne.PointEvent) { s.kit.tips.hide(); s.choose(s.at(e.Position.X)) }
func (s *segmented) MouseIn(e *desktop.MouseEvent) {
	s.MouseMoved(e)
}
func (s *segmented) MouseMoved(e *desktop.MouseEvent) {
	if i := s.at(e.Position.X); i != s.hover {
		s.hover = i
		if i >= 0 && i < len(s.tips) {
			s.kit.tips.hide()
			s.kit.tips.arm(s, s.tips[i])
		}
		s.Refresh()
	}
}
func (s *segmented) MouseOut()      { s.hover = -1; s.kit.tips.hide(); s.Refresh() }
func (s *segmented) FocusGained()   { s.focused = true; s.Refresh() }
func (s *segmented) FocusLost()     { s.focused = false; s.Refresh() }
func (s *segmented) TypedRune(rune) {}
func (s *segmented) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft:
		s.choose(s.current - 1)
	case fyne.KeyRight:
		s.choose(s.current + 1)
	default:
		s.kit.key(e)
	}
}

func (s *segmented) CreateRenderer() fyne.WidgetRenderer {
	r := &segmentedRenderer{s: s, ground: canvas.NewRectangle(nil), chosen: canvas.NewRectangle(nil)}
	for range s.words {
		r.texts = append(r.texts, canvas.NewText("", nil))
	}
	r.Refresh()
	return r
}

type segmentedRenderer struct {
	s              *segmented
	ground, chosen *canvas.Rectangle
	texts          []*canvas.Text
}

func (r *segmentedRenderer) Destroy() {}
func (r *segmentedRenderer) Objects() []fyne.CanvasObject {
	all := []fyne.CanvasObject{r.ground, r.chosen}
	for _, t := range r.texts {
		all = append(all, t)
	}
	return all
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
		t.Move(fyne.NewPos(x+(w-m.Width)/2, (size.Height-m.Height)/2))
		t.Resize(m)
		if i == r.s.current {
			r.chosen.Move(fyne.NewPos(x+2, 2))
			r.chosen.Resize(fyne.NewSize(w-4, size.Height-4))
		}
		x += w
	}
}

func (r *segmentedRenderer) Refresh() {
	s := r.s
	r.ground.FillColor, r.ground.CornerRadius = themeColor(colorControl), radiusControl
	r.ground.StrokeWidth, r.ground.StrokeColor = 0, nil
	if s.focused {
		r.ground.StrokeWidth, r.ground.StrokeColor = 2, themeColor(colorAccent)
	}
	r.chosen.FillColor, r.chosen.CornerRadius = themeColor(colorRaised), radiusControl-2
	for i, t := range r.texts {
		t.Text, t.TextSize = s.words[i], textSmall
		t.Color = themeColor(colorSoft)
		if i == s.current || i == s.hover {
			t.Color = themeColor(colorText)
		}
	}
	r.Layout(s.Size())
	canvas.Refresh(r.ground)
	canvas.Refresh(r.chosen)
	for _, t := range r.texts {
		canvas.Refresh(t)
	}
}
