package correspond

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/gw"
	"gwscope/solver/metric"
)

// softNear is how many samples the projection of a point is interpolated from: those
// around it, and few enough that a limb hears nothing of the next one.
const softNear = 6

// Soft reports whether a plan spreads the mass of its sources beyond what unequal
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
// coordinates): its barycentric projection at the samples, exactly, and between them the
// map of the surface, moved as far as the projection moves the samples around. A soft
// plan pulls places inwards, and this is what shows it; [SurfaceMap.Positions] lie on
// the surface whatever the plan. Samples without mass move nothing.
//
// What is between the samples is interpolated with the weights of Franke and Little,
// ((R - d) / (R d))² for distances d within R (Franke 1982).
func SoftTargets(plan *gw.Plan, x, y *metric.Space, mapXToY *SurfaceMap) []r3.Vec {
	moves := BarycentricProjection(plan, y)
	for i, p := range x.Samples {
		if !finite(moves[i]) {
			moves[i] = r3.Vec{}
			continue
		}
		moves[i] = r3.Sub(moves[i], mapXToY.Positions[p])
	}
	out := make([]r3.Vec, len(mapXToY.Positions))
	forPoints(len(out), func(lo, hi int) {
		near := newNearSamples(x, lo, hi, softNear+1)
		for p := lo; p < hi; p++ {
			out[p] = r3.Add(mapXToY.Positions[p], near.interpolate(p, moves))
		}
	})
	return out
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
	filled := 0
	for i := range s.Len() {
		for k, d := range s.Row(i)[lo:hi] {
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

// interpolate is the value at a point of what is known at the samples.
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
