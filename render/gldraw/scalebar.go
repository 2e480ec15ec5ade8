//go:build cgo

package gldraw

import (
	"image"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/font"

	"gwscope/render/scene"
)

func (b ScaleBar) on() bool { return b.Unit > 0 && !math.IsInf(b.Unit, 0) }

// A bar is about so long, and its lower end so far from the pane's lower left corner, in units
// of Frame.Scale. Beside the cross of axes it stands further right.
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

// bar draws a bar with its length over it.
func (k ink) bar(dst *image.RGBA, face font.Face, p *Pane, scale float64) {
	w, h := float64(p.Rect.Dx()), float64(p.Rect.Dy())
	if w < 2*barLength*scale || h < 2*barLength*scale {
		return
	}
	perPixel := p.Camera.PixelSize(p.Camera.Distance, h) * p.Bar.Unit // units of the file
	if !(perPixel > 0) || math.IsInf(perPixel, 0) {
		return
	}
	length := roundLength(barLength * scale * perPixel)
	x, y := float64(p.Rect.Min.X)+barX*scale, float64(p.Rect.Max.Y)-barY*scale
	if p.Axes {
		x += besideX * scale
	}
	end := x + length/perPixel
	for _, line := range []struct {
		width float64
		color scene.RGBA
	}{{4, k.halo}, {1.5, k.letters}} {
		for _, s := range [][4]float64{{x, y, end, y}, {x, y - barTick*scale, x, y}, {end, y - barTick*scale, end, y}} {
			stroke(dst, [2]float64{s[0], s[1]}, [2]float64{s[2], s[3]}, line.width*scale, line.color)
		}
	}
	text := p.Bar.text(length)
	tw := float64(font.MeasureString(face, text)) / 64
	k.text(dst, face, (x+end-tw)/2, y-barTick*scale-3*scale, scale, text)
}
