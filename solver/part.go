package solver

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
)

// Part are the points that a plan of a part leaves out.
type Part struct {
	// Mass is the share that was to be matched.
	Mass float64
	// OutX (n) and OutY (m) mark the samples of which less than half is matched.
	OutX, OutY []bool
}

// partOf reads a plan of mass s between weights a (n) and b (m).
func partOf(plan *gw.Plan, a, b []float64, mass float64) *Part {
	rows, columns := plan.Marginals()
	out := func(matched, weights []float64) []bool {
		o := make([]bool, len(matched))
		for i, v := range matched {
			o[i] = v < weights[i]/2
		}
		return o
	}
	return &Part{Mass: mass, OutX: out(rows, a), OutY: out(columns, b)}
}

// targetsOf are a plan's targets. A sample without mass, which a part leaves out, goes
// where its nearest neighbour with mass goes, as whole maps have a place for each.
func targetsOf(distances *mat.Dense, plan *gw.Plan) []int32 {
	targets := plan.Targets()
	var matched []int32
	for i, j := range targets {
		if j >= 0 {
			matched = append(matched, int32(i))
		}
	}
	if len(matched) == len(targets) || len(matched) == 0 {
		return targets
	}
	whole := append([]int32(nil), targets...)
	for i, j := range targets {
		if j >= 0 {
			continue
		}
		row, nearest := distances.RawRowView(i), math.Inf(1)
		for _, k := range matched {
			if row[k] < nearest {
				nearest, whole[i] = row[k], targets[k]
			}
		}
	}
	return whole
}
