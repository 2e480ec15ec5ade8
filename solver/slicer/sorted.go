package slicer

import (
	"gwscope/solver/gw"
	"gwscope/solver/internal/order"
)

// SortedPlan is the plan that two sequences of push-forward values mean (paper,
// the hard plan π^{f,h}): both are sorted, equal values in index order, and coupled
// monotonically with source weights a (n) and target weights b (m).
func SortedPlan(pushX, pushY, a, b []float64) *gw.Plan {
	return gw.Monotone(order.Ascending(pushX), order.Ascending(pushY), a, b)
}
