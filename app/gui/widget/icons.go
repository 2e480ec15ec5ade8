package widget

import (
	"bytes"
	"embed"
	"fmt"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// Icons are 16x16 line drawings in icons/. They are written in the colour INK,
// which is replaced by the theme's when shown: Fyne's own recolouring changes
// fills and leaves strokes alone.
//
//go:embed icons/*.svg
var iconFiles embed.FS

// icon is the drawing named name in the colour c. Fyne keeps rasters by
// resource name, so the name carries the colour.
func icon(name string, c color.NRGBA) fyne.Resource {
	src, err := iconFiles.ReadFile("icons/" + name + ".svg")
	if err != nil {
		panic("gui: no icon named " + name) // names are written by programmers
	}
	ink := fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	return fyne.NewStaticResource(name+ink+".svg", bytes.ReplaceAll(src, []byte("INK"), []byte(ink)))
}

// iconImage shows an icon at its natural size.
func iconImage(name string, c color.NRGBA) *canvas.Image {
	img := canvas.NewImageFromResource(icon(name, c))
	img.FillMode = canvas.ImageFillContain
	img.SetMinSize(fyne.NewSquareSize(16))
	return img
}
