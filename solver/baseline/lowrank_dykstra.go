package baseline

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Settings of the projection.
const (
	// dykstraRounds and the violation of the row sums dykstraGood end it early: on
	// shapes, ten times as many rounds gave the same plans. Rows are right when it ends,
	// and tidy makes columns so.
	dykstraRounds = 50
	dykstraGood   = 1e-4
	// kernelFloor bounds the logarithms of a kernel's rows below their largest:
	// e^-200 still has a reciprocal.
	kernelFloor = -200
)

// dykstra is the projection of LR-Sinkhorn (Scetbon, Cuturi and Peyré 2021, algorithm
// 2): given the logarithms of kernels K1 (n x r), K2 (m x r) and k3 (r), it finds
// (Q, R, g) nearest to them in the Kullback-Leibler sense with Q 1 = a, R 1 = b,
// Q' 1 = R' 1 = g and g >= alpha, by Dykstra's iteration between the row sums, the
// bound, and the common column sums. It overwrites its input.
func dykstra(ctx context.Context, logK1, logK2 *mat.Dense, logK3, a, b []float64, alpha float64) (*lowRankPlan, error) {
	rank := len(logK3)
	k1, k2 := kernelOf(logK1), kernelOf(logK2)
	largest := slices.Max(logK3)
	g := make([]float64, rank)
	for k, v := range logK3 {
		g[k] = math.Exp(max(v-largest, kernelFloor))
	}
	ones := func() []float64 { return slices.Repeat([]float64{1}, rank) }
	q31, q32 := ones(), ones()
	v1, v2, q1, q2 := ones(), ones(), ones(), ones()
	u1, u2 := make([]float64, len(a)), make([]float64, len(b))
	c1, c2 := make([]float64, rank), make([]float64, rank) // K' u
	for round := range dykstraRounds {
		if round%16 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e1, e2 := scaleRows(k1, v1, a, u1), scaleRows(k2, v2, b, u2)
		if round > 0 && e1+e2 < dykstraGood {
			break
		}
		gemv(blas.Trans, k1, u1, c1)
		gemv(blas.Trans, k2, u2, c2)
		for k := range rank {
			old := g[k]
			g[k] = max(alpha, old*q31[k])
			q31[k] *= old / g[k]
			held := g[k]
			g[k] = math.Cbrt(held * q32[k] * v1[k] * q1[k] * c1[k] * v2[k] * q2[k] * c2[k])
			next1, next2 := g[k]/c1[k], g[k]/c2[k]
			q1[k] *= v1[k] / next1
			q2[k] *= v2[k] / next2
			q32[k] *= held / g[k]
			v1[k], v2[k] = next1, next2
		}
	}
	return &lowRankPlan{q: scaled(k1, u1, v1), r: scaled(k2, u2, v2), g: g}, nil
}

// kernelOf is e^logK with every row divided by its largest entry, in place: scalings
// of rows are part of the projection.
func kernelOf(logK *mat.Dense) *mat.Dense {
	n, _ := logK.Dims()
	for i := range n {
		row := logK.RawRowView(i)
		largest := slices.Max(row)
		for k, v := range row {
			row[k] = math.Exp(max(v-largest, kernelFloor))
		}
	}
	return logK
}

// scaleRows sets u = mass/(K v) and returns by how much the rows of diag(old u) K
// diag(v) missed their mass.
func scaleRows(k *mat.Dense, v, mass, u []float64) float64 {
	n, _ := k.Dims()
	sums := make([]float64, n)
	gemv(blas.NoTrans, k, v, sums)
	miss := 0.0
	for i, s := range sums {
		miss += math.Abs(u[i]*s - mass[i])
		u[i] = mass[i] / s
	}
	return miss
}

func gemv(t blas.Transpose, k *mat.Dense, x, y []float64) {
	blas64.Gemv(t, 1, k.RawMatrix(), blas64.Vector{N: len(x), Inc: 1, Data: x}, 0, blas64.Vector{N: len(y), Inc: 1, Data: y})
}

// scaled is diag(u) K diag(v), in place.
func scaled(k *mat.Dense, u, v []float64) *mat.Dense {
	for i, w := range u {
		row := k.RawRowView(i)
		for l := range row {
			row[l] *= w * v[l]
		}
	}
	return k
}
