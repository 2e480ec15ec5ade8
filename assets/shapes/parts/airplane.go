package parts

import "gonum.org/v1/gonum/spatial/r3"

const (
	planeBody uint8 = iota
	planeWing
	planeTail
	planeEngine
)

// airplane flies towards +z: an airliner, a fighter, or a propeller plane.
func airplane(d dice) []solid {
	switch d.pick(5, 3, 3) {
	case 0:
		return airliner(d)
	case 1:
		return fighter(d)
	}
	return propellerPlane(d)
}

// hull is a fuselage from z = 1 (nose) to z = -1: half widths and heights of its
// waist, lifted at the tail.
func hull(label uint8, w, h, nose, tail, lift float64) solid {
	at := func(z, size, up float64) slice {
		return slice{vec(0, up, z), vec(w*size, 0, 0), vec(0, h*size, 0), 2.2}
	}
	return loft(label, slice{at: vec(0, -0.25*h, 1)}, at(1-0.1*nose, 0.42, -0.2*h), at(1-0.35*nose, 0.75, -0.08*h),
		at(1-nose, 1, 0), at(0.2, 1, 0), at(tail-0.6, 1, 0), at(0.6*(tail-0.6)-0.4, 0.78, 0.35*lift), at(-0.9, 0.32, 0.85*lift), at(-1, 0.12, lift))
}

// fin is a wing or tail plane on the right side: its chord at the root and tip
// with the places of their leading edges.
func fin(label uint8, root, tip r3.Vec, rootChord, tipChord, thick float64, across r3.Vec) solid {
	at := func(t float64) slice {
		lead, chord := mid(root, tip, t), rootChord+t*(tipChord-rootChord)
		return slice{r3.Sub(lead, vec(0, 0, chord/2)), vec(0, 0, chord/2), r3.Scale(thick*chord, across), 2}
	}
	return loft(label, at(0), at(0.33), at(0.67), at(0.97), slice{at: r3.Sub(tip, vec(0, 0, tipChord/2))})
}

// nacelle is a jet engine's housing along z.
func nacelle(label uint8, at r3.Vec, radius, half float64) solid {
	return lathe(label, false, point2{0.55 * radius, -half}, point2{0.9 * radius, -0.5 * half}, point2{radius, 0.3 * half},
		point2{0.95 * radius, half}, point2{0.78 * radius, half}, point2{0.7 * radius, 0.7 * half}, point2{0, 0.7 * half}).
		turned(90, axisX, r3.Vec{}).moved(at)
}

// tailPlanes are the fin and the stabilisers; high is their height on the fin (1
// makes a T).
func tailPlanes(d dice, lift, size, high float64) []solid {
	height := size * d.between(0.8, 1.1)
	sweep := d.between(0.12, 0.3)
	chord := size * d.between(0.75, 1)
	out := []solid{fin(planeTail, vec(0, lift*0.6, -0.72), vec(0, lift+height, -0.72-sweep), chord, 0.55*chord, 0.05, axisX)}
	y := lift*0.8 + high*height*0.92
	z := -0.78 - high*sweep*0.8
	span := size * d.between(0.9, 1.2)
	stabilizer := fin(planeTail, vec(0, y, z), vec(span, y+d.between(0, 0.15)*span, z-0.6*sweep), 0.75*chord, 0.4*chord, 0.05, axisY)
	return append(out, bothSides(stabilizer)...)
}

func airliner(d dice) []solid {
	w := d.between(0.085, 0.13)
	h := w * d.between(1, 1.15)
	lift := 0.6 * h
	out := []solid{hull(planeBody, w, h, d.between(0.18, 0.3), d.between(0, 0.15), lift)}
	low := -0.55 * h
	span, sweep := d.between(0.75, 1.05), d.between(0.28, 0.55)
	chord, dihedral := d.between(0.34, 0.46), d.between(0.04, 0.13)
	root := vec(0, low, d.between(0.22, 0.38))
	tip := r3.Add(root, vec(span, dihedral*span, -sweep*span-0.06))
	tipChord := chord * d.between(0.28, 0.4)
	out = append(out, bothSides(fin(planeWing, root, tip, chord, tipChord, 0.06, axisY))...)
	if d.chance(0.35) { // winglets
		up := r3.Add(tip, vec(0.02, d.between(0.09, 0.16), -0.07))
		out = append(out, bothSides(fin(planeWing, r3.Add(tip, vec(-0.015, 0, 0)), up, tipChord, 0.5*tipChord, 0.07, axisX))...)
	}
	rear := d.chance(0.25)
	high := 0.0
	if rear || d.chance(0.15) {
		high = 1
	}
	out = append(out, tailPlanes(d, lift, d.between(0.3, 0.42), high)...)
	radius := d.between(0.045, 0.07)
	half := radius * d.between(1.6, 2.4)
	if rear {
		return append(out, bothSides(nacelle(planeEngine, vec(w+0.75*radius, 0.3*h, -0.5), radius, half))...)
	}
	places := []float64{0.36}
	if d.chance(0.4) {
		places = []float64{0.28, 0.58}
	}
	for _, t := range places {
		lead := mid(root, tip, t)
		at := r3.Add(lead, vec(0, -0.85*radius, 0.2*half))
		engine := nacelle(planeEngine, at, radius, half)
		pylon := bar(planeEngine, r3.Add(at, vec(0, 0.6*radius, -0.3*half)), r3.Add(lead, vec(0, 0.01, -0.11)), axisX, 0.012, 0.05, 4)
		out = append(out, bothSides(engine, pylon)...)
	}
	return out
}

