package gui

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/cohort"
	"gwscope/app/gui/cohortpage"
	"gwscope/app/gui/widget"
)

// cohortBand is a band under the menus while the views show a pair of the cohort: its name, its verdict,
// and the buttons for a decision.
type cohortBand struct {
	cs *cohorts

	what, says     *widget.Label
	accept, reject *widget.Control
	object         *fyne.Container
}

// newCohortBand makes the band; press runs a command, by its id.
func newCohortBand(k *widget.Maker, cs *cohorts, press func(command string)) *cohortBand {
	b := &cohortBand{cs: cs, what: widget.NewLabel("", widget.TextBody, widget.ColorText), says: widget.NewLabel("", widget.TextSmall, widget.ColorSoft)}
	b.what.Bold, b.what.Flexible, b.says.Flexible = true, true, true
	button := func(text, id string, kind widget.Kind) *widget.Control {
		return k.NewControl(&widget.Control{Text: text, Kind: kind, Height: 26, Tip: tipOf(id), OnTap: func() { press(id) }})
	}
	b.accept, b.reject = button("Accept", "cohort.accept", widget.Plain), button("Reject", "cohort.reject", widget.Plain)
	mark := widget.NewBox(widget.ColorAccent, "", 2)
	mark.Min = fyne.NewSize(3, 18)
	b.object = container.NewStack(widget.NewBox(widget.ColorMenu, "", 0), container.New(widget.Column{},
		widget.Inset(container.New(widget.Row{Gap: 8, Shares: []float32{0, 1}}, mark, container.New(nameAndMore{}, b.what, b.says),
			button("Previous", "cohort.previous", widget.Quiet), button("Next", "cohort.next", widget.Quiet), b.accept, b.reject, button("Specimens", "cohort.page", widget.Primary)), 14, 5), widget.NewHairline()))
	b.object.Hide()
	cs.changed.On(func(struct{}) { b.show() })
	return b
}

// nameAndMore is a name and a line about it. The name takes up to six tenths of the width, the line the rest.
type nameAndMore struct{}

func (nameAndMore) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, o[0].MinSize().Height)
}

func (nameAndMore) Layout(o []fyne.CanvasObject, size fyne.Size) {
	name := o[0].(*widget.Label)
	w := fyne.Min(name.Width(name.Text), 0.6*size.Width)
	put := func(o fyne.CanvasObject, x, w float32) {
		h := o.MinSize().Height
		o.Move(fyne.NewPos(x, (size.Height-h)/2))
		o.Resize(fyne.NewSize(w, h))
	}
	put(o[0], 0, w)
	put(o[1], w+8, size.Width-w-8)
}

// show brings the words up to date.
func (b *cohortBand) show() {
	cs := b.cs
	e, ok := cs.entry()
	on := ok && !cs.page.Visible()
	if on {
		b.what.Set(e.Pair.B.Name)
		text, tint := "matched by "+e.Pair.A.Name, widget.ColorSoft
		switch {
		case e.State == cohort.Failed:
			text, tint = "could not be matched by "+e.Pair.A.Name, widget.ColorCaution
		case !math.IsNaN(e.Trust):
			text, tint = text+", "+cohortpage.Likely(e.Trust), cohortpage.LikelyTint(e.Trust)
		}
		if d := e.Judged.Decision; d != cohort.Undecided {
			text += " · " + string(d)
			if d == cohort.Accepted && e.Judged.Map != "" {
				text += " with a map of your own"
			}
		}
		b.says.SetColored(text, tint)
		b.accept.SetOn(e.Judged.Decision == cohort.Accepted)
		b.reject.SetOn(e.Judged.Decision == cohort.Rejected)
		b.accept.SetEnabled(cs.whyNotJudge(true) == "")
		b.reject.SetEnabled(cs.whyNotJudge(false) == "")
	}
	if on != b.object.Visible() {
		widget.SetVisible(b.object, on)
		cs.win.Content().Refresh()
		return
	}
	if on {
		b.object.Refresh()
	}
}
