package dense

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"
)

// PolarFinder is [PolarIteration] in single precision for many matrices, one after
// another: its matrices are allocated once. It belongs to one goroutine.
type PolarFinder struct{ x, y, g []float32 }

// smallSingular is the share of the largest singular value that the smallest is taken
// for. Where it is larger, a step or two are lost; where it is smaller, it grows as by
// the plain iteration.
const smallSingular = 0.05

// Find replaces m (k x k) by its polar factor, within 1e-5. The iteration of Newton and
// Schulz is scaled as by Chen & Chow (2014): x (3 α/2 - α³/2 x'x) with α the best for
// singular values between l and 1, which six or seven times brings them from a twentieth
// to 1 where the plain one takes eleven.
func (p *PolarFinder) Find(m blas32.General) {
	k := m.Rows
	room := func(buffer *[]float32) blas32.General {
		if len(*buffer) < k*k {
			*buffer = make([]float32, k*k)
		}
		return blas32.General{Rows: k, Cols: k, Stride: max(k, 1), Data: (*buffer)[:k*k]}
	}
	x, y, g := room(&p.x), room(&p.y), room(&p.g)
	for r := range k {
		copy(x.Data[r*k:(r+1)*k], m.Data[r*m.Stride:])
	}
	least := smallSingular
	for step := range 30 {
		blas32.Gemm(blas.Trans, blas.NoTrans, 1, x, x, 0, g)
		scale := 1.0
		if step == 0 {
			bound := largestEigen(g)
			if !(bound > 0) || math.IsInf(bound, 1) {
				break
			}
			scale = 1 / math.Sqrt(bound)
		} else if least > 0.9 && offIdentity(g) < polarTolerance {
			for r := range k {
				copy(m.Data[r*m.Stride:][:k], x.Data[r*k:(r+1)*k])
			}
			return
		}
		alpha := math.Sqrt(3 / (1 + least + least*least))
		least = alpha * least * (3 - alpha*alpha*least*least) / 2
		alpha *= scale
		copy(y.Data, x.Data)
		blas32.Gemm(blas.NoTrans, blas.NoTrans, float32(-alpha*alpha*alpha/2), x, g, float32(1.5*alpha), y)
		x, y = y, x
	}
	p.leave(m)
}

// leave is the decomposition, for matrices too near to singular.
func (p *PolarFinder) leave(m blas32.General) {
	k := m.Rows
	wide := mat.NewDense(max(k, 1), max(k, 1), nil)
	for r := range k {
		for c, v := range m.Data[r*m.Stride:][:k] {
			wide.Set(r, c, float64(v))
		}
	}
	q := Polar(wide, false)
	for r := range k {
		for c := range k {
			m.Data[r*m.Stride+c] = float32(q.At(r, c))
		}
	}
}

// largestEigen bounds the eigenvalues of a positive semidefinite matrix from above, by
// its Frobenius norm and by the largest of its rows' sums.
func largestEigen(g blas32.General) float64 {
	var squares, most float64
	for r := range g.Rows {
		var sum, square float32
		for _, v := range g.Data[r*g.Stride:][:g.Cols] {
			sum += float32(math.Abs(float64(v)))
			square += v * v
		}
		squares += float64(square)
		most = max(most, float64(sum))
	}
	// Rounding must not make the bound too small: beyond it the iteration turns signs.
	return min(math.Sqrt(squares), most) * (1 + 1e-4)
}

// offIdentity is the largest entry of |g - 1|.
func offIdentity(g blas32.General) float64 {
	most := float32(0)
	for r := range g.Rows {
		row := g.Data[r*g.Stride:][:g.Cols]
		row[r]--
		for _, v := range row {
			if v < 0 {
				v = -v
			}
			if v > most {
				most = v
			}
		}
		row[r]++
	}
	return float64(most)
}