func fighter(d dice) []solid {
	w := d.between(0.08, 0.12)
	h := w * d.between(0.85, 1.2)
	out := []solid{
		hull(planeBody, w, h, d.between(0.4, 0.6), 0.1, 0.1*h),
		ball(planeBody, vec(0, 0.85*h, d.between(0.35, 0.5)), vec(0.5*w, 0.55*h, d.between(0.14, 0.22))), // canopy
	}
	span, chord := d.between(0.45, 0.68), d.between(0.7, 1)
	z := d.between(0.05, 0.25)
	root := vec(0, -0.1*h, z)
	tip := vec(span, d.between(-0.06, 0.04), z-chord*d.between(0.45, 0.75))
	out = append(out, bothSides(fin(planeWing, root, tip, chord, chord*d.between(0.15, 0.3), 0.03, axisY))...)
	size := d.between(0.26, 0.36)
	if d.chance(0.45) { // twin fins
		x := 0.7 * w
		twin := fin(planeTail, vec(x, 0.1, -0.62), vec(x+d.between(0.05, 0.16), size+0.1, -0.8), 0.33, 0.18, 0.05, axisX)
		flat := fin(planeTail, vec(0.5*w, 0, -0.72), vec(w+size, 0, -0.88), 0.3, 0.15, 0.05, axisY)
		out = append(out, bothSides(twin, flat)...)
	} else {
		out = append(out, tailPlanes(d, 0.1*h, size, 0)...)
	}
	if d.chance(0.7) { // nozzles
		r := d.between(0.5, 0.7) * w
		if d.chance(0.5) {
			return append(out, bothSides(nacelle(planeEngine, vec(0.75*w, 0, -0.9), r, 0.2))...)
		}
		out = append(out, nacelle(planeEngine, vec(0, 0.05*h, -0.92), 1.3*r, 0.18))
	}
	return out
}

func propellerPlane(d dice) []solid {
	w := d.between(0.1, 0.15)
	h := w * d.between(1, 1.35)
	lift := 0.3 * h
	out := []solid{hull(planeBody, w, h, d.between(0.12, 0.25), d.between(-0.15, 0.1), lift)}
	high := d.chance(0.5)
	y := -0.6 * h
	if high {
		y = 0.85 * h
	}
	span, chord := d.between(0.85, 1.2), d.between(0.26, 0.36)
	z := d.between(0.3, 0.45)
	root, tip := vec(0, y, z), vec(span, y+d.between(0.02, 0.1), z-d.between(0, 0.1))
	wing := func(root, tip r3.Vec) []solid {
		return bothSides(fin(planeWing, root, tip, chord, chord*d.between(0.55, 0.9), 0.07, axisY))
	}
	out = append(out, wing(root, tip)...)
	if d.chance(0.25) { // biplane
		by := -0.6 * h
		if !high {
			by = 1.6 * h
		}
		out = append(out, wing(vec(0, by, z), vec(0.95*span, by, z))...)
		strut := rod(planeWing, vec(0.6*span, y+0.05, z-0.12), vec(0.6*span, by, z-0.12), 0.014, 0.014)
		out = append(out, bothSides(strut)...)
		if !high {
			out = append(out, bothSides(rod(planeWing, vec(0.5*w, 0.5*h, z-0.12), vec(0.7*w, by, z-0.12), 0.014, 0.014))...)
		}
	}
	out = append(out, tailPlanes(d, lift, d.between(0.28, 0.38), 0)...)
	blade := d.between(0.16, 0.24)
	propeller := func(at r3.Vec) []solid {
		tilt := d.between(0, 90)
		about := func(s solid) solid { return s.turned(tilt, axisZ, r3.Vec{}).moved(at) }
		return []solid{
			about(bar(planeEngine, vec(-blade, 0, 0), vec(blade, 0, 0), axisY, 0.026, 0.012, 2)),
			ball(planeEngine, at, vec(0.04, 0.04, 0.07)),
		}
	}
	switch d.pick(4, 4, 1) {
	case 0: // on the wings
		for _, side := range []float64{-1, 1} {
			at := vec(side*d.between(0.34, 0.38)*span, y, z-0.02)
			out = append(out, nacelle(planeEngine, at, d.between(0.06, 0.075), d.between(0.16, 0.2)))
			out = append(out, propeller(r3.Add(at, vec(0, 0, 0.18)))...)
		}
	case 1: // in the nose
		out = append(out, propeller(vec(0, -0.25*h, 1.02))...)
	}
	return out
}
