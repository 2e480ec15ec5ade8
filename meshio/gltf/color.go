package gltf

import (
	"image/color"
	"math"

	"github.com/lucasb-eyer/go-colorful"

	"gwscope/meshio/internal/text"
)

// toSRGB converts a vertex colour, which glTF holds in linear light, to the
// non-linear bytes of our meshes. A row has three or four columns.
func toSRGB(row []float64) color.NRGBA {
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
