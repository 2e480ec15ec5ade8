package present

import (
	"image/color"
	"math"
)

// Points have no surface on which lines and squares can be drawn, so the pattern is in their
// colours.
const (
	lineShare = 0.1  // half the width of an isoline, as a share of the distance between isolines
	squareInk = 0.45 // the light that is left on the dark squares of a checker
	lineInk   = 0.25 // the light that is left on isolines, as on surfaces
)

// pattern puts isolines and checker into the colours of a cloud.
func (l *look) pattern() {
	if l.colors == nil || l.values == nil && l.coords == nil {
		return
	}
	out := make([]color.NRGBA, len(l.colors))
	for i, c := range l.colors {
		if l.coords != nil && l.cube > 0 {
			parity := 0
			for _, x := range l.coords[i] {
				parity += int(math.Floor(float64(x / l.cube)))
			}
			if parity&1 != 0 {
				c = darker(c, squareInk)
			}
		}
		if l.values != nil && l.isoStep > 0 {
			level := float64(l.values[i] / l.isoStep)
			if math.Abs(level-math.Round(level)) < lineShare {
				c = darker(c, lineInk)
			}
		}
		out[i] = c
	}
	l.colors = out
}

func darker(c color.NRGBA, by float64) color.NRGBA {
	return color.NRGBA{R: round8(by * float64(c.R)), G: round8(by * float64(c.G)), B: round8(by * float64(c.B)), A: c.A}
}
