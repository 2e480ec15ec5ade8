package gw1d

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
)

// matrixRows is how many rows of a matrix of values are computed at a time: some 10 ms
// for 500 columns and 5000 points.
const matrixRows = 16

// Matrix gives the values of Compare for all pairs of measures (len(xs) x len(ys)).
// Measures of equally many points of equal masses take four matrix products; they
// cancel where Compare does not, so values near zero are rounding of order 1e-16 times
// the fourth power of the measures' size. Others take O(n + m) a pair. The bits do
// not depend on threads; the error is that of ctx.
func Matrix(ctx context.Context, threads int, xs, ys []*Measure) (*mat.Dense, error) {
	out := mat.NewDense(len(xs), len(ys), nil)
	if !alike(xs, ys) {
		err := parallel.For(ctx, threads, len(xs), 1, func(_, i, _ int) {
			for j, y := range ys {
				if ctx.Err() != nil {
					return
				}
				out.Set(i, j, Compare(xs[i], y).Value)
			}
		})
		if err == nil {
			err = ctx.Err()
		}
		return out, err
	}
	n := len(xs[0].At)
	y, ySquares, yFourth := powers(ys, n)
	err := parallel.For(ctx, threads, len(xs), matrixRows, func(_, lo, hi int) {
		x, xSquares, xFourth := powers(xs[lo:hi], n)
		product := func(a, b blas64.General) blas64.General { // E over the coupling
			c := dense.New64(a.Rows, b.Rows)
			blas64.Gemm(blas.NoTrans, blas.Trans, 1/float64(n), a, b, 0, c)
			return c
		}
		first, second := product(x, y), product(xSquares, ySquares)
		backwards(x)
		backwards(xSquares)
		firstBack, secondBack := product(x, y), product(xSquares, ySquares)
		for i := range hi - lo {
			mx := xs[lo+i].M2
			for j, v := range ys {
				k := i*len(ys) + j
				fourth := xFourth[i] + yFourth[j]
				of := func(one, two float64) float64 {
					return loss(math.Max(fourth-2*two, 0), mx+v.M2-2*one, mx, v.M2)
				}
				out.Set(lo+i, j, math.Min(of(first.Data[k], second.Data[k]), of(firstBack.Data[k], secondBack.Data[k])))
			}
		}
	})
	return out, err
}

// alike reports whether all measures have the same number of points of equal masses.
func alike(xs, ys []*Measure) bool {
	for _, ms := range [][]*Measure{xs, ys} {
		for _, m := range ms {
			if m.Mass != nil || len(m.At) != len(xs[0].At) {
				return false
			}
		}
	}
	return len(xs) > 0 && len(ys) > 0
}

// powers gives the points, their squares (both len(ms) x n), and the fourth moments.
func powers(ms []*Measure, n int) (first, second blas64.General, fourth []float64) {
	first, second, fourth = dense.New64(len(ms), n), dense.New64(len(ms), n), make([]float64, len(ms))
	for r, m := range ms {
		copy(first.Data[r*n:], m.At)
		for k, v := range m.At {
			second.Data[r*n+k] = v * v
			fourth[r] += v * v * v * v / float64(n)
		}
	}
	return first, second, fourth
}

// backwards turns every row round.
func backwards(m blas64.General) {
	for r := range m.Rows {
		slices.Reverse(m.Data[r*m.Stride:][:m.Cols])
	}
}
