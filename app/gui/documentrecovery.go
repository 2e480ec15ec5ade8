package gui

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/session"
)

// recoveryBar is a line under the menus that offers the document that a crash left behind. The line covers
// nothing and stays until a person answers.
type recoveryBar struct {
	win       fyne.Window
	documents *documents

	text   *widget.Label
	object *fyne.Container
	lost   []offer // the shown offer first
}

// offer is a document that a crash left behind, with a description.
type offer struct {
	session.Lost
	text string
}

func newRecoveryBar(widgets *widget.Maker, win fyne.Window, documents *documents) *recoveryBar {
	b := &recoveryBar{win: win, documents: documents, text: widget.NewLabel("", widget.TextBody, widget.ColorText)}
	b.text.Flexible = true
	restore := widgets.NewControl(&widget.Control{Text: "Restore the last session", Kind: widget.Primary, Height: 26, Tip: "Open the unsaved work of the last session", OnTap: b.restore})
	discard := widgets.NewControl(&widget.Control{Text: "Discard", Height: 26, Tip: "Delete the unsaved work", OnTap: b.discard})
	later := widgets.NewControl(&widget.Control{Text: "Later", Kind: widget.Quiet, Height: 26, Tip: "Ask again at the next start", OnTap: b.hide})
	mark := widget.NewBox(widget.ColorCaution, "", 2)
	mark.Min = fyne.NewSize(3, 18)
	b.object = container.NewStack(widget.NewBox(widget.ColorMenu, "", 0), container.New(widget.Column{},
		widget.Inset(container.New(widget.Row{Gap: 8, Shares: []float32{0, 1}}, mark, b.text, later, discard, restore), 14, 5), widget.NewHairline()))
	b.object.Hide()
	return b
}

// find looks for documents that crashes left behind, off the main goroutine.
func (b *recoveryBar) find() {
	d := b.documents
	if d.preferences.home == nil {
		return
	}
	d.tasks.background(func() func() {
		var found []offer
		for _, l := range d.preferences.home.Lost() {
			// A document that cannot be read stays: a newer version may have written it, and may need it.
			if doc, err := session.Open(l.Path, option.Schema); err == nil {
				found = append(found, offer{l, describe(doc) + " (" + ago(time.Since(l.When)) + ")"})
			}
		}
		return func() {
			b.lost = found
			b.offer()
		}
	})
}

// offer shows the newest document that is left.
func (b *recoveryBar) offer() {
	if len(b.lost) == 0 {
		b.hide()
		return
	}
	b.text.Set("GWScope ended unexpectedly. Unsaved work: " + b.lost[0].text + ".")
	widget.SetVisible(b.object, true)
	b.win.Content().Refresh()
}

// describe names a document in a few words.
func describe(doc *session.Document) string {
	if doc.Origin != "" {
		return shortRef(doc.Origin)
	}
	switch a, b := nameOf(doc.A), nameOf(doc.B); {
	case a != "" && b != "":
		return a + " → " + b
	case a+b != "":
		return a + b
	}
	return "a session without shapes"
}

func nameOf(r session.ShapeRef) string {
	if r.Name != "" || r.Empty() {
		return r.Name
	}
	return shortRef(r.Ref)
}

// ago tells roughly how long ago a time was.
func ago(t time.Duration) string {
	switch {
	case t < 2*time.Minute:
		return "a moment ago"
	case t < 2*time.Hour:
		return plural(int(t.Minutes()), "minute", "minutes") + " ago"
	case t < 48*time.Hour:
		return plural(int(t.Hours()), "hour", "hours") + " ago"
	}
	return plural(int(t.Hours()/24), "day", "days") + " ago"
}

func (b *recoveryBar) restore() {
	if len(b.lost) == 0 {
		return
	}
	l, d := b.lost[0], b.documents
	d.mayLose("restore the last session", func() {
		doc, err := session.Open(l.Path, option.Schema)
		if err != nil {
			d.dialogs.fail("The last session cannot be restored", err)
			return
		}
		// A person who cancels the search for a missing shape is asked again.
		d.findShapes(doc, func() {
			b.lost = slices.DeleteFunc(b.lost, func(o offer) bool { return o.Path == l.Path })
			b.offer()
			d.resume(doc, doc.Origin, &l.Lost)
		})
	})
}

func (b *recoveryBar) discard() {
	if len(b.lost) == 0 {
		return
	}
	b.lost[0].Discard()
	b.lost = b.lost[1:]
	b.offer()
}

func (b *recoveryBar) hide() {
	widget.SetVisible(b.object, false)
	b.win.Content().Refresh()
}
