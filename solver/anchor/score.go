package anchor

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/dense"
	"gwscope/solver/metric"
)

const (
	// rigidNeighbors make a neighbourhood that keeps its shape between species: a
	// paw, a piece of the back.
	rigidNeighbors = 20
	// normalWeight is what a unit normal counts for beside positions of mean square 1.
	normalWeight = 0.5
	// saturation, in mean distances: farther pairs all count as far, for it is there
	// that proportions differ.
	saturation = 0.5
)

// scorer is what maps of the first count samples are scored by.
type scorer struct {
	count              int
	positions, normals []r3.Vec // normals nil: unknown
	near               []int32  // neighbourhoods, count x width
	width              int
	saturated          *mat.Dense
}

func newScorer(g *ground, count int) *scorer {
	c := &scorer{count: count, positions: g.positions[:count]}
	if g.normals != nil {
		c.normals = g.normals[:count]
	}
	c.near, c.width = nearest(g.space, count, rigidNeighbors+1)
	c.saturated = metric.SaturatedDistances(mat.DenseCopyOf(g.space.Distances.Slice(0, count, 0, count)), saturation)
	return c
}

// bending is how far the neighbourhoods of from are from being carried to their images
// by a similarity without reflection: 0 for exactly, 1 for not at all; the mean over
// samples.
func bending(from, to *scorer, fromToTo []int32) float64 {
	total := 0.0
	for i := range from.count {
		total += from.residual(to, from.near[i*from.width:(i+1)*from.width], fromToTo)
	}
	return total / float64(from.count)
}

// residual is min 1 - tr(R'H) over rotations R, with H the correlation of the
// neighbourhood with its image, both centred and of mean square 1, plus that of the
// normals. A neighbourhood that falls on one point has no positions to agree.
func (c *scorer) residual(to *scorer, near, fromToTo []int32) float64 {
	share := 1 / float64(len(near))
	var p0, q0 r3.Vec
	for _, j := range near {
		p0 = r3.Add(p0, r3.Scale(share, c.positions[j]))
		q0 = r3.Add(q0, r3.Scale(share, to.positions[fromToTo[j]]))
	}
	var pp, qq float64
	var h, turns dense.Mat3
	normals := c.normals != nil && to.normals != nil
	for _, j := range near {
		k := fromToTo[j]
		p, q := r3.Sub(c.positions[j], p0), r3.Sub(to.positions[k], q0)
		pp += r3.Norm2(p)
		qq += r3.Norm2(q)
		addOuter(&h, q, p)
		if normals {
			addOuter(&turns, to.normals[k], c.normals[j])
		}
	}
	scale := 0.0
	if pp > 0 && qq > 0 {
		scale = 1 / math.Sqrt(pp*qq)
	}
	whole := 1.0
	if normals {
		whole += normalWeight
	}
	for e := range h {
		h[e] = h[e]*scale + normalWeight*share*turns[e]
	}
	_, trace := dense.Rotation3(h)
	return max(1-trace/whole, 0)
}

func addOuter(h *dense.Mat3, a, b r3.Vec) {
	for r, x := range [3]float64{a.X, a.Y, a.Z} {
		h[3*r] += x * b.X
		h[3*r+1] += x * b.Y
		h[3*r+2] += x * b.Z
	}
}

// stretching is the mean squared change of saturated distances.
func stretching(from, to *scorer, fromToTo []int32) float64 {
	total := 0.0
	for i := range from.count {
		images := to.saturated.RawRowView(int(fromToTo[i]))
		for j, d := range from.saturated.RawRowView(i) {
			gap := d - images[fromToTo[j]]
			total += gap * gap
		}
	}
	return total / float64(from.count*from.count)
}
