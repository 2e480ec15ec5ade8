package widget

import (
	"bytes"
	"embed"
	"fmt"
	"image"
	"image/color"
	"sync"

	"fyne.io/fyne/v2/canvas"
	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
)

// Icons are line drawings in icons/, in squares of iconSize. Their files name the colour INK, which is
// replaced by a colour of the theme. The window draws them itself: Fyne gives strokes neither another colour
// nor a width that grows with the scale.
//
//go:embed icons/*.svg
var iconFiles embed.FS

// drawnIcon is an icon in a colour, of w x h pixels.
type drawnIcon struct {
	name string
	ink  color.NRGBA
	w, h int
}

// drawnIcons keeps pictures by drawnIcon: a window has few, and shows them often.
var drawnIcons sync.Map

func (d drawnIcon) picture() image.Image {
	if img, ok := drawnIcons.Load(d); ok {
		return img.(image.Image)
	}
	img := image.NewNRGBA(image.Rect(0, 0, d.w, d.h))
	src, err := iconFiles.ReadFile("icons/" + d.name + ".svg")
	if err != nil {
		panic("gui: no icon named " + d.name) // names are written by programmers
	}
	drawing, err := oksvg.ReadIconStream(bytes.NewReader(bytes.ReplaceAll(src, []byte("INK"), fmt.Appendf(nil, "#%02x%02x%02x", d.ink.R, d.ink.G, d.ink.B))))
	if err != nil {
		panic("gui: the icon " + d.name + " cannot be read: " + err.Error())
	}
	side := float64(min(d.w, d.h))
	drawing.SetTarget((float64(d.w)-side)/2, (float64(d.h)-side)/2, side, side)
	for i := range drawing.SVGPaths {
		drawing.SVGPaths[i].LineWidth *= side / float64(iconSize)
	}
	drawing.Draw(rasterx.NewDasher(d.w, d.h, rasterx.NewScannerGV(d.w, d.h, img, img.Bounds())), 1)
	drawnIcons.Store(d, img)
	return img
}

// newIcon is an empty place for an icon.
func newIcon() *canvas.Raster {
	r := canvas.NewRaster(nil)
	r.Hidden = true
	return r
}

// setIcon puts an icon in its place unless it is there already. src is the present icon with its colour. The
// name "" empties the place.
func setIcon(place *canvas.Raster, src *string, name string, c color.NRGBA) {
	place.Hidden = name == ""
	if name == "" {
		return
	}
	if now := fmt.Sprint(name, c); *src != now {
		*src = now
		place.Generator = func(w, h int) image.Image { return drawnIcon{name, c, w, h}.picture() }
		place.Refresh()
	}
}
