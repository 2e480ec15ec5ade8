package solver

import (
	"context"

	"gonum.org/v1/gonum/blas"

	"gwscope/solver/gw"
	"gwscope/solver/internal/dense"
	"gwscope/solver/metric"
)

// upsample extends a map of the first c samples to all: sample i of X and j of Y
// fit as well as their distances to the coarse pairs agree,
//
//	cost_ij = Σ_k (DX(i, k) - DY(j, σ(k)))²,
//
// and one assignment, or one transport problem where numbers or weights differ,
// finds the plan of least cost.
func upsample(ctx context.Context, x, y *metric.Space, sigma []int32) (*gw.Plan, error) {
	n, m, c := x.Len(), y.Len(), len(sigma)
	left, right, cost := dense.New32(n, c), dense.New32(m, c), dense.New32(n, m)
	squares := make([]float32, m)
	for i := range n {
		row := x.Distances.RawRowView(i)
		for k := range c {
			left.Data[i*c+k] = float32(row[k])
		}
	}
	for j := range m {
		row := y.Distances.RawRowView(j)
		for k, s := range sigma {
			v := float32(row[s])
			right.Data[j*c+k] = v
			squares[j] += v * v
		}
	}
	// Σ DX² is the same all along a row and changes no plan.
	for i := range n {
		copy(cost.Data[i*m:(i+1)*m], squares)
	}
	dense.Gemm32(1, blas.NoTrans, blas.Trans, -2, left, right, 1, cost)
	if uniform(x.Weights) && uniform(y.Weights) && n == m {
		var a gw.Assignment
		a.Resize(n)
		to, err := gw.Assign(ctx, &a, cost.Data, gw.Cold)
		if err != nil {
			return nil, err
		}
		return gw.Permutation(to), nil
	}
	var t gw.Transporter
	if err := t.Reset(x.Weights, y.Weights); err != nil {
		return nil, err
	}
	return gw.TransportPlan(ctx, &t, cost.Data)
}

func uniform(w []float64) bool {
	for _, v := range w {
		if v != w[0] {
			return false
		}
	}
	return true
}
