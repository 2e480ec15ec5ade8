package gui

import (
	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
)

// How the window is divided.

// frameLayout is menu bar, body, status bar.
type frameLayout struct{}

func (frameLayout) MinSize([]fyne.CanvasObject) fyne.Size { return windowMin }
func (frameLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	top, foot := o[0].MinSize().Height, o[2].MinSize().Height
	o[0].Resize(fyne.NewSize(size.Width, top))
	o[1].Move(fyne.NewPos(widget.Gap, top+widget.Gap))
	o[1].Resize(fyne.NewSize(size.Width-2*widget.Gap, size.Height-top-foot-2*widget.Gap))
	o[2].Move(fyne.NewPos(0, size.Height-foot))
	o[2].Resize(fyne.NewSize(size.Width, foot))
}

// bodyLayout is the views at the left and the inspector at the right.
type bodyLayout struct{}

func (bodyLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, 0) }
func (bodyLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	w := size.Width - inspectorWidth - widget.Gap
	o[0].Resize(fyne.NewSize(w, size.Height))
	o[1].Move(fyne.NewPos(w+widget.Gap, 0))
	o[1].Resize(fyne.NewSize(inspectorWidth, size.Height))
}

// leftLayout is the views, which take what is left, over strip and morph bar, or over
// the table of a race, which leaves them about half.
type leftLayout struct{}

func (leftLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, 0) }
func (leftLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	y := size.Height
	for i := len(o) - 1; i > 0; i-- {
		if !o[i].Visible() {
			continue
		}
		h := fyne.Min(o[i].MinSize().Height, 0.46*size.Height)
		y -= h
		o[i].Move(fyne.NewPos(0, y))
		o[i].Resize(fyne.NewSize(size.Width, h))
		y -= widget.Gap
	}
	o[0].Resize(fyne.NewSize(size.Width, y))
}

// viewLayout lays the headers over their panes.
type viewLayout struct {
	views *views
	races *races
}

func (viewLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(320, 200) }
func (l viewLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(size)
	shown := map[side]area{}
	for k, p := range l.views.m.panes(size) {
		if l.views.m.layout == raced {
			l.races.lanes[k].Move(p.rect.pos)
			l.races.lanes[k].Resize(fyne.NewSize(p.rect.size.Width, laneHead))
			if k == 0 {
				h := l.races.legend.MinSize().Height
				l.races.legend.Move(p.rect.pos.AddXY(12, p.rect.size.Height-h-8))
				l.races.legend.Resize(fyne.NewSize(fyne.Min(220, p.rect.size.Width-24), h))
			}
			continue
		}
		shown[p.side] = p.rect
	}
	for s, h := range l.views.headers {
		a, ok := shown[side(s)]
		widget.SetVisible(h.objects, ok)
		if ok {
			h.objects.Move(a.pos)
			h.objects.Resize(a.size)
		}
	}
}
