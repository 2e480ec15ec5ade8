package correspond

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/gw"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
)

// HeaviestSources returns, for each target of the plan, the source that gives it
// most of its mass (m; the lowest index among equals; -1 for a target without mass).
func HeaviestSources(plan *gw.Plan) []int32 { return plan.Transpose().Targets() }

// BarycentricProjection returns where the plan sends each sample of X on
// average, Σ_j P_ij y_j / a_i (n positions in the coordinates of Y's Domain).
// The average of places on both sides of a limb lies inside it: for places on
// the surface use [Dense]. A sample without mass gets NaN coordinates.
func BarycentricProjection(plan *gw.Plan, y *metric.Space) []r3.Vec {
	out := make([]r3.Vec, plan.N)
	mass := make([]float64, plan.N)
	for k, i := range plan.I {
		out[i] = r3.Add(out[i], r3.Scale(plan.Mass[k], y.Domain.Points[y.Samples[plan.J[k]]]))
		mass[i] += plan.Mass[k]
	}
	for i := range out {
		if mass[i] > 0 {
			out[i] = r3.Scale(1/mass[i], out[i])
		} else {
			out[i] = r3.Vec{X: math.NaN(), Y: math.NaN(), Z: math.NaN()}
		}
	}
	return out
}

// PairDistortion returns how much the plan changes distances, sample by sample:
// with σ the heaviest targets, the mean over i' (by weight) of
// |DX_ii' - DY_σ(i)σ(i')| for each sample i of X (n), and the same for Y with the
// heaviest sources (m). Distances are shares of the diameters, and so are the
// results. It needs no ground truth. A sample without mass gets NaN.
func PairDistortion(x, y *metric.Space, plan *gw.Plan) (onX, onY []float64) {
	return distortion(x, y, plan.Targets()), distortion(y, x, HeaviestSources(plan))
}

func distortion(x, y *metric.Space, xToY []int32) []float64 {
	out := make([]float64, x.Len())
	_ = parallel.For(context.Background(), 0, x.Len(), 64, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			if xToY[i] < 0 {
				out[i] = math.NaN()
				continue
			}
			dx, dy := x.Distances.RawRowView(i), y.Distances.RawRowView(int(xToY[i]))
			var sum, mass float64
			for k, target := range xToY {
				if target >= 0 {
					sum += x.Weights[k] * math.Abs(dx[k]-dy[target])
					mass += x.Weights[k]
				}
			}
			out[i] = sum / mass
		}
	})
	return out
}
