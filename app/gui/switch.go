package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget       = (*toggle)(nil)
	_ fyne.Tappable     = (*toggle)(nil)
	_ fyne.Focusable    = (*toggle)(nil)
	_ desktop.Hoverable = (*toggle)(nil)
)

// toggle is an on/off switch.
type toggle struct {
	widget.BaseWidget
	kit     *kit
	on      bool
	changed func(bool)
	focused bool
	idle    bool // there is nothing to switch now
	tip     string
}

func (k *kit) newToggle(tip string, changed func(bool)) *toggle {
	t := &toggle{kit: k, changed: changed, tip: tip}
	t.ExtendBaseWidget(t)
	return t
}

func (t *toggle) set(on bool) {
	if t.on != on {
		t.on = on
		t.Refresh()
	}
}

// setEnabled makes the switch one that can be thrown, or not.
func (t *toggle) setEnabled(on bool) {
	if t.idle == on {
		t.idle = !on
		t.Refresh()
	}
}

func (t *toggle) Tapped(*fyne.PointEvent) {
	if t.idle {
		return
	}
	t.set(!t.on)
	t.changed(t.on)
}
func (t *toggle) MouseIn(*desktop.MouseEvent)    { t.kit.tips.arm(t, t.tip) }
func (t *toggle) MouseMoved(*desktop.MouseEvent) {}
func (t *toggle) MouseOut()                      { t.kit.tips.hide() }
func (t *toggle) FocusGained()                   { t.focused = true; t.Refresh() }
func (t *toggle) FocusLost()                     { t.focused = false; t.Refresh() }
func (t *toggle) TypedRune(rune)                 {}
func (t *toggle) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		t.Tapped(nil)
	default:
		t.kit.key(e)
	}
}

func (t *toggle) CreateRenderer() fyne.WidgetRenderer {
	r := &toggleRenderer{t: t, track: canvas.NewRectangle(nil), knob: canvas.NewCircle(nil)}
	r.Refresh()
	return r
}

type toggleRenderer struct {
	t     *toggle
	track *canvas.Rectangle
	knob  *canvas.Circle
}

var toggleSize = fyne.NewSize(32, 18)

func (r *toggleRenderer) Destroy()                     {}
func (r *toggleRenderer) MinSize() fyne.Size           { return toggleSize }
func (r *toggleRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.track, r.knob} }
func (r *toggleRenderer) Layout(size fyne.Size) {
	y := (size.Height - toggleSize.Height) / 2
	r.track.Move(fyne.NewPos(0, y))
	r.track.Resize(toggleSize)
	x := float32(3)
	if r.t.on {
		x = toggleSize.Width - 15
	}
	r.knob.Move(fyne.NewPos(x, y+3))
	r.knob.Resize(fyne.NewSquareSize(12))
}

func (r *toggleRenderer) Refresh() {
	r.track.CornerRadius = toggleSize.Height / 2
	r.track.FillColor, r.knob.FillColor = themeColor(colorHover), themeColor(colorSoft)
	if r.t.on {
		r.track.FillColor, r.knob.FillColor = themeColor(colorAccent), themeColor(colorOnAccent)
	}
	if r.t.idle {
		r.track.FillColor, r.knob.FillColor = themeColor(colorControl), themeColor(colorFaint)
	}
	r.track.StrokeWidth, r.track.StrokeColor = 0, nil
	if r.t.focused {
		r.track.StrokeWidth, r.track.StrokeColor = 2, themeColor(colorText)
	}
	r.Layout(r.t.Size())
	canvas.Refresh(r.track)
	canvas.Refresh(r.knob)
}
