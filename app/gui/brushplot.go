package gui

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

var (
	_ fyne.Widget        = (*brushPlot)(nil)
	_ fyne.Draggable     = (*brushPlot)(nil)
	_ desktop.Hoverable  = (*brushPlot)(nil)
	_ desktop.Mouseable  = (*brushPlot)(nil)
	_ desktop.Cursorable = (*brushPlot)(nil)
)

// brushPlot is a plot on which a stretch of the horizontal axis can be selected.
type brushPlot struct {
	*plot
	bins int // ends snap to so many equal bins; 0: they do not
	tip  string
	tips *tipLayer
	// brushed is called while a stretch from a to b, in [0, 1], is dragged over; cleared
	// for a click beside a drag where something is selected.
	brushed func(a, b float64)
	cleared func()
	has     func() bool // whether something is selected

	held  bool
	moved bool
	had   bool // something was selected when the button went down
	from  float64
}

func (k *kit) newBrushPlot(min fyne.Size, prepare func() func(w, h int, scale float64) *image.RGBA) *brushPlot {
	b := &brushPlot{plot: &plot{min: min, prepare: prepare}, tips: k.tips}
	b.plot.init(b)
	return b
}

// at is the place under a position, in [0, 1].
func (b *brushPlot) at(p fyne.Position) float64 {
	w := b.Size().Width
	if !(w > 0) {
		return 0
	}
	return float64(clamp(p.X/w, 0, 1))
}

// stretch is what lies between two places, out to the bins' ends.
func (b *brushPlot) stretch(p, q float64) (from, to float64) {
	from, to = min(p, q), max(p, q)
	if b.bins > 0 {
		n := float64(b.bins)
		from, to = float64(min(int(from*n), b.bins-1))/n, float64(min(int(to*n), b.bins-1)+1)/n
	}
	return from, to
}

func (b *brushPlot) MouseDown(e *desktop.MouseEvent) {
	if e.Button == desktop.MouseButtonPrimary {
		b.held, b.moved, b.from = true, false, b.at(e.Position)
		b.had = b.has != nil && b.has()
	}
}

// dragSlack is how far, in units, a click may wander before it selects.
const dragSlack = 3

func (b *brushPlot) Dragged(e *fyne.DragEvent) {
	if !b.held {
		return
	}
	to := b.at(e.Position)
	if w := float64(b.Size().Width); !b.moved && (to-b.from)*w < dragSlack && (b.from-to)*w < dragSlack {
		return
	}
	b.moved = true
	if from, to := b.stretch(b.from, to); b.brushed != nil && to > from {
		b.brushed(from, to)
	}
}

func (b *brushPlot) DragEnd() { b.held = false }

// MouseUp makes a click of what was no drag.
func (b *brushPlot) MouseUp(e *desktop.MouseEvent) {
	held := b.held
	b.held = false
	if !held || b.moved || e.Button != desktop.MouseButtonPrimary {
		return
	}
	if b.had {
		if b.cleared != nil {
			b.cleared()
		}
		return
	}
	if from, to := b.stretch(b.from, b.from); b.brushed != nil && to > from {
		b.brushed(from, to)
	}
}

func (b *brushPlot) MouseIn(*desktop.MouseEvent)    { b.tips.arm(b, b.tip) }
func (b *brushPlot) MouseMoved(*desktop.MouseEvent) {}
func (b *brushPlot) MouseOut()                      { b.tips.hide() }
func (b *brushPlot) Cursor() desktop.Cursor         { return desktop.CrosshairCursor }
