package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	chairBack uint8 = iota
	chairSeat
	chairLeg
	chairArm
)

// chairSizes are the proportions that all of a chair's parts share.
type chairSizes struct {
	w, deep, thick float64 // half width, half depth and half thickness of the seat
	top            float64 // height of the seat's top above the floor
	back           float64 // height of the back above the seat
	recline        float64 // how far back its top lies
	leg            float64 // half width of legs
	narrow         float64 // width of the seat behind, as a share of that in front
	rounding       float64 // how much nearer the seat's edge is at its hind corners, as a share of its half depth
	inset          float64 // where the legs meet the seat, as a share of its half sides
}

// chair is a chair, an armchair or a stool with a back, its front towards +z.
func chair(d dice) []solid {
	s := chairSizes{
		w: d.between(0.4, 0.52), deep: d.between(0.4, 0.5), thick: d.between(0.03, 0.07),
		top: d.between(0.75, 0.95), back: d.between(0.65, 1.15), recline: d.between(0.02, 0.28), leg: d.between(0.028, 0.05),
	}
	if d.chance(0.2) {
		return sofaChair(d, s)
	}
	out := s.seat(d)
	out = append(out, s.backs(d)...)
	out = append(out, s.legs(d)...)
	if d.chance(0.4) {
		out = append(out, s.arms(d)...)
	}
	return out
}

func (s *chairSizes) seat(d dice) []solid {
	y := s.top - s.thick
	shape := d.pick(5, 3, 1) // square, rounded, round
	power := []float64{8, 4, 2}[shape]
	s.narrow = d.between(0.8, 1)
	s.rounding = []float64{0.03, 0.18, 0.45}[shape]
	s.inset = []float64{0.86, 0.78, 0.62}[shape]
	seat := box(chairSeat, vec(0, y, 0), vec(s.w, s.thick, s.deep), power).mapped(func(p r3.Vec) r3.Vec {
		t := (p.Z/s.deep + 1) / 2
		return vec(p.X*(s.narrow+t*(1-s.narrow)), p.Y, p.Z)
	})
	out := []solid{seat}
	if d.chance(0.3) { // cushion
		out = append(out, box(chairSeat, vec(0, s.top+0.02, 0.02), vec(0.85*s.w*s.narrow, 0.045, 0.88*s.deep), 3.5))
	}
	return out
}

// at is a place on the back: x across from -1 to 1, t up from 0 to 1.
func (s *chairSizes) at(x, t, curve float64) r3.Vec {
	return vec(0.88*s.w*s.narrow*x, s.top-0.06+t*(s.back+0.06), -s.deep*(1-s.rounding*x*x)+0.05-s.recline*t*t-curve*(1-x*x))
}

func (s *chairSizes) backs(d dice) []solid {
	hollow := d.between(0, 0.1)
	thick := d.between(0.022, 0.045)
	// panel is a curved plate between heights from and to.
	panel := func(from, to, wide float64) solid {
		var all []slice
		for _, x := range []float64{-1, -0.7, -0.35, 0, 0.35, 0.7, 1} {
			a, b := s.at(x*wide, from, hollow), s.at(x*wide, to, hollow)
			up := r3.Scale(0.5, r3.Sub(b, a))
			all = append(all, slice{mid(a, b, 0.5), up, r3.Scale(thick, unit(r3.Cross(up, axisX))), 6})
		}
		return loft(chairBack, all...)
	}
	post := func(x, to float64) solid {
		return tube(chairBack, curve(3, s.at(x, 0, hollow), s.at(x, 0.4*to, hollow), s.at(x, 0.75*to, hollow), s.at(x, to, hollow)), false, steady(max(0.026, s.leg*0.85)))
	}
	switch d.pick(5, 2, 2, 2, 2) {
	case 0: // a panel
		return []solid{panel(d.between(0, 0.1), 1, d.between(0.85, 1.05))}
	case 1: // a panel on posts
		x := d.between(0.4, 0.9)
		return []solid{post(-x, 0.7), post(x, 0.7), panel(d.between(0.35, 0.55), 1, 1)}
	case 2: // ladder
		out := []solid{post(-1, 1), post(1, 1)}
		rungs := 2 + d.IntN(3)
		for i := range rungs {
			t := 0.3 + 0.65*float64(i)/float64(max(1, rungs-1))
			out = append(out, panel(t-0.07, t+0.05, 1))
		}
		return out
	case 3: // spindles under a rail
		out := []solid{panel(0.84, 1, 1.08)}
		count := 3 + d.IntN(4)
		for i := range count {
			out = append(out, post(-0.95+1.9*float64(i)/float64(count-1), 0.92))
		}
		return out
	}
	// a hoop with a splat
	hoop := arc(s.at(0, 0.45, 0), vec(0.9*s.w, 0, 0), r3.Scale(0.55, r3.Sub(s.at(0, 1, 0), s.at(0, 0, 0))), -60, 240, 24)
	return []solid{tube(chairBack, hoop, false, steady(max(0.03, s.leg))), panel(0, 0.95, d.between(0.25, 0.4))}
}

