package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	bikeTank uint8 = iota
	bikeSeat
	bikeWheel
	bikeHandle
	bikeLight
	bikeFrame
)

// motorbike drives towards +z: a roadster, a sports bike, a chopper, or one for
// rough ground.
func motorbike(d dice) []solid {
	style := d.pick(3, 3, 3, 2)
	base := d.between(0.64, 0.84) // half the wheelbase
	r := d.between(0.28, 0.4)     // of the wheels
	rake := d.between(0.28, 0.38)
	tyre := d.between(0.065, 0.09)
	saddle := r + d.between(0.32, 0.4)
	head := r + d.between(0.52, 0.62) // height of the steering head
	switch style {
	case 2: // chopper: long low fork
		rake = d.between(0.5, 0.75)
		saddle -= 0.1
		base += 0.1
	case 3:
		tyre *= 0.8
		saddle += 0.1
		head += 0.05
	}
	front, rear := vec(0, r, base), vec(0, r, -base)
	steer := vec(0, head, base-rake)

	wheel := func(at r3.Vec, radius float64) []solid {
		ring := arc(at, vec(0, radius-tyre, 0), vec(0, 0, radius-tyre), 0, 345, 23)
		out := []solid{
			tube(bikeWheel, ring, true, steady(tyre)),
			drum(bikeWheel, 0.09, 0.05).turned(90, axisZ, r3.Vec{}).moved(at),
		}
		if d.chance(0.5) {
			return append(out, drum(bikeWheel, radius-tyre, 0.02).turned(90, axisZ, r3.Vec{}).moved(at))
		}
		spokes := 5 + d.IntN(3)
		for i := range spokes {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(spokes))
			out = append(out, rod(bikeWheel, at, r3.Add(at, vec(0, (radius-tyre)*cos, (radius-tyre)*sin)), 0.024, 0.024))
		}
		return out
	}
	out := append(wheel(front, r), wheel(rear, r*d.between(0.9, 1))...)

	// fork and swing arm
	gap := tyre + 0.035
	out = append(out, bothSides(
		rod(bikeFrame, vec(gap, r, base), vec(gap, head, base-rake), 0.03, 0.036),
		bar(bikeFrame, vec(gap, r, -base), vec(0.7*gap, r+0.08, -0.15), axisX, 0.024, 0.035, 4),
		rod(bikeFrame, vec(gap, r+0.02, -base+0.08), vec(0.7*gap, saddle-0.08, -0.55*base), 0.028, 0.028), // shock
	)...)
	// frame tubes, engine
	out = append(out,
		bar(bikeFrame, steer, vec(0, saddle-0.12, -0.5*base), axisX, 0.05, 0.04, 3),
		rod(bikeFrame, steer, vec(0, r-0.02, 0.3*base), 0.04, 0.035),
		box(bikeFrame, vec(0, r+0.02, 0), vec(d.between(0.12, 0.17), d.between(0.15, 0.2), d.between(0.22, 0.3)), 4),
		bar(bikeFrame, vec(0, r, 0.1), vec(0, r+0.34, d.between(0.02, 0.22)), axisX, 0.09, 0.1, 4),
		bar(bikeFrame, vec(0, saddle-0.12, -0.5*base), vec(0, saddle-0.02, -base-0.05), axisX, 0.06, 0.03, 4),
	)
	if d.chance(0.75) { // exhaust
		x, y := gap+0.09, r-d.between(0.02, 0.12)
		if style == 3 {
			y = r + 0.25
		}
		out = append(out, tube(bikeFrame, curve(5, vec(0.08, r+0.15, 0.3), vec(0.13, r-0.1, 0.34), vec(x-0.02, y-0.05, 0), vec(x, y, -0.4*base), vec(x, y+0.06, -base-0.1)), false,
			func(t float64) float64 { return 0.03 + 0.03*min(1, max(0, 4*t-2)) }))
	}
	if d.chance(0.8) { // front mudguard
		lift := 0.0
		if style == 3 {
			lift = 0.12
		}
		out = append(out, band(bikeFrame, arc(vec(0, r+lift, base), vec(0, 0, r+0.035), vec(0, r+0.035, 0), 35, 145, 12), axisX, tyre+0.02, 0.016, 4))
	}
	if d.chance(0.7) {
		out = append(out, band(bikeFrame, arc(vec(0, r, -base), vec(0, 0, r+0.04), vec(0, r+0.04, 0), 70, 165, 12), axisX, tyre+0.025, 0.018, 4))
	}

	// tank and seat
	long, high, wide := d.between(0.2, 0.27), d.between(0.1, 0.14), d.between(0.12, 0.17)
	tankZ := 0.12 + 0.1*(base-rake)
	tankY := mid(steer, vec(0, saddle, -0.5*base), 0.35).Y + 0.06
	tank := func(z, size, up float64) slice {
		return slice{vec(0, tankY+up, tankZ+z*long), vec(wide*size, 0, 0), vec(0, high*size, 0), 2.6}
	}
	out = append(out, loft(bikeTank, tank(-1, 0.55, -0.05), tank(-0.9, 0.72, -0.035), tank(-0.4, 0.92, 0), tank(0.2, 1.05, 0.02), tank(0.75, 0.9, 0.02), tank(1, 0.6, 0.01)))
	from, to := tankZ-0.9*long, -base+d.between(-0.12, 0.1)
	rise := d.between(0, 0.12)
	dip := d.between(0, 0.05)
	at := func(t, w, up float64) slice {
		return slice{vec(0, saddle-dip*math.Sin(math.Pi*t)+rise*t*t+up, from+t*(to-from)), vec(w, 0, 0), vec(0, 0.055, 0), 3}
	}
	w := d.between(0.11, 0.15)
	out = append(out, loft(bikeSeat, at(0, 0.6*w, 0), at(0.1, 0.85*w, 0), at(0.35, w, 0), at(0.6, w, 0.01), at(0.9, 0.75*w, 0.02), at(1, 0.5*w, 0.02)))

	// handlebar
	bars := d.between(0.27, 0.45)
	up, back := d.between(0.06, 0.14), d.between(0.02, 0.14)
	if style == 2 {
		up, back = d.between(0.22, 0.45), d.between(0.1, 0.22)
	} else if style == 1 {
		up, back, bars = d.between(-0.02, 0.03), 0.04, 0.28
	}
	stem := r3.Add(steer, vec(0, 0.05, -0.02))
	out = append(out, tube(bikeHandle, curve(5, vec(-bars, stem.Y+up-0.02, stem.Z-back), vec(-0.7*bars, stem.Y+up, stem.Z-0.6*back), vec(-0.3*bars, stem.Y+0.3*up, stem.Z), vec(0.3*bars, stem.Y+0.3*up, stem.Z),
		vec(0.7*bars, stem.Y+up, stem.Z-0.6*back), vec(bars, stem.Y+up-0.02, stem.Z-back)), false, func(t float64) float64 {
		if math.Abs(2*t-1) > 0.72 {
			return 0.036 // grips
		}
		return 0.025
	}))
	out = append(out, rod(bikeHandle, r3.Add(steer, vec(0, -0.02, 0)), vec(0, stem.Y+0.3*up+0.01, stem.Z), 0.04, 0.035))
	if d.chance(0.5) { // mirrors
		for _, side := range []float64{-1, 1} {
			a := vec(side*0.65*bars, stem.Y+up, stem.Z-0.5*back)
			b := r3.Add(a, vec(side*0.08, 0.16, 0.02))
			out = append(out, rod(bikeHandle, a, b, 0.016, 0.016), ball(bikeHandle, b, vec(0.06, 0.04, 0.02)))
		}
	}
	if style == 1 { // fairing
		out = append(out, fairing(d, steer, base, rake, r)...)
	}
	if style == 1 || d.chance(0.85) {
		lamp := d.between(0.075, 0.1)
		at := r3.Add(steer, vec(0, -0.05, 0.1+0.5*lamp))
		if style == 1 {
			at = r3.Add(steer, vec(0, -0.05, 0.26))
		}
		out = append(out, lathe(bikeLight, false, point2{0, -0.8 * lamp}, point2{0.6 * lamp, -0.6 * lamp}, point2{0.95 * lamp, 0}, point2{lamp, 0.5 * lamp}, point2{0.8 * lamp, 0.7 * lamp}, point2{0, 0.8 * lamp}).turned(90, axisX, r3.Vec{}).moved(at))
	}
	if d.chance(0.5) { // tail light
		out = append(out, ball(bikeLight, vec(0, saddle+0.02, -base-0.1), vec(0.06, 0.04, 0.05)))
	}
	return out
}

// fairing covers the front of a sports bike down to its engine.
func fairing(d dice, steer r3.Vec, base, rake, r float64) []solid {
	at := func(t, w, h, y float64) slice {
		return slice{vec(0, y, steer.Z+0.28-t*0.62), vec(w, 0, 0), vec(0, h, 0), 3}
	}
	nose := loft(bikeFrame, at(0, 0.05, 0.05, steer.Y-0.06), at(0.15, 0.13, 0.12, steer.Y-0.05), at(0.45, 0.18, 0.17, steer.Y-0.06), at(0.6, 0.18, 0.16, steer.Y-0.08))
	z := steer.Z - 0.1
	panel := loft(bikeFrame,
		slice{vec(0.15, steer.Y-0.15, z), vec(0.02, 0, 0), vec(0, 0, 0.14), 4}, slice{vec(0.17, steer.Y-0.3, z-0.08), vec(0.02, 0, 0), vec(0, 0, 0.24), 4},
		slice{vec(0.17, r+0.1, z-0.2), vec(0.02, 0, 0), vec(0, 0, 0.3), 4}, slice{vec(0.12, r-0.14, z-0.22), vec(0.02, 0, 0), vec(0, 0, 0.22), 4})
	return append(bothSides(panel), nose)
}
