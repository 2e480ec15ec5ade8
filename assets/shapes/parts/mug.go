package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	mugHandle uint8 = iota
	mugCup
)

// mug has its handle towards +x.
func mug(d dice) []solid {
	height := d.between(0.8, 1.4)
	r := d.between(0.42, 0.6)
	wall := d.between(0.035, 0.06)
	foot, belly, lip := d.between(0.65, 1.05), d.between(-0.05, 0.2), d.between(-0.03, 0.1)
	radius := func(t float64) float64 {
		return r * (foot + (1-foot)*math.Sqrt(t) + belly*math.Sin(math.Pi*t) + lip*t*t*t)
	}
	var profile []point2
	profile = append(profile, point2{0, 0}, point2{0.55 * radius(0), 0}, point2{0.92 * radius(0), 0}, point2{radius(0.04), 0.035 * height})
	const n = 8
	for i := 1; i <= n; i++ {
		t := float64(i) / n
		profile = append(profile, point2{radius(t), t * height})
	}
	floor := d.between(0.05, 0.09)
	for i := n; i >= 1; i-- {
		t := float64(i) / n
		profile = append(profile, point2{radius(t) - wall, max(t*height, floor+0.02)})
	}
	profile = append(profile, point2{0.6 * radius(0.1), floor}, point2{0, floor})
	out := []solid{lathe(mugCup, true, profile...)}

	low, high := d.between(0.12, 0.3), d.between(0.7, 0.9)
	reach := d.between(0.24, 0.42)
	lowX, highX := radius(low)-0.5*wall, radius(high)-0.5*wall
	at := func(x, t float64) r3.Vec { return vec(x, t*height, 0) }
	outermost := max(lowX, highX) + reach
	var path []r3.Vec
	switch d.pick(4, 3, 2) {
	case 0: // a C
		path = curve(5, at(highX, high), at(highX+0.55*reach, high+0.03), at(outermost, 0.35*low+0.65*high), at(outermost, 0.65*low+0.35*high), at(lowX+0.5*reach, low-0.02), at(lowX, low))
	case 1: // a square
		path = curve(4, at(highX, high), at(outermost-0.08, high), at(outermost, high-0.07), at(outermost, low+0.07), at(outermost-0.08, low), at(lowX, low))
	default: // an ear
		path = curve(5, at(highX, high), at(highX+0.6*reach, high+0.08), at(outermost, high-0.08), at(lowX+0.45*reach, 0.6*low+0.4*high), at(lowX+0.12*reach, low+0.05), at(lowX, low))
	}
	thick := d.between(0.035, 0.06)
	if d.chance(0.5) {
		return append(out, tube(mugHandle, path, false, steady(thick)))
	}
	return append(out, band(mugHandle, path, axisZ, thick*d.between(1.2, 2.2), 0.75*thick, 3))
}
