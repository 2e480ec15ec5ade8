package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	tableTop uint8 = iota
	tableLeg
	tableDrawer
)

// table is a dining, coffee or side table or a desk, its front towards +z.
func table(d dice) []solid {
	w, deep := d.between(0.7, 1.1), d.between(0.42, 0.7)
	high := d.between(0.55, 1.1)
	thick := d.between(0.025, 0.06)
	power := 14.0
	round := false
	switch d.pick(6, 2, 1, 1) {
	case 1: // round
		deep = w * d.between(0.95, 1)
		power, round = 2, true
	case 2: // oval
		power, round = d.between(2, 2.6), true
	case 3: // square
		deep = w
	}
	at := func(y, inset float64) slice { return flat(0, y, 0, w-inset, deep-inset, power) }
	edge := d.between(0.1, 0.5) * thick
	out := []solid{loft(tableTop, at(high-2*thick, 2*edge), at(high-1.4*thick, 0), at(high-0.5*thick, 0), at(high, edge))}
	under := high - 1.6*thick
	inX, inZ := 0.87*w, 0.84*deep
	if round {
		inX, inZ = 0.64*w, 0.64*deep
	}
	drawers := false
	switch style := d.pick(8, 3, 2, 2, 2, 2); {
	case style == 1 || round && style >= 3:
		out = append(out, tablePedestal(d, under, w, deep)...)
	case style == 2: // trestles
		out = append(out, trestles(d, under, inX, inZ)...)
	case style == 3: // side panels
		t := d.between(0.03, 0.05)
		panel := box(tableLeg, vec(inX, under/2+0.01, 0), vec(t, under/2+0.01, inZ), 8)
		out = append(out, bothSides(panel)...)
		if d.chance(0.6) {
			out = append(out, box(tableLeg, vec(0, 0.62*under, -0.8*inZ), vec(inX, 0.3*under, 0.022), 8))
		}
		drawers = true
	case style == 4: // a desk with a chest of drawers
		chest := 0.25 * w
		bottom := d.between(0.02, 0.15)
		out = append(out, box(tableDrawer, vec(inX-chest+0.04, (under+bottom)/2, 0), vec(chest, (under-bottom)/2+0.01, inZ), 8))
		for i := range 3 {
			y := bottom + (under-bottom)*(float64(i)+0.5)/3
			out = append(out, box(tableDrawer, vec(inX-chest+0.04, y, inZ), vec(0.86*chest, (under-bottom)/7.5, 0.025), 8))
		}
		if d.chance(0.4) {
			out = append(out, box(tableDrawer, vec(-inX+chest-0.04, (under+bottom)/2, 0), vec(chest, (under-bottom)/2+0.01, inZ), 8))
			for _, side := range []float64{-1, 1} {
				x := side * (inX - chest + 0.04)
				out = append(out, box(tableLeg, vec(x-0.8*chest, bottom/2, 0.7*inZ), vec(0.03, bottom/2+0.02, 0.03), 6), box(tableLeg, vec(x+0.8*chest, bottom/2, 0.7*inZ), vec(0.03, bottom/2+0.02, 0.03), 6),
					box(tableLeg, vec(x-0.8*chest, bottom/2, -0.7*inZ), vec(0.03, bottom/2+0.02, 0.03), 6), box(tableLeg, vec(x+0.8*chest, bottom/2, -0.7*inZ), vec(0.03, bottom/2+0.02, 0.03), 6))
			}
		} else {
			r := d.between(0.03, 0.045)
			out = append(out, rod(tableLeg, vec(-inX, under+0.02, inZ), vec(-inX, 0, inZ), r, r), rod(tableLeg, vec(-inX, under+0.02, -inZ), vec(-inX, 0, -inZ), r, r))
		}
	case style == 5: // crossed legs
		r := d.between(0.03, 0.045)
		for _, x := range []float64{-inX, inX} {
			out = append(out, bar(tableLeg, vec(x, under+0.01, -inZ), vec(x, 0, inZ), axisX, r, r, 6), bar(tableLeg, vec(x, under+0.01, inZ), vec(x, 0, -inZ), axisX, 0.9*r, 0.9*r, 6))
		}
		out = append(out, rod(tableLeg, vec(-inX, under/2, 0), vec(inX, under/2, 0), 0.03, 0.03))
	default:
		out = append(out, fourTableLegs(d, under, inX, inZ)...)
		drawers = !round
	}
	if drawers && d.chance(0.4) { // below the top
		h := d.between(0.08, 0.14)
		out = append(out, box(tableDrawer, vec(0, under-h+0.01, 0), vec(0.93*inX, h, 0.93*inZ), 8))
		count := 1 + d.IntN(3)
		for i := range count {
			x := 0.93 * inX * (2*(float64(i)+0.5)/float64(count) - 1)
			out = append(out, box(tableDrawer, vec(x, under-h, 0.93*inZ), vec(0.8*inX/float64(count), 0.7*h, 0.03), 7), ball(tableDrawer, vec(x, under-h, 0.93*inZ+0.05), vec(0.03, 0.03, 0.03)))
		}
	}
	return out
}

