package dense

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
)

// RowBlock is the height of the row blocks of a product: high enough that
// packing the right-hand side again for each block is a few percent of the work,
// low enough that a 500 x 500 product has four of them to share.
const RowBlock = 128

// smallProduct is the number of multiply-adds below which a product is done as
// one block: a goroutine would cost more than it saves (about 20 µs of work).
const smallProduct = 1 << 20

func blockHeight(m, n, k int) int {
	if m*n*k < smallProduct {
		return m
	}
	return RowBlock
}

// Gemm64 computes c = alpha op(a) op(b) + beta c on up to the given number of
// threads (0: all processors). The bits of c do not depend on that number.
// Shapes that do not fit panic, as in blas64.
func Gemm64(threads int, tA, tB blas.Transpose, alpha float64, a, b blas64.General, beta float64, c blas64.General) {
	k := a.Cols
	if tA != blas.NoTrans {
		k = a.Rows
	}
	Blocks(threads, c.Rows, blockHeight(c.Rows, c.Cols, k), func(lo, hi int) {
		part, out := Band64(tA, a, c, lo, hi)
		blas64.Gemm(tA, tB, alpha, part, b, beta, out)
	})
}

// Gemm32 is Gemm64 in single precision.
func Gemm32(threads int, tA, tB blas.Transpose, alpha float32, a, b blas32.General, beta float32, c blas32.General) {
	k := a.Cols
	if tA != blas.NoTrans {
		k = a.Rows
	}
	Blocks(threads, c.Rows, blockHeight(c.Rows, c.Cols, k), func(lo, hi int) {
		part, out := Band32(tA, a, c, lo, hi)
		blas32.Gemm(tA, tB, alpha, part, b, beta, out)
	})
}

// Band64 is the share that rows lo to hi of a product c have in op(a), and these rows.
func Band64(tA blas.Transpose, a, c blas64.General, lo, hi int) (part, rows blas64.General) {
	part, rows = a, c
	if tA == blas.NoTrans {
		part.Data, part.Rows = a.Data[lo*a.Stride:], hi-lo
	} else {
		part.Data, part.Cols = a.Data[lo:], hi-lo
	}
	rows.Data, rows.Rows = c.Data[lo*c.Stride:], hi-lo
	return part, rows
}

// Band32 is Band64 in single precision.
func Band32(tA blas.Transpose, a, c blas32.General, lo, hi int) (part, rows blas32.General) {
	part, rows = a, c
	if tA == blas.NoTrans {
		part.Data, part.Rows = a.Data[lo*a.Stride:], hi-lo
	} else {
		part.Data, part.Cols = a.Data[lo:], hi-lo
	}
	rows.Data, rows.Rows = c.Data[lo*c.Stride:], hi-lo
	return part, rows
}

// Product is one call of BLAS in either precision, c = alpha op(a) op(b) + beta c for rows
// of lda, ldb and ldc elements, on the caller's thread: for whoever makes blocks himself.
func Product[T float32 | float64](tA, tB blas.Transpose, m, n, k int, alpha T, a []T, lda int, b []T, ldb int, beta T, c []T, ldc int) {
	switch c := any(c).(type) {
	case []float32:
		blas32.Implementation().Sgemm(tA, tB, m, n, k, float32(alpha), any(a).([]float32), lda, any(b).([]float32), ldb, float32(beta), c, ldc)
	case []float64:
		blas64.Implementation().Dgemm(tA, tB, m, n, k, float64(alpha), any(a).([]float64), lda, any(b).([]float64), ldb, float64(beta), c, ldc)
	}
}

// New32 allocates an r x c matrix of zeros.
func New32(r, c int) blas32.General {
	return blas32.General{Rows: r, Cols: c, Stride: max(c, 1), Data: make([]float32, r*c)}
}

// New64 allocates an r x c matrix of zeros.
func New64(r, c int) blas64.General {
	return blas64.General{Rows: r, Cols: c, Stride: max(c, 1), Data: make([]float64, r*c)}
}
