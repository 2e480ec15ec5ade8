package gui

import (
	"slices"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/session"
)

// lists are the offered lists of landmarks: the program's, and a person's own.
func (mh *markHand) lists() (given, own []session.NameList) {
	if mh.preferences.home != nil {
		own = mh.preferences.home.NameLists()
	}
	return session.NameLists(), own
}

// listEntries choose a list of landmarks to place, or make a list.
func (mh *markHand) listEntries() []widget.MenuEntry {
	now := mh.marker.plan.list.Name
	given, own := mh.lists()
	out := []widget.MenuEntry{{Label: "No list", Words: "template landmarks", Checked: now == "", Do: func() { mh.useList(session.NameList{}) }}}
	for _, list := range [][]session.NameList{given, own} {
		if len(list) == 0 {
			continue
		}
		out = append(out, widget.MenuEntry{Rule: true})
		for _, t := range list {
			out = append(out, widget.MenuEntry{Label: t.Name, Shortcut: count(len(t.Landmarks)), Words: "template landmarks list place in order", Checked: t.Name == now, Do: func() { mh.useList(t) }})
		}
	}
	names := mh.marker.names()
	out = append(out, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: "Keep these landmarks as a list…", Words: "template save names",
		Why: unless(len(names) > 0, "There are no landmarks"), Do: func() { mh.keepList(names) }})
	if slices.ContainsFunc(own, func(t session.NameList) bool { return t.Name == now }) {
		out = append(out, widget.MenuEntry{Label: "Forget the list " + now, Words: "template delete remove", Do: func() {
			if err := mh.saveList(session.NameList{Name: now}); err != nil {
				mh.dialogs.fail("The list of landmarks was not forgotten", err)
			}
			mh.useList(session.NameList{})
		}})
	}
	return out
}

// listMenu offers the lists below an object.
func (mh *markHand) listMenu(at fyne.CanvasObject) {
	widget.OpenMenu(at, mh.listEntries(), nil)
}

// useList begins to place the landmarks of a list.
func (mh *markHand) useList(t session.NameList) {
	mh.marker.plan.use(t)
	if len(t.Landmarks) > 0 && !mh.marker.placing {
		mh.setPlacing(true)
	}
	mh.marker.showMarks()
}

// keepList asks for the name of a list of landmarks.
func (mh *markHand) keepList(names []string) {
	mh.dialogs.ask("Keep a list of landmarks", "They can then be placed in this order on other shapes", mh.marker.plan.list.Name, "Keep", atOnce(func(name string) error {
		if name == "" {
			return errEmpty
		}
		t := session.NameList{Name: name, Landmarks: names}
		if err := mh.saveList(t); err != nil {
			return err
		}
		mh.marker.plan.use(t)
		mh.marker.showMarks()
		mh.m.setStatus("Kept the list " + name + ", " + plural(len(names), "landmark", "landmarks"))
		return nil
	}))
}

func (mh *markHand) saveList(t session.NameList) error {
	if mh.preferences.home == nil {
		return nil // nothing is kept in tests
	}
	return mh.preferences.home.SaveNameList(t)
}