func fourTableLegs(d dice, under, x, z float64) []solid {
	r := d.between(0.028, 0.06)
	foot := d.between(0.5, 1.05)
	splay := 0.0
	if d.chance(0.4) {
		splay = d.between(0.03, 0.14)
	}
	leg := func(z, toZ float64) solid {
		a, b := vec(x, under+0.02, z), vec(x+splay, 0, toZ)
		at := func(t float64, power float64) slice {
			w := r * (1 + t*(foot-1))
			return slice{mid(a, b, t), vec(w, 0, 0), vec(0, 0, w), power}
		}
		return loft(tableLeg, at(0, 6), at(0.33, 6), at(0.67, 6), at(1, 6))
	}
	if d.chance(0.35) { // turned legs
		beads := 2 + d.IntN(3)
		leg = func(z, toZ float64) solid {
			var profile []point2
			const n = 16
			for i := range n + 1 {
				t := float64(i) / n
				profile = append(profile, point2{r * (0.95 + 0.3*math.Sin(2*math.Pi*float64(beads)*t)*math.Sin(math.Pi*t)) * (1 - (1-foot)*(1-t)), t * (under + 0.02)})
			}
			return lathe(tableLeg, false, profile...).mapped(func(p r3.Vec) r3.Vec {
				t := 1 - p.Y/under
				return r3.Add(p, vec(x+splay*t, 0, z+(toZ-z)*t))
			})
		}
	}
	out := bothSides(leg(z, z+splay), leg(-z, -z-splay))
	if d.chance(0.4) { // frame below the top
		h := d.between(0.03, 0.06)
		y := under - h + 0.02
		out = append(out, bothSides(box(tableLeg, vec(x, y, 0), vec(0.02, h, z), 8))...)
		out = append(out, box(tableLeg, vec(0, y, z), vec(x, h, 0.02), 8), box(tableLeg, vec(0, y, -z), vec(x, h, 0.02), 8))
	}
	if splay == 0 && d.chance(0.3) { // a shelf
		y := d.between(0.15, 0.4) * under
		out = append(out, box(tableLeg, vec(0, y, 0), vec(x, 0.024, z), 8))
	} else if splay == 0 && d.chance(0.25) { // stretchers in an H
		y := d.between(0.12, 0.3) * under
		out = append(out, bothSides(box(tableLeg, vec(x, y, 0), vec(0.022, 0.03, z), 6))...)
		out = append(out, box(tableLeg, vec(0, y, 0), vec(x, 0.03, 0.022), 6))
	}
	return out
}

func tablePedestal(d dice, under, w, deep float64) []solid {
	r := d.between(0.05, 0.1)
	size := min(w, deep) * d.between(0.5, 0.7)
	if d.chance(0.5) { // on a plate
		return []solid{
			rod(tableLeg, vec(0, 0.02, 0), vec(0, under+0.02, 0), 1.2*r, r),
			lathe(tableLeg, false, point2{size, 0}, point2{size, 0.03}, point2{0.4 * size, 0.06}, point2{1.2 * r, 0.12}, point2{0, 0.12}),
			lathe(tableLeg, false, point2{r, under - 0.1}, point2{2.5 * r, under}, point2{2.5 * r, under + 0.02}, point2{0, under + 0.02}),
		}
	}
	out := []solid{lathe(tableLeg, false, point2{0.8 * r, 0.1}, point2{1.5 * r, 0.25 * under}, point2{r, 0.45 * under}, point2{0.8 * r, 0.8 * under}, point2{1.4 * r, under + 0.02})}
	feet := 3 + d.IntN(2)
	for i := range feet {
		sin, cos := math.Sincos(2*math.Pi*float64(i)/float64(feet) + math.Pi/4)
		at := func(r, y float64) r3.Vec { return vec(r*cos, y, r*sin) }
		out = append(out, tube(tableLeg, curve(5, at(0, 0.3*under), at(0.4*size, 0.22*under), at(0.8*size, 0.08), at(size, 0.035)), false, taper(0.05, 0.032)))
	}
	return out
}

func trestles(d dice, under, x, z float64) []solid {
	r := d.between(0.03, 0.05)
	x *= d.between(0.75, 1)
	one := []solid{
		box(tableLeg, vec(x, under/2, 0), vec(r, under/2+0.02, d.between(0.06, 0.3)*z), 7),
		box(tableLeg, vec(x, 0.035, 0), vec(1.2*r, 0.035, 0.95*z), 6),
		box(tableLeg, vec(x, under-0.02, 0), vec(1.2*r, 0.035, 0.85*z), 6),
	}
	y := d.between(0.2, 0.5) * under
	return append(bothSides(one...), box(tableLeg, vec(0, y, 0), vec(x, 0.05, 0.025), 6))
}
