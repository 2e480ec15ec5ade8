package anchor

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/order"
	"gwscope/solver/judge"
	"gwscope/solver/metric"
)

const (
	// rigidNeighbors make a neighbourhood that keeps its shape between species: a
	// paw, a piece of the back.
	rigidNeighbors = 20
	// normalWeight is the weight of a unit normal beside positions of mean square 1.
	normalWeight = 0.5
	// saturation, in mean distances: farther pairs all count as far, because it is there
	// that proportions differ.
	saturation = 0.5
)

// scorer scores maps of the first count samples.
type scorer struct {
	count              int
	positions, normals []r3.Vec // normals nil: unknown
	near               []int32  // neighbourhoods, count x width
	width              int
	centred            []r3.Vec  // positions of the neighbourhoods about their means, likewise
	spread             []float64 // sums of squares of these (count)
	saturated          []float32 // count x count
	level              *judge.Level
	samples            []int32 // points of the Domain
}

func newScorer(g *ground, count, threads int) *scorer {
	c := &scorer{count: count, positions: g.positions[:count], level: g.judged.Level(count, threads), samples: g.space.Samples[:count]}
	if g.normals != nil {
		c.normals = g.normals[:count]
	}
	c.width = min(rigidNeighbors+1, count)
	c.near = judge.Nearest(g.space, count, c.width, threads)
	c.centred, c.spread = make([]r3.Vec, len(c.near)), make([]float64, count)
	for i := range count {
		near := c.near[i*c.width : (i+1)*c.width]
		var mean r3.Vec
		for _, j := range near {
			mean = r3.Add(mean, r3.Scale(1/float64(c.width), c.positions[j]))
		}
		for k, j := range near {
			p := r3.Sub(c.positions[j], mean)
			c.centred[i*c.width+k] = p
			c.spread[i] += r3.Norm2(p)
		}
	}
	c.saturated = make([]float32, 0, count*count)
	d := metric.SaturatedDistances(mat.DenseCopyOf(g.space.Distances.Slice(0, count, 0, count)), saturation)
	for i := range count {
		for _, v := range d.RawRowView(i) {
			c.saturated = append(c.saturated, float32(v))
		}
	}
	return c
}

// bending is how far the neighbourhoods of from are from being carried to their images
// by a similarity without reflection: 0 for exactly, 1 for not at all; the mean over
// samples.
func bending(from, to *scorer, fromToTo []int32) float64 {
	total := 0.0
	for i := range from.count {
		total += from.residual(to, i, fromToTo)
	}
	return total / float64(from.count)
}

// residual is min 1 - tr(R'H) over rotations R, with H the correlation of the
// neighbourhood of sample i with its image, both centred and of mean square 1, plus that
// of the normals. A neighbourhood that falls on one point has no positions to agree.
func (c *scorer) residual(to *scorer, i int, fromToTo []int32) float64 {
	near, centred := c.near[i*c.width:(i+1)*c.width], c.centred[i*c.width:(i+1)*c.width]
	var q0 r3.Vec
	var h, turns dense.Mat3
	normals := c.normals != nil && to.normals != nil
	for k, j := range near {
		at := fromToTo[j]
		q := to.positions[at]
		q0 = r3.Add(q0, q)
		h.AddOuter(1, q, centred[k]) // about whatever point, for those of centred cancel
		if normals {
			turns.AddOuter(1, to.normals[at], c.normals[j])
		}
	}
	share := 1 / float64(len(near))
	q0 = r3.Scale(share, q0)
	qq := 0.0
	for _, j := range near {
		qq += r3.Norm2(r3.Sub(to.positions[fromToTo[j]], q0))
	}
	scale := 0.0
	if pp := c.spread[i]; pp > 0 && qq > 0 {
		scale = 1 / math.Sqrt(pp*qq)
	}
	whole := 1.0
	if normals {
		whole += normalWeight
	}
	for e := range h {
		h[e] = h[e]*scale + normalWeight*share*turns[e]
	}
	return max(1-dense.Trace3(h)/whole, 0)
}

// curving compares the curvature of the surfaces under a map in both directions.
func curving(x, y *scorer, xToY, yToX []int32) float64 {
	return math.Exp(judge.NewBench(x.level, y.level).CurvatureScore(order.Take(y.samples, xToY), order.Take(x.samples, yToX)))
}

// stretching is the mean squared change of saturated distances, each pair of samples
// looked at once.
func stretching(from, to *scorer, fromToTo []int32) float64 {
	total := 0.0
	for i := range from.count {
		images := to.saturated[int(fromToTo[i])*to.count:][:to.count]
		row, places := from.saturated[i*from.count:][:i], fromToTo[:i]
		var even, odd float32
		j := 0
		for ; j+1 < len(places) && j+1 < len(row); j += 2 {
			a, b := row[j]-images[places[j]], row[j+1]-images[places[j+1]]
			even += a * a
			odd += b * b
		}
		if j < i {
			a := row[j] - images[places[j]]
			even += a * a
		}
		total += float64(even + odd)
	}
	return 2 * total / float64(from.count*from.count)
}
