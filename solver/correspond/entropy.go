package correspond

import (
	"math"

	"gwscope/solver/gw"
)

// Concentration says how far a plan decides, source by source (n): 1 - H_i / log m with
// the entropy H_i = -Σ_j q_ij log q_ij of where the mass of source i goes, q_ij =
// P_ij / Σ_j P_ij. It is 1 where all goes to one of the m targets, as in every
// permutation, and 0 where it is spread over all of them alike. A source without mass
// gets NaN. Of the transposed plan it is that of the targets.
func Concentration(plan *gw.Plan) []float64 {
	mass := make([]float64, plan.N)
	for k, i := range plan.I {
		mass[i] += plan.Mass[k]
	}
	entropy := make([]float64, plan.N)
	for k, i := range plan.I {
		if q := plan.Mass[k] / mass[i]; q > 0 {
			entropy[i] -= q * math.Log(q)
		}
	}
	out := make([]float64, plan.N)
	whole := math.Log(float64(plan.M))
	for i, h := range entropy {
		switch {
		case !(mass[i] > 0):
			out[i] = math.NaN()
		case whole > 0:
			out[i] = min(max(1-h/whole, 0), 1) // rounding may leave the interval
		default:
			out[i] = 1 // one target: nothing to be undecided about
		}
	}
	return out
}
