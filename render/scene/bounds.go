package scene

import "math"

// Bounds is an axis-aligned box. The zero Bounds is the single point at the
// origin; [NoBounds] is the box of nothing, the neutral element of Union.
type Bounds struct {
	Min, Max Vec
}

// NoBounds contains no point.
func NoBounds() Bounds {
	inf := float32(math.Inf(1))
	return Bounds{Min: Vec{inf, inf, inf}, Max: Vec{-inf, -inf, -inf}}
}

// BoundsOf is the box of the finite points among ps; NoBounds if there are none.
func BoundsOf(ps []Vec) Bounds {
	b := NoBounds()
	for i := range ps {
		if Finite(ps[i]) {
			b = b.extend(ps[i])
		}
	}
	return b
}

// Finite reports whether all three coordinates are numbers.
func Finite(p Vec) bool {
	// x-x is 0 for numbers and NaN for infinities and NaN.
	return p[0]-p[0] == 0 && p[1]-p[1] == 0 && p[2]-p[2] == 0
}

// Sound reports whether the corners of a triangle are among the positions, and finite.
func Sound(positions []Vec, triangle [3]int32) bool {
	for _, v := range triangle {
		if v < 0 || int(v) >= len(positions) || !Finite(positions[v]) {
			return false
		}
	}
	return true
}

func (b Bounds) extend(p Vec) Bounds {
	for k := range 3 {
		b.Min[k] = min(b.Min[k], p[k])
		b.Max[k] = max(b.Max[k], p[k])
	}
	return b
}

// Empty reports whether b contains no point.
func (b Bounds) Empty() bool {
	return !(b.Min[0] <= b.Max[0] && b.Min[1] <= b.Max[1] && b.Min[2] <= b.Max[2])
}

// Contains reports whether p lies in b, or on its edge.
func (b Bounds) Contains(p Vec) bool {
	for k := range 3 {
		if !(b.Min[k] <= p[k] && p[k] <= b.Max[k]) {
			return false
		}
	}
	return true
}

// Union is the smallest box around b and c.
func (b Bounds) Union(c Bounds) Bounds {
	if c.Empty() {
		return b
	}
	if b.Empty() {
		return c
	}
	return b.extend(c.Min).extend(c.Max)
}

// Grow widens b by r on all sides.
func (b Bounds) Grow(r float32) Bounds {
	if b.Empty() {
		return b
	}
	for k := range 3 {
		b.Min[k] -= r
		b.Max[k] += r
	}
	return b
}

// Center is the middle of b; the origin if b is empty.
func (b Bounds) Center() Vec {
	if b.Empty() {
		return Vec{}
	}
	var c Vec
	for k := range 3 {
		c[k] = b.Min[k] + (b.Max[k]-b.Min[k])/2
	}
	return c
}

// Radius is half the diagonal of b; 0 if b is empty.
func (b Bounds) Radius() float32 {
	if b.Empty() {
		return 0
	}
	var s float64
	for k := range 3 {
		d := float64(b.Max[k]) - float64(b.Min[k])
		s += d * d
	}
	return float32(math.Sqrt(s) / 2)
}

// Bounds is the box around everything in the scene except markers, which
// belong to the view and must not move the camera.
func (s *Scene) Bounds() Bounds {
	b := NoBounds()
	if s == nil {
		return b
	}
	for i := range s.Surfaces {
		b = b.Union(BoundsOf(s.Surfaces[i].Positions))
	}
	for i := range s.Clouds {
		c := &s.Clouds[i]
		b = b.Union(BoundsOf(c.Positions).Grow(max(c.Radius, 0)))
	}
	for i := range s.Lines {
		b = b.Union(BoundsOf(s.Lines[i].Positions))
	}
	return b
}
