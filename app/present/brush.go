package present

import (
	"image/color"
	"math"
)

// Brush is an interval of a quantity's values. Vertices in it stay lit, all others are dimmed.
// The zero value dims nothing.
type Brush struct {
	By        ColorBy
	Low, High float64
	// Open lets values above High count, too, as in the last bin of a histogram.
	Open bool
}

// On reports whether there is a brush.
func (b Brush) On() bool { return b != (Brush{}) }

// holds reports whether a value is in the interval; an unknown value is not.
func (b Brush) holds(v float64) bool { return v >= b.Low && (v <= b.High || b.Open) }

// dimmed is the share of grey in the colours of dimmed places: enough that the rest stands out,
// little enough that the shape can still be seen.
const dimmed = 0.82

// grey is the ground of the mask's hatching, and the end of dimming.
func grey(dark bool) color.NRGBA {
	if dark {
		return color.NRGBA{R: 0x50, G: 0x56, B: 0x60, A: 255}
	}
	return color.NRGBA{R: 0xcd, G: 0xd2, B: 0xd9, A: 255}
}

func mix(c, d color.NRGBA, a float64) color.NRGBA {
	f := func(x, y uint8) uint8 { return round8(float64(x) + a*(float64(y)-float64(x))) }
	return color.NRGBA{R: f(c.R, d.R), G: f(c.G, d.G), B: f(c.B, d.B), A: c.A}
}

// keep dims the colours of vertices whose value is not in the brush's interval.
func (v View) keep(colors []color.NRGBA, brushed []float64) []color.NRGBA {
	out := make([]color.NRGBA, len(colors))
	towards := grey(v.Dark)
	for i, c := range colors {
		if out[i] = c; !v.Brush.holds(brushed[i]) {
			out[i] = mix(c, towards, dimmed)
		}
	}
	return out
}

// shareOf is the share of the area whose values fulfil a condition.
func (sd *side) shareOf(values []float64, so func(float64) bool) float64 {
	if values == nil || sd.domain == nil {
		return 0
	}
	var part, all float64
	for p, area := range sd.domain.PointArea {
		all += area
		if so(values[sd.domain.VertexOf[p]]) {
			part += area
		}
	}
	if !(all > 0) {
		return math.NaN()
	}
	return part / all
}
