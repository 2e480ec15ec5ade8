package text

import (
	"bytes"
	"image/color"
	"math"

	"gwscope/meshio/mesh"
)

// Colors gathers vertex colours of a text format, where a file may count from 0 to 1 or from 0 to 255,
// and decides at the end which of the two it was.
type Colors struct {
	values   [][4]float64
	of       []int // vertex of each value
	largest  float64
	fraction bool // some value was written with a decimal point
	broken   int
}

// Add takes one colour of a vertex. If a component is not finite, the vertex has no colour.
func (c *Colors) Add(vertex int, rgba [4]float64, fraction bool) {
	for _, v := range rgba {
		if v-v != 0 {
			c.broken++
			return
		}
	}
	c.values = append(c.values, rgba)
	c.of = append(c.of, vertex)
	c.largest = max(c.largest, rgba[0], rgba[1], rgba[2])
	c.fraction = c.fraction || fraction
}

// Finish gives the colours of n vertices, nil when there were none. missing
// counts vertices without a usable colour, which become white. An alpha
// component above one is on the scale of 0 to 255, as are all components when
// the file shows no decimal point or a value above one.
func (c *Colors) Finish(n int) (colors []color.NRGBA, missing int) {
	if len(c.values) == 0 {
		return nil, 0
	}
	scale := 255.0
	if c.largest > 1 || !c.fraction {
		scale = 1
	}
	colors = make([]color.NRGBA, n)
	for i := range colors {
		colors[i] = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
	}
	for i, v := range c.values {
		alpha := v[3] * scale
		if v[3] <= 1 && c.fraction {
			alpha = v[3] * 255
		}
		colors[c.of[i]] = color.NRGBA{R: Byte(v[0] * scale), G: Byte(v[1] * scale), B: Byte(v[2] * scale), A: Byte(alpha)}
	}
	return colors, n - len(c.values)
}

// Give gives a mesh the colours of its vertices, with a warning where some are missing. noun
// names a vertex, such as "point".
func (c *Colors) Give(m *mesh.Mesh, noun string) {
	n := len(m.Vertices)
	var missing int
	if m.Colors, missing = c.Finish(n); missing > 0 {
		m.Warn("No usable colour at %s of %d: white there.", mesh.Count(missing, noun), n)
	}
}

// Byte rounds to the nearest value from 0 to 255.
func Byte(x float64) uint8 { return uint8(math.Round(max(0, min(255, x)))) }

// HasPoint reports whether a number was written with a decimal point or an exponent.
func HasPoint(field []byte) bool {
	return bytes.ContainsAny(field, ".eE")
}
