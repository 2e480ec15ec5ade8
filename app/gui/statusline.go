package gui

import (
	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
)

var _ fyne.Layout = (*statusLine)(nil)

// statusLine lays out the status bar: the message, the pick, and at the right the graphics driver. For lack of
// room, the hint is hidden first, and then the message is shortened.
type statusLine struct{ b *statusBar }

const statusGap float32 = 24

func (l *statusLine) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, l.b.stage.MinSize().Height)
}

func (l *statusLine) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	b := l.b
	put := func(o *widget.Label, x, w float32) {
		widget.Place(o, fyne.NewPos(x, 0), fyne.NewSize(w, size.Height))
	}
	right := size.Width
	for _, o := range []*widget.Label{b.fps, b.gl} {
		w := o.MinSize().Width
		right -= w
		put(o, right, w)
		if w > 0 {
			right -= statusGap
		}
	}
	after := float32(0) // of the labels after the message
	for _, o := range []*widget.Label{b.pick, b.place, b.confidence} {
		if w := o.MinSize().Width; w > 0 {
			after += statusGap + w
		}
	}
	whole := b.stage.Width(b.stage.Text)
	hintGoes := b.hinting && whole+after > right
	if hintGoes {
		after = 0
	}
	x := fyne.Max(fyne.Min(whole, right-after), 0)
	put(b.stage, 0, x)
	for _, o := range []*widget.Label{b.pick, b.place, b.confidence} {
		w := o.MinSize().Width
		if w == 0 || hintGoes {
			put(o, 0, 0)
			o.Hide()
			continue
		}
		o.Show()
		x += statusGap
		put(o, x, w)
		x += w
	}
}
