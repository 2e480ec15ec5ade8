package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// touch is the common part of widgets: the pointer over them and its tooltip, the focus, and the keys that
// press. A widget embeds it and sets self to itself, or to the widget that embeds it in turn. A widget that
// cannot be tapped has a TypedKey of its own.
type touch struct {
	maker            *Maker
	self             fyne.Widget
	Tip              string
	hovered, focused bool
}

// MouseIn begins the wait for the tooltip.
func (t *touch) MouseIn(*desktop.MouseEvent) {
	t.hovered = true
	t.maker.Tips.Arm(t.self, t.Tip)
	t.self.Refresh()
}

// MouseMoved changes nothing.
func (t *touch) MouseMoved(*desktop.MouseEvent) {}

// MouseOut takes the tooltip away.
func (t *touch) MouseOut() {
	t.hovered = false
	t.maker.Tips.Hide()
	t.self.Refresh()
}

// FocusGained lights the widget.
func (t *touch) FocusGained() { t.focused = true; t.self.Refresh() }

// FocusLost takes the light away.
func (t *touch) FocusLost() { t.focused = false; t.self.Refresh() }

// TypedRune takes no letters.
func (t *touch) TypedRune(rune) {}

// TypedKey presses on space and return; all other keys act as everywhere in the window.
func (t *touch) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		t.self.(fyne.Tappable).Tapped(nil)
	default:
		t.maker.Key(e)
	}
}
