package gui

import (
	"image/color"

	"fyne.io/fyne/v2"
)

// Ink over the views, which may be light in a dark window and dark in a light one.
const (
	colorViewText fyne.ThemeColorName = "gwscope.viewtext"
	colorViewSoft fyne.ThemeColorName = "gwscope.viewsoft"
)

// viewPalette are the colours of what is written over the views; nil for the window's
// own. It belongs to the main goroutine, as all that is drawn does.
var viewPalette palette

// viewColor is the ink over views; ok is false for all other colours.
func viewColor(name fyne.ThemeColorName) (c color.NRGBA, ok bool) {
	switch name {
	case colorViewText:
		name = colorText
	case colorViewSoft:
		name = colorSoft
	default:
		return c, false
	}
	if viewPalette != nil {
		return viewPalette[name], true
	}
	return themeColor(name), true
}

// inkViews makes the words over the views fit their background.
func (d *desk) inkViews() {
	viewPalette = nil
	if night := d.m.viewIsDark(); night != isDark() {
		viewPalette = light
		if night {
			viewPalette = dark
		}
	}
	for _, h := range d.headers {
		h.objects.Refresh()
		for _, l := range []*label{h.title, h.stats, h.caption, h.waiting} {
			l.Refresh()
		}
		h.legend.Refresh()
	}
	for _, l := range d.lanes {
		l.title.Refresh()
		l.figure.Refresh()
	}
	d.raceLegend.Refresh()
}
