package parts

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// slice is a cross-section: a superellipse |x|^power + |y|^power = 1 in the half
// axes u and v. Power 2 is an ellipse, 6 and more a rectangle with round corners.
type slice struct {
	at, u, v r3.Vec
	power    float64
}

// around is the number of points on cross-sections of lofts.
const around = 16

func (s slice) ring() []r3.Vec {
	if s.u == (r3.Vec{}) && s.v == (r3.Vec{}) {
		return []r3.Vec{s.at}
	}
	out := make([]r3.Vec, around)
	for i := range out {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / around)
		x := math.Copysign(math.Pow(math.Abs(cos), 2/s.power), cos)
		y := math.Copysign(math.Pow(math.Abs(sin), 2/s.power), sin)
		out[i] = r3.Add(s.at, r3.Add(r3.Scale(x, s.u), r3.Scale(y, s.v)))
	}
	return out
}

// loft is the solid through cross-sections.
func loft(label uint8, slices ...slice) solid {
	rings := make([][]r3.Vec, len(slices))
	for i, s := range slices {
		rings[i] = s.ring()
	}
	return skin(rings, false, plain(label))
}

// flat is a cross-section in a plane of constant y.
func flat(x, y, z, halfX, halfZ, power float64) slice {
	return slice{vec(x, y, z), vec(halfX, 0, 0), vec(0, 0, halfZ), power}
}

// box is a box with rounded edges: its vertical ones as round as power says, the
// others bevelled by an eighth of the least side.
func box(label uint8, center, half r3.Vec, power float64) solid {
	bevel := min(half.X, half.Y, half.Z) / 4
	at := func(y, inset float64) slice {
		return flat(center.X, center.Y+y, center.Z, half.X-inset, half.Z-inset, power)
	}
	return loft(label, at(-half.Y, bevel), at(bevel-half.Y, 0), at(0, 0), at(half.Y-bevel, 0), at(half.Y, bevel))
}

// bar is a box-like beam between two points with half widths across; side is the
// direction of the first.
func bar(label uint8, a, b, side r3.Vec, halfSide, halfOther, power float64) solid {
	along := unit(r3.Sub(b, a))
	v := unit(r3.Cross(along, side))
	u := r3.Cross(v, along)
	var all []slice
	for _, t := range []float64{0, 1. / 3, 2. / 3, 1} {
		all = append(all, slice{r3.Add(a, r3.Scale(t, r3.Sub(b, a))), r3.Scale(halfSide, u), r3.Scale(halfOther, v), power})
	}
	return loft(label, all...)
}

// point2 is a point of a lathe's profile: distance from the axis, and height.
type point2 struct{ r, y float64 }

// turnedAround is the number of sectors of a lathe.
const turnedAround = 24

// lathe turns a profile around the y axis. A loop is a closed profile.
func lathe(label uint8, loop bool, profile ...point2) solid {
	rings := make([][]r3.Vec, len(profile))
	for i, p := range profile {
		if p.r == 0 {
			rings[i] = []r3.Vec{{Y: p.y}}
			continue
		}
		for c := range turnedAround {
			sin, cos := math.Sincos(2 * math.Pi * float64(c) / turnedAround)
			rings[i] = append(rings[i], vec(p.r*cos, p.y, p.r*sin))
		}
	}
	return skin(rings, loop, plain(label))
}

// drum is a cylinder with bevelled edges around y.
func drum(label uint8, radius, halfHeight float64) solid {
	b := min(radius, halfHeight) / 5
	return lathe(label, false, point2{radius - b, -halfHeight}, point2{radius, b - halfHeight},
		point2{radius, halfHeight - b}, point2{radius - b, halfHeight})
}

// ball is an ellipsoid.
func ball(label uint8, center, radii r3.Vec) solid {
	const rings = 10
	var profile []point2
	for i := range rings + 1 {
		sin, cos := math.Sincos(math.Pi * float64(i) / rings)
		profile = append(profile, point2{sin, -cos})
	}
	profile[0].r, profile[rings].r = 0, 0
	return lathe(label, false, profile...).mapped(func(p r3.Vec) r3.Vec {
		return r3.Add(center, vec(radii.X*p.X, radii.Y*p.Y, radii.Z*p.Z))
	})
}

