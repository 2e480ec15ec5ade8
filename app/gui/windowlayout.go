package gui

import (
	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
)

// How the window is divided.

// frameLayout is menu bar, body, status bar. In a presentation the body is all.
type frameLayout struct{}

func (frameLayout) MinSize([]fyne.CanvasObject) fyne.Size { return windowMin }
func (frameLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	top, foot, gap := o[0].MinSize().Height, float32(0), float32(0)
	if o[2].Visible() {
		foot, gap = o[2].MinSize().Height, widget.Gap
	}
	o[0].Resize(fyne.NewSize(size.Width, top))
	widget.Place(o[1], fyne.NewPos(gap, top+gap), fyne.NewSize(size.Width-2*gap, size.Height-top-foot-2*gap))
	widget.Place(o[2], fyne.NewPos(0, size.Height-foot), fyne.NewSize(size.Width, foot))
}

// leastViews is the least width of views, strip and morph bar.
const leastViews float32 = 560

// bodyLayout is the views at the left, the side panel at the right, and the grip between.
// Where the panel is hidden the grip stays at the edge, to pull it out again.
type bodyLayout struct{ panels *panels }

func (bodyLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, 0) }
func (l bodyLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	left, grip, side := o[0], o[1], o[2]
	w := size.Width
	if side.Visible() {
		w -= l.panels.sideWidth(size.Width) + widget.Gap
		widget.Place(side, fyne.NewPos(w+widget.Gap, 0), fyne.NewSize(size.Width-w-widget.Gap, size.Height))
	}
	widget.Place(grip, fyne.NewPos(w, 0), fyne.NewSize(widget.Gap, size.Height))
	left.Resize(fyne.NewSize(w, size.Height))
}

// leftLayout has the views over strip and morph bar, or over the table of a race, which takes up to about half of the
// height. The views take the rest. A grip lies above the strip and above the morph bar, or where these were.
type leftLayout struct{ panels *panels }

func (leftLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, 0) }
func (l leftLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	p := l.panels
	y := size.Height
	lay := func(panel fyne.CanvasObject, height float32) {
		if !panel.Visible() {
			return
		}
		h := fyne.Min(height, 0.46*size.Height)
		widget.Place(panel, fyne.NewPos(0, y-h), fyne.NewSize(size.Width, h))
		y -= h + widget.Gap
	}
	lay(p.race, p.race.MinSize().Height)
	lay(p.morph, p.morph.MinSize().Height)
	foot := y
	lay(p.strip, p.stripHeight(p.strip.MinSize().Height))
	// Where the morph bar is hidden, its grip lies in the margin at the foot. Where the strip is hidden, both grips
	// share one line, each a half of it.
	whole := fyne.NewSize(size.Width, widget.Gap)
	widget.Place(p.morphGrip, fyne.NewPos(0, foot), whole)
	widget.Place(p.stripGrip, fyne.NewPos(0, y), whole)
	if !p.strip.Visible() {
		half := fyne.NewSize(size.Width/2, widget.Gap)
		p.stripGrip.Resize(half)
		widget.Place(p.morphGrip, fyne.NewPos(size.Width/2, foot), half)
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
			widget.Place(l.races.waits[k].object, p.rect.pos, p.rect.size)
			widget.Place(l.races.lanes[k], p.rect.pos, fyne.NewSize(p.rect.size.Width, l.views.m.larger(laneHead)))
			if k == 0 {
				h := l.races.legend.MinSize().Height
				widget.Place(l.races.legend, p.rect.pos.AddXY(12, p.rect.size.Height-h-8), fyne.NewSize(fyne.Min(l.views.m.larger(220), p.rect.size.Width-24), h))
			}
			continue
		}
		shown[p.side] = p.rect
	}
	for s, h := range l.views.headers {
		a, ok := shown[side(s)]
		widget.SetVisible(h.objects, ok)
		if ok {
			widget.Place(h.objects, a.pos, a.size)
		}
	}
}
