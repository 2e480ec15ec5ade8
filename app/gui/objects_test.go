package gui

import (
	"slices"
	"testing"

	"gwscope/app/gui/widget"
)

// A category of objects is a line of the list of shapes; it opens the list of its objects, and a choice
// there is loaded.
func TestObjectsAreChosenByCategory(t *testing.T) {
	d, _ := testDesk(t)
	entryOf := func(all []widget.MenuEntry, label string) widget.MenuEntry {
		i := slices.IndexFunc(all, func(e widget.MenuEntry) bool { return e.Label == label })
		if i < 0 {
			t.Fatalf("no entry %q", label)
		}
		return all[i]
	}
	onTestMain(func() {
		pick := d.inspector.shapes.pick[sideA]
		all := pick.Entries()
		if len(all) > 90 {
			t.Errorf("%d entries, too many to choose from", len(all))
		}
		entryOf(all, "Chair").Do()
		menu, ok := d.win.Canvas().Overlays().Top().(*widget.PopMenu)
		if !ok {
			t.Fatal("no menu of chairs")
		}
		i := slices.IndexFunc(menu.Entries, func(e widget.MenuEntry) bool { return e.Label == "Chair 3" })
		menu.Choose(i)
	})
	eventually(t, "the chair", func() bool {
		s := d.m.shapes[sideA]
		return s != nil && s.Ref == "sample:chair/3"
	})
	onTestMain(func() {
		if e := entryOf(d.inspector.shapes.pick[sideA].Entries(), "Chair"); !e.Checked {
			t.Error("the chair that is shown is not marked in the list")
		}
	})
}
