package correspond

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/metric"
)

// NoPlace stands where nothing is known, as in a truth with gaps.
var NoPlace = Place{Face: -1, Nearest: -1}

// PlaceAt is the place of a point of the domain itself.
func PlaceAt(d *metric.Domain, point int32) Place {
	return Place{Face: -1, Bary: [3]float64{1, 0, 0}, Nearest: point}
}

// PlaceIn is a place in a triangle; bary is non-negative with sum 1.
func PlaceIn(d *metric.Domain, face int32, bary [3]float64) Place {
	p := Place{Face: face, Bary: bary}
	at := p.Position(d)
	best := 0
	t := d.Triangles[face]
	for k := range 3 {
		if r3.Norm2(r3.Sub(d.Points[t[k]], at)) < r3.Norm2(r3.Sub(d.Points[t[best]], at)) {
			best = k
		}
	}
	p.Nearest = t[best]
	return p
}

// Known reports whether p is a place at all, not [NoPlace].
func (p Place) Known() bool { return p.Nearest >= 0 }

// Position is where the place lies, in the domain's coordinates.
func (p Place) Position(d *metric.Domain) r3.Vec {
	if p.Face < 0 {
		return d.Points[p.Nearest]
	}
	var at r3.Vec
	for k, corner := range d.Triangles[p.Face] {
		at = r3.Add(at, r3.Scale(p.Bary[k], d.Points[corner]))
	}
	return at
}

// Interpolate is the value at the place of a function given at the domain's
// points (v): linear in the triangle, so that colours and coordinates carry over
// without steps.
func (p Place) Interpolate(d *metric.Domain, values []float64) float64 {
	if p.Face < 0 {
		return values[p.Nearest]
	}
	var sum float64
	for k, corner := range d.Triangles[p.Face] {
		sum += p.Bary[k] * values[corner]
	}
	return sum
}
