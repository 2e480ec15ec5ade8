package correspond

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/gw"
	"gwscope/solver/metric"
)

// softNear is how many samples the projection of a point is interpolated from: those
// around it, and few enough that a limb hears nothing of the next one.
const softNear = 6

// Soft reports whether a plan spreads the mass of its sources more than unequal
// numbers and weights make necessary, as entropic plans do: whether a source needs on
// average half as many targets again as there are for it.
func Soft(plan *gw.Plan) bool {
	var sum float64
	for _, k := range Spread(plan) {
		sum += float64(k)
	}
	n, m := float64(plan.N), float64(plan.M)
	return sum/n > 1.5*max(1, m/n)
}

// SoftTargets is where a plan sends every point of X on average (v positions in Y's
// coordinates): its barycentric projection at the samples, exactly, and between them
//
//	Σ_i w_i b_i + λ (s - Σ_i w_i s_i)
//
// with b_i the projections of the samples around, s the point's and s_i the samples'
// places on the surface by the map, and λ in [0, 1] by how much smaller the b_i lie than
// the s_i: the map gives places finer than the samples, as far as the plan leaves them. A
// soft plan pulls places inwards, and these places show it; [SurfaceMap.Positions] lie
// on the surface whatever the plan. A sample without mass stays on the surface.
//
// The weights are those of Franke and Little, ((R - d) / (R d))² for distances d within R
// (Franke 1982).
func SoftTargets(plan *gw.Plan, x, y *metric.Space, mapXToY *SurfaceMap) []r3.Vec {
	projected, places := BarycentricProjection(plan, y), make([]r3.Vec, x.Len())
	for i, p := range x.Samples {
		places[i] = mapXToY.Positions[p]
		if !finite(projected[i]) {
			projected[i] = places[i]
		}
	}
	out := make([]r3.Vec, len(mapXToY.Positions))
	_ = forPoints(context.Background(), len(out), func(lo, hi int) {
		near := newNearSamples(x, lo, hi, softNear+1)
		for p := lo; p < hi; p++ {
			around := near.around(p)
			detail := r3.Sub(mapXToY.Positions[p], near.interpolate(p, places))
			shrink := 1.0
			if wide := spreadOf(around, places); wide > 0 {
				shrink = min(1, math.Sqrt(spreadOf(around, projected)/wide))
			}
			out[p] = r3.Add(near.interpolate(p, projected), r3.Scale(shrink, detail))
		}
	})
	return out
}

// spreadOf is the sum of squared distances of some points from their middle.
func spreadOf(of []int32, points []r3.Vec) float64 {
	var middle r3.Vec
	for _, i := range of {
		middle = r3.Add(middle, r3.Scale(1/float64(len(of)), points[i]))
	}
	var sum float64
	for _, i := range of {
		sum += r3.Norm2(r3.Sub(points[i], middle))
	}
	return sum
}

// nearSamples are the samples nearest to each point of a block.
type nearSamples struct {
	lo, count int
	sample    []int32
	distance  []float32
}

func newNearSamples(s *metric.Space, lo, hi, count int) *nearSamples {
	count = min(count, s.Len())
	n := &nearSamples{lo: lo, count: count, sample: make([]int32, (hi-lo)*count), distance: make([]float32, (hi-lo)*count)}
	filled, part := 0, make([]float32, hi-lo)
	for i := range s.Len() {
		for k, d := range s.Row(i).Part(lo, hi, part) {
			sample, distance := n.sample[k*count:(k+1)*count], n.distance[k*count:(k+1)*count]
			at := filled
			if filled == count {
				if at = count - 1; d >= distance[at] {
					continue
				}
			}
			for ; at > 0 && d < distance[at-1]; at-- {
				sample[at], distance[at] = sample[at-1], distance[at-1]
			}
			sample[at], distance[at] = int32(i), d
		}
		filled = min(filled+1, count)
	}
	return n
}

// around are the samples nearest to a point.
func (n *nearSamples) around(p int) []int32 {
	row := (p - n.lo) * n.count
	return n.sample[row : row+n.count]
}

// interpolate is the value at a point of values at the samples.
func (n *nearSamples) interpolate(p int, values []r3.Vec) r3.Vec {
	row := (p - n.lo) * n.count
	sample, distance := n.sample[row:row+n.count], n.distance[row:row+n.count]
	reach := float64(distance[n.count-1])
	if distance[0] == 0 || n.count == 1 || reach == 0 {
		return values[sample[0]]
	}
	var sum r3.Vec
	var total float64
	for k, i := range sample[:n.count-1] {
		d := float64(distance[k])
		w := (reach - d) / (reach * d)
		w *= w
		sum, total = r3.Add(sum, r3.Scale(w, values[i])), total+w
	}
	if total == 0 { // all equally far
		return values[sample[0]]
	}
	return r3.Scale(1/total, sum)
}
