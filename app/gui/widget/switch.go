package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

var (
	_ fyne.Widget       = (*Switch)(nil)
	_ fyne.Tappable     = (*Switch)(nil)
	_ fyne.Focusable    = (*Switch)(nil)
	_ desktop.Hoverable = (*Switch)(nil)
)

// Switch is an on/off switch.
type Switch struct {
	widget.BaseWidget
	touch
	on      bool
	changed func(bool)
	idle    bool // it cannot be switched now
}

// NewSwitch is a switch, off at first; changed is called when a person throws it.
func (k *Maker) NewSwitch(tip string, changed func(bool)) *Switch {
	t := &Switch{touch: touch{maker: k, Tip: tip}, changed: changed}
	t.self = t
	t.ExtendBaseWidget(t)
	return t
}

// Set throws the switch, and tells nobody.
func (t *Switch) Set(on bool) { change(t, &t.on, on) }

// SetEnabled lets a person throw the switch, or not.
func (t *Switch) SetEnabled(on bool) { change(t, &t.idle, !on) }

func (t *Switch) Tapped(*fyne.PointEvent) {
	if t.idle {
		return
	}
	t.Set(!t.on)
	t.changed(t.on)
}

func (t *Switch) CreateRenderer() fyne.WidgetRenderer {
	r := &switchRenderer{t: t, track: canvas.NewRectangle(nil), knob: canvas.NewCircle(nil)}
	r.parts = parts{r.track, r.knob}
	r.Refresh()
	return r
}

type switchRenderer struct {
	parts
	t     *Switch
	track *canvas.Rectangle
	knob  *canvas.Circle
}

var switchSize = fyne.NewSize(32, 18)

func (r *switchRenderer) MinSize() fyne.Size { return switchSize }
func (r *switchRenderer) Layout(size fyne.Size) {
	y := (size.Height - switchSize.Height) / 2
	Place(r.track, fyne.NewPos(0, y), switchSize)
	x := float32(3)
	if r.t.on {
		x = switchSize.Width - 15
	}
	Place(r.knob, fyne.NewPos(x, y+3), fyne.NewSquareSize(12))
}

func (r *switchRenderer) Refresh() {
	r.track.CornerRadius = switchSize.Height / 2
	r.track.FillColor, r.knob.FillColor = Color(ColorHover), Color(ColorSoft)
	if r.t.on {
		r.track.FillColor, r.knob.FillColor = Color(ColorAccent), Color(colorOnAccent)
	}
	if r.t.idle {
		r.track.FillColor, r.knob.FillColor = Color(ColorControl), Color(ColorFaint)
	}
	FocusRing(r.track, r.t.focused, ColorText, ColorHover)
	r.Layout(r.t.Size())
	canvas.Refresh(r.track)
	canvas.Refresh(r.knob)
}