// tube follows a path with a circular cross-section; radius is given at t from 0
// to 1 along the path's points. A loop is a closed path.
func tube(label uint8, path []r3.Vec, loop bool, radius func(t float64) float64) solid {
	const sectors = 12
	n := len(path)
	u := perpendicular(tangent(path, 0, loop))
	rings := make([][]r3.Vec, n)
	for i, p := range path {
		along := tangent(path, i, loop)
		// The frame is carried on without twist; over a loop in a plane it closes.
		u = unit(r3.Sub(u, r3.Scale(r3.Dot(u, along), along)))
		v := r3.Cross(along, u)
		r := radius(float64(i) / float64(n-1))
		for c := range sectors {
			sin, cos := math.Sincos(2 * math.Pi * float64(c) / sectors)
			rings[i] = append(rings[i], r3.Add(p, r3.Add(r3.Scale(r*cos, u), r3.Scale(r*sin, v))))
		}
	}
	return skin(rings, loop, plain(label))
}

func steady(radius float64) func(float64) float64 {
	return func(float64) float64 { return radius }
}

// taper goes from one radius to another.
func taper(from, to float64) func(float64) float64 {
	return func(t float64) float64 { return from + t*(to-from) }
}

// rod is a straight tube.
func rod(label uint8, a, b r3.Vec, from, to float64) solid {
	return tube(label, []r3.Vec{a, mid(a, b, 1./3), mid(a, b, 2./3), b}, false, taper(from, to))
}

// band is a flat strip along a path: side is its direction across.
func band(label uint8, path []r3.Vec, side r3.Vec, halfWidth, halfThickness float64, power float64) solid {
	var all []slice
	for i, p := range path {
		v := unit(r3.Cross(side, tangent(path, i, false)))
		all = append(all, slice{p, r3.Scale(halfWidth, side), r3.Scale(halfThickness, v), power})
	}
	return loft(label, all...)
}

func tangent(path []r3.Vec, i int, loop bool) r3.Vec {
	n := len(path)
	a, b := max(i-1, 0), min(i+1, n-1)
	if loop {
		a, b = (i+n-1)%n, (i+1)%n
	}
	return unit(r3.Sub(path[b], path[a]))
}

func perpendicular(d r3.Vec) r3.Vec {
	other := axisX
	if math.Abs(d.X) > 0.7 {
		other = axisY
	}
	return unit(r3.Cross(d, other))
}

func mid(a, b r3.Vec, t float64) r3.Vec { return r3.Add(r3.Scale(1-t, a), r3.Scale(t, b)) }

// curve is a Catmull-Rom spline through the points, steps to a stretch.
func curve(steps int, through ...r3.Vec) []r3.Vec {
	n := len(through)
	var out []r3.Vec
	for i := range n - 1 {
		p0, p1, p2, p3 := through[max(i-1, 0)], through[i], through[i+1], through[min(i+2, n-1)]
		for s := range steps {
			t := float64(s) / float64(steps)
			t2, t3 := t*t, t*t*t
			q := r3.Scale(-t3+2*t2-t, p0)
			q = r3.Add(q, r3.Scale(3*t3-5*t2+2, p1))
			q = r3.Add(q, r3.Scale(-3*t3+4*t2+t, p2))
			q = r3.Add(q, r3.Scale(t3-t2, p3))
			out = append(out, r3.Scale(0.5, q))
		}
	}
	return append(out, through[n-1])
}

// arc runs on an ellipse with half axes u and v from one angle to another, in degrees.
func arc(center, u, v r3.Vec, from, to float64, n int) []r3.Vec {
	out := make([]r3.Vec, n+1)
	for i := range out {
		sin, cos := math.Sincos((from + (to-from)*float64(i)/float64(n)) * math.Pi / 180)
		out[i] = r3.Add(center, r3.Add(r3.Scale(cos, u), r3.Scale(sin, v)))
	}
	return out
}
