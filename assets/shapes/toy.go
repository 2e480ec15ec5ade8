package shapes

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// toy is a planar shape and its counterpart in space: two images of one flat
// domain, each meshed on its own.
type toy struct {
	flatLabel, solidLabel string
	// domain meshes the domain at resolution n (rings, or cells across).
	domain      func(n int) soup
	flat, solid func(p r3.Vec) r3.Vec
}

var toys = []toy{
	{
		"disc", "bowl", func(n int) soup { return discMesh(n) },
		func(p r3.Vec) r3.Vec { return p },
		func(p r3.Vec) r3.Vec { // along great circles of a sphere: radii keep their length
			const radius = 0.75
			r := math.Hypot(p.X, p.Y)
			if r == 0 {
				return r3.Vec{}
			}
			s := radius * math.Sin(r/radius) / r
			return r3.Vec{X: s * p.X, Y: s * p.Y, Z: radius * (1 - math.Cos(r/radius))}
		},
	},
	{
		"ring", "band", func(n int) soup { return ringMesh(6*n, n/2) },
		func(p r3.Vec) r3.Vec { return p },
		func(p r3.Vec) r3.Vec { // wavy, so that it has no more symmetries than it must
			a, across := math.Atan2(p.Y, p.X), (math.Hypot(p.X, p.Y)-ringHole)/(1-ringHole)
			return r3.Vec{X: 0.8 * math.Cos(a), Y: 0.8 * math.Sin(a), Z: 0.4*across + 0.12*math.Cos(2*a)}
		},
	},
	{
		"S curve", "rolled sheet", func(n int) soup { return stripMesh(6*n, n/2) },
		func(p r3.Vec) r3.Vec { // two half circles, one after the other
			const r, half = 0.5, 0.14
			a, off := 2*math.Pi*p.X, half*(1-2*p.Y)
			if p.X <= 0.5 {
				return r3.Vec{X: r*math.Sin(a) + off*math.Sin(a), Y: r - (r+off)*math.Cos(a)}
			}
			return r3.Vec{X: (r - off) * math.Sin(a), Y: 3*r + (r-off)*math.Cos(a)}
		},
		func(p r3.Vec) r3.Vec { // an Archimedean spiral, 3/2 turns
			a := math.Pi * (1 + 3*p.X)
			r := 0.075 * a
			return r3.Vec{X: r * math.Cos(a), Y: 0.28 * p.Y, Z: r * math.Sin(a)}
		},
	},
	{
		"star", "bent star", func(n int) soup { return discMesh(n) },
		star,
		func(p r3.Vec) r3.Vec { // around a cylinder: an isometry
			const radius = 0.6
			q := star(p)
			return r3.Vec{X: radius * math.Sin(q.X/radius), Y: q.Y, Z: radius * (1 - math.Cos(q.X/radius))}
		},
	},
}

// star maps the unit disc onto a five-pointed star with rounded points, one of
// them longer, so that the map onto the bent star is unique.
func star(p r3.Vec) r3.Vec {
	r, a := math.Hypot(p.X, p.Y), math.Atan2(p.Y, p.X)-math.Pi/2
	reach := 0.62 + 0.20*math.Cos(5*a) + 0.06*math.Cos(a) + 0.03*math.Sin(2*a)
	// Near the centre the map stays round, because the few triangles there would turn over if they
	// followed the points.
	return r3.Scale(0.62+(reach-0.62)*r, p)
}

// discMesh is the unit disc in rings of 6, 12, 18, ... vertices.
func discMesh(rings int) soup {
	s := soup{pos: []r3.Vec{{}}}
	start := func(k int) int { // first vertex of ring k
		return 1 + 3*k*(k-1)
	}
	for k := 1; k <= rings; k++ {
		for i := range 6 * k {
			a := 2 * math.Pi * float64(i) / float64(6*k)
			r := float64(k) / float64(rings)
			s.pos = append(s.pos, r3.Vec{X: r * math.Cos(a), Y: r * math.Sin(a)})
		}
		for sector := range 6 {
			for i := range k {
				outer := func(i int) int32 { return int32(start(k) + (sector*k+i)%(6*k)) }
				inner := func(i int) int32 {
					if k == 1 {
						return 0
					}
					return int32(start(k-1) + (sector*(k-1)+i)%(6*(k-1)))
				}
				s.tri = append(s.tri, [3]int32{inner(i), outer(i), outer(i + 1)})
				if i+1 < k {
					s.tri = append(s.tri, [3]int32{inner(i), outer(i + 1), inner(i + 1)})
				}
			}
		}
	}
	return s
}

// ringHole is the inner radius of the ring; the outer one is 1.
const ringHole = 0.6

// ringMesh is a flat ring of around x across cells.
func ringMesh(around, across int) soup {
	s := stripMesh(around, across)
	seam := int32(around * (across + 1))
	for v, p := range s.pos[:seam] {
		a, r := -2*math.Pi*p.X, ringHole+(1-ringHole)*p.Y
		s.pos[v] = r3.Vec{X: r * math.Cos(a), Y: r * math.Sin(a)}
	}
	s.pos = s.pos[:seam]
	for t := range s.tri {
		for c := range 3 {
			s.tri[t][c] %= seam
		}
	}
	return s
}

// stripMesh is the unit square in long x wide cells.
func stripMesh(long, wide int) soup {
	var s soup
	for i := range long + 1 {
		for j := range wide + 1 {
			s.pos = append(s.pos, r3.Vec{X: float64(i) / float64(long), Y: float64(j) / float64(wide)})
		}
	}
	at := func(i, j int) int32 { return int32(i*(wide+1) + j) }
	for i := range long {
		for j := range wide {
			a, b, c, d := at(i, j), at(i+1, j), at(i+1, j+1), at(i, j+1)
			if (i+j)%2 == 0 {
				s.tri = append(s.tri, [3]int32{a, b, c}, [3]int32{a, c, d})
			} else {
				s.tri = append(s.tri, [3]int32{a, b, d}, [3]int32{b, c, d})
			}
		}
	}
	return s
}

// Resolutions of the two sides: different, so that no vertex has an exact twin.
const (
	flatResolution  = 14
	solidResolution = 13
)

// shapes makes the flat shape and its counterpart in space.
func (t *toy) shapes(k *kin, seed uint64) (flat, solid *shape) {
	image := func(pos []r3.Vec, f func(r3.Vec) r3.Vec) []r3.Vec {
		out := make([]r3.Vec, len(pos))
		for v, p := range pos {
			out[v] = f(p)
		}
		return out
	}
	other := t.domain(solidResolution)
	flat = k.templateShape(image(k.template.pos, t.flat), seed)
	solid = k.otherMesh(other, k.template.pos, image(other.pos, t.solid), seed+1)
	return flat, solid
}
