package mesh

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// StandsOnZ guesses whether z is the axis that points up, and not y: files do not say. A shape that
// stands has its middle above its footprint, and the footprint is broad: legs, feet and wheels take
// much of the box under the shape. Where that is not clear, y points up. The guess finds about half of
// the shapes that stand on z, and is seldom wrong about those that stand on y.
func (m *Mesh) StandsOnZ() bool {
	middle, ok := m.middle()
	if !ok {
		return false
	}
	onZ := m.footprint(middle, 2)
	return onZ >= standsBroadly && onZ >= clearlyBroader*m.footprint(middle, 1)
}

// A shape stands from a footprint of standsBroadly, and the footprint along z must exceed the footprint
// along y by clearlyBroader. An airplane on the tips of a wing has a footprint of up to 0.34; animals
// and people on their feet have 0.3 to 0.8.
const (
	standsBroadly  = 0.36
	clearlyBroader = 1.5
)

// groundShare is the share of a shape's height that counts as standing on the ground.
const groundShare = 0.05

// middle is the centre of the surface, or of the points of a cloud; ok is false where there is none.
func (m *Mesh) middle() (c r3.Vec, ok bool) {
	weight := 0.0
	for _, t := range m.Triangles {
		a, b, d := m.Vertices[t[0]], m.Vertices[t[1]], m.Vertices[t[2]]
		if w := r3.Norm(r3.Cross(r3.Sub(b, a), r3.Sub(d, a))); w > 0 {
			c = r3.Add(c, r3.Scale(w/3, r3.Add(a, r3.Add(b, d))))
			weight += w
		}
	}
	if !(weight > 0) {
		c, weight = r3.Vec{}, 0
		for _, v := range m.Vertices {
			c = r3.Add(c, v)
			weight++
		}
	}
	if !(weight > 0) {
		return c, false
	}
	c = r3.Scale(1/weight, c)
	return c, isFinite(c)
}

// footprint is the area of the box around the part that a shape stands on, along an axis, as a share of
// the box around the whole shape seen along that axis; 0 where the middle of the shape is not above
// that part.
func (m *Mesh) footprint(middle r3.Vec, axis int) float64 {
	at := func(v r3.Vec, k int) float64 { return [3]float64{v.X, v.Y, v.Z}[k] }
	box := m.BoundingBox()
	ground := at(box.Min, axis) + groundShare*(at(box.Max, axis)-at(box.Min, axis))
	share := 1.0
	for _, k := range [2]int{(axis + 1) % 3, (axis + 2) % 3} {
		low, high := math.Inf(1), math.Inf(-1)
		for _, v := range m.Vertices {
			if at(v, axis) <= ground {
				low, high = min(low, at(v, k)), max(high, at(v, k))
			}
		}
		wide := at(box.Max, k) - at(box.Min, k)
		if !(wide > 0) || !(at(box.Max, axis) > at(box.Min, axis)) || at(middle, k) < low || at(middle, k) > high {
			return 0
		}
		share *= (high - low) / wide
	}
	return share
}
