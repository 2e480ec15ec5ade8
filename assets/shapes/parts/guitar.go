package parts

import "gonum.org/v1/gonum/spatial/r3"

const (
	guitarHead uint8 = iota
	guitarNeck
	guitarBody
)

// guitar stands on its body, its strings towards +z: acoustic, electric, or a V.
func guitar(d dice) []solid {
	var out []solid
	var top float64 // where the body ends
	var deep float64
	switch d.pick(5, 5, 1) {
	case 0:
		deep = d.between(0.11, 0.17)
		top = d.between(0.85, 1.05)
		out = append(out, waisted(d, top, deep, d.between(0.33, 0.42), d.between(0.6, 0.75), d.between(0.75, 0.9), 7))
		out = append(out, box(guitarBody, vec(0, 0.26*top, deep), vec(0.13, 0.025, 0.03), 5)) // bridge
	case 1:
		deep = d.between(0.04, 0.06)
		top = d.between(0.72, 0.88)
		wide := d.between(0.29, 0.37)
		out = append(out, waisted(d, top*0.92, deep, wide, d.between(0.7, 0.85), d.between(0.75, 0.95), 6))
		longer := d.between(0.02, 0.22) // of the upper horn
		for _, side := range []float64{-1, 1} {
			if side > 0 && d.chance(0.25) {
				continue // single cut
			}
			reach := top + 0.06
			if side < 0 {
				reach += longer
			}
			horn := curve(5, vec(side*0.35*wide, 0.6*top, 0), vec(side*0.68*wide, 0.82*top, 0), vec(side*0.78*wide, reach-0.06, 0), vec(side*0.62*wide, reach, 0))
			var all []slice
			for i, p := range horn {
				t := float64(i) / float64(len(horn)-1)
				all = append(all, slice{p, r3.Scale(0.15*(1-0.72*t)*wide/0.33, vec(1, -0.35*side, 0)), vec(0, 0, deep*0.97), 4})
			}
			out = append(out, loft(guitarBody, all...))
		}
		for i := range 1 + d.IntN(3) { // pickups
			out = append(out, box(guitarBody, vec(0, (0.3+0.17*float64(i))*top, deep), vec(0.085, 0.028, 0.018), 5))
		}
	default: // a V
		deep = 0.045
		top = 0.72
		spread := d.between(0.3, 0.42)
		wing := bar(guitarBody, vec(0.03, top, 0), vec(spread, 0, 0), axisX, 0.14, deep, 5)
		out = append(out, bothSides(wing)...)
	}
	neck := d.between(0.95, 1.25)
	w := d.between(0.042, 0.06)
	z := deep * 0.8
	end := top + neck
	at := func(y, half, z, deep float64) slice { return flat2(y, z, half, deep) }
	out = append(out, loft(guitarNeck, at(0.72*top, 1.15*w, z+0.012, 0.03), at(top, 1.12*w, z, 0.038), at((top+end)/2, w, z, 0.034), at(end, 0.88*w, z, 0.032)))
	return append(out, headstock(d, end, w, z)...)
}

// flat2 is a cross-section of something that stands: half widths along x and z.
func flat2(y, z, halfX, halfZ float64) slice {
	return slice{vec(0, y, z), vec(halfX, 0, 0), vec(0, 0, halfZ), 5}
}

// waisted is a guitar's body: lower bout of half width wide, waist and upper bout
// in shares of it.
func waisted(d dice, top, deep, wide, waist, upper, power float64) solid {
	at := func(t, w float64) slice {
		return slice{vec(0, t*top, 0), vec(w*wide, 0, 0), vec(0, 0, deep), power}
	}
	in := d.between(0.54, 0.62) // height of the waist
	return loft(guitarBody, at(0, 0.45), at(0.03, 0.68), at(0.09, 0.87), at(0.18, 0.98), at(0.26, 1), at(0.36, 0.95), at(0.46, (0.86+waist)/2), at(in, waist),
		at((in+0.78)/2, (waist+upper)/2+0.03), at(0.82, upper), at(0.91, 0.9*upper), at(0.97, 0.66*upper), at(1, 0.42*upper))
}

func headstock(d dice, end, w, z float64) []solid {
	long := d.between(0.22, 0.34)
	tilt := d.between(0, 0.1)
	wide := w * d.between(1.5, 2)
	lean := 0.0
	if d.chance(0.4) { // all pegs on one side
		lean = d.between(0.02, 0.05)
	}
	at := func(t, half float64) slice {
		return slice{vec(lean*t, end-0.02+t*long, z-tilt*t), vec(half, 0, 0), vec(0, 0, 0.027), 6}
	}
	out := []solid{loft(guitarHead, at(0, 0.9*w), at(0.15, 0.75*wide), at(0.3, wide), at(0.8, wide*d.between(0.85, 1.1)), at(1, wide*d.between(0.6, 1)))}
	for i := range 3 {
		t := 0.3 + 0.25*float64(i)
		y, back := end-0.02+t*long, z-tilt*t
		for _, side := range []float64{-1, 1} {
			if lean > 0 && side > 0 {
				y += 0.12 * long
				side = -1
			}
			out = append(out, ball(guitarHead, vec(lean*t+side*(wide+0.02), y, back), vec(0.045, 0.022, 0.02)))
		}
	}
	return out
}
