package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/race"
)

// laneWait lies over the target of a row until the row has a result. It dims the shape and says how far the
// method is.
type laneWait struct {
	m      *model
	veil   *widget.Box
	back   *widget.Box // behind the words
	says   *widget.Label
	object *fyne.Container
}

func newLaneWait(m *model) *laneWait {
	w := &laneWait{m: m, veil: widget.NewBox(widget.ColorViewVeil, "", widget.RadiusPanel), back: widget.NewBox(widget.ColorViewBack, "", 6),
		says: widget.NewLabel("", widget.TextSmall, widget.ColorViewSoft).Centred().Strong().Flex()}
	w.object = container.New(w, w.veil, w.back, w.says)
	w.object.Hide()
	return w
}

var _ fyne.Layout = (*laneWait)(nil)

func (w *laneWait) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(80, 80) }

func (w *laneWait) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	w.veil.Resize(size)
	w.says.TextSize = w.m.larger(widget.TextSmall)
	head, line := w.m.larger(laneHead), w.says.MinSize().Height
	wide := fyne.Min(w.says.Width(w.says.Text), size.Width-24)
	y := head + (size.Height-head-line)/2
	widget.Place(w.says, fyne.NewPos(12, y), fyne.NewSize(size.Width-24, line))
	widget.Place(w.back, fyne.NewPos((size.Width-wide)/2-6, y-3), fyne.NewSize(wide+12, line+6))
}

// show shows a text; an empty text hides it.
func (w *laneWait) show(text string) {
	widget.SetVisible(w.object, text != "")
	if w.says.Text != text {
		w.says.Set(text)
		w.object.Refresh()
	}
}

// laneState are the words in the middle of a lane whose target has no colours yet.
func laneState(row *race.Row, live *liveRow) string {
	switch {
	case row.Result():
		return "drawing …"
	case row.State == race.Running && live.fraction > 0:
		return "running, " + percentOf(live.fraction)
	}
	return row.State.String()
}
