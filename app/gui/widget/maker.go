package widget

import (
	"image/color"

	"fyne.io/fyne/v2"
)

// Maker makes the window's widgets and gives them their common parts: the layer of tooltips, and the
// handler of keys that a focused widget has no use for.
type Maker struct {
	Tips *Tips
	Keys func(*fyne.KeyEvent)
}

// change gives a field of a widget a value, and shows it if it is another.
func change[T comparable](w fyne.Widget, field *T, value T) {
	if *field != value {
		*field = value
		w.Refresh()
	}
}

// Key passes a key on to the window.
func (k *Maker) Key(e *fyne.KeyEvent) {
	if k.Keys != nil {
		k.Keys(e)
	}
}

// Mix is a of the way from c to d.
func Mix(c, d color.NRGBA, a float64) color.NRGBA {
	f := func(x, y uint8) uint8 { return uint8(float64(x) + a*(float64(y)-float64(x)) + 0.5) }
	return color.NRGBA{R: f(c.R, d.R), G: f(c.G, d.G), B: f(c.B, d.B), A: f(c.A, d.A)}
}
