package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// Object is one object of a category. It does not change once made.
type Object struct {
	Category Category
	Seed     uint64

	solids []solid
	boxes  []bounds // of the solids
}

// Make is the category's object of a seed. Seeds that belong to training,
// validation, test and samples come from [Split.Seed].
func (c Category) Make(seed uint64) *Object {
	o := &Object{Category: c, Seed: seed}
	o.solids = c.build(newDice(c.Name, seed, "object"))
	o.warp(newDice(c.Name, seed, "warp"))
	o.fit()
	for _, s := range o.solids {
		o.boxes = append(o.boxes, boundsOf(s.pos))
	}
	return o
}

// warp gives the whole object other proportions, a gentle taper and a gentle
// bend, so that no two are made of the same exact forms.
func (o *Object) warp(d dice) {
	b := o.bounds()
	middle, half := b.middle(), b.half()
	stretch := vec(d.factor(1.12), d.factor(1.12), d.factor(1.12))
	taperX, taperZ := d.between(-0.08, 0.08), d.between(-0.08, 0.08)
	bendXY, bendXZ, bendYZ := d.between(-0.05, 0.05), d.between(-0.03, 0.03), d.between(-0.06, 0.06)
	largest := max(half.X, half.Y, half.Z)
	o.apply(func(p r3.Vec) r3.Vec {
		q := r3.Scale(1/largest, r3.Sub(p, middle)) // within the cube [-1, 1]³
		x, y, z := q.X, q.Y, q.Z
		q.X = stretch.X * (x*(1+taperX*y) + bendXY*y*y)
		q.Y = stretch.Y * y
		q.Z = stretch.Z * (z*(1+taperZ*y) + bendYZ*y*y + bendXZ*x*x)
		return q
	})
}

// fit centres the object and makes its farthest vertex lie at distance 1.
func (o *Object) fit() {
	middle := o.bounds().middle()
	var far float64
	for _, s := range o.solids {
		for _, p := range s.pos {
			far = max(far, r3.Norm2(r3.Sub(p, middle)))
		}
	}
	scale := 1 / math.Sqrt(far)
	o.apply(func(p r3.Vec) r3.Vec { return r3.Scale(scale, r3.Sub(p, middle)) })
}

func (o *Object) apply(f func(r3.Vec) r3.Vec) {
	for i := range o.solids {
		o.solids[i] = o.solids[i].mapped(f)
	}
}

func (o *Object) bounds() bounds {
	all := boundsOf(o.solids[0].pos)
	for _, s := range o.solids[1:] {
		b := boundsOf(s.pos)
		all.lo, all.hi = lower(all.lo, b.lo), upper(all.hi, b.hi)
	}
	return all
}

// bounds is a box along the axes.
type bounds struct{ lo, hi r3.Vec }

func boundsOf(pos []r3.Vec) bounds {
	b := bounds{pos[0], pos[0]}
	for _, p := range pos[1:] {
		b.lo, b.hi = lower(b.lo, p), upper(b.hi, p)
	}
	return b
}

func (b bounds) middle() r3.Vec { return r3.Scale(0.5, r3.Add(b.lo, b.hi)) }
func (b bounds) half() r3.Vec   { return r3.Scale(0.5, r3.Sub(b.hi, b.lo)) }

func (b bounds) holds(p r3.Vec) bool {
	return p.X >= b.lo.X && p.X <= b.hi.X && p.Y >= b.lo.Y && p.Y <= b.hi.Y && p.Z >= b.lo.Z && p.Z <= b.hi.Z
}

func lower(a, b r3.Vec) r3.Vec { return vec(min(a.X, b.X), min(a.Y, b.Y), min(a.Z, b.Z)) }
func upper(a, b r3.Vec) r3.Vec { return vec(max(a.X, b.X), max(a.Y, b.Y), max(a.Z, b.Z)) }

// Solid is one closed surface of an object with a label for each triangle. Solids
// overlap; the object is their union.
type Solid struct {
	Vertices  []r3.Vec
	Triangles [][3]int32 // wound counter-clockwise seen from outside
	Labels    []uint8    // of the category's own parts
}

// Solids are what the object is made of; they must not be changed.
func (o *Object) Solids() []Solid {
	out := make([]Solid, len(o.solids))
	for i, s := range o.solids {
		out[i] = Solid{s.pos, s.tri, s.label}
	}
	return out
}
