// Package cpu is the nn.Backend on the processor: matrix products by BLAS
// (OpenBLAS where there is one), everything else fused into as few passes over
// memory as it takes. After the first step of a training nothing is allocated, except
// by the products of gonum where there is no OpenBLAS.
//
// The same calls give the same bits for any number of threads.
package cpu

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/blas"

	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/nn"
	"gwscope/solver/slicer/lapsum"
)

// Backend computes in single or double precision.
type Backend[T float32 | float64] struct {
	name string
	pool *pool

	gemm        gemm[T]
	dot         dot[T]
	linear      linear[T]
	linearBack  linearBack[T]
	norm        norm[T]
	normBack    normBack[T]
	normColumns normColumns[T]
	dropout     dropout[T]
	rows        softRows[T]
	means       softMeans[T]
	softBack    softBack[T]
	adam        adam[T]
	attention   attend[T]
	sorter      lapsum.Sorter[T]
	mean, parts []T
}

var (
	_ nn.Backend = (*Backend[float32])(nil)
	_ nn.Backend = (*Backend[float64])(nil)
)

// New makes a backend with the given number of threads, 0 for all processors.
func New[T float32 | float64](threads int) *Backend[T] {
	threads = parallel.Threads(threads)
	return &Backend[T]{name: dense.Backend(threads), pool: newPool(threads)}
}

// Name names the device.
func (b *Backend[T]) Name() string { return b.name }

// Bind makes kernels stop early when ctx ends, and wait between blocks when hold does.
func (b *Backend[T]) Bind(ctx context.Context, hold func(context.Context)) {
	b.pool.ctx, b.pool.hold = ctx, hold
}

// Err is nil: a processor is not lost.
func (b *Backend[T]) Err() error { return nil }

// Close ends the goroutines.
func (b *Backend[T]) Close() { b.pool.close() }

// New is a tensor of zeros.
func (b *Backend[T]) New(rows, cols int) nn.Tensor {
	return nn.Tensor{Rows: rows, Cols: cols, Buffer: make([]T, rows*cols)}
}

// Upload copies values to t.
func (b *Backend[T]) Upload(t nn.Tensor, values []float64) {
	nn.Same(t.Len(), len(values))
	for i, to := 0, data[T](t); i < len(values); i++ {
		to[i] = T(values[i])
	}
}

// Download copies t to values.
func (b *Backend[T]) Download(values []float64, t nn.Tensor) {
	nn.Same(t.Len(), len(values))
	for i, v := range data[T](t) {
		values[i] = float64(v)
	}
}

// UploadSingle copies values to t.
func (b *Backend[T]) UploadSingle(t nn.Tensor, values []float32) {
	nn.Same(t.Len(), len(values))
	for i, to := 0, data[T](t); i < len(values); i++ {
		to[i] = T(values[i])
	}
}

// DownloadSingle copies t to values.
func (b *Backend[T]) DownloadSingle(values []float32, t nn.Tensor) {
	nn.Same(t.Len(), len(values))
	for i, v := range data[T](t) {
		values[i] = float32(v)
	}
}

// Copy sets one tensor to another.
func (b *Backend[T]) Copy(to, from nn.Tensor) {
	nn.Shaped(to, from.Rows, from.Cols)
	copy(data[T](to), data[T](from))
}

// data is the memory of a tensor, nil for none.
func data[T float32 | float64](t nn.Tensor) []T {
	if t.None() {
		return nil
	}
	all, ok := t.Buffer.([]T)
	if !ok {
		panic(fmt.Sprintf("cpu: a tensor of another backend (%T)", t.Buffer))
	}
	return all[t.Offset : t.Offset+t.Len()]
}

// A block of a product has rowBlock rows, enough for BLAS to run at full speed, few
// enough to share out; and fewer, down to fewestRows, where they were more than
// blockWork multiply-adds, some 30 ms: that is how long a person who cancels waits.
const (
	rowBlock   = 128
	fewestRows = 32
	blockWork  = 1 << 31 / dense.Slowness
)

func rowsOf(work int) int { return max(min(rowBlock, blockWork/max(work, 1)), fewestRows) }

// gemm is rows of c = alpha op(a) op(b) + beta c.
type gemm[T float32 | float64] struct {
	c, a, b        []T
	n, k, lda, ldb int
	transA, transB blas.Transpose
	alpha, beta    T
}

func (g *gemm[T]) run(lo, hi int) {
	first := lo * g.lda
	if g.transA == blas.Trans {
		first = lo
	}
	dense.Product(g.transA, g.transB, hi-lo, g.n, g.k, g.alpha, g.a[first:], g.lda, g.b, g.ldb, g.beta, g.c[lo*g.n:hi*g.n], g.n)
}

// Gemm is c = alpha op(a) op(b) + beta c.
func (b *Backend[T]) Gemm(c, x nn.Tensor, transX bool, y nn.Tensor, transY bool, alpha, beta float64) {
	m, k, n := nn.ProductShape(c, x, transX, y, transY)
	g := &b.gemm
	*g = gemm[T]{c: data[T](c), a: data[T](x), b: data[T](y), n: n, k: k, lda: x.Cols, ldb: y.Cols,
		transA: transpose(transX), transB: transpose(transY), alpha: T(alpha), beta: T(beta)}
	b.pool.run(g, m, rowsOf(n*k), m*n*k)
}

func transpose(t bool) blas.Transpose {
	if t {
		return blas.Trans
	}
	return blas.NoTrans
}

// dot sums blocks of a∘b.
type dot[T float32 | float64] struct {
	a, b  []T
	parts []float64
}

const dotBlock = 1 << 14

func (d *dot[T]) run(lo, hi int) {
	a, b := d.a[lo:hi], d.b[lo:hi]
	// Four sums, or each addition would wait for the one before.
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		s0 += float64(a[0]) * float64(b[0])
		s1 += float64(a[1]) * float64(b[1])
		s2 += float64(a[2]) * float64(b[2])
		s3 += float64(a[3]) * float64(b[3])
		a, b = a[4:], b[4:]
	}
	for i, v := range a {
		s0 += float64(v) * float64(b[i])
	}
	d.parts[lo/dotBlock] = s0 + s1 + s2 + s3
}

// Dot is Σ x∘y in double precision.
func (b *Backend[T]) Dot(x, y nn.Tensor) float64 {
	nn.Shaped(y, x.Rows, x.Cols)
	n := x.Len()
	d := &b.dot
	d.a, d.b, d.parts = data[T](x), data[T](y), grow(d.parts, (n+dotBlock-1)/dotBlock)
	b.pool.run(d, n, dotBlock, n)
	sum := 0.0
	for _, p := range d.parts {
		sum += p
	}
	return sum
}

func grow[E any](buffer []E, n int) []E {
	return slices.Grow(buffer[:0], n)[:n]
}
