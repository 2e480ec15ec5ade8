package gui

import (
	"slices"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/session"
)

// templates are the lists of landmarks that are offered: the program's, and a person's own.
func (mh *markHand) templates() (given, own []session.Template) {
	if mh.preferences.home != nil {
		own = mh.preferences.home.Templates()
	}
	return session.Templates(), own
}

// templateEntries choose a list of landmarks to place, or make one.
func (mh *markHand) templateEntries() []widget.MenuEntry {
	now := mh.marker.plan.template.Name
	given, own := mh.templates()
	out := []widget.MenuEntry{{Label: "No list", Words: "template landmarks", Checked: now == "", Do: func() { mh.useTemplate(session.Template{}) }}}
	for _, list := range [][]session.Template{given, own} {
		if len(list) == 0 {
			continue
		}
		out = append(out, widget.MenuEntry{Rule: true})
		for _, t := range list {
			out = append(out, widget.MenuEntry{Label: t.Name, Shortcut: count(len(t.Landmarks)), Words: "template landmarks list place in order", Checked: t.Name == now, Do: func() { mh.useTemplate(t) }})
		}
	}
	names := mh.marker.names()
	out = append(out, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: "Keep these landmarks as a list…", Words: "template save names",
		Why: unless(len(names) > 0, "There are no landmarks"), Do: func() { mh.keepTemplate(names) }})
	if slices.ContainsFunc(own, func(t session.Template) bool { return t.Name == now }) {
		out = append(out, widget.MenuEntry{Label: "Forget the list " + now, Words: "template delete remove", Do: func() {
			mh.saveTemplate(session.Template{Name: now})
			mh.useTemplate(session.Template{})
		}})
	}
	return out
}

// templateMenu offers the lists below an object.
func (mh *markHand) templateMenu(at fyne.CanvasObject) {
	widget.OpenMenu(at, mh.templateEntries(), nil)
}

// useTemplate begins to place the landmarks of a list.
func (mh *markHand) useTemplate(t session.Template) {
	mh.marker.plan.use(t)
	if len(t.Landmarks) > 0 && !mh.marker.placing {
		mh.setPlacing(true)
	}
	mh.marker.showMarks()
}

// keepTemplate asks for the name of a list of landmarks.
func (mh *markHand) keepTemplate(names []string) {
	mh.dialogs.ask("Keep a list of landmarks", "They can then be placed in this order on other shapes", mh.marker.plan.template.Name, "Keep", func(name string) {
		if name == "" {
			return
		}
		t := session.Template{Name: name, Landmarks: names}
		if mh.saveTemplate(t) {
			mh.marker.plan.use(t)
			mh.marker.showMarks()
			mh.m.setStatus("Kept the list " + name + ", " + things(len(names), "landmark", "landmarks"))
		}
	})
}

func (mh *markHand) saveTemplate(t session.Template) bool {
	if mh.preferences.home == nil {
		return true // nothing is kept in tests
	}
	if err := mh.preferences.home.SaveTemplate(t); err != nil {
		mh.dialogs.fail("The list of landmarks was not kept", err)
		return false
	}
	return true
}
