package colormap

import (
	"image/color"
	"math"

	"gwscope/render/scene"
)

// Positions maps places in a box to colours: the carried colours that make a
// correspondence visible, because left and right, front and back, up and down
// all differ. Oklab lightness stays within 0.67 and 0.77, so that no region is
// lost in shadow and shading is never mistaken for colour; the two horizontal
// axes give the two hues, and height shifts both a little.
type Positions struct {
	bounds scene.Bounds
	// The axes: first and second horizontal, and up.
	first, second, up int
}

// NewPositions prepares the colours of a box whose up axis is 0, 1 or 2 for x, y
// or z. The longer horizontal axis, along which an animal points, becomes green
// to red; the shorter blue to yellow.
func NewPositions(b scene.Bounds, up int) Positions {
	p := Positions{bounds: b, up: min(max(up, 0), 2)}
	p.first, p.second = (p.up+1)%3, (p.up+2)%3
	size := func(k int) float32 { return b.Max[k] - b.Min[k] }
	if size(p.second) > size(p.first) {
		p.first, p.second = p.second, p.first
	}
	return p
}

const (
	positionLight  = 0.72 // middle lightness, and how far height moves it
	positionRise   = 0.05
	positionChroma = 0.15 // of a and b at the box's sides; sRGB ends at 0.12 to 0.25 here
	positionTilt   = 0.04 // of height in b
)

// At is the colour of p; Missing for NaN. Places outside the
// box get the colour of its nearest point.
func (c Positions) At(p scene.Vec) color.NRGBA {
	if !scene.Finite(p) {
		return Missing
	}
	u := func(k int) float64 {
		lo, hi := float64(c.bounds.Min[k]), float64(c.bounds.Max[k])
		if !(hi > lo) {
			return 0
		}
		x := min(max(2*(float64(p[k])-lo)/(hi-lo)-1, -1), 1)
		// A gentle S: bodies fill the middle of their box, limbs the ends.
		return math.Sin(x * math.Pi / 2)
	}
	h := u(c.up)
	return Oklab(positionLight+positionRise*h,
		positionChroma*u(c.first),
		positionChroma*u(c.second)+positionTilt*h)
}

// All are the colours of many places.
func (c Positions) All(ps []scene.Vec) []color.NRGBA {
	out := make([]color.NRGBA, len(ps))
	for i, p := range ps {
		out[i] = c.At(p)
	}
	return out
}
