package texture

import (
	"image/color"

	"gwscope/meshio/internal/text"
)

// Means gathers colours of vertices by the corners of faces. A vertex where materials or pieces of a
// picture meet takes the mean of the colours of its corners.
type Means struct {
	sums   [][4]float64 // from 0 to 255
	counts []int32
}

// Add counts a colour in at a vertex. Callers must have checked that the vertex exists.
func (m *Means) Add(vertex int, c color.NRGBA) {
	for len(m.sums) <= vertex {
		m.sums, m.counts = append(m.sums, [4]float64{}), append(m.counts, 0)
	}
	for k, channel := range [4]uint8{c.R, c.G, c.B, c.A} {
		m.sums[vertex][k] += float64(channel)
	}
	m.counts[vertex]++
}

// Colors are the colours of n vertices, white where no corner had one; varied tells whether two of them
// differ. It is nil where there was no corner at all.
func (m *Means) Colors(n int) (colors []color.NRGBA, varied bool) {
	if len(m.sums) == 0 || len(m.sums) > n {
		return nil, false
	}
	colors = make([]color.NRGBA, n)
	for i := range colors {
		colors[i] = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
		if i < len(m.sums) && m.counts[i] > 0 {
			var c [4]uint8
			for k, sum := range m.sums[i] {
				c[k] = text.Byte(sum / float64(m.counts[i]))
			}
			colors[i] = color.NRGBA{R: c[0], G: c[1], B: c[2], A: c[3]}
		}
		varied = varied || colors[i] != colors[0]
	}
	return colors, varied
}
