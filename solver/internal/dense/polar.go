package dense

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// polarTolerance is how far from orthogonal the result may stay: far below the noise
// of matches that a map of functions is fitted to.
const polarTolerance = 1e-5

// PolarIteration is [Polar] without a determinant asked for, within 1e-5, by
// Newton-Schulz iteration: some matrix products instead of a singular value
// decomposition. It converges for singular values up to √3; a matrix that is too
// near to singular for it is left to Polar.
func PolarIteration(m *mat.Dense) *mat.Dense {
	k, _ := m.Dims()
	scale := largestSingular(m)
	if !(scale > 0) || math.IsInf(scale, 1) {
		return Polar(m, false)
	}
	x, y, g := mat.NewDense(k, k, nil), mat.NewDense(k, k, nil), mat.NewDense(k, k, nil)
	x.Scale(1/scale, m)
	for range 30 {
		g.Mul(x.T(), x)
		var off float64
		for i := range k {
			row := g.RawRowView(i)
			for j, v := range row {
				row[j] = -0.5 * v
				if i == j {
					row[j] += 1.5
					v -= 1
				}
				off = max(off, math.Abs(v))
			}
		}
		if off < polarTolerance {
			return x
		}
		y.Mul(x, g)
		x, y = y, x
	}
	return Polar(m, false)
}

// largestSingular estimates the largest singular value from below, within a few
// percent, by power iteration.
func largestSingular(m *mat.Dense) float64 {
	k, _ := m.Dims()
	u, v := mat.NewVecDense(k, nil), mat.NewVecDense(k, nil)
	for i := range k {
		v.SetVec(i, 1+float64(i%7)/7) // nothing special: no singular vector is orthogonal to it
	}
	var value float64
	for range 8 {
		v.ScaleVec(1/mat.Norm(v, 2), v)
		u.MulVec(m, v)
		value = mat.Norm(u, 2)
		v.MulVec(m.T(), u)
	}
	return value
}
