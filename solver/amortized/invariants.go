package amortized

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

const invariantSize = 6

// invariantShare is the share of the mass that is the neighbourhood of the invariants: 16
// points of 256, 64 of 1024.
const invariantShare = 1.0 / 16

// invariants are six numbers that say where a point lies in its shape and what the
// surface is like around it:
//
//	|p|                     its distance from the centre
//	√(Σ m_j |p - p_j|²)     its root mean squared distance from all
//	(σ3 - σ2)/σ3            how like a line the neighbourhood is, σ being the deviations
//	(σ2 - σ1)/σ3            how like a plane               along its principal axes
//	|p - m|/σ3              how far from its middle: an end, a rim
//	|n·p|/|p|               how much the surface faces the centre
func (p *profiler) invariants(out []float32) {
	at := p.points[p.self]
	radius, squares := r3.Norm(at), 0.0
	var around moments
	around.add(r3.Vec{}, p.mass[p.self])
	near := p.nearest(invariantShare, fewestNear)
	for k, key := range p.sorted {
		d, j := p.distance(k), uint32(key)
		squares += p.mass[j] * d * d
		if k < near {
			around.add(r3.Sub(p.points[j], at), p.mass[j])
		}
	}
	clear(out)
	out[0], out[1] = toStep(radius), toStep(math.Sqrt(squares))
	variances := p.eigen.of(around.covariance(), false)
	var s [3]float64
	for k, v := range variances {
		s[k] = math.Sqrt(max(v, 0))
	}
	if s[2] <= 2.0/grid { // all in one point
		return
	}
	out[2], out[3] = toStep((s[2]-s[1])/s[2]), toStep((s[1]-s[0])/s[2])
	out[4] = toStep(r3.Norm(around.mean()) / s[2])
	if radius > 2.0/grid {
		out[5] = toStep(math.Abs(r3.Dot(p.normals[p.self], at)) / radius)
	}
}
