package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget       = (*slider)(nil)
	_ fyne.Draggable    = (*slider)(nil)
	_ fyne.Focusable    = (*slider)(nil)
	_ fyne.Disableable  = (*slider)(nil)
	_ desktop.Hoverable = (*slider)(nil)
	_ desktop.Mouseable = (*slider)(nil)
)

// slider chooses a number from 0 to 1. The knob goes to where the button goes
// down, and follows from there.
type slider struct {
	widget.DisableableWidget
	kit     *kit
	value   float64
	step    float64 // of an arrow key
	tip     string
	changed func(float64)

	hovered, focused, held bool
}

func (k *kit) newSlider(changed func(float64)) *slider {
	s := &slider{kit: k, step: 0.01, changed: changed}
	s.ExtendBaseWidget(s)
	return s
}

// set moves the knob without calling changed.
func (s *slider) set(v float64) {
	if s.value != v {
		s.value = v
		s.Refresh()
	}
}

const (
	knobRadius float32 = 8
	haloRadius float32 = 12
	trackThick float32 = 4
)

// valueAt is the number under the x coordinate; ends snap, so that exactly 0
// and 1 are easy to reach.
func (s *slider) valueAt(x float32) float64 {
	w := s.Size().Width - 2*haloRadius
	if w <= 0 {
		return 0
	}
	v := float64((x - haloRadius) / w)
	const snap = 0.006
	if v < snap {
		return 0
	}
	if v > 1-snap {
		return 1
	}
	return v
}

func (s *slider) choose(v float64) {
	if s.Disabled() || v == s.value {
		return
	}
	s.value = v
	s.Refresh()
	if s.changed != nil {
		s.changed(v)
	}
}

func (s *slider) MouseDown(e *desktop.MouseEvent) {
	s.kit.tips.hide()
	if e.Button == desktop.MouseButtonPrimary && !s.Disabled() {
		s.held = true
		s.choose(s.valueAt(e.Position.X))
		s.Refresh()
	}
}
func (s *slider) MouseUp(*desktop.MouseEvent) { s.held = false; s.Refresh() }
func (s *slider) Dragged(e *fyne.DragEvent)   { s.choose(s.valueAt(e.Position.X)) }
func (s *slider) DragEnd()                    { s.held = false; s.Refresh() }
func (s *slider) MouseIn(*desktop.MouseEvent) {
	s.hovered = true
	s.kit.tips.arm(s, s.tip)
	s.Refresh()
}
func (s *slider) MouseMoved(*desktop.MouseEvent) {}
func (s *slider) MouseOut() {
	s.hovered = false
	s.kit.tips.hide()
	s.Refresh()
}
func (s *slider) FocusGained()   { s.focused = true; s.Refresh() }
func (s *slider) FocusLost()     { s.focused = false; s.Refresh() }
func (s *slider) TypedRune(rune) {}
func (s *slider) CreateRenderer() fyne.WidgetRenderer {
	r := &sliderRenderer{s: s, track: canvas.NewRectangle(nil), done: canvas.NewRectangle(nil),
		halo: canvas.NewCircle(nil), knob: canvas.NewCircle(nil)}
	r.Refresh()
	return r
}

// TypedKey moves by a step with the arrows, to the ends with Home and End.
func (s *slider) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyLeft, fyne.KeyDown:
		s.choose(max(0, s.value-s.step))
	case fyne.KeyRight, fyne.KeyUp:
		s.choose(min(1, s.value+s.step))
	case fyne.KeyHome:
		s.choose(0)
	case fyne.KeyEnd:
		s.choose(1)
	default:
		s.kit.key(e)
	}
}

type sliderRenderer struct {
	s           *slider
	track, done *canvas.Rectangle
	halo, knob  *canvas.Circle
}

func (r *sliderRenderer) Destroy()           {}
func (r *sliderRenderer) MinSize() fyne.Size { return fyne.NewSize(96, controlHeight) }
func (r *sliderRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.track, r.done, r.halo, r.knob}
}

func (r *sliderRenderer) Layout(size fyne.Size) {
	w := size.Width - 2*haloRadius
	x := haloRadius + w*float32(r.s.value)
	y := size.Height / 2
	r.track.Move(fyne.NewPos(haloRadius, y-trackThick/2))
	r.track.Resize(fyne.NewSize(w, trackThick))
	r.done.Move(fyne.NewPos(haloRadius, y-trackThick/2))
	r.done.Resize(fyne.NewSize(x-haloRadius, trackThick))
	place := func(c *canvas.Circle, radius float32) {
		c.Move(fyne.NewPos(x-radius, y-radius))
		c.Resize(fyne.NewSquareSize(2 * radius))
	}
	place(r.halo, haloRadius)
	place(r.knob, knobRadius)
}

func (r *sliderRenderer) Refresh() {
	s := r.s
	r.track.FillColor, r.track.CornerRadius = themeColor(colorTrack), trackThick/2
	accent := themeColor(colorAccent)
	if s.Disabled() {
		accent = themeColor(colorFaint)
	}
	r.done.FillColor, r.done.CornerRadius = accent, trackThick/2
	r.knob.FillColor = accent
	r.halo.FillColor = themeColor(colorHalo)
	r.halo.Hidden = s.Disabled()
	switch {
	case s.focused:
		r.halo.FillColor = mix(themeColor(colorHalo), accent, 0.6)
	case s.hovered || s.held:
		r.halo.FillColor = mix(themeColor(colorHalo), accent, 0.25)
	}
	r.Layout(s.Size())
	canvas.Refresh(r.track)
	canvas.Refresh(r.done)
	canvas.Refresh(r.halo)
	canvas.Refresh(r.knob)
}
