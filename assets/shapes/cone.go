package shapes

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// cone is the one primitive of every body: a round cone (the convex hull of two spheres) with centres
// a, b and radii ra, rb, which may be flattened to the share thin of its thickness along the unit
// direction flat. A limb is a long cone, a muscle a short thick one. An ear is a plate: it has the
// outline of the cone, half the thickness pad, and a round rim.
type cone struct {
	a, b   r3.Vec
	ra, rb float64
	flat   r3.Vec  // unit direction of flattening
	thin   float64 // thickness along flat over thickness across it; 0 and 1 mean round
	pad    float64 // half thickness across flat of a plate; 0 otherwise
}

// lerp is the cone at parameter t on the way from c to d (t in [0,1]).
func (c cone) lerp(d cone, t float64) cone {
	thin, flat := c.thinness(), c.flat
	otherThin, otherFlat := d.thinness(), d.flat
	if thin == 1 { // a round cone has no direction of its own: take the other's
		flat = otherFlat
	}
	if otherThin == 1 {
		otherFlat = flat
	}
	m := mix(flat, otherFlat, t)
	if r3.Norm(m) > 0 {
		m = r3.Unit(m)
	}
	return cone{
		a: mix(c.a, d.a, t), b: mix(c.b, d.b, t),
		ra: (1-t)*c.ra + t*d.ra, rb: (1-t)*c.rb + t*d.rb,
		flat: m, pad: (1-t)*c.pad + t*d.pad,
		// Thickness is a ratio, so the halfway cone has the geometric mean.
		thin: math.Exp((1-t)*math.Log(thin) + t*math.Log(otherThin)),
	}
}

func (c cone) thinness() float64 {
	if c.thin == 0 {
		return 1
	}
	return c.thin
}

// mirrored is the cone reflected by m.
func (c cone) mirrored(m mirror) cone {
	c.a, c.b, c.flat = m.apply(c.a), m.apply(c.b), m.apply(c.flat)
	return c
}

// solid is a cone with the values that its evaluation needs, computed once.
type solid struct {
	a, flat   r3.Vec
	axis      r3.Vec // unit, from a to b, in the stretched space where the cone is round
	length    float64
	ra, rb    float64
	thin      float64
	pad       float64 // half thickness of a plate, or 0
	stretch   float64 // 1/thin - 1
	sin, cos  float64 // of the half opening angle
	oneSphere bool
	a0, ab    r3.Vec  // the segment between the centres, and
	bound     float64 // the larger radius: a capsule around the cone
}

func (c cone) solid() solid {
	s := solid{a: c.a, flat: c.flat, ra: c.ra, rb: c.rb, thin: c.thinness(), pad: c.pad, stretch: 1/c.thinness() - 1}
	s.a0, s.ab, s.bound = c.a, r3.Sub(c.b, c.a), max(c.ra, c.rb)+c.pad
	if c.pad > 0 { // project the axis into the plate
		s.stretch = -1
	}
	d := r3.Sub(c.b, c.a)
	d = r3.Add(d, r3.Scale(s.stretch*r3.Dot(d, s.flat), s.flat))
	s.length = r3.Norm(d)
	if s.length <= math.Abs(c.ra-c.rb) {
		s.oneSphere = true
		if c.rb > c.ra {
			s.a, s.ra = c.b, c.rb
		}
		return s
	}
	s.axis = r3.Scale(1/s.length, d)
	s.sin = (c.ra - c.rb) / s.length
	s.cos = math.Sqrt(1 - s.sin*s.sin)
	return s
}

// eval returns the signed distance from p to the surface, negative inside, and
// its unit gradient. For a round cone it is exact; for a flattened one it is
// exact to first order, value over length of gradient, which is all that
// projection onto the surface needs.
func (s *solid) eval(p r3.Vec) (float64, r3.Vec) {
	q := r3.Sub(p, s.a)
	if s.stretch != 0 {
		q = r3.Add(q, r3.Scale(s.stretch*r3.Dot(q, s.flat), s.flat))
	}
	d, g := s.evalRound(q)
	switch {
	case s.pad > 0:
		return s.plate(r3.Dot(r3.Sub(p, s.a), s.flat), d, g)
	case s.stretch == 0:
		return d, g
	}
	g = r3.Add(g, r3.Scale(s.stretch*r3.Dot(g, s.flat), s.flat))
	n := 1 / length(g)
	return d * n, r3.Scale(n, g)
}

// within reports whether the cone may come within distance r of p.
func (s *solid) within(p r3.Vec, r float64) bool {
	q := r3.Sub(p, s.a0)
	t := min(max(r3.Dot(q, s.ab)/(r3.Norm2(s.ab)+1e-300), 0), 1)
	r += s.bound
	return r3.Norm2(r3.Sub(q, r3.Scale(t, s.ab))) < r*r
}

// plate is eval at height h over a plate whose outline, in its plane, is at the
// signed distance d with gradient g. It is exact.
func (s *solid) plate(h, d float64, g r3.Vec) (float64, r3.Vec) {
	if d <= 0 {
		return math.Abs(h) - s.pad, r3.Scale(math.Copysign(1, h), s.flat)
	}
	n := math.Hypot(d, h)
	return n - s.pad, r3.Scale(1/n, r3.Add(r3.Scale(d, g), r3.Scale(h, s.flat)))
}

// evalRound is eval of the round cone from the origin.
func (s *solid) evalRound(q r3.Vec) (float64, r3.Vec) {
	if s.oneSphere {
		return sphere(q, s.ra)
	}
	along := r3.Dot(q, s.axis)
	radial := r3.Sub(q, r3.Scale(along, s.axis))
	rho := length(radial)
	// foot is where the normal through q meets the axis.
	foot := along - rho*s.sin/s.cos
	switch {
	case foot <= 0:
		return sphere(q, s.ra)
	case foot >= s.length:
		return sphere(r3.Sub(q, r3.Scale(s.length, s.axis)), s.rb)
	}
	d := rho*s.cos + along*s.sin - s.ra
	if rho < 1e-12 {
		return d, s.axis
	}
	return d, r3.Add(r3.Scale(s.sin, s.axis), r3.Scale(s.cos/rho, radial))
}

func sphere(q r3.Vec, r float64) (float64, r3.Vec) {
	n := length(q)
	if n < 1e-12 {
		return -r, r3.Vec{Y: 1}
	}
	return n - r, r3.Scale(1/n, q)
}

func mix(p, q r3.Vec, t float64) r3.Vec {
	return r3.Add(r3.Scale(1-t, p), r3.Scale(t, q))
}

// length is r3.Norm without its guard against overflow, which costs more than
// the rest of an evaluation; bodies are about one unit long.
func length(p r3.Vec) float64 { return math.Sqrt(r3.Norm2(p)) }
