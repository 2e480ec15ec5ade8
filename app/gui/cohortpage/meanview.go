package cohortpage

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"gwscope/app/gui/widget"
	"gwscope/render/camera"
)

var (
	_ fyne.Widget       = (*meanView)(nil)
	_ fyne.Draggable    = (*meanView)(nil)
	_ fyne.Scrollable   = (*meanView)(nil)
	_ desktop.Mouseable = (*meanView)(nil)
	_ desktop.Hoverable = (*meanView)(nil)
)

// meanView is the picture of the mean shape; a drag turns it, the wheel zooms.
type meanView struct {
	*widget.Plot
	m   *mean
	tip string
	pan bool
}

func newMeanView(m *mean) *meanView {
	v := &meanView{m: m, tip: "Drag to turn, with Shift to move; the wheel zooms"}
	v.Plot = &widget.Plot{Min: fyne.NewSize(80, leastMean), Prepare: m.prepare}
	v.Plot.Init(v)
	return v
}

func (v *meanView) MouseIn(*desktop.MouseEvent)    { v.m.p.s.Widgets.Tips.Arm(v, v.tip) }
func (v *meanView) MouseMoved(*desktop.MouseEvent) {}
func (v *meanView) MouseOut()                      { v.m.p.s.Widgets.Tips.Hide() }

func (v *meanView) MouseDown(e *desktop.MouseEvent) {
	v.pan = e.Button == desktop.MouseButtonTertiary || e.Modifier&fyne.KeyModifierShift != 0
}
func (v *meanView) MouseUp(*desktop.MouseEvent) {}

// Dragged turns the shape, or moves it with Shift or the middle button.
func (v *meanView) Dragged(e *fyne.DragEvent) {
	v.move(func(c camera.Camera, w, h float64) camera.Camera {
		if v.pan {
			return c.Pan(float64(e.Dragged.DX), float64(e.Dragged.DY), w, h)
		}
		return c.Orbit(float64(e.Dragged.DX), float64(e.Dragged.DY), w, h)
	})
}
func (v *meanView) DragEnd() {}

// Scrolled zooms to the pointer, 12 % for a notch.
func (v *meanView) Scrolled(e *fyne.ScrollEvent) {
	v.move(func(c camera.Camera, w, h float64) camera.Camera {
		return c.Zoom(math.Exp(0.12/25*float64(e.Scrolled.DY)), float64(e.Position.X), float64(e.Position.Y), w, h)
	})
}

func (v *meanView) move(by func(c camera.Camera, w, h float64) camera.Camera) {
	if v.m.of == nil {
		return
	}
	v.m.camera, v.m.aimed = by(v.m.camera, float64(v.Size().Width), float64(v.Size().Height)), true
	v.Redraw()
}
