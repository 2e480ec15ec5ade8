package ply

import (
	"image/color"

	"gwscope/meshio/internal/text"
)

// colorNames are the names that writers give to red, green, blue and alpha.
var colorNames = [][4]string{
	{"red", "green", "blue", "alpha"},
	{"r", "g", "b", "a"},
	{"diffuse_red", "diffuse_green", "diffuse_blue", "diffuse_alpha"},
}

// toColors turns columns of red, green, blue and perhaps alpha into colours.
// Integers count from 0 to 255, or to 65535 where 16-bit values exceed 255;
// floating point from 0 to 1, or to 255 where values exceed 1. What is not a
// number is white.
func toColors(rgba [4][]float64, k kind) []color.NRGBA {
	largest := 0.0
	for _, channel := range rgba {
		for _, v := range channel {
			if v > largest {
				largest = v
			}
		}
	}
	scale := 1.0
	switch {
	case (k == float32s || k == float64s) && largest <= 1:
		scale = 255
	case k == uint16s && largest > 255:
		scale = 255.0 / 65535
	}
	colors := make([]color.NRGBA, len(rgba[0]))
	for i := range colors {
		var c [4]uint8
		for channel := range c {
			c[channel] = 255
			if rgba[channel] == nil {
				continue
			}
			if v := rgba[channel][i]; v == v {
				c[channel] = text.Byte(v * scale)
			}
		}
		colors[i] = color.NRGBA{R: c[0], G: c[1], B: c[2], A: c[3]}
	}
	return colors
}