func (s *chairSizes) legs(d dice) []solid {
	under := s.top - 1.2*s.thick
	x, z := s.inset*s.w, s.inset*s.deep
	switch d.pick(7, 3, 2, 1) {
	case 0:
		return s.fourLegs(d, under, x, z)
	case 1:
		return s.pedestal(d, under)
	case 2: // sled
		x *= s.narrow
		r := max(0.025, 0.8*s.leg)
		path := curve(4, vec(x, under, z), vec(x, 0.12, z), vec(x, 0.03, z-0.09), vec(x, 0.03, 0.09-z), vec(x, 0.12, -z), vec(x, under, -z))
		return append(bothSides(tube(chairLeg, path, false, steady(r))), rod(chairLeg, vec(-x, 0.03, 0.5*z), vec(x, 0.03, 0.5*z), r, r))
	}
	// cantilever
	x *= s.narrow
	r := max(0.028, 0.8*s.leg)
	side := curve(4, vec(x, under, -0.6*z), vec(x, under-0.01, z-0.05), vec(x, under-0.12, z+0.03), vec(x, 0.14, z+0.03), vec(x, 0.03, z-0.08), vec(x, 0.03, -z))
	return append(bothSides(tube(chairLeg, side, false, steady(r))), rod(chairLeg, vec(-x, 0.03, -z), vec(x, 0.03, -z), r, r))
}

func (s *chairSizes) fourLegs(d dice, under, x, z float64) []solid {
	splay, rake := d.between(0, 0.14), d.between(0, 0.14)
	foot := d.between(0.5, 1)
	round := d.chance(0.5)
	var out []solid
	leg := func(x, z, toZ float64) solid {
		a, b := vec(x, under, z), vec(x+splay, 0, toZ)
		if round {
			return rod(chairLeg, a, b, 1.1*s.leg, max(0.022, foot*s.leg))
		}
		along := unit(r3.Sub(b, a))
		u := unit(r3.Sub(axisX, r3.Scale(r3.Dot(axisX, along), along)))
		v := r3.Cross(along, u)
		at := func(t float64) slice {
			w := s.leg * (1 + t*(foot-1))
			return slice{mid(a, b, t), r3.Scale(w, u), r3.Scale(w, v), 6}
		}
		return loft(chairLeg, at(0), at(0.33), at(0.67), at(1))
	}
	out = append(out, bothSides(leg(x, z, z+0.6*rake), leg(s.narrow*x, -z, -z-rake))...)
	if d.chance(0.4) { // stretchers
		h := d.between(0.2, 0.45)
		t := 1 - h/under
		r := max(0.02, 0.6*s.leg)
		sideX, backX := x+splay*t, s.narrow*x+splay*t
		front, back := z+0.6*rake*t, -z-rake*t
		out = append(out, bothSides(rod(chairLeg, vec(sideX, h, front), vec(backX, h, back), r, r))...)
		if d.chance(0.6) {
			m := (front + back) / 2
			out = append(out, rod(chairLeg, vec(-(sideX+backX)/2, h, m), vec((sideX+backX)/2, h, m), r, r))
		}
	}
	return out
}

