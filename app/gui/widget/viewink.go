package widget

import (
	"image/color"

	"fyne.io/fyne/v2"
)

// Ink over the views, which may be light in a dark window and dark in a light window.
const (
	ColorViewText fyne.ThemeColorName = "gwscope.viewtext"
	ColorViewSoft fyne.ThemeColorName = "gwscope.viewsoft"
	// ColorViewVeil dims a picture that is out of date, ColorViewBack stands behind words over a mesh.
	ColorViewVeil fyne.ThemeColorName = "gwscope.viewveil"
	ColorViewBack fyne.ThemeColorName = "gwscope.viewback"
	// ColorVeil dims figures in a panel that are out of date.
	ColorVeil fyne.ThemeColorName = "gwscope.veil"
)

// Opacities of veil and back, of 255.
const (
	veilThick = 0xa0
	backThick = 0xcc
)

// lightVeil dims light views: white over white would only make shapes paler.
var lightVeil = rgb(0xc4cad2)

// ViewPalette are the colours of words over the views; nil for the window's own. It belongs to the main
// goroutine.
var ViewPalette palette

// viewColor is a colour of words over the views, or of a veil; ok is false for all other names.
func viewColor(name fyne.ThemeColorName) (c color.NRGBA, ok bool) {
	thick := uint8(0xff)
	switch name {
	case ColorVeil:
		c = Color(ColorPanel)
		c.A = veilThick
		return c, true
	case ColorViewVeil:
		if c = inView(ColorView); !dark(c) {
			c = lightVeil
		}
		c.A = veilThick
		return c, true
	case ColorViewBack:
		name, thick = ColorView, backThick
	case ColorViewText:
		name = ColorText
	case ColorViewSoft:
		name = ColorSoft
	default:
		return c, false
	}
	c = inView(name)
	c.A = thick
	return c, true
}

// inView is a colour of the palette of the views.
func inView(name fyne.ThemeColorName) color.NRGBA {
	if ViewPalette != nil {
		return ViewPalette[name]
	}
	return Color(name)
}
