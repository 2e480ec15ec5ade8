package gldraw

import (
	"image"
	"math"
	"strconv"
	"strings"

	"gwscope/render/camera"
)

func (b ScaleBar) on() bool { return b.Unit > 0 && !math.IsInf(b.Unit, 0) }

// The length of a bar, about, and the distance of its lower end from the pane's lower left corner, in
// units of Frame.Scale. Beside the cross of axes it stands further right.
const (
	barLength = 110
	barX      = 14
	barY      = 14
	barTick   = 4
	besideX   = 2*axisMargin + 8
)

// roundLength is the largest of 1, 2 and 5 times a power of ten that is not above most.
func roundLength(most float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(most)))
	for _, f := range []float64{5, 2} {
		if f*power <= most*(1+1e-12) {
			return f * power
		}
	}
	return power
}

// text is a length in words.
func (b ScaleBar) text(length float64) string {
	text := strconv.FormatFloat(length, 'g', 6, 64) // powers of ten are not exact
	if x, err := strconv.ParseFloat(text, 64); err == nil && x >= 1e-4 && x < 1e7 {
		text = strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strings.TrimRight(text+" "+b.Name, " ")
}

// Measure is the length of a bar, in pixels, in a pane of w x h pixels, and its words. A unit
// of the frame has scale pixels. ok is false where a pane has no room for a bar, or no unit.
func (b ScaleBar) Measure(c camera.Camera, w, h, scale float64) (pixels float64, text string, ok bool) {
	most := min(barLength*scale, w/3)
	perPixel := c.PixelSize(c.Distance, h) * b.Unit // units of the file
	if !b.on() || most < leastBar*scale || h < leastBar*3*scale || !(perPixel > 0) || math.IsInf(perPixel, 0) {
		return 0, "", false
	}
	length := roundLength(most * perPixel)
	return length / perPixel, b.text(length), true
}

// axisMargin is the distance of the centre of the cross of axes from the pane's sides, in units
// of Frame.Scale.
const axisMargin = 46

// leastBar is the room below which there is no bar, in units of Frame.Scale.
const leastBar = 36

// At is the lower left end of a bar in a pane, which leaves the cross of axes its place.
func (b ScaleBar) At(pane image.Rectangle, axes bool, scale float64) (x, y float64) {
	x, y = float64(pane.Min.X)+barX*scale, float64(pane.Max.Y)-barY*scale
	if axes {
		x += besideX * scale
	}
	return x, y
}
