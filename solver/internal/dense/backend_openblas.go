//go:build linux && cgo

package dense

/*
#cgo LDFLAGS: -lopenblas
void openblas_set_num_threads(int n);

// Builds of OpenBLAS without threads lack it.
extern int blas_thread_shutdown_(void) __attribute__((weak));

static void use_one_thread(void) {
	openblas_set_num_threads(1);
	if (blas_thread_shutdown_) blas_thread_shutdown_();
}
*/
import "C"

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/netlib/blas/netlib"
)

// backend names the kernels too: OpenBLAS takes those of the processor, which round in
// their own ways, so that results repeat bit by bit with the same kernels only. The
// variable OPENBLAS_CORETYPE chooses others, such as Haswell.
var backend = "OpenBLAS " + chooseKernels()

// Slowness is about how many times as long products take as with OpenBLAS.
const Slowness = 1

func init() {
	// Threads inside OpenBLAS would split sums by the number of cores, and the
	// bits of a result with them. OpenBLAS has started them when it was loaded, and each
	// waits for work on a processor of its own for a tenth of a second, so they end here.
	C.use_one_thread()
	blas64.Use(openBLAS{})
	blas32.Use(openBLAS{})
}

// openBLAS hands the routines with much work per call to OpenBLAS and keeps the
// rest in Go, where they are not burdened with a cgo crossing (about 50 ns, more
// than a short dot product takes).
type openBLAS struct{ gonum.Implementation }

// crossing is the number of multiplications above which a routine gains more from
// OpenBLAS's vector kernels than the cgo crossing costs. Small systems have
// the same bits on all processors therefore; embedded shapes are made with such systems.
const crossing = 32 * 32

// sideOf is the order of the symmetric or triangular matrix beside one of m x n.
func sideOf(s blas.Side, m, n int) int {
	if s == blas.Left {
		return m
	}
	return n
}

var fast netlib.Implementation

func (g openBLAS) Dgemv(t blas.Transpose, m, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	if m*n < crossing {
		g.Implementation.Dgemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	fast.Dgemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
}

func (g openBLAS) Sgemv(t blas.Transpose, m, n int, alpha float32, a []float32, lda int, x []float32, incX int, beta float32, y []float32, incY int) {
	if m*n < crossing {
		g.Implementation.Sgemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	fast.Sgemv(t, m, n, alpha, a, lda, x, incX, beta, y, incY)
}

func (g openBLAS) Dsymv(ul blas.Uplo, n int, alpha float64, a []float64, lda int, x []float64, incX int, beta float64, y []float64, incY int) {
	if n*n < crossing {
		g.Implementation.Dsymv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
		return
	}
	fast.Dsymv(ul, n, alpha, a, lda, x, incX, beta, y, incY)
}

func (g openBLAS) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	if m*n*k < crossing {
		g.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	fast.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

func (g openBLAS) Sgemm(tA, tB blas.Transpose, m, n, k int, alpha float32, a []float32, lda int, b []float32, ldb int, beta float32, c []float32, ldc int) {
	if m*n*k < crossing {
		g.Implementation.Sgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	fast.Sgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

func (g openBLAS) Dsymm(s blas.Side, ul blas.Uplo, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	if m*n*sideOf(s, m, n) < crossing {
		g.Implementation.Dsymm(s, ul, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	fast.Dsymm(s, ul, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
}

func (g openBLAS) Dsyrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	if n*n*k < crossing {
		g.Implementation.Dsyrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	fast.Dsyrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
}

func (g openBLAS) Ssyrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float32, a []float32, lda int, beta float32, c []float32, ldc int) {
	if n*n*k < crossing {
		g.Implementation.Ssyrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	fast.Ssyrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
}

func (g openBLAS) Dsyr2k(ul blas.Uplo, t blas.Transpose, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	if n*n*k < crossing {
		g.Implementation.Dsyr2k(ul, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	fast.Dsyr2k(ul, t, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
}

func (g openBLAS) Dtrmm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	if m*n*sideOf(s, m, n) < crossing {
		g.Implementation.Dtrmm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	fast.Dtrmm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
}

func (g openBLAS) Dtrsm(s blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	if m*n*sideOf(s, m, n) < crossing {
		g.Implementation.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	fast.Dtrsm(s, ul, tA, d, m, n, alpha, a, lda, b, ldb)
}
