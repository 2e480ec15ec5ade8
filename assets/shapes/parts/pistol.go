package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	pistolBarrel uint8 = iota
	pistolHandle
	pistolTrigger
)

// pistol points towards +x: self-loading, a revolver, or one with a long barrel.
func pistol(d dice) []solid {
	style := d.pick(5, 4, 2)
	var out []solid
	long := d.between(0.75, 1.05) // from the grip to the muzzle
	deep := d.between(0.05, 0.075)
	back := -0.12 // behind the grip
	switch style {
	case 0: // a slide
		h := d.between(0.1, 0.14)
		power := d.between(4, 8)
		at := func(x, size float64) slice {
			return slice{vec(x, 0, 0), vec(0, h*size, 0), vec(0, 0, deep*size), power}
		}
		muzzle := d.between(0.75, 1)
		out = append(out, loft(pistolBarrel, at(back-0.04, 0.85), at(back, 1), at(0.3*long, 1), at(0.7*long, 1), at(long-0.05, muzzle), at(long, 0.85*muzzle)))
		out = append(out, rod(pistolBarrel, vec(long-0.1, 0.03, 0), vec(long+d.between(0.03, 0.12), 0.03, 0), 0.04, 0.04))
		out = append(out, box(pistolBarrel, vec(long-0.07, h+0.01, 0), vec(0.03, 0.03, 0.015), 4)) // sight
		if d.chance(0.2) {
			out = append(out, rod(pistolBarrel, vec(long, 0.03, 0), vec(long+d.between(0.35, 0.55), 0.03, 0), 0.075, 0.075)) // silencer
		}
	case 1: // a revolver
		r := d.between(0.045, 0.065)
		muzzle := long + d.between(-0.15, 0.25)
		out = append(out,
			rod(pistolBarrel, vec(0.2, 0.05, 0), vec(muzzle, 0.05, 0), r, 0.9*r),
			drum(pistolBarrel, d.between(0.11, 0.14), 0.14).turned(90, axisZ, r3.Vec{}).moved(vec(0.17, 0.01, 0)),
			bar(pistolBarrel, vec(back, 0.07, 0), vec(0.4, 0.12, 0), axisZ, 0.04, 0.035, 4),
			bar(pistolBarrel, vec(back, -0.06, 0), vec(0.38, -0.11, 0), axisZ, 0.04, 0.04, 4),
			bar(pistolBarrel, vec(back+0.02, -0.12, 0), vec(back+0.04, 0.09, 0), axisZ, 0.05, 0.09, 4),
			bar(pistolBarrel, vec(back-0.02, 0.06, 0), vec(back-0.12, 0.17, 0), axisZ, 0.022, 0.03, 4), // hammer
			box(pistolBarrel, vec(muzzle-0.05, 0.05+r+0.02, 0), vec(0.03, 0.03, 0.012), 4),
		)
		if d.chance(0.5) {
			out = append(out, rod(pistolBarrel, vec(0.3, -0.04, 0), vec(muzzle-0.15, -0.03, 0), 0.035, 0.03))
		}
	default: // an old pistol, or one with a magazine before the trigger
		r := d.between(0.04, 0.06)
		at := func(x, y, h float64) slice { return slice{vec(x, y, 0), vec(0, h, 0), vec(0, 0, deep), 3} }
		out = append(out,
			rod(pistolBarrel, vec(0.1, 0.06, 0), vec(long+0.4, 0.06, 0), 1.1*r, r),
			loft(pistolBarrel, at(back-0.05, -0.02, 0.08), at(back+0.05, 0, 0.12), at(0.2, 0, 0.12), at(0.45*long, 0, 0.1), at(0.8*long, 0.01, 0.06), at(0.85*long, 0.02, 0.04)),
		)
		if d.chance(0.5) {
			out = append(out, box(pistolHandle, vec(0.55*long, -0.2, 0), vec(0.075, d.between(0.18, 0.28), 0.7*deep), 6))
		} else {
			out = append(out, bar(pistolBarrel, vec(back+0.02, 0.06, 0), vec(back-0.06, 0.2, 0), axisZ, 0.02, 0.03, 4))
		}
	}
	out = append(out, grip(d, style, deep)...)
	return append(out, trigger(d)...)
}

// grip leans back below the end of the barrel.
func grip(d dice, style int, deep float64) []solid {
	h := d.between(0.45, 0.62)
	lean := d.between(0.08, 0.24)
	wide := d.between(0.1, 0.13)
	curved, power := 0.0, d.between(4, 7)
	if style != 0 {
		curved, power = d.between(0.05, 0.16), 2.5
		lean += 0.08
	}
	at := func(t, w float64) slice {
		x := 0.0 - lean*t - curved*math.Sin(math.Pi*t)*0.4 + curved*(t*t-t)*0.2
		return slice{vec(x, -0.03-t*h, 0), vec(wide*w, 0, 0), vec(0, 0, 0.85*deep*(0.9+0.2*t)), power}
	}
	flare := d.between(0.95, 1.25)
	out := []solid{loft(pistolHandle, at(0, 1), at(0.2, 0.96), at(0.45, 0.92), at(0.7, 0.97), at(0.93, flare), at(1, 0.9*flare))}
	if style == 0 && d.chance(0.5) { // the magazine's foot
		out = append(out, box(pistolHandle, vec(-lean, -0.05-h, 0), vec(1.15*wide, 0.025, deep), 6))
	}
	return out
}

// trigger is the guard below the barrel with the trigger in it.
func trigger(d dice) []solid {
	long, low := d.between(0.26, 0.34), d.between(0.17, 0.23)
	r := d.between(0.018, 0.024)
	guard := curve(5, vec(-0.12, -0.05-low, 0), vec(0.02, -0.06-low, 0), vec(0.1+0.4*long, -0.08-low, 0), vec(0.08+0.9*long, -0.03-low, 0), vec(0.12+long, -0.1, 0), vec(0.11+long, 0.03, 0))
	return []solid{
		tube(pistolTrigger, guard, false, steady(r)),
		tube(pistolTrigger, curve(4, vec(0.2, -0.06, 0), vec(0.23, -0.12, 0), vec(0.21, -0.06-0.7*low, 0)), false, taper(0.028, 0.018)),
	}
}
