package correspond

import (
	"cmp"
	"context"
	"slices"

	"gwscope/solver/gw"
	"gwscope/solver/internal/parallel"
)

// SpreadShare is the share of a sample's mass whose targets [Spread] counts.
const SpreadShare = 0.9

// Spread counts, for each source of the plan (n), the targets that together get
// [SpreadShare] of its mass, the heaviest first: 1 in a permutation, many in an
// entropic plan; 0 for a source without mass.
func Spread(plan *gw.Plan) []int {
	first := make([]int, plan.N+1) // entries are sorted by source
	for _, i := range plan.I {
		first[i+1]++
	}
	for i := range plan.N {
		first[i+1] += first[i]
	}
	out := make([]int, plan.N)
	_ = parallel.For(context.Background(), 0, plan.N, 16, func(_, lo, hi int) {
		var mass []float64
		for i := lo; i < hi; i++ {
			mass = append(mass[:0], plan.Mass[first[i]:first[i+1]]...)
			slices.SortFunc(mass, func(a, b float64) int { return cmp.Compare(b, a) })
			all := 0.0
			for _, m := range mass {
				all += m
			}
			held := 0.0
			for _, m := range mass {
				if held >= SpreadShare*all {
					break
				}
				held += m
				out[i]++
			}
		}
	})
	return out
}
