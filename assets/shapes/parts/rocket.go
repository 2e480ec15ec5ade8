package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	rocketBody uint8 = iota
	rocketFin
	rocketNose
)

// rocket stands on its tail: slim, bellied, or with boosters.
func rocket(d dice) []solid {
	style := d.pick(4, 3, 2)
	r, high := d.between(0.1, 0.17), d.between(1.4, 1.9)
	nose := d.between(0.25, 0.5)
	tail := 1.0 // radius at the foot
	belly := 0.0
	if style == 1 {
		r, high = d.between(0.2, 0.3), d.between(1.1, 1.4)
		belly, tail = d.between(0.15, 0.35), d.between(0.55, 0.75)
	}
	radius := func(t float64) float64 { // t from the foot to the nose
		return r * (1 + belly*math.Sin(math.Pi*min(1, t*1.1)) - (1-tail)*math.Pow(1-t, 3))
	}
	var profile []point2
	const n = 9
	for i := range n + 1 {
		t := float64(i) / n
		profile = append(profile, point2{radius(t), t * high})
	}
	out := []solid{lathe(rocketBody, false, profile...)}
	if d.chance(0.35) && style == 0 { // a thinner upper stage's collar
		t := d.between(0.5, 0.7)
		out = append(out, drum(rocketBody, 1.12*r, 0.05).moved(vec(0, t*high, 0)))
	}
	if d.chance(0.6) { // nozzle
		w := radius(0)
		out = append(out, lathe(rocketBody, false, point2{0.85 * w, -0.16}, point2{0.62 * w, -0.06}, point2{0.5 * w, 0.04}, point2{0, 0.04}))
	}
	top := radius(1)
	ogive := d.between(1.2, 2.4)
	cone := []point2{{0.6 * top, high - 0.04}, {top * 0.999, high - 0.039}}
	for i := range 7 {
		t := float64(i) / 7
		cone = append(cone, point2{top * math.Pow(1-math.Pow(t, ogive), 0.9), high + t*nose})
	}
	cone = append(cone, point2{0, high + nose})
	out = append(out, lathe(rocketNose, false, cone...))
	if d.chance(0.25) {
		out = append(out, rod(rocketNose, vec(0, high+nose-0.05, 0), vec(0, high+nose+d.between(0.1, 0.2), 0), 0.02, 0.016))
	}
	if style == 2 {
		count := 2 + 2*d.IntN(2)
		size := d.between(0.45, 0.65) * r
		tall := high * d.between(0.4, 0.65)
		for i := range count {
			out = append(out, around1(booster(size, tall), vec(r+0.9*size, 0, 0), i, count, 0)...)
		}
	}
	count := 3 + d.IntN(2)
	if style == 2 {
		count = 4
	}
	out = append(out, fins(d, count, radius(0.05)*0.8, 0.02*high, high*d.between(0.2, 0.34))...)
	if style == 0 && d.chance(0.4) { // small fins further up
		out = append(out, fins(d, count, 0.85*r, d.between(0.5, 0.7)*high, 0.16*high)...)
	}
	return out
}

// around1 is copy i of count around the axis.
func around1(all []solid, at r3.Vec, i, count int, offset float64) []solid {
	var out []solid
	for _, s := range all {
		out = append(out, s.moved(at).turned(360*float64(i)/float64(count)+offset, axisY, r3.Vec{}))
	}
	return out
}

func booster(r, tall float64) []solid {
	return []solid{
		rod(rocketBody, vec(0, 0, 0), vec(0, tall, 0), r, r),
		lathe(rocketNose, false, point2{0.6 * r, tall - 0.03}, point2{r, tall - 0.029}, point2{0.9 * r, tall + 0.6*r}, point2{0.55 * r, tall + 1.4*r}, point2{0, tall + 2*r}),
	}
}

func fins(d dice, count int, r, y, root float64) []solid {
	span := d.between(0.16, 0.34)
	tip := root * d.between(0.25, 0.8)
	sweep := d.between(-0.15, 0.45) * root // how much lower the tip lies
	thick := d.between(0.014, 0.022)
	at := func(t float64) slice {
		chord := root + t*(tip-root)
		low := y - sweep*t
		return slice{vec(r+t*span, low+chord/2, 0), vec(0, chord/2, 0), vec(0, 0, thick*(1-0.4*t)), 4}
	}
	one := loft(rocketFin, at(0), at(0.33), at(0.67), at(1))
	var out []solid
	for i := range count {
		out = append(out, around1([]solid{one}, r3.Vec{}, i, count, 45)...)
	}
	return out
}
