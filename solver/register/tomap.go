package register

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/internal/dense"
)

// stiffness is a step of the way to the map: lambda as sheet.pull has it, how often turns
// are averaged, and how far single places count beside the means over cells.
type stiffness struct{ lambda, averages, single float64 }

var mapSteps = [...]stiffness{{1000, 20, 0}, {300, 6, 0}, {100, 2, 0.3}, {30, 2, 1}}

const (
	// mapRounds is the number of rounds of each step. A round finds the turns, then the places.
	mapRounds = 5
	// trustRings is the number of rings that the orientation of patches is averaged over.
	trustRings = 6
	// leastBelief is added to confidence. A map with no confidence anywhere then still counts.
	leastBelief = 0.05
	// turnRounds is how often the map's turns are averaged over neighbours (stated for a usual
	// mesh), mostTurnRounds bounds it; leastTurn is what the turn of the whole counts.
	turnRounds, mostTurnRounds, leastTurn = 30, 60, 1e-3
	// pinWeight is the weight of a pinned point; other points have 1.
	pinWeight = 1000
)

// believe sets the weights of the map's places: trust for single places, 0 where the patch
// about a place is turned over; rough for means over cells, by confidence. What is torn off has
// neither.
func (r *run) believe() {
	v := len(r.sheet.rest)
	r.trust, r.rough = make([]float64, v), make([]float64, v)
	for i, o := range r.sense {
		r.trust[i] = max(0, float64(o))
	}
	for range trustRings {
		r.trust = r.sheet.averaged(r.trust)
	}
	mean := 0.0
	for i := range v {
		if r.lacks(i) || r.tornOff(int32(i)) {
			r.trust[i] = 0
			continue
		}
		r.rough[i] = leastBelief + r.confidence[i]
		r.trust[i] = max(0, 2*r.trust[i]-1) * r.rough[i]
		mean += r.trust[i] / float64(v)
	}
	if mean > 0 {
		for i := range r.trust {
			r.trust[i] /= mean
		}
	}
}

// averaged replaces values by means over a point and its neighbours.
func (h *sheet) averaged(values []float64) []float64 {
	out := make([]float64, len(values))
	h.each(func(i int) {
		near, _ := h.g.Row(i)
		sum := values[i]
		for _, j := range near {
			sum += values[j]
		}
		out[i] = sum / float64(len(near)+1)
	})
	return out
}

// toMap lets the sheet follow the map, stiff at first; its progress is from and to.
func (r *run) toMap(ctx context.Context, from, to float64) error {
	h := r.sheet
	target, weight := make([]r3.Vec, len(h.rest)), make([]float64, len(h.rest))
	for i := range weight {
		weight[i] = 1
		switch {
		case r.pinned[i]:
			weight[i] = pinWeight
		case r.lacks(i) || r.tornOff(int32(i)):
			weight[i] = loose
		}
	}
	for k, step := range mapSteps {
		for round := range mapRounds {
			if err := ctx.Err(); err != nil { // a factor that is known does not look
				return err
			}
			away := r.away()
			mean := r.meanAway(away)
			h.each(func(i int) {
				own := step.single * r.trust[i] / (1 + step.single*r.trust[i])
				target[i] = r3.Add(h.at[i], r3.Add(r3.Scale(own, away[i]), r3.Scale(1-own, mean[i])))
			})
			r.holdPins(target)
			if k > 0 || round > 0 { // the first turns are the start's
				h.rotate(step.averages, nil)
			}
			if err := h.pull(ctx, step.lambda, target, weight); err != nil {
				return err
			}
			r.report(from + (to-from)*float64(k*mapRounds+round+1)/float64(len(mapSteps)*mapRounds))
		}
	}
	return nil
}

// turnAsMap gives every neighbourhood the turn that the map has about it, where patches keep
// their orientation; elsewhere that of its neighbours, or of the whole. Means over cells do
// not see how far a limb is turned about its own axis, and a limb that begins half a turn
// away does not find back.
func (r *run) turnAsMap() {
	h := r.sheet
	whole := h.turns[0]
	sums, next := h.turns, h.scratch
	h.each(func(i int) {
		near, by := h.g.Row(i)
		var sum dense.Mat3
		for k, j := range near {
			if r.tornOff(j) {
				continue
			}
			sum.AddOuter(h.g.Weight[by[k]]*r.trust[i], r3.Sub(r.to[j], r.to[i]), r3.Sub(h.rest[j], h.rest[i]))
		}
		sums[i] = sum
	})
	for range min(int(math.Round(turnRounds*float64(len(h.rest))/usualPoints)), mostTurnRounds) {
		h.each(func(i int) {
			near, _ := h.g.Row(i)
			sum := sums[i]
			for _, j := range near {
				for c, x := range sums[j] {
					sum[c] += x
				}
			}
			for c := range sum {
				sum[c] /= float64(len(near) + 1)
			}
			next[i] = sum
		})
		sums, next = next, sums
	}
	h.each(func(i int) {
		for c, x := range whole {
			sums[i][c] += leastTurn * h.size[i] * x
		}
		sums[i], _ = dense.Rotation3(sums[i])
	})
	h.turns, h.scratch = sums, next
}

// away leads from every point to its place.
func (r *run) away() []r3.Vec {
	out := make([]r3.Vec, len(r.sheet.at))
	for i, p := range r.to {
		if r.pinned[i] {
			continue
		}
		out[i] = r3.Sub(p, r.sheet.at[i])
	}
	for _, p := range r.pins {
		out[p.X] = r3.Sub(r.y.Points[p.Y], r.sheet.at[p.X])
	}
	return out
}

func (r *run) holdPins(target []r3.Vec) {
	for _, p := range r.pins {
		target[p.X] = r.y.Points[p.Y]
	}
}

// meanAway is the mean of what the map asks for over the cells about each point: of the
// way to the places of A's points, and of the way from the places of B's points on A to
// these.
func (r *run) meanAway(away []r3.Vec) []r3.Vec {
	s := r.spread.sums()
	for i, u := range away {
		s.add(int32(i), r.sheet.mass[i]*r.rough[i], u)
	}
	for k := range r.asked {
		d := &r.asked[k]
		s.add(d.near, float64(len(r.sheet.at))*d.weight, d.away(r.sheet.at))
	}
	return s.means(r.sheet)
}
