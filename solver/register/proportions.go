package register

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
	"gwscope/solver/internal/dense"
)

// leastProportion and mostProportion bound how far a neighbourhood is stretched before it starts.
const leastProportion, mostProportion = 0.4, 2.5

// leastUnlike is the mean size of the logarithms of the stretches from which on A is stretched.
// Below it both shapes have the same proportions, and a limb that bends within a cell would
// count as one that grows shorter. Shapes of one species have .01 to .09, of two .11 to .35.
const leastUnlike = 0.1

var unstretched = dense.Mat3{1, 0, 0, 0, 1, 0, 0, 0, 1}

// proportion gives the rest shape the proportions that the map says B has: in each cell of the
// samples, a stretch along the cell's longest axis and another one across it. A long limb in
// a short and thick one would buckle, and each crease becomes a pocket inside B once the limb
// fills it.
//
// Where the mean size of the stretches' logarithms is not above least, nothing is stretched.
//
// Both stretches are the same however far the map turns a limb about its axis, and where it
// turns the limb over: along, a line is fitted; across, only distances from it count.
func (r *run) proportion(least float64) {
	h, s := r.sheet, r.spread
	cells := make([]moments, s.samples)
	add := func(point int32, weight float64, rest, to r3.Vec) {
		for k := int(point) * spreadNear; k < int(point+1)*spreadNear; k++ {
			if i := s.near[k]; i >= 0 {
				cells[i].add(s.share[k]*weight, rest, to)
			}
		}
	}
	for i, p := range h.rest {
		add(int32(i), h.mass[i]*r.rough[i], p, r.to[i])
	}
	for k := range r.asked {
		d := &r.asked[k]
		p := closest.At(d.bary, h.rest[d.corner[0]], h.rest[d.corner[1]], h.rest[d.corner[2]])
		add(d.near, float64(len(h.rest))*d.weight, p, d.to)
	}
	stretches := make([]dense.Mat3, len(cells))
	unlike, weight := 0.0, 0.0
	for i := range cells {
		var along, across float64
		stretches[i], along, across = cells[i].stretch()
		unlike += cells[i].weight * (math.Abs(math.Log(along)) + math.Abs(math.Log(across))) / 2
		weight += cells[i].weight
	}
	if !(unlike > least*weight) {
		return
	}
	h.stretch = make([]dense.Mat3, len(h.rest))
	h.each(func(p int) {
		if r.lacks(p) { // it keeps its shape
			h.stretch[p] = unstretched
			return
		}
		for k := p * spreadNear; k < (p+1)*spreadNear; k++ {
			if i := s.near[k]; i >= 0 {
				for c, x := range stretches[i] {
					h.stretch[p][c] += s.share[k] * x
				}
			}
		}
	})
	h.measure()
}

// moments are sums over pairs of a position at rest and its place on B, by weight.
type moments struct {
	weight             float64
	rest, to           r3.Vec
	restRest, toByRest dense.Mat3 // outer products
	toTo               float64    // squared lengths
}

func (m *moments) add(weight float64, rest, to r3.Vec) {
	m.weight += weight
	m.rest, m.to = r3.Add(m.rest, r3.Scale(weight, rest)), r3.Add(m.to, r3.Scale(weight, to))
	m.restRest.AddOuter(weight, rest, rest)
	m.toByRest.AddOuter(weight, to, rest)
	m.toTo += weight * r3.Norm2(to)
}

// stretch is that along and that across the longest axis of the positions at rest; none where they
// do not tell.
func (m *moments) stretch() (both dense.Mat3, along, across float64) {
	if !(m.weight > 0) {
		return unstretched, 1, 1
	}
	rest, to := r3.Scale(1/m.weight, m.rest), r3.Scale(1/m.weight, m.to)
	centred, product := m.restRest, m.toByRest
	centred.AddOuter(-m.weight, rest, rest)
	product.AddOuter(-m.weight, to, rest)
	var eigen mat.EigenSym
	if !eigen.Factorize(mat.NewSymDense(3, centred[:]), true) {
		return unstretched, 1, 1
	}
	var axes mat.Dense
	eigen.VectorsTo(&axes)
	squares := eigen.Values(nil) // ascending
	axis, long, wide := r3.Vec{X: axes.At(0, 2), Y: axes.At(1, 2), Z: axes.At(2, 2)}, squares[2], squares[0]+squares[1]
	if !(wide > 1e-9*long) {
		return unstretched, 1, 1
	}
	along = r3.Norm(product.Times(axis)) / long
	across = math.Sqrt(max(0, m.toTo-m.weight*r3.Norm2(to)-along*along*long) / wide)
	along, across = min(max(along, leastProportion), mostProportion), min(max(across, leastProportion), mostProportion)
	both = dense.Mat3{across, 0, 0, 0, across, 0, 0, 0, across}
	both.AddOuter(along-across, axis, axis)
	return both, along, across
}
