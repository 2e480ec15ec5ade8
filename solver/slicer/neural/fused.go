package neural

import (
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/feature"
	"gwscope/solver/gw"
	"gwscope/solver/slicer"
)

// fusion is the feature term λ Σ_ij |φ_i - φ_j|² P_ij of a fused objective (Vayer et
// al. 2019); without features there is none.
type fusion struct {
	weight float64 // λ
	x, y   *mat.Dense
}

// fusionOf is the term of a pair, none where λ is 0 or a side has no features.
func fusionOf(weight float64, x, y Side) fusion {
	if weight == 0 || x.Features == nil || y.Features == nil {
		return fusion{}
	}
	return fusion{weight, x.Features, y.Features}
}

// of is the term for a plan.
func (f fusion) of(plan *gw.Plan) float64 {
	if f.weight == 0 {
		return 0
	}
	return f.weight * feature.Mean(f.x, f.y, plan.I, plan.J, plan.Mass)
}

// costs are λ|φ_i - φ_j|² (n x m) and their transpose; nil without features.
func (f fusion) costs() (xToY, yToX []float32) {
	if f.weight == 0 {
		return nil, nil
	}
	cost := feature.Cost(f.x, f.y)
	n, m := cost.Dims()
	xToY, yToX = make([]float32, n*m), make([]float32, n*m)
	for i := range n {
		for j, v := range cost.RawRowView(i) {
			w := float32(f.weight * v)
			xToY[i*m+j], yToX[j*n+i] = w, w
		}
	}
	return xToY, yToX
}

// OutcomeOf is the outcome of scores: their sorted plan and its losses. fused is
// Settings.Fused.
func OutcomeOf(problem *gw.Problem, x, y Side, fused float64, pushX, pushY []float64) Outcome {
	plan := slicer.SortedPlan(pushX, pushY, x.Weights, y.Weights)
	o := Outcome{PushX: pushX, PushY: pushY, Plan: plan, GW2: problem.Loss(plan)}
	o.Value = o.GW2 + fusionOf(fused, x, y).of(plan)
	return o
}
