package shapes

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"
)

// morphSteps is the number of steps from the mean animal to a species. Each step
// carries the vertices with the parts they belong to, puts them back on the
// surface and evens them out a little, so that a vertex keeps its meaning.
const morphSteps = 20

// morph carries a template from the body with cones from to that with cones to.
func (pl *plan) morph(s soup, from, to cones) soup {
	start := pl.build(from)
	near := neighbours(len(s.pos), s.tri)
	shares := make([][]share, len(s.pos))
	size := make([]float64, len(s.pos))
	inParallel(len(s.pos), func(v int) {
		shares[v] = start.partShares(s.pos[v])
		for _, w := range shares[v] {
			size[v] += w.weight * start.parts[w.index].size()
		}
	})
	plates := make([]float64, len(s.pos))
	for v := range shares {
		for _, w := range shares[v] {
			if start.parts[w.index].pad > 0 {
				plates[v] += w.weight
			}
		}
	}
	plates = diffuseScalar(plates, s, 2)
	spread := diffuse(shares, near, len(start.parts), 2)
	for v := range shares {
		if plates[v] < 0.5 { // a thin plate must not lag behind itself
			shares[v] = spread[v]
		}
	}
	size = diffuseScalar(size, s, 8)
	// Distances on the bodies scale with their sizes. Smoothing needs only relative sizes, so the
	// wanted sizes of the mean animal serve all the way.
	before := start
	r := newRemesher(s, size, nil)
	for k := 1; k <= morphSteps; k++ {
		after := pl.build(from.lerp(to, float64(k)/morphSteps))
		frames := make([]frame, len(after.parts))
		frames0 := make([]frame, len(after.parts))
		for i := range after.parts {
			frames0[i], frames[i] = before.parts[i].frame(), after.parts[i].frame()
		}
		r.project = after.field.project
		next := make([]r3.Vec, len(r.pos))
		inParallel(len(r.pos), func(v int) {
			var p r3.Vec
			for _, w := range shares[v] {
				p = r3.Add(p, r3.Scale(w.weight, carry(r.pos[v], frames0[w.index], frames[w.index])))
			}
			next[v] = r.project(p)
		})
		r.pos = slices.Clone(next)
		r.smooth()
		for v := range next {
			// A plate is about as thin as the triangles are long, and evening them out would fold its
			// rim; there vertices are carried only.
			r.pos[v] = mix(r.pos[v], next[v], plates[v])
		}
		before = after
	}
	return soup{r.pos, s.tri}
}

// frame is a cone's own coordinate system: along its axis, and across it in the
// direction of its flattening.
type frame struct {
	cone
	axis, across, third r3.Vec
	length              float64
}

func (c cone) frame() frame {
	f := frame{cone: c}
	d := r3.Sub(c.b, c.a)
	if c.pad > 0 { // the plate is exactly across flat, see solid
		d = r3.Sub(d, r3.Scale(r3.Dot(d, c.flat), c.flat))
	}
	f.length = r3.Norm(d)
	f.axis = r3.Unit(d)
	f.across = r3.Unit(r3.Sub(c.flat, r3.Scale(r3.Dot(c.flat, f.axis), f.axis)))
	f.third = r3.Cross(f.axis, f.across)
	return f
}

// carry moves p with a cone that changes from f to g: lengths along the axis
// scale with its length, lengths across it with the radius there.
func carry(p r3.Vec, f, g frame) r3.Vec {
	q := r3.Sub(p, f.a)
	along, across, third := r3.Dot(q, f.axis), r3.Dot(q, f.across), r3.Dot(q, f.third)
	if f.pad > 0 && g.pad > 0 {
		along, across, third = carryPlate(along, across, third, f, g)
	} else {
		inside := math.Max(0, math.Min(f.length, along))
		t := inside / f.length
		grow := ((1-t)*g.ra + t*g.rb) / ((1-t)*f.ra + t*f.rb)
		along = t*g.length + (along-inside)*grow
		across *= grow * g.thinness() / f.thinness()
		third *= grow
	}
	return r3.Add(g.a, r3.Add(r3.Scale(along, g.axis), r3.Add(r3.Scale(across, g.across), r3.Scale(third, g.third))))
}

// carryPlate maps the outline of one plate onto that of another: the tip of a fan is mostly a disc and
// a pointed ear has no disc, so scaling with the radius, as for limbs, would crumple one into the
// other.
func carryPlate(along, across, third float64, f, g frame) (float64, float64, float64) {
	thicken := g.pad / f.pad
	inside := math.Max(-f.ra, math.Min(f.length+f.rb, along))
	t := (inside + f.ra) / (f.length + f.ra + f.rb)
	at := t*(g.length+g.ra+g.rb) - g.ra
	w, w2 := f.halfWidth(inside), g.halfWidth(at)
	if side := math.Abs(third); side <= w {
		third *= w2 / (w + 1e-12)
	} else { // the rim beyond the outline
		third = math.Copysign(w2+(side-w)*thicken, third)
	}
	return at + (along-inside)*thicken, across * thicken, third
}

// halfWidth is half the width of the cone's outline at s along its axis.
func (f *frame) halfWidth(s float64) float64 {
	sin := (f.ra - f.rb) / f.length
	round := func(r, s float64) float64 { return math.Sqrt(math.Max(0, r*r-s*s)) }
	switch {
	case sin >= 1:
		return round(f.ra, s)
	case sin <= -1:
		return round(f.rb, s-f.length)
	case s < f.ra*sin:
		return round(f.ra, s)
	case s > f.length+f.rb*sin:
		return round(f.rb, s-f.length)
	}
	return (f.ra - s*sin) / math.Sqrt(1-sin*sin)
}

// mean is the mean of several geometries of one plan, by repeated lerp.
func mean(all ...cones) cones {
	m := all[0]
	for i, c := range all[1:] {
		m = m.lerp(c, 1/float64(i+2))
	}
	return m
}
