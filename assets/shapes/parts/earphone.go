package parts

import (
	"gonum.org/v1/gonum/spatial/r3"
)

const (
	earPhone uint8 = iota
	earBand
	earWire
)

// earphone is a pair of headphones, or of buds on a wire.
func earphone(d dice) []solid {
	if d.chance(0.3) {
		return buds(d)
	}
	return headphones(d)
}

// earcup is a cup towards the ear at the left of it (-x), with its cushion.
func earcup(at r3.Vec, radius, deep, tall float64) []solid {
	shell := lathe(earPhone, false, point2{0, 1 * deep}, point2{0.55 * radius, 0.95 * deep}, point2{0.92 * radius, 0.6 * deep},
		point2{radius, 0.1 * deep}, point2{0.95 * radius, -0.2 * deep}, point2{0.85 * radius, -0.3 * deep}, point2{0, -0.3 * deep})
	const n = 10
	ring := arc(vec(0, -0.45*deep, 0), vec(0.72*radius, 0, 0), vec(0, 0, 0.72*radius), 0, 360-360./n/2, 2*n-1)
	cushion := tube(earPhone, ring, true, steady(0.26*radius))
	var out []solid
	for _, s := range []solid{shell, cushion} {
		out = append(out, s.turned(-90, axisZ, r3.Vec{}).mapped(func(p r3.Vec) r3.Vec { return vec(p.X, tall*p.Y, p.Z) }).moved(at))
	}
	return out
}

func headphones(d dice) []solid {
	half, high := d.between(0.5, 0.62), d.between(0.55, 0.8)
	radius, deep := d.between(0.2, 0.36), d.between(0.1, 0.18)
	tall := d.between(1, 1.35)
	var out []solid
	cup := earcup(vec(half+0.02, 0, 0), radius, deep, tall)
	for _, s := range cup {
		s = s.turned(d.between(4, 10), axisZ, vec(half, 0, 0))
		out = append(out, bothSides(s)...)
	}
	lift := radius * tall * d.between(0.55, 0.8)
	path := arc(vec(0, lift, 0), vec(half+0.06, 0, 0), vec(0, high, 0), 0, 180, 24)
	path = append([]r3.Vec{vec(half+0.07, -0.05, 0)}, append(path, vec(-half-0.07, -0.05, 0))...)
	if d.chance(0.65) {
		out = append(out, band(earBand, path, axisZ, d.between(0.05, 0.1), 0.022, 4))
	} else { // two thin bows
		gap := d.between(0.03, 0.07)
		for _, z := range []float64{-gap, gap} {
			var shifted []r3.Vec
			for _, p := range path {
				shifted = append(shifted, r3.Add(p, vec(0, 0, z)))
			}
			out = append(out, tube(earBand, shifted, false, steady(0.022)))
		}
	}
	if d.chance(0.5) { // padding under the top
		pad := arc(vec(0, lift-0.03, 0), vec(half+0.06, 0, 0), vec(0, high, 0), 50, 130, 10)
		out = append(out, band(earBand, pad, axisZ, d.between(0.09, 0.13), 0.045, 3))
	}
	if d.chance(0.55) { // a wire from the one cup
		y := -radius * tall
		hang := d.between(0.5, 1)
		sway := d.between(-0.25, 0.25)
		out = append(out, tube(earWire, curve(6, vec(half+0.05, 0.7*y, 0), vec(half+0.04, y-0.2*hang, 0.03), vec(half-0.2+sway, y-0.6*hang, 0.1), vec(0.1+sway, y-hang, d.between(-0.1, 0.2))), false, steady(0.02)))
	} else if d.chance(0.3) { // a microphone's boom
		out = append(out, tube(earWire, curve(5, vec(half+0.05, -0.2*radius, 0.3*radius), vec(half+0.02, -0.25, 0.3), vec(0.6*half, -0.36, 0.5), vec(0.25*half, -0.38, 0.56)), false, taper(0.022, 0.03)))
	}
	return out
}

func buds(d dice) []solid {
	half, drop := d.between(0.3, 0.5), d.between(0.5, 0.75)
	size := d.between(0.1, 0.15)
	stem := d.between(0.15, 0.32)
	var out []solid
	bud := []solid{
		ball(earPhone, vec(half, 0, 0), vec(size*d.between(0.7, 1), size, size)),
		rod(earPhone, vec(half+0.3*size, -0.4*size, 0), vec(half+0.5*size, -size-stem, 0), 0.42*size, 0.34*size),
		ball(earPhone, vec(half-0.75*size, 0.1*size, 0.1*size), vec(0.6*size, 0.55*size, 0.55*size)),
	}
	out = append(out, bothSides(bud...)...)
	start := vec(half+0.5*size, -0.9*size-stem, 0)
	meet := vec(d.between(-0.05, 0.05), start.Y-drop, d.between(0.02, 0.12))
	for _, side := range []float64{-1, 1} {
		a := vec(side*start.X, start.Y, 0)
		out = append(out, tube(earWire, curve(6, a, vec(side*(half*d.between(0.85, 1.1)), a.Y-0.4*drop, d.between(-0.05, 0.1)), vec(side*0.25*half, a.Y-0.8*drop, meet.Z-0.02), meet), false, steady(0.02)))
	}
	if d.chance(0.35) { // a bow behind the neck
		path := arc(vec(0, 0, 0), vec(half+0.2*size, 0, 0), vec(0, d.between(0.05, 0.2), -d.between(0.4, 0.6)), 0, 180, 20)
		out = append(out, tube(earBand, path, false, steady(0.03)))
	}
	end := vec(meet.X+d.between(-0.15, 0.15), meet.Y-d.between(0.35, 0.7), meet.Z)
	out = append(out, tube(earWire, curve(6, r3.Add(meet, vec(0, 0.02, 0)), mid(meet, end, 0.5), end), false, steady(0.022)))
	if d.chance(0.5) { // plug
		out = append(out, rod(earWire, end, r3.Add(end, vec(0, -0.14, 0)), 0.032, 0.026))
	}
	return out
}
