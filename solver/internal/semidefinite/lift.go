package semidefinite

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
)

// Lift knows the space of lifted plans Y (N x N, N = nm + 1) between weights a (n)
// and b (m). Its variables are scaled: y = (1, s x) with s = √(nm), so that the
// plan of a permutation has entries 0 and 1.
type Lift struct {
	n, m   int
	a, b   []float64
	size   int // N
	face   int // (n-1)(m-1) + 1, the size of R
	scale  float64
	upper  []float64 // of y: no plan exceeds min(a_i, b_j)
	first  []float64 // V's first column in reflected coordinates
	mirror [2][]float64
	// length bounds |y|² = tr R over plans.
	length float64
}

// NewLift prepares for positive weights a (n) and b (m) with sum 1.
func NewLift(a, b []float64) *Lift {
	n, m := len(a), len(b)
	l := &Lift{n: n, m: m, a: a, b: b, size: n*m + 1, face: (n-1)*(m-1) + 1, scale: math.Sqrt(float64(n * m))}
	l.mirror = [2][]float64{reflector(n), reflector(m)}
	l.upper, l.first = make([]float64, l.size), make([]float64, l.size)
	l.upper[0], l.first[0] = 1, 1
	most := 0.0
	for i := range n {
		for j := range m {
			p := 1 + i*m + j
			l.upper[p] = l.scale * math.Min(a[i], b[j])
			most = math.Max(most, l.upper[p])
			// The matrix of least norm with the plan's marginals: at right angles to
			// all changes of a plan.
			l.first[p] = l.scale * (a[i]/float64(m) + b[j]/float64(n) - 1/float64(n*m))
		}
	}
	// Σ y_p² <= max u Σ y_p, and the entries of a plan sum to 1.
	l.length = 1 + most*l.scale
	l.reflect(l.first)
	norm := 0.0
	for _, v := range l.first {
		norm += v * v
	}
	for p := range l.first {
		l.first[p] /= math.Sqrt(norm)
	}
	return l
}

// reflector is the unit vector u of the reflection I - 2uu' that swaps the first
// axis with the diagonal: its other columns are an orthonormal basis of the vectors
// with sum zero.
func reflector(n int) []float64 {
	u := make([]float64, n)
	for i := range u {
		u[i] = -1 / math.Sqrt(float64(n))
	}
	u[0]++
	norm := math.Sqrt(2 - 2/math.Sqrt(float64(n)))
	if norm == 0 { // n = 1: nothing to swap
		return u
	}
	for i := range u {
		u[i] /= norm
	}
	return u
}

// reflect applies both reflections to one lifted vector (N), in place. It is its
// own inverse.
func (l *Lift) reflect(y []float64) {
	p := y[1:]
	u, v := l.mirror[0], l.mirror[1]
	for i := range l.n {
		row := p[i*l.m:][:l.m]
		dot := 0.0
		for j, x := range row {
			dot += v[j] * x
		}
		for j := range row {
			row[j] -= 2 * dot * v[j]
		}
	}
	for j := range l.m {
		dot := 0.0
		for i := range l.n {
			dot += u[i] * p[i*l.m+j]
		}
		for i := range l.n {
			p[i*l.m+j] -= 2 * dot * u[i]
		}
	}
}

// inner reports whether coordinate p of a reflected vector is a change of plan.
func (l *Lift) inner(p int) bool { return p > 0 && (p-1)/l.m > 0 && (p-1)%l.m > 0 }

// rows is how many rows of a lifted matrix a worker takes at a time.
const rows = 16

// Reduce writes V' M V (face x face) of a symmetric lifted matrix M (N x N), which
// is overwritten.
func (l *Lift) Reduce(threads int, m, to blas64.General) {
	each := func(f func(p int, row []float64)) {
		parallel.For(context.Background(), threads, l.size, rows, func(_, lo, hi int) {
			for p := lo; p < hi; p++ {
				f(p, m.Data[p*l.size:(p+1)*l.size])
			}
		})
	}
	each(func(_ int, row []float64) { l.reflect(row) })
	transpose(threads, m)
	each(func(_ int, row []float64) { l.reflect(row) })
	// Now M is H M H. Its inner rows and columns are those of changes; the part that the first
	// column of V sees is folded.
	folded := make([]float64, l.size) // (first' M)
	for p, f := range l.first {
		if f != 0 {
			for q, v := range m.Data[p*l.size : (p+1)*l.size] {
				folded[q] += f * v
			}
		}
	}
	corner := 0.0
	for q, f := range l.first {
		corner += f * folded[q]
	}
	to.Data[0] = corner
	r := 0
	for p := range l.size {
		if !l.inner(p) {
			continue
		}
		r++
		row := to.Data[r*to.Stride:][:l.face]
		row[0], to.Data[r] = folded[p], folded[p]
		c := 1
		for i := 1; i < l.n; i++ {
			c += copy(row[c:c+l.m-1], m.Data[p*l.size+1+i*l.m+1:][:l.m-1])
		}
	}
}

// Expand returns V F (N x r) of a factor F (face x r).
func (l *Lift) Expand(threads int, f blas64.General) blas64.General {
	r := f.Cols
	// One column after another lies better for reflections.
	columns := make([]float64, r*l.size)
	parallel.For(context.Background(), threads, r, rows, func(_, lo, hi int) {
		for c := lo; c < hi; c++ {
			y := columns[c*l.size : (c+1)*l.size]
			head := f.Data[c]
			for p, v := range l.first {
				y[p] = head * v
			}
			k := 1
			for i := 1; i < l.n; i++ {
				for j := 1; j < l.m; j++ {
					y[1+i*l.m+j] += f.Data[k*f.Stride+c]
					k++
				}
			}
			l.reflect(y)
		}
	})
	out := dense.New64(l.size, r)
	for p := range l.size {
		for c := range r {
			out.Data[p*out.Stride+c] = columns[c*l.size+p]
		}
	}
	return out
}

// transpose a square matrix in place, tile by tile.
func transpose(threads int, m blas64.General) {
	const tile = 32
	n := m.Rows
	blocks := (n + tile - 1) / tile
	parallel.For(context.Background(), threads, blocks, 1, func(_, lo, hi int) {
		for b := lo; b < hi; b++ {
			for i := b * tile; i < min((b+1)*tile, n); i++ {
				for c := b; c < blocks; c++ {
					for j := max(c*tile, i+1); j < min((c+1)*tile, n); j++ {
						x, y := &m.Data[i*n+j], &m.Data[j*n+i]
						*x, *y = *y, *x
					}
				}
			}
		}
	})
}
