package gui

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/session"
)

// recoveryBar is a line under the menus that offers what a crash left behind. It does not
// stand in the way of anything, and waits.
type recoveryBar struct {
	d      *desk
	text   *label
	object *fyne.Container
	lost   []offer // that are still to be made, the present one first
}

// offer is a document that a crash left behind, in words.
type offer struct {
	session.Lost
	text string
}

func newRecoveryBar(d *desk) *recoveryBar {
	b := &recoveryBar{d: d, text: newLabel("", textBody, colorText)}
	b.text.flexible = true
	restore := d.kit.newControl(&control{text: "Restore the last session", kind: primaryControl, height: 26, tip: "Open what was not saved when GWScope ended", onTap: b.restore})
	discard := d.kit.newControl(&control{text: "Discard", height: 26, tip: "Take away what was not saved", onTap: b.discard})
	later := d.kit.newControl(&control{text: "Later", kind: quietControl, height: 26, tip: "Ask again at the next start", onTap: b.hide})
	mark := newBox(colorCaution, "", 2)
	mark.min = fyne.NewSize(3, 18)
	b.object = container.NewStack(newBox(colorMenu, "", 0), container.New(column{},
		inset(container.New(row{gap: 8, shares: []float32{0, 1}}, mark, b.text, later, discard, restore), 14, 5), newHairline()))
	b.object.Hide()
	return b
}

// find looks for what crashes left behind, off the main goroutine.
func (b *recoveryBar) find() {
	d := b.d
	if d.home == nil {
		return
	}
	d.background(func() func() {
		var found []offer
		for _, l := range d.home.Lost() {
			// One that cannot be read is damaged, or of a newer version, which may still want it.
			if doc, err := session.Open(l.Path); err == nil {
				found = append(found, offer{l, describe(doc) + " (" + ago(time.Since(l.When)) + ")"})
			}
		}
		return func() {
			b.lost = found
			b.offer()
		}
	})
}

// offer shows the newest that is left.
func (b *recoveryBar) offer() {
	if len(b.lost) == 0 {
		b.hide()
		return
	}
	b.text.set("GWScope ended unexpectedly. What was not saved: " + b.lost[0].text + ".")
	setVisible(b.object, true)
	b.d.win.Content().Refresh()
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

// ago is a time that has passed, roughly.
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
	l, d := b.lost[0], b.d
	d.mayLose("restore the last session", func() {
		doc, err := session.Open(l.Path)
		if err != nil {
			d.fail("The last session cannot be restored", err)
			return
		}
		// Whoever calls off the search for a shape that has gone is asked again.
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
	setVisible(b.object, false)
	b.d.win.Content().Refresh()
}
