package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget       = (*Slider)(nil)
	_ fyne.Draggable    = (*Slider)(nil)
	_ fyne.Focusable    = (*Slider)(nil)
	_ fyne.Disableable  = (*Slider)(nil)
	_ desktop.Hoverable = (*Slider)(nil)
	_ desktop.Mouseable = (*Slider)(nil)
)

// Slider chooses a number from 0 to 1. The knob goes to the place of a press, and then follows the pointer.
type Slider struct {
	widget.DisableableWidget
	touch
	Value   float64
	Step    float64 // of an arrow key
	Changed func(float64)
	held    bool
}

// SetEnabled lets the slider be moved or not.
func (s *Slider) SetEnabled(on bool) { setEnabled(s, on) }

// NewSlider is a slider from 0 to 1; changed is called when a person moves it.
func (k *Maker) NewSlider(changed func(float64)) *Slider {
	s := &Slider{touch: touch{maker: k}, Step: 0.01, Changed: changed}
	s.self = s
	s.ExtendBaseWidget(s)
	return s
}

// Set moves the knob without calling changed.
func (s *Slider) Set(v float64) { change(s, &s.Value, v) }

const (
	knobRadius float32 = 8
	HaloRadius float32 = 12
	trackThick float32 = 4
)

// valueAt is the number under the x coordinate; ends snap, so that exactly 0
// and 1 are easy to reach.
func (s *Slider) valueAt(x float32) float64 {
	w := s.Size().Width - 2*HaloRadius
	if w <= 0 {
		return 0
	}
	v := float64((x - HaloRadius) / w)
	const snap = 0.006
	if v < snap {
		return 0
	}
	if v > 1-snap {
		return 1
	}
	return v
}

// Choose moves the slider as a person does.
func (s *Slider) Choose(v float64) {
	if s.Disabled() || v == s.Value {
		return
	}
	s.Value = v
	s.Refresh()
	if s.Changed != nil {
		s.Changed(v)
	}
}

func (s *Slider) MouseDown(e *desktop.MouseEvent) {
	s.maker.Tips.Hide()
	if e.Button == desktop.MouseButtonPrimary && !s.Disabled() {
		s.held = true
		s.Choose(s.valueAt(e.Position.X))
		s.Refresh()
	}
}
func (s *Slider) MouseUp(*desktop.MouseEvent) { s.held = false; s.Refresh() }
func (s *Slider) Dragged(e *fyne.DragEvent)   { s.Choose(s.valueAt(e.Position.X)) }
func (s *Slider) DragEnd()                    { s.held = false; s.Refresh() }

func (s *Slider) CreateRenderer() fyne.WidgetRenderer {
	r := &sliderRenderer{s: s, track: canvas.NewRectangle(nil), done: canvas.NewRectangle(nil),
		halo: canvas.NewCircle(nil), knob: canvas.NewCircle(nil)}
	r.parts = parts{r.track, r.done, r.halo, r.knob}
	r.Refresh()
	return r
}

// TypedKey moves by a step with the arrows, to the ends with Home and End.
func (s *Slider) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft, fyne.KeyDown:
		s.Choose(max(0, s.Value-s.Step))
	case fyne.KeyRight, fyne.KeyUp:
		s.Choose(min(1, s.Value+s.Step))
	case fyne.KeyHome:
		s.Choose(0)
	case fyne.KeyEnd:
		s.Choose(1)
	default:
		s.maker.Key(e)
	}
}

type sliderRenderer struct {
	parts
	s           *Slider
	track, done *canvas.Rectangle
	halo, knob  *canvas.Circle
}

func (r *sliderRenderer) MinSize() fyne.Size { return fyne.NewSize(96, ControlHeight) }

func (r *sliderRenderer) Layout(size fyne.Size) {
	w := size.Width - 2*HaloRadius
	x := HaloRadius + w*float32(r.s.Value)
	y := size.Height / 2
	Place(r.track, fyne.NewPos(HaloRadius, y-trackThick/2), fyne.NewSize(w, trackThick))
	Place(r.done, fyne.NewPos(HaloRadius, y-trackThick/2), fyne.NewSize(x-HaloRadius, trackThick))
	place := func(c *canvas.Circle, radius float32) {
		Place(c, fyne.NewPos(x-radius, y-radius), fyne.NewSquareSize(2*radius))
	}
	place(r.halo, HaloRadius)
	place(r.knob, knobRadius)
}

func (r *sliderRenderer) Refresh() {
	s := r.s
	r.track.FillColor, r.track.CornerRadius = Color(ColorTrack), trackThick/2
	accent := Color(ColorAccent)
	if s.Disabled() {
		accent = Color(ColorFaint)
	}
	r.done.FillColor, r.done.CornerRadius = accent, trackThick/2
	r.knob.FillColor = accent
	r.halo.FillColor = Color(colorHalo)
	r.halo.Hidden = s.Disabled()
	switch {
	case s.focused:
		r.halo.FillColor = Mix(Color(colorHalo), accent, 0.6)
	case s.hovered || s.held:
		r.halo.FillColor = Mix(Color(colorHalo), accent, 0.25)
	}
	r.Layout(s.Size())
	canvas.Refresh(r.track)
	canvas.Refresh(r.done)
	canvas.Refresh(r.halo)
	canvas.Refresh(r.knob)
}
