package gui

import (
	"slices"
	"testing"
)

// A category of objects is one line of the list of shapes; it opens the list of
// its objects, and one of them is loaded.
func TestObjectsAreChosenByCategory(t *testing.T) {
	d, _ := testDesk(t)
	entryOf := func(all []entry, label string) entry {
		i := slices.IndexFunc(all, func(e entry) bool { return e.label == label })
		if i < 0 {
			t.Fatalf("no entry %q", label)
		}
		return all[i]
	}
	onTestMain(func() {
		pick := d.inspector.shapes.pick[sideA]
		all := pick.entries()
		if len(all) > 90 {
			t.Errorf("%d entries, too many to choose from", len(all))
		}
		entryOf(all, "Chair").do()
		menu, ok := d.win.Canvas().Overlays().Top().(*popMenu)
		if !ok {
			t.Fatal("no menu of chairs")
		}
		i := slices.IndexFunc(menu.entries, func(e entry) bool { return e.label == "Chair 3" })
		menu.choose(i)
	})
	eventually(t, "the chair", func() bool {
		s := d.m.shapes[sideA]
		return s != nil && s.Ref == "sample:chair/3"
	})
	onTestMain(func() {
		if e := entryOf(d.inspector.shapes.pick[sideA].entries(), "Chair"); !e.checked {
			t.Error("the chair that is shown is not marked in the list")
		}
	})
}
