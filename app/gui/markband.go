package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
)

// markBand is a band under the menus while clicks place landmarks. It names the next landmark and its shape.
type markBand struct {
	win    fyne.Window
	marker *marker

	what, how *widget.Label
	list      *widget.Dropdown
	skip      *widget.Control
	object    *fyne.Container
}

func newMarkBand(k *widget.Maker, win fyne.Window, mk *marker, mh *markHand) *markBand {
	b := &markBand{win: win, marker: mk}
	title := widget.NewLabel("Placing landmarks", widget.TextBody, widget.ColorText).Strong()
	b.what = widget.NewLabel("", widget.TextBody, widget.ColorAccent).Strong()
	b.how = widget.NewLabel("drag moves · "+keyOf("mark.delete")+" deletes · a click on an extremity takes its place", widget.TextSmall, widget.ColorSoft).Flex()
	b.list = k.NewDropdown("A list of names to place in order", mh.listEntries)
	b.list.MinWidth = 190
	b.skip = k.NewControl(&widget.Control{Text: "Skip", Height: 26, Tip: tipOf("marks.skip"), OnTap: mh.skip})
	done := k.NewControl(&widget.Control{Text: "Done", Kind: widget.Primary, Height: 26, MinWidth: 72, Tip: withKey("Clicks mark vertices again", "marks.end"), OnTap: func() { mh.setPlacing(false) }})
	mark := widget.NewBox(widget.ColorAccent, "", 2)
	mark.Min = fyne.NewSize(3, 18)
	b.object = container.NewStack(widget.NewBox(widget.ColorMenu, "", 0), container.New(widget.Column{},
		widget.Inset(container.New(widget.Row{Gap: 10, Shares: []float32{0, 0, 0, 1}}, mark, title, b.what, b.how, b.list, b.skip, done), 14, 5), widget.NewHairline()))
	b.object.Hide()
	mk.onChange.On(func(struct{}) { b.show() })
	return b
}

// show brings the words up to date.
func (b *markBand) show() {
	mk := b.marker
	if mk.placing {
		t := mk.next()
		where := "on " + t.side.String()
		if t.either {
			where = "on A or B"
		}
		b.what.Set(t.name + " " + where)
		name := mk.plan.list.Name
		if name == "" {
			name = "No list"
		}
		b.list.SetText(name)
		widget.SetVisible(b.skip, mk.plan.list.Name != "")
	}
	if mk.placing != b.object.Visible() {
		widget.SetVisible(b.object, mk.placing)
		b.win.Content().Refresh()
		return
	}
	if mk.placing {
		b.object.Refresh()
	}
}
