package widget

import (
	"image/color"

	"fyne.io/fyne/v2"
)

// Ink over the views, which may be light in a dark window and dark in a light one.
const (
	ColorViewText fyne.ThemeColorName = "gwscope.viewtext"
	ColorViewSoft fyne.ThemeColorName = "gwscope.viewsoft"
)

// ViewPalette are the colours of what is written over the views; nil for the window's
// own. It belongs to the main goroutine, as all that is drawn does.
var ViewPalette palette

// viewColor is the ink over views; ok is false for all other colours.
func viewColor(name fyne.ThemeColorName) (c color.NRGBA, ok bool) {
	switch name {
	case ColorViewText:
		name = ColorText
	case ColorViewSoft:
		name = ColorSoft
	default:
		return c, false
	}
	if ViewPalette != nil {
		return ViewPalette[name], true
	}
	return Color(name), true
}
