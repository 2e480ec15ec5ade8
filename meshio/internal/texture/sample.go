package texture

import (
	"image"
	"image/color"
	"math"

	"github.com/lucasb-eyer/go-colorful"

	"gwscope/meshio/internal/text"
)

// Wrap is how a picture goes on beyond its edges.
type Wrap uint8

// The picture is repeated, mirrored at each edge, or goes on with the colours of its edge.
const (
	Repeat Wrap = iota
	Mirror
	Clamp
)

// Into brings a texture coordinate into [0, 1]; values that are not finite give 0.
func (w Wrap) Into(u float64) float64 {
	if u-u != 0 {
		return 0
	}
	switch w {
	case Clamp:
		return min(max(u, 0), 1)
	case Mirror:
		return math.Abs(math.Remainder(u, 2))
	}
	if u == 1 {
		return 1 // the far edge itself, not the near one of the next tile
	}
	return u - math.Floor(u)
}

// Sample mixes the four pixels about a place, u and v in [0, 1], (0, 0) the upper left
// corner of the image: red, green, blue and alpha, not premultiplied, from 0 to 1.
func Sample(img image.Image, u, v float64) [4]float64 {
	b := img.Bounds()
	x, y := u*float64(b.Dx())-0.5, v*float64(b.Dy())-0.5
	x0, y0 := math.Floor(x), math.Floor(y)
	var out [4]float64
	for _, corner := range [4][2]float64{{0, 0}, {1, 0}, {0, 1}, {1, 1}} {
		w := (1 - math.Abs(x-x0-corner[0])) * (1 - math.Abs(y-y0-corner[1]))
		px := min(max(int(x0+corner[0]), 0), b.Dx()-1)
		py := min(max(int(y0+corner[1]), 0), b.Dy()-1)
		for k, channel := range pixel(img, b.Min.X+px, b.Min.Y+py) {
			out[k] += w * channel
		}
	}
	return out
}

// pixel is a pixel of an image. All images of the standard library give it without an allocation, which
// matters with four pixels for each corner of a million triangles.
func pixel(img image.Image, x, y int) [4]float64 {
	var c color.RGBA64
	if fast, ok := img.(image.RGBA64Image); ok {
		c = fast.RGBA64At(x, y)
	} else {
		c = color.RGBA64Model.Convert(img.At(x, y)).(color.RGBA64)
	}
	if c.A == 0 {
		return [4]float64{}
	}
	a := float64(c.A)
	return [4]float64{float64(c.R) / a, float64(c.G) / a, float64(c.B) / a, a / 0xffff}
}

// Tint multiplies a colour of an image, which is not linear in light, by a factor that is.
func Tint(c, factor [4]float64) color.NRGBA {
	if factor == [4]float64{1, 1, 1, 1} { // most factors are, and conversion takes six powers
		return color.NRGBA{R: text.Byte(255 * c[0]), G: text.Byte(255 * c[1]), B: text.Byte(255 * c[2]), A: text.Byte(255 * c[3])}
	}
	r, g, b := colorful.Color{R: c[0], G: c[1], B: c[2]}.LinearRgb()
	return SRGB([]float64{r * factor[0], g * factor[1], b * factor[2], c[3] * factor[3]})
}

// SRGB converts linear light, with three or four columns, to the non-linear bytes of our
// meshes; NaN is white.
func SRGB(row []float64) color.NRGBA {
	c := color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	if row[0] == row[0] && row[1] == row[1] && row[2] == row[2] {
		s := colorful.LinearRgb(max(0, row[0]), max(0, row[1]), max(0, row[2]))
		c.R, c.G, c.B = text.Byte(s.R*255), text.Byte(s.G*255), text.Byte(s.B*255)
	}
	if len(row) > 3 && row[3] == row[3] {
		c.A = text.Byte(row[3] * 255)
	}
	return c
}
