package correspond

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/dense"
)

// crossSum is Σ w b a' over matched rows a of X and b of Y (k x k), with
// Σ w |a|² and Σ w |b|² by column.
type crossSum struct {
	m      *mat.Dense
	a2, b2 []float64
}

func newCrossSum(k int) *crossSum {
	return &crossSum{mat.NewDense(k, k, nil), make([]float64, k), make([]float64, k)}
}

func (s *crossSum) add(threads int, a, b blas32.General, w []float32) {
	k, _ := s.m.Dims()
	a.Cols = k
	wb := dense.New32(b.Rows, k)
	for i, wi := range w {
		row := wb.Data[i*k : (i+1)*k]
		for c, f := range b.Data[i*b.Stride : i*b.Stride+k] {
			row[c] = wi * f
			s.b2[c] += float64(wi * f * f)
		}
		for c, f := range a.Data[i*a.Stride : i*a.Stride+k] {
			s.a2[c] += float64(wi * f * f)
		}
	}
	cross := dense.New32(k, k)
	dense.Gemm32(threads, blas.Trans, blas.NoTrans, 1, wb, a, 0, cross)
	for i, v := range cross.Data {
		s.m.RawMatrix().Data[i] += float64(v)
	}
}

// blend is s with weight alpha·t added, for the first k functions.
func (s *crossSum) blend(alpha float64, t *crossSum) *crossSum {
	k, _ := s.m.Dims()
	out := newCrossSum(k)
	for i := range k {
		out.a2[i] = s.a2[i] + alpha*t.a2[i]
		out.b2[i] = s.b2[i] + alpha*t.b2[i]
		o, p, q := out.m.RawRowView(i), s.m.RawRowView(i), t.m.RawRowView(i)
		for j := range k {
			o[j] = p[j] + alpha*q[j]
		}
	}
	return out
}

// solve returns the orthogonal C with the greatest Σ w b'C a, and that sum as a
// share of its value for a perfect fit.
func (s *crossSum) solve() (c *mat.Dense, fit float64) {
	c = dense.PolarIteration(s.m)
	var trace, a2, b2 float64
	for i, v := range c.RawMatrix().Data {
		trace += v * s.m.RawMatrix().Data[i]
	}
	for i := range s.a2 {
		a2 += s.a2[i]
		b2 += s.b2[i]
	}
	return c, trace / math.Sqrt(a2*b2)
}
