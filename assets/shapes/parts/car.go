package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

const (
	carRoof uint8 = iota
	carHood
	carWheel
	carBody
)

// carStyle tells where the roof line of a car bends, from its front (0) to its
// back (1), and how high it is there, in lengths of the car.
type carStyle struct {
	hood, screen, roof, rear, trunk float64 // hood's front edge, foot and top of the windscreen, end of the roof, foot of the rear window
	nose, belt, top, tail           float64 // heights of the nose, the belt line, the roof and the tail
	width                           float64 // half width
	wheel                           float64 // radius
}

func (d dice) carStyle() carStyle {
	switch d.pick(4, 3, 3, 2, 2, 2) {
	case 0: // saloon
		return carStyle{0.04, 0.3, 0.42, 0.68, 0.84, 0.15, 0.19, 0.31, 0.19, 0.2, 0.07}
	case 1: // hatchback
		return carStyle{0.04, 0.28, 0.42, 0.82, 0.96, 0.17, 0.22, 0.37, 0.2, 0.22, 0.078}
	case 2: // off-road
		return carStyle{0.03, 0.28, 0.38, 0.92, 0.985, 0.24, 0.27, 0.43, 0.26, 0.22, 0.095}
	case 3: // sports car
		return carStyle{0.05, 0.36, 0.52, 0.62, 0.88, 0.11, 0.16, 0.26, 0.18, 0.215, 0.075}
	case 4: // van
		return carStyle{0.02, 0.12, 0.26, 0.95, 0.99, 0.22, 0.25, 0.46, 0.26, 0.22, 0.075}
	}
	// pick-up
	return carStyle{0.03, 0.27, 0.37, 0.56, 0.6, 0.23, 0.25, 0.4, 0.25, 0.2, 0.09}
}

// car drives towards +z. Its length is 1, from z = 0.5 to -0.5.
func car(d dice) []solid {
	s := d.carStyle()
	for _, v := range []*float64{&s.nose, &s.belt, &s.top, &s.tail, &s.width, &s.wheel} {
		*v *= d.factor(1.1)
	}
	s.top = max(s.top, s.belt+0.09)
	shift := d.between(-0.03, 0.03)
	s.screen, s.roof, s.rear = s.screen+shift, s.roof+shift, s.rear+d.between(-0.03, 0.03)
	s.wheel = min(s.wheel, 0.46*s.nose) // below the hood
	clear := s.wheel * d.between(0.75, 1)
	out := []solid{s.body(clear, d.between(0.62, 0.82), d.between(0.86, 0.96))}
	front, back := d.between(0.15, 0.2), d.between(0.78, 0.83)
	for _, t := range []float64{front, back} {
		tyre := drum(carWheel, s.wheel, d.between(0.03, 0.04)).turned(90, axisZ, r3.Vec{})
		out = append(out, bothSides(tyre.moved(vec(s.width*0.9, s.wheel, 0.5-t)))...)
	}
	if d.chance(0.6) { // mirrors
		out = append(out, bothSides(ball(carBody, vec(1.03*s.width, s.belt+0.03, 0.5-s.screen-0.03), vec(0.028, 0.02, 0.014)))...)
	}
	if d.chance(0.2) { // spoiler
		y := s.tail + 0.05
		out = append(out, box(carBody, vec(0, y, -0.47), vec(0.8*s.width, 0.01, 0.03), 4))
		out = append(out, bothSides(bar(carBody, vec(0.6*s.width, s.tail-0.03, -0.46), vec(0.6*s.width, y, -0.47), axisX, 0.01, 0.015, 4))...)
	}
	return out
}

// body is one skin through cross-sections; the roof keeps share roofWidth of the
// width, nose and tail share ends.
func (s *carStyle) body(clear, roofWidth, ends float64) solid {
	type knot struct{ t, belt, top float64 } // top: height of the line along the middle
	knots := []knot{
		{0, 0.62 * s.nose, 0.64 * s.nose}, {0.012, 0.85 * s.nose, 0.87 * s.nose}, {s.hood, s.nose, 1.02 * s.nose},
		{(s.hood + s.screen) / 2, (s.nose + s.belt) / 2, (s.nose+s.belt)/2 + 0.012},
		{s.screen, s.belt, s.belt + 0.012}, {(s.screen + s.roof) / 2, s.belt, (s.belt+s.top)/2 + 0.01}, {s.roof, s.belt, 0.985 * s.top},
		{(s.roof + s.rear) / 2, s.belt, s.top}, {s.rear, s.belt, 0.97 * s.top}, {(s.rear + s.trunk) / 2, s.belt, (s.belt+s.top)/2 + 0.005},
		{s.trunk, (s.belt + s.tail) / 2, (s.belt+s.tail)/2 + 0.008}, {0.993, s.tail, s.tail + 0.005}, {1, 0.85 * s.tail, 0.87 * s.tail},
	}
	const onTop = 8 // sectors from belt to belt over the top; as many around the sides and below
	var rings [][]r3.Vec
	for _, k := range knots {
		z := 0.5 - k.t
		w := s.width * (1 - (1-ends)*math.Pow(math.Abs(2*k.t-1), 4))
		under := clear
		if k.t < 0.03 || k.t > 0.99 {
			under = clear + 0.25*(k.belt-clear)
			w *= 0.96
		}
		cabin := min(1, max(0, (k.top-k.belt-0.012)/(s.top-s.belt)))
		half := w * (1 - (1-roofWidth)*cabin)
		ring := []r3.Vec{
			vec(w*0.985, k.belt, z), vec(half+0.02*w*(1-cabin), k.belt+0.75*(k.top-k.belt), z), vec(half*0.92, k.belt+0.95*(k.top-k.belt), z), vec(half*0.5, k.top, z),
			vec(0, k.top+0.004, z),
			vec(-half*0.5, k.top, z), vec(-half*0.92, k.belt+0.95*(k.top-k.belt), z), vec(-half-0.02*w*(1-cabin), k.belt+0.75*(k.top-k.belt), z), vec(-w*0.985, k.belt, z),
			vec(-w, (k.belt+under)/2, z), vec(-w*0.96, under+0.02, z), vec(-w*0.85, under, z),
			vec(0, under, z),
			vec(w*0.85, under, z), vec(w*0.96, under+0.02, z), vec(w, (k.belt+under)/2, z),
		}
		rings = append(rings, ring)
	}
	return skin(rings, false, func(ring, sector int) uint8 {
		switch {
		case sector >= onTop:
			return carBody
		case ring >= 2 && ring <= 3:
			return carHood
		case ring >= 6 && ring <= 7 && sector >= 1 && sector <= 6:
			return carRoof
		}
		return carBody
	})
}
