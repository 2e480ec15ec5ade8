package capture

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// ink draws the words, bars and lines over and beside the rendered shapes of a figure. Places are in
// pixels from its top left corner. [raster] draws into a picture; [svgInk] and [pdfInk] write letters
// and lines that stay sharp at any size.
type ink interface {
	// letters writes a line of text whose baseline starts at (x, y).
	letters(p *pen, text string, x, y float64, c color.NRGBA)
	// fill colours a rectangle, over earlier ink.
	fill(r image.Rectangle, c color.NRGBA)
	// ramp colours a rectangle from left (0) to right (1).
	ramp(r image.Rectangle, at func(t float64) color.NRGBA)
}

// raster is a picture to draw into.
type raster struct{ img draw.Image }

func (r raster) letters(p *pen, text string, x, y float64, c color.NRGBA) {
	d := font.Drawer{
		Dst: r.img, Src: image.NewUniform(c), Face: p.face,
		Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)},
	}
	d.DrawString(text)
}

func (r raster) fill(box image.Rectangle, c color.NRGBA) {
	draw.Draw(r.img, box, image.NewUniform(c), image.Point{}, draw.Over)
}

func (r raster) ramp(box image.Rectangle, at func(t float64) color.NRGBA) {
	for x := box.Min.X; x < box.Max.X; x++ {
		column := image.Rect(x, box.Min.Y, x+1, box.Max.Y)
		draw.Draw(r.img, column, image.NewUniform(at((float64(x-box.Min.X)+0.5)/float64(box.Dx()))), image.Point{}, draw.Src)
	}
}

// rampStops is how many colours a vector file has of a ramp: between two of them no eye can tell a
// colour map from a straight mixture.
const rampStops = 48
