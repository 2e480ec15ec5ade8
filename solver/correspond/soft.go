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
	_ = x.EachNearest(context.Background(), 0, softNear+1, func(p int, around []int32, distance []float32) {
		detail := r3.Sub(mapXToY.Positions[p], interpolate(around, distance, places))
		shrink := 1.0
		if wide := spreadOf(around, places); wide > 0 {
			shrink = min(1, math.Sqrt(spreadOf(around, projected)/wide))
		}
		out[p] = r3.Add(interpolate(around, distance, projected), r3.Scale(shrink, detail))
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

// interpolate is the value at a point of values at the samples, of which some lie around it at the given distances,
// the nearest first.
func interpolate(around []int32, distance []float32, values []r3.Vec) r3.Vec {
	last := len(around) - 1
	reach := float64(distance[last])
	if distance[0] == 0 || last == 0 || reach == 0 {
		return values[around[0]]
	}
	var sum r3.Vec
	var total float64
	for k, i := range around[:last] {
		d := float64(distance[k])
		w := (reach - d) / (reach * d)
		w *= w
		sum, total = r3.Add(sum, r3.Scale(w, values[i])), total+w
	}
	if total == 0 { // all equally far
		return values[around[0]]
	}
	return r3.Scale(1/total, sum)
}
