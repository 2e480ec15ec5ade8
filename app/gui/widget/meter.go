package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

var _ fyne.Widget = (*Meter)(nil)

// Meter is a thin bar of progress.
type Meter struct {
	widget.BaseWidget
	fraction float64
	idle     bool // only the empty track shows
}

// NewMeter is an empty bar.
func NewMeter() *Meter {
	m := &Meter{idle: true}
	m.ExtendBaseWidget(m)
	return m
}

// Set shows a fraction from 0 to 1, or, while idle, an empty track.
func (m *Meter) Set(fraction float64, idle bool) {
	if m.fraction != fraction || m.idle != idle {
		m.fraction, m.idle = fraction, idle
		m.Refresh()
	}
}

const meterThick float32 = 5

func (m *Meter) CreateRenderer() fyne.WidgetRenderer {
	r := &meterRenderer{m: m, track: canvas.NewRectangle(nil), done: canvas.NewRectangle(nil)}
	r.parts = parts{r.track, r.done}
	r.Refresh()
	return r
}

type meterRenderer struct {
	parts
	m           *Meter
	track, done *canvas.Rectangle
}

func (r *meterRenderer) MinSize() fyne.Size { return fyne.NewSize(20, meterThick) }
func (r *meterRenderer) Layout(size fyne.Size) {
	r.track.Resize(size)
	r.done.Resize(fyne.NewSize(size.Width*float32(min(max(r.m.fraction, 0.015), 1)), size.Height))
}

func (r *meterRenderer) Refresh() {
	r.track.FillColor, r.track.CornerRadius = Color(ColorTrack), meterThick/2
	r.done.FillColor, r.done.CornerRadius = Color(ColorAccent), meterThick/2
	r.done.Hidden = r.m.idle
	r.Layout(r.m.Size())
	canvas.Refresh(r.track)
	canvas.Refresh(r.done)
}
