package widget

import (
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

var (
	_ fyne.Widget        = (*BrushPlot)(nil)
	_ fyne.Draggable     = (*BrushPlot)(nil)
	_ desktop.Hoverable  = (*BrushPlot)(nil)
	_ desktop.Mouseable  = (*BrushPlot)(nil)
	_ desktop.Cursorable = (*BrushPlot)(nil)
)

// BrushPlot is a plot on which a stretch of the horizontal axis can be selected.
type BrushPlot struct {
	*Plot
	bins int // ends snap to so many equal bins; 0: they do not
	tip  string
	tips *Tips
	// Brushed is called with a stretch from a to b, in [0, 1], for each step of a drag and for a click.
	// Cleared is called for a click where something is selected.
	Brushed func(a, b float64)
	Cleared func()
	Has     func() bool // whether something is selected

	held  bool
	moved bool
	had   bool // something was selected when the button was pressed
	from  float64
}

// NewBrushPlot is a plot to brush over; prepare is as for NewPlot.
func (k *Maker) NewBrushPlot(min fyne.Size, prepare func() func(w, h int, scale float64) *image.RGBA) *BrushPlot {
	b := &BrushPlot{Plot: &Plot{Min: min, Prepare: prepare}, tips: k.Tips}
	b.Plot.Init(b)
	return b
}

// at is the place under a position, in [0, 1].
func (b *BrushPlot) at(p fyne.Position) float64 {
	w := b.Size().Width
	if !(w > 0) {
		return 0
	}
	return float64(clamp(p.X/w, 0, 1))
}

// stretch is the range between two places, widened to whole bins.
func (b *BrushPlot) stretch(p, q float64) (from, to float64) {
	from, to = min(p, q), max(p, q)
	if b.bins > 0 {
		n := float64(b.bins)
		from, to = float64(min(int(from*n), b.bins-1))/n, float64(min(int(to*n), b.bins-1)+1)/n
	}
	return from, to
}

func (b *BrushPlot) MouseDown(e *desktop.MouseEvent) {
	if e.Button == desktop.MouseButtonPrimary {
		b.held, b.moved, b.from = true, false, b.at(e.Position)
		b.had = b.Has != nil && b.Has()
	}
}

// dragSlack is how far the pointer may move in a click, in units; a longer way is a drag.
const dragSlack = 3

func (b *BrushPlot) Dragged(e *fyne.DragEvent) {
	if !b.held {
		return
	}
	to := b.at(e.Position)
	if w := float64(b.Size().Width); !b.moved && (to-b.from)*w < dragSlack && (b.from-to)*w < dragSlack {
		return
	}
	b.moved = true
	if from, to := b.stretch(b.from, to); b.Brushed != nil && to > from {
		b.Brushed(from, to)
	}
}

func (b *BrushPlot) DragEnd() { b.held = false }

// MouseUp makes a click of a press without a drag.
func (b *BrushPlot) MouseUp(e *desktop.MouseEvent) {
	held := b.held
	b.held = false
	if !held || b.moved || e.Button != desktop.MouseButtonPrimary {
		return
	}
	if b.had {
		if b.Cleared != nil {
			b.Cleared()
		}
		return
	}
	if from, to := b.stretch(b.from, b.from); b.Brushed != nil && to > from {
		b.Brushed(from, to)
	}
}

func (b *BrushPlot) MouseIn(*desktop.MouseEvent)    { b.tips.Arm(b, b.tip) }
func (b *BrushPlot) MouseMoved(*desktop.MouseEvent) {}
func (b *BrushPlot) MouseOut()                      { b.tips.Hide() }
func (b *BrushPlot) Cursor() desktop.Cursor         { return desktop.CrosshairCursor }
