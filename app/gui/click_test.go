package gui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Two quick clicks are a double click at the same place only, and never with Shift, which adds marks.
func TestDoubleClicksAreOnOnePlace(t *testing.T) {
	d, _ := testDesk(t)
	for _, c := range []struct {
		name        string
		dx          float32
		mod         fyne.KeyModifier
		picks, aims int
	}{{"one place", 2, 0, 1, 1}, {"two places", 15, 0, 2, 0}, {"with Shift", 2, fyne.KeyModifierShift, 2, 0}} {
		onTestMain(func() {
			v := d.views.port
			v.Resize(fyne.NewSize(600, 400))
			v.hand = hand{}
			picks, aims := 0, 0
			v.pick = func(pane, fyne.Position) { picks++ }
			v.aim = func(pane, fyne.Position) { aims++ }
			for k := range 2 {
				e := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary, Modifier: c.mod}
				e.Position = fyne.NewPos(120+float32(k)*c.dx, 150)
				v.MouseDown(e)
				v.MouseUp(e)
			}
			if picks != c.picks || aims != c.aims {
				t.Errorf("%s: %d picks and %d turns of the centre, want %d and %d", c.name, picks, aims, c.picks, c.aims)
			}
		})
	}
}
