package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	lampBase uint8 = iota
	lampShade
	lampCanopy
	lampPole
)

// lamp stands on a table or the floor, hangs, or bends over a desk.
func lamp(d dice) []solid {
	switch d.pick(4, 3, 3, 3) {
	case 0:
		return tableLamp(d)
	case 1:
		return floorLamp(d)
	case 2:
		return pendant(d)
	}
	return deskLamp(d)
}

// shade is a shell open below, its lower rim at y = 0: a cone, a drum, a bell or a
// bowl of radius r and the given height, or a globe.
func shade(d dice, r, height float64) solid {
	const thick = 0.05 // of the radius
	top := d.between(0.35, 0.9)
	var outer []point2
	switch d.pick(5, 2, 2) {
	case 0:
		outer = []point2{{r, 0}, {r * (1 + (top-1)/3), height / 3}, {r * (1 + (top-1)*2/3), 2 * height / 3}, {r * top, height}}
	case 1: // bell
		outer = []point2{{r, 0}, {0.8 * r, 0.15 * height}, {0.6 * r, 0.4 * height}, {0.47 * r, 0.7 * height}, {0.36 * r, height}}
	default: // bowl
		for i := range 8 {
			sin, cos := math.Sincos(math.Pi / 2 * float64(i) / 8)
			outer = append(outer, point2{r * cos, height * sin})
		}
	}
	profile := append([]point2{}, outer...)
	for i := len(outer) - 1; i >= 0; i-- {
		profile = append(profile, point2{outer[i].r - thick*r, max(outer[i].y-thick*0.7*r, 0)})
	}
	last := len(outer) - 1
	// A lid closes the top; the pole goes through it.
	profile[last+1] = point2{0, outer[last].y - thick*0.7*r}
	profile[last] = outer[last]
	profile = append(profile[:last+1], append([]point2{{0, outer[last].y}}, profile[last+1:]...)...)
	return lathe(lampShade, true, profile...)
}

// foot is a base on the floor of radius r: a plate, a dome, or a block.
func foot(d dice, r float64) (s solid, top float64) {
	switch d.pick(3, 2, 2) {
	case 0:
		return lathe(lampBase, false, point2{r, 0}, point2{r, 0.05}, point2{0.9 * r, 0.065}, point2{0.25 * r, 0.085}, point2{0, 0.085}), 0.08
	case 1:
		return lathe(lampBase, false, point2{r, 0}, point2{0.97 * r, 0.05}, point2{0.75 * r, 0.12}, point2{0.4 * r, 0.17}, point2{0.15 * r, 0.2}, point2{0, 0.2}), 0.18
	}
	return box(lampBase, vec(0, 0.05, 0), vec(0.9*r, 0.05, 0.9*r), 8), 0.09
}

func tableLamp(d dice) []solid {
	var out []solid
	high := d.between(0.55, 0.85) // where the shade begins
	r, height := d.between(0.34, 0.5), d.between(0.32, 0.55)
	poleFrom := 0.0
	if d.chance(0.65) { // a vase
		belly, waist := d.between(0.16, 0.27), d.between(0.06, 0.11)
		body := high * d.between(0.7, 0.9)
		at := d.between(0.25, 0.6) // height of the belly
		var profile []point2
		const n = 14
		for i := range n + 1 {
			t := float64(i) / n
			w := math.Exp(-(t - at) * (t - at) / 0.07)
			profile = append(profile, point2{waist + (belly-waist)*w + 0.08*math.Exp(-t/0.05), t * body})
		}
		out = append(out, lathe(lampBase, false, profile...))
		poleFrom = body - 0.02
	} else {
		s, top := foot(d, d.between(0.2, 0.32))
		out = append(out, s)
		poleFrom = top - 0.04
	}
	out = append(out, rod(lampPole, vec(0, poleFrom, 0), vec(0, high+height-0.01, 0), 0.03, 0.03))
	return append(out, shade(d, r, height).moved(vec(0, high, 0)))
}

