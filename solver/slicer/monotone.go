package slicer

import (
	"cmp"
	"slices"

	"gwscope/solver/gw"
)

// sliver is the mass (of a whole of 1) below which what is left of a point counts
// as rounding: large against the 1e-16 that each subtraction leaves behind, small
// against the 1e-9 to which marginals are kept.
const sliver = 1e-13

// Monotone couples two measures on the line in the order of their points (paper,
// the matrix T_{n,m}, here for any weights): orderX lists the n source points from
// left to right with weights a, orderY the m target points with weights b, and
// entry (i, j) is the length of the overlap of the mass intervals of i and j.
// The plan has at most n+m-1 entries.
func Monotone(orderX, orderY []int32, a, b []float64) *gw.Plan {
	type entry struct {
		i, j int32
		mass float64
	}
	entries := make([]entry, 0, len(orderX)+len(orderY))
	for p, q, restX, restY := 0, 0, 0.0, 0.0; ; {
		if restX <= sliver {
			if p == len(orderX) {
				break
			}
			restX += a[orderX[p]]
			p++
		}
		if restY <= sliver {
			if q == len(orderY) {
				break
			}
			restY += b[orderY[q]]
			q++
		}
		mass := min(restX, restY)
		if mass > sliver {
			entries = append(entries, entry{orderX[p-1], orderY[q-1], mass})
		}
		restX -= mass
		restY -= mass
	}
	slices.SortFunc(entries, func(e, f entry) int {
		return cmp.Or(cmp.Compare(e.i, f.i), cmp.Compare(e.j, f.j))
	})
	plan := &gw.Plan{
		N: len(orderX), M: len(orderY),
		I: make([]int32, len(entries)), J: make([]int32, len(entries)), Mass: make([]float64, len(entries)),
	}
	for k, e := range entries {
		plan.I[k], plan.J[k], plan.Mass[k] = e.i, e.j, e.mass
	}
	return plan
}

// SortedPlan is the plan of two sequences of push-forward values: both are sorted,
// equal values in index order, and coupled monotonically.
func SortedPlan(pushX, pushY, a, b []float64) *gw.Plan {
	return Monotone(argsort(pushX), argsort(pushY), a, b)
}

func argsort(values []float64) []int32 {
	order := make([]int32, len(values))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(i, j int32) int { return cmp.Compare(values[i], values[j]) })
	return order
}
