package widget

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestMenusWorkByKeyboard(t *testing.T) {
	mainLock.Lock()
	defer mainLock.Unlock()
	a := themedApp(t)
	w := a.NewWindow("")
	k := &Maker{Tips: NewTips()}
	chosen := ""
	pick := func(s string) func() { return func() { chosen = s } }
	drop := k.NewDropdown("", func() []MenuEntry {
		return []MenuEntry{{Label: "Kinds", Heading: true}, {Label: "one", Do: pick("one")}, {Rule: true}, {Label: "two", Why: "no", Do: pick("two")}, {Label: "three", Checked: true, Do: pick("three")}}
	})
	w.SetContent(drop)
	w.Resize(fyne.NewSize(400, 400))
	press := func(names ...fyne.KeyName) {
		for _, n := range names {
			w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: n})
		}
	}
	w.Canvas().Focus(drop)
	press(fyne.KeySpace) // opens at the checked entry
	press(fyne.KeyDown)  // round to the first live entry, past the heading
	press(fyne.KeyReturn)
	if chosen != "one" {
		t.Errorf("chose %q, want one", chosen)
	}
	drop.Tapped(nil)
	press(fyne.KeyUp, fyne.KeyReturn) // past the disabled entry and the rule
	if chosen != "one" {
		t.Errorf("chose %q, want one", chosen)
	}
	drop.Tapped(nil)
	press(fyne.KeyEscape)
	if w.Canvas().Overlays().Top() != nil {
		t.Error("Escape did not close the menu")
	}
	drop.Tapped(nil)
	test.TapCanvas(w.Canvas(), fyne.NewPos(390, 390))
	if w.Canvas().Overlays().Top() != nil {
		t.Error("a click elsewhere did not close the menu")
	}
}

func TestSliderFollowsTheHand(t *testing.T) {
	mainLock.Lock()
	defer mainLock.Unlock()
	a := themedApp(t)
	w := a.NewWindow("")
	got := -1.0
	s := (&Maker{Tips: NewTips()}).NewSlider(func(v float64) { got = v })
	w.SetContent(s)
	s.Resize(fyne.NewSize(200+2*HaloRadius, ControlHeight))
	s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(HaloRadius+50, 10)}})
	if got != 0.25 {
		t.Errorf("a quarter of the way is %g", got)
	}
	s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(-500, 10)}})
	if got != 0 {
		t.Errorf("far to the left is %g", got)
	}
	s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(900, 10)}})
	if got != 1 {
		t.Errorf("far to the right is %g", got)
	}
	s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyLeft})
	if got != 0.99 {
		t.Errorf("a step back from the end is %g", got)
	}
	s.Disable()
	s.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
	if got != 0.99 {
		t.Error("a disabled slider moves")
	}
}