func floorLamp(d dice) []solid {
	high := d.between(1.5, 2.1)
	r, height := d.between(0.3, 0.42), d.between(0.28, 0.48)
	var out []solid
	if d.chance(0.3) { // tripod
		spread := d.between(0.4, 0.55)
		hub := d.between(0.75, 1) * high
		for i := range 3 {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / 3)
			out = append(out, rod(lampBase, vec(0.02*cos, hub, 0.02*sin), vec(spread*cos, 0, spread*sin), 0.035, 0.03))
		}
		out = append(out, rod(lampPole, vec(0, hub-0.1, 0), vec(0, high+height-0.01, 0), 0.035, 0.03))
		return append(out, shade(d, r, height).moved(vec(0, high, 0)))
	}
	s, top := foot(d, d.between(0.26, 0.38))
	out = append(out, s)
	if d.chance(0.4) { // an arc over the reader
		over := d.between(0.5, 0.95)
		end := vec(over, high-0.2, 0)
		out = append(out, tube(lampPole, curve(6, vec(0, top-0.05, 0), vec(-0.03, 0.6*high, 0), vec(0.25*over, 0.98*high, 0), vec(0.75*over, high+0.03, 0), r3.Add(end, vec(0, 0.02, 0))), false, steady(0.032)))
		return append(out, shade(d, r*0.9, height*0.8).moved(vec(end.X, end.Y-height*0.8+0.03, 0)))
	}
	out = append(out, rod(lampPole, vec(0, top-0.05, 0), vec(0, high+height-0.01, 0), 0.035, 0.028))
	return append(out, shade(d, r, height).moved(vec(0, high, 0)))
}

func pendant(d dice) []solid {
	drop := d.between(0.5, 1.3)
	canopy := d.between(0.12, 0.22)
	out := []solid{lathe(lampCanopy, false, point2{0, 0}, point2{canopy, 0}, point2{canopy, -0.03}, point2{0.6 * canopy, -0.09}, point2{0, -0.1})}
	switch d.pick(4, 2) {
	case 0: // one shade
		r, height := d.between(0.34, 0.55), d.between(0.28, 0.55)
		out = append(out, rod(lampPole, vec(0, -0.06, 0), vec(0, -drop-0.02, 0), 0.022, 0.022))
		if d.chance(0.25) { // a globe
			return append(out, ball(lampShade, vec(0, -drop-0.8*r, 0), vec(0.85*r, 0.85*r, 0.85*r)))
		}
		return append(out, shade(d, r, height).moved(vec(0, -drop-height+0.02, 0)))
	}
	// a chandelier: arms with a small shade each
	arms := 3 + d.IntN(4)
	reach, r := d.between(0.45, 0.65), d.between(0.14, 0.2)
	height := r * d.between(0.9, 1.4)
	out = append(out, rod(lampPole, vec(0, -0.06, 0), vec(0, -drop-0.12, 0), 0.03, 0.03), ball(lampPole, vec(0, -drop-0.12, 0), vec(0.08, 0.1, 0.08)))
	upward := d.chance(0.5)
	one := shade(d, r, height)
	for i := range arms {
		sin, cos := math.Sincos(2*math.Pi*float64(i)/float64(arms) + 0.3)
		at := func(r, y float64) r3.Vec { return vec(r*cos, y-drop, r*sin) }
		out = append(out, tube(lampPole, curve(5, at(0, -0.1), at(0.4*reach, -0.26), at(0.9*reach, -0.2), at(reach, 0.02)), false, steady(0.025)))
		if upward {
			out = append(out, one.turned(180, axisX, r3.Vec{}).moved(at(reach, height)))
		} else {
			out = append(out, one.moved(at(reach, -height+0.03)))
		}
	}
	return out
}

func deskLamp(d dice) []solid {
	s, top := foot(d, d.between(0.26, 0.36))
	lower, upper := d.between(0.55, 0.8), d.between(0.5, 0.75)
	lean, bend := d.between(-0.35, 0.05), d.between(0.5, 1.1) // radians from upright
	a := vec(0, top-0.04, 0)
	b := r3.Add(a, vec(lower*math.Sin(lean), lower*math.Cos(lean), 0))
	c := r3.Add(b, vec(upper*math.Sin(bend), upper*math.Cos(bend), 0))
	out := []solid{s}
	r := d.between(0.02, 0.032)
	if d.chance(0.35) { // a goose neck
		out = append(out, tube(lampPole, curve(6, a, mid(a, b, 0.6), r3.Add(b, vec(0.05, 0.15, 0)), r3.Add(c, vec(-0.1, 0.08, 0)), c), false, steady(1.2*r)))
	} else {
		joint := 1.9 * r
		out = append(out, rod(lampPole, a, b, r, r), rod(lampPole, b, c, r, r), ball(lampPole, b, vec(joint, joint, joint)), ball(lampPole, c, vec(joint, joint, joint)))
	}
	radius, height := d.between(0.2, 0.3), d.between(0.25, 0.38)
	head := shade(d, radius, height).moved(vec(0, 0.02-height, 0)).turned(d.between(15, 45), axisZ, r3.Vec{})
	return append(out, head.moved(c))
}
