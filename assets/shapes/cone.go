package shapes

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// cone is the one primitive of every body: a round cone (the convex hull of two
// spheres) with centres a, b and radii ra, rb, which may be flattened to the
// share thin of its thickness along the unit direction flat. A limb is a long
// one, a muscle a short fat one, an ear one with a small thin.
type cone struct {
	a, b   r3.Vec
	ra, rb float64
	flat   r3.Vec  // unit direction of flattening
	thin   float64 // thickness along flat over thickness across it; 0 and 1 mean round
}

// lerp is the cone at parameter t on the way from c to d (t in [0,1]).
func (c cone) lerp(d cone, t float64) cone {
	thin, flat := c.thinness(), c.flat
	otherThin, otherFlat := d.thinness(), d.flat
	if thin == 1 { // a round cone has no direction of its own: borrow the other's
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
		flat: m,
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

// solid is a cone with what its evaluation needs, worked out once.
type solid struct {
	a, flat   r3.Vec
	axis      r3.Vec // unit, from a to b, in the stretched space where the cone is round
	length    float64
	ra, rb    float64
	stretch   float64 // 1/thin - 1
	sin, cos  float64 // of the half opening angle
	oneSphere bool
	// center and bound are of a ball around it.
	center r3.Vec
	bound  float64
}

func (c cone) solid() solid {
	s := solid{a: c.a, flat: c.flat, ra: c.ra, rb: c.rb, stretch: 1/c.thinness() - 1}
	s.center = mix(c.a, c.b, 0.5)
	s.bound = r3.Norm(r3.Sub(c.a, c.b))/2 + max(c.ra, c.rb)
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
	if s.stretch == 0 {
		return d, g
	}
	g = r3.Add(g, r3.Scale(s.stretch*r3.Dot(g, s.flat), s.flat))
	n := 1 / length(g)
	return d * n, r3.Scale(n, g)
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
