package anchor

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/dense"
)

// climb refines the nearest neighbours under F by bijective ZoomOut (Melzi et al.
// 2019; Ren et al. 2021).
type climb struct {
	x, y                        blas32.General // bases (n x K, m x K)
	cost                        blas32.General // F (n x m)
	total                       blas32.General // room for spectral costs (n x m)
	xToY, yToX                  []int32
	residual                    float64
	best                        []float32
	c                           blas32.General // functions of X to functions of Y, of the last step
	spectralScale, featureScale float32
}

func newClimb(x, y blas32.General) *climb {
	return &climb{x: x, y: y, cost: dense.New32(x.Rows, y.Rows), total: dense.New32(x.Rows, y.Rows),
		xToY: make([]int32, x.Rows), yToX: make([]int32, y.Rows), best: make([]float32, y.Rows)}
}

func (z *climb) run(sizes []int) {
	z.residual = least(z.cost, z.xToY, z.yToX, z.best)
	z.featureScale = float32(1 / max(meanOf(z.cost.Data), 1e-30))
	for _, k := range sizes {
		z.step(min(k, z.x.Cols, z.y.Cols))
	}
}

func (z *climb) step(k int) {
	z.c = z.fit(k)
	turned, b := dense.New32(z.x.Rows, k), z.y
	a := z.x
	a.Cols, b.Cols = k, k
	dense.Gemm32(1, blas.NoTrans, blas.NoTrans, 1, a, z.c, 0, turned)
	z.spectralScale = 1 / max(meanSquared(turned, b), 1e-30)
	dense.Gemm32(1, blas.NoTrans, blas.Trans, -2*z.spectralScale, turned, b, 0, z.total)
	u, v := scaledNorms(turned, z.spectralScale), scaledNorms(b, z.spectralScale)

	fill(z.best)
	rows := 0.0
	for i := range z.total.Rows {
		spectral, feature := z.total.Data[i*z.total.Cols:][:z.total.Cols], z.cost.Data[i*z.total.Cols:][:z.total.Cols]
		low, at := float32(math.MaxFloat32), 0
		for j, s := range spectral {
			c := s + v[j] + u[i] + z.featureScale*feature[j]
			if c < low {
				low, at = c, j
			}
			if c < z.best[j] {
				z.best[j], z.yToX[j] = c, int32(i)
			}
		}
		z.xToY[i] = int32(at)
		rows += float64(low)
	}
	z.residual = rows/float64(z.total.Rows) + meanOf(z.best)
}

func scaledNorms(m blas32.General, scale float32) []float32 {
	out := make([]float32, m.Rows)
	for i := range out {
		for _, v := range m.Data[i*m.Stride:][:m.Cols] {
			out[i] += v * v
		}
		out[i] *= scale
	}
	return out
}

// fit is the orthogonal C (k x k) that best carries the functions of X to those of Y,
// by the matches of both directions.
func (z *climb) fit(k int) blas32.General {
	x, y := z.x, z.y
	x.Cols, y.Cols = k, k
	c := dense.New32(k, k)
	dense.Gemm32(1, blas.Trans, blas.NoTrans, 1/float32(x.Rows), x, pick(y, z.xToY), 0, c)
	dense.Gemm32(1, blas.Trans, blas.NoTrans, 1/float32(y.Rows), pick(x, z.yToX), y, 1, c)
	m := mat.NewDense(k, k, nil)
	for i, v := range c.Data {
		m.RawMatrix().Data[i] = float64(v)
	}
	for i, v := range dense.PolarIteration(m).RawMatrix().Data {
		c.Data[i] = float32(v)
	}
	return c
}

func pick(m blas32.General, rows []int32) blas32.General {
	out := dense.New32(len(rows), m.Cols)
	for i, r := range rows {
		copy(out.Data[i*m.Cols:][:m.Cols], m.Data[int(r)*m.Stride:])
	}
	return out
}
