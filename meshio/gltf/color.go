package gltf

import (
	"image/color"
	"math"

	"github.com/lucasb-eyer/go-colorful"
)

// linearLight is the 16-bit linear value of each non-linear byte: 8 bits of
// linear light would merge the dark colours.
var linearLight = func() (table [256]uint16) {
	for i := range table {
		v := float64(i) / 255
		linear, _, _ := colorful.Color{R: v, G: v, B: v}.LinearRgb()
		table[i] = uint16(math.Round(65535 * linear))
	}
	return table
}()

func toLinear(c color.NRGBA) [4]uint16 {
	return [4]uint16{linearLight[c.R], linearLight[c.G], linearLight[c.B], uint16(c.A) * 257}
}