func (s *chairSizes) pedestal(d dice, under float64) []solid {
	column := d.between(0.04, 0.065)
	if d.chance(0.35) { // on a plate
		r := d.between(0.34, 0.45)
		return []solid{
			rod(chairLeg, vec(0, 0.02, 0), vec(0, under, 0), column*1.2, column),
			lathe(chairLeg, false, point2{r, 0}, point2{r, 0.03}, point2{0.3 * r, 0.07}, point2{0, 0.09}),
		}
	}
	out := []solid{rod(chairLeg, vec(0, 0.1, 0), vec(0, under, 0), column*1.25, column)}
	arms := 4 + d.IntN(2)
	reach := d.between(0.38, 0.5)
	start := d.between(0, 2*math.Pi)
	for i := range arms {
		sin, cos := math.Sincos(start + 2*math.Pi*float64(i)/float64(arms))
		out = append(out, rod(chairLeg, vec(0, 0.16, 0), vec(reach*cos, 0.085, reach*sin), 0.045, 0.028))
		out = append(out, ball(chairLeg, vec(reach*cos, 0.05, reach*sin), vec(0.05, 0.05, 0.05))) // castor
	}
	return out
}

func (s *chairSizes) arms(d dice) []solid {
	h := s.top + d.between(0.3, 0.45)
	x := s.w * d.between(0.98, 1.08)
	front := s.deep * d.between(0.4, 0.85)
	back := -s.deep + 0.05 - s.recline*0.2
	r := max(0.028, s.leg*0.9)
	var arm []solid
	switch d.pick(3, 2, 2) {
	case 0: // a rest on a post
		arm = append(arm, bar(chairArm, vec(x, h, back), vec(x, h+d.between(-0.04, 0.04), front+0.06), axisX, 1.6*r, 0.8*r, 4),
			rod(chairArm, vec(x, s.top-s.thick, front), vec(x, h, front), r, r))
	case 1: // a bent tube
		arm = append(arm, tube(chairArm, curve(4, vec(0.95*x, h, back), vec(x, h+0.02, 0), vec(x, h, front), vec(x, h-0.14, front+0.09), vec(0.93*x, s.top-s.thick, front)), false, steady(r)))
	default: // a side panel
		arm = append(arm, bar(chairArm, vec(x, (s.top+h)/2-0.05, back), vec(x, (s.top+h)/2-0.05, front), axisX, r, (h-s.top)/2+0.06, 7))
	}
	return bothSides(arm...)
}

// sofaChair is upholstered: blocks for the seat, the back and the arms.
func sofaChair(d dice, s chairSizes) []solid {
	s.w, s.deep = s.w*1.15, s.deep*1.1
	s.top = d.between(0.5, 0.62)
	s.back = d.between(0.5, 0.8)
	power := d.between(4, 7)
	low := d.between(0.1, 0.2)
	out := []solid{box(chairSeat, vec(0, (s.top+low)/2, 0.03), vec(s.w, (s.top-low)/2, s.deep), power)}
	thick := d.between(0.09, 0.15)
	backs := box(chairBack, vec(0, (s.top+s.back+low)/2, -s.deep), vec(s.w*d.between(0.95, 1.05), (s.top+s.back-low)/2, thick), power)
	lean := s.recline
	out = append(out, backs.mapped(func(p r3.Vec) r3.Vec { return vec(p.X, p.Y, p.Z-lean*max(0, p.Y-s.top)) }))
	if d.chance(0.85) {
		h := s.top + d.between(0.14, 0.32)
		out = append(out, bothSides(box(chairArm, vec(s.w+0.04, (h+low)/2, 0.02), vec(d.between(0.07, 0.12), (h-low)/2, s.deep*d.between(0.9, 1.02)), power))...)
	}
	leg := rod(chairLeg, vec(0.8*s.w, low+0.05, 0.8*s.deep), vec(0.85*s.w, 0, 0.85*s.deep), 0.05, 0.035)
	behind := rod(chairLeg, vec(0.8*s.w, low+0.05, -0.8*s.deep), vec(0.85*s.w, 0, -0.85*s.deep), 0.05, 0.035)
	return append(out, bothSides(leg, behind)...)
}
