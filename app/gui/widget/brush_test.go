package widget

import (
	"image"
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// A drag selects the bins on its way, a click selects a bin, and a click on a selection takes it back.
func TestBrushSelectsStretches(t *testing.T) {
	themedApp(t)
	mainLock.Lock()
	defer mainLock.Unlock()
	b := (&Maker{Tips: NewTips()}).NewBrushPlot(fyne.NewSize(100, 40), func() func(w, h int, scale float64) *image.RGBA {
		return func(w, h int, _ float64) *image.RGBA { return image.NewRGBA(image.Rect(0, 0, w, h)) }
	})
	b.Resize(fyne.NewSize(100, 40))
	b.bins = 10
	var got [2]float64
	selected := false
	b.Brushed = func(from, to float64) { got, selected = [2]float64{from, to}, true }
	b.Cleared = func() { selected = false }
	b.Has = func() bool { return selected }
	down := func(x float32) {
		b.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 10)}, Button: desktop.MouseButtonPrimary})
	}
	up := func(x float32) {
		b.MouseUp(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 10)}, Button: desktop.MouseButtonPrimary})
	}
	drag := func(x float32) {
		b.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 10)}})
	}
	down(25)
	drag(26)
	if selected {
		t.Error("a hand that shakes has selected something")
	}
	drag(58)
	up(58)
	b.DragEnd()
	if !selected || got != [2]float64{0.2, 0.6} {
		t.Errorf("a drag from 25 to 58 of 100 selects %v", got)
	}
	down(80)
	up(80)
	if selected {
		t.Error("a click did not take the selection back")
	}
	down(99.5)
	up(99.5)
	if !selected || got != [2]float64{0.9, 1} {
		t.Errorf("a click on the last bin selects %v", got)
	}
	down(95)
	drag(-40)
	up(-40)
	if got != [2]float64{0, 1} {
		t.Errorf("a drag beyond the end selects %v", got)
	}
}

func TestHistogramDrawsBarsCurveAndSelection(t *testing.T) {
	themedApp(t)
	mainLock.Lock()
	defer mainLock.Unlock()
	h := (&Maker{Tips: NewTips()}).NewHistogram("")
	h.BrushPlot.Resize(fyne.NewSize(260, 44))
	blue := color.NRGBA{B: 255, A: 255}
	h.Set("values", []float64{0.1, 0.1, 0.1, 0.9}, math.NaN(), 0, 1, func(float64) color.NRGBA { return blue }, func(float64) string { return "" })
	at := func(img *image.RGBA, x, y int) bool { c := img.RGBAAt(x, y); return c.B > 180 && c.R < 60 }
	bars := h.prepare()(260, 44, 1)
	if !at(bars, 25, 20) || at(bars, 130, 20) || !at(bars, 235, 38) {
		t.Error("the bars are not where the values are")
	}
	h.toggle()
	curve := h.prepare()(260, 44, 1)
	if c := curve.RGBAAt(130, 36); c.B < 60 {
		t.Errorf("three quarters lie below the middle, but nothing shows under the curve there: %v", c)
	}
	h.Selected = &[2]float64{0.5, 1}
	dimmed := h.prepare()(260, 44, 1)
	if dimmed.RGBAAt(60, 40) == curve.RGBAAt(60, 40) {
		t.Error("what is not selected looks as before")
	}
}
