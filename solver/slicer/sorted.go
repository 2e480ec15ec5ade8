package slicer

import (
	"cmp"
	"slices"

	"gwscope/solver/gw"
)

// SortedPlan is the plan that two sequences of push-forward values mean (paper,
// the hard plan π^{f,h}): both are sorted, equal values in index order, and coupled
// monotonically with source weights a (n) and target weights b (m).
func SortedPlan(pushX, pushY, a, b []float64) *gw.Plan {
	return gw.Monotone(argsort(pushX), argsort(pushY), a, b)
}

func argsort(values []float64) []int32 {
	order := make([]int32, len(values))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(i, j int32) int { return cmp.Compare(values[i], values[j]) })
	return order
}
