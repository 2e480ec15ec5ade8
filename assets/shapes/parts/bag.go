package parts

const (
	bagHandle uint8 = iota
	bagBody
)

// bag is a handbag, a tote, a duffel, a suitcase or a backpack.
func bag(d dice) []solid {
	switch d.pick(3, 3, 2, 2, 2) {
	case 0:
		return handbag(d)
	case 1:
		return tote(d)
	case 2:
		return duffel(d)
	case 3:
		return suitcase(d)
	}
	return backpack(d)
}

// pouch is a body of half width w (at the foot) and height h, narrowing upwards.
func pouch(w, h, depth, top, topDepth, power float64) solid {
	at := func(t, inset float64) slice {
		bulge := 1 + 0.12*(1-(2*t-1)*(2*t-1))
		return flat(0, t*h, 0, w*(1+t*(top-1))-inset, depth*(1+t*(topDepth-1))*bulge-inset, power)
	}
	b := 0.15 * depth
	return loft(bagBody, at(0, b), at(0.06, 0), at(0.3, 0), at(0.6, 0), at(0.92, 0), at(1, 0.25*b))
}

// arch is a handle from (-x, y, z) over the height top to (x, y, z).
func arch(d dice, x, y, z, top, radius float64, wide bool) solid {
	path := curve(6, vec(-x, y-0.05, z), vec(-0.92*x, y+0.5*(top-y), z), vec(-0.45*x, top, z), vec(0.45*x, top, z),
		vec(0.92*x, y+0.5*(top-y), z), vec(x, y-0.05, z))
	if wide {
		return band(bagHandle, path, axisZ, 2.2*radius, 0.6*radius, 4)
	}
	return tube(bagHandle, path, false, steady(radius))
}

func handbag(d dice) []solid {
	w, h, depth := d.between(0.5, 0.75), d.between(0.5, 0.85), d.between(0.16, 0.3)
	top := d.between(0.55, 1.05)
	body := pouch(w, h, depth, top, d.between(0.35, 0.8), d.between(2.5, 8))
	out := []solid{body, arch(d, 0.7*w*top, h, 0, h+d.between(0.25, 0.75), d.between(0.028, 0.045), d.chance(0.4))}
	if d.chance(0.4) { // a flap
		out = append(out, box(bagBody, vec(0, 0.72*h, depth*0.78), vec(0.8*w*top, 0.24*h, 0.3*depth), 6))
	}
	return out
}

func tote(d dice) []solid {
	w, h, depth := d.between(0.5, 0.7), d.between(0.65, 1), d.between(0.14, 0.26)
	top, topDepth := d.between(0.9, 1.2), d.between(0.6, 1)
	x, high, r := w*top*d.between(0.4, 0.6), h+d.between(0.3, 0.6), d.between(0.024, 0.036)
	z := depth * topDepth * 0.75
	wide := d.chance(0.5)
	return []solid{
		pouch(w, h, depth, top, topDepth, d.between(4, 9)),
		arch(d, x, h, z, high, r, wide), arch(d, x, h, -z, high*d.between(0.94, 1), r, wide),
	}
}

func duffel(d dice) []solid {
	long, r := d.between(0.7, 0.95), d.between(0.3, 0.42)
	flatness := d.between(0.75, 1)
	at := func(t, size float64) slice {
		return slice{vec(t*long, flatness*r, 0), vec(0, flatness*r*size, 0), vec(0, 0, r*size), d.between(2.2, 2.6)}
	}
	out := []solid{loft(bagBody, at(-1, 0.8), at(-0.94, 0.97), at(-0.5, 1), at(0, 1.02), at(0.5, 1), at(0.94, 0.97), at(1, 0.8))}
	high := 2*flatness*r + d.between(0.12, 0.3)
	y := 2 * flatness * r * 0.9
	for _, z := range []float64{-0.3 * r, 0.3 * r} {
		out = append(out, arch(d, 0.42*long, y, z, high, 0.028, true))
	}
	if d.chance(0.4) { // shoulder strap
		sag := 2*flatness*r + d.between(0.35, 0.6)
		out = append(out, arch(d, 0.97*long, flatness*r, 0, sag, 0.024, true))
	}
	return out
}

func suitcase(d dice) []solid {
	w, h, depth := d.between(0.45, 0.7), d.between(0.4, 0.65), d.between(0.14, 0.24)
	out := []solid{box(bagBody, vec(0, h, 0), vec(w, h, depth), d.between(5, 10))}
	if d.chance(0.5) { // a trolley's telescopic handle
		x, top := 0.4*w, 2*h+d.between(0.3, 0.6)
		path := curve(4, vec(-x, 2*h-0.1, -0.4*depth), vec(-x, top-0.06, -0.4*depth), vec(-x+0.06, top, -0.4*depth),
			vec(x-0.06, top, -0.4*depth), vec(x, top-0.06, -0.4*depth), vec(x, 2*h-0.1, -0.4*depth))
		return append(out, tube(bagHandle, path, false, steady(0.028)))
	}
	return append(out, arch(d, d.between(0.2, 0.3), 2*h, 0, 2*h+d.between(0.1, 0.17), 0.032, d.chance(0.5)))
}

func backpack(d dice) []solid {
	w, h, depth := d.between(0.42, 0.55), d.between(0.9, 1.25), d.between(0.22, 0.34)
	at := func(t, size float64) slice { return flat(0, t*h, 0, w*size, depth*size, 3.2) }
	out := []solid{
		loft(bagBody, at(0, 0.85), at(0.05, 1), at(0.4, 1.04), at(0.75, 0.97), at(0.92, 0.78), at(1, 0.4)),
		box(bagBody, vec(0, 0.3*h, depth), vec(0.72*w, 0.22*h, 0.4*depth), 5), // front pocket
		arch(d, 0.13, h, -0.2*depth, h+0.14, 0.028, true),
	}
	back := -depth
	strap := band(bagHandle, curve(6, vec(0.25*w, 0.93*h, 0.6*back), vec(0.45*w, 0.92*h, back-0.12), vec(0.62*w, 0.6*h, back-d.between(0.16, 0.28)),
		vec(0.72*w, 0.25*h, back-0.12), vec(0.75*w, 0.08*h, 0.7*back)), unit(vec(1, 0.15, 0)), 0.075, 0.025, 4)
	return append(out, bothSides(strap)...)
}
