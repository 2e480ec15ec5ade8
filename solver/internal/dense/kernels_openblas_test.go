//go:build linux && cgo

package dense

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

func TestKernelsOfUnknownProcessors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		core         string
		avx2, avx512 bool
		want         string
	}{
		{"Prescott", true, true, "SkylakeX"},
		{"Prescott", true, false, "Haswell"},
		{"Barcelona", true, true, "SkylakeX"},
		{"Prescott", false, false, ""}, // a Prescott
		{"Haswell", true, false, ""},
		{"Zen", true, true, ""},
		{"Cooperlake", true, true, ""},
	} {
		if got := newerKernels(c.core, c.avx2, c.avx512); got != c.want {
			t.Errorf("%s, AVX2 %t, AVX-512 %t: %q, want %q", c.core, c.avx2, c.avx512, got, c.want)
		}
	}
	// Where the program chose, OpenBLAS obeyed.
	if asked := os.Getenv("OPENBLAS_CORETYPE"); (asked == "SkylakeX" || asked == "Haswell") && backend != "OpenBLAS "+asked {
		t.Errorf("the kernels of %s were asked for, and it is %s", asked, backend)
	}
}

// The kernels of each processor are other code: those of this one are compared with gonum's.
func TestKernelsComputeWhatGonumDoes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 7))
	var plain gonum.Implementation
	var fast openBLAS
	random := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = rng.NormFloat64()
		}
		return x
	}
	single := func(x []float64) []float32 {
		y := make([]float32, len(x))
		for i := range x {
			y[i] = float32(x[i])
		}
		return y
	}
	transposes, triangles, sides := []blas.Transpose{blas.NoTrans, blas.Trans}, []blas.Uplo{blas.Upper, blas.Lower}, []blas.Side{blas.Left, blas.Right}
	for trial := range 100 {
		m, n, k := 1+rng.IntN(150), 1+rng.IntN(150), 1+rng.IntN(150)
		few := trial%4 == 1 // the same bits then
		switch {
		case few:
			m, n, k = 1+m%9, 1+n%9, 1+k%9
		case trial%10 == 0:
			m, n, k = m*4, n*4, k*2
		}
		tA, tB := transposes[rng.IntN(2)], transposes[rng.IntN(2)]
		ul, side := triangles[rng.IntN(2)], sides[rng.IntN(2)]
		wide := 1 + max(m, n, k) // every row has room to spare
		a, b, c := random(wide*wide), random(wide*wide), random(wide*wide)
		in, out := n, m // the lengths of the vectors of gemv
		if tA == blas.Trans {
			in, out = m, n
		}
		order := m
		if side == blas.Right {
			order = n
		}
		for i := range order { // triangular systems stay well-conditioned
			a[i*wide+i] = float64(order) + 4
		}
		alpha, beta := rng.NormFloat64(), rng.NormFloat64()
		if trial%3 == 0 {
			beta = 0
		}
		double := func(name string, run func(i blas.Float64, c []float64)) {
			want, got := append([]float64(nil), c...), append([]float64(nil), c...)
			run(plain, want)
			run(fast, got)
			for i := range want {
				if few && got[i] != want[i] || !(math.Abs(got[i]-want[i]) <= 1e-11*float64(wide)*(1+math.Abs(want[i]))) {
					t.Fatalf("%s of %dx%dx%d %c%c %c %c, entry %d: %g, want %g (%s)", name, m, n, k, tA, tB, ul, side, i, got[i], want[i], backend)
				}
			}
		}
		float := func(name string, run func(i blas.Float32, a, b, c []float32)) {
			want, got := single(c), single(c)
			run(plain, single(a), single(b), want)
			run(fast, single(a), single(b), got)
			for i := range want {
				if few && got[i] != want[i] || !(math.Abs(float64(got[i]-want[i])) <= 1e-4*float64(wide)*(1+math.Abs(float64(want[i])))) {
					t.Fatalf("%s of %dx%dx%d %c%c %c %c, entry %d: %g, want %g (%s)", name, m, n, k, tA, tB, ul, side, i, got[i], want[i], backend)
				}
			}
		}
		double("dgemm", func(i blas.Float64, c []float64) { i.Dgemm(tA, tB, m, n, k, alpha, a, wide, b, wide, beta, c, wide) })
		double("dgemv", func(i blas.Float64, c []float64) { i.Dgemv(tA, m, n, alpha, a, wide, b[:in], 1, beta, c[:out], 1) })
		double("dsymv", func(i blas.Float64, c []float64) { i.Dsymv(ul, n, alpha, a, wide, b[:n], 1, beta, c[:n], 1) })
		double("dsymm", func(i blas.Float64, c []float64) { i.Dsymm(side, ul, m, n, alpha, a, wide, b, wide, beta, c, wide) })
		double("dsyrk", func(i blas.Float64, c []float64) { i.Dsyrk(ul, tA, n, k, alpha, a, wide, beta, c, wide) })
		double("dsyr2k", func(i blas.Float64, c []float64) {
			i.Dsyr2k(ul, tA, n, k, alpha, a, wide, b, wide, beta, c, wide)
		})
		double("dtrmm", func(i blas.Float64, c []float64) { i.Dtrmm(side, ul, tA, blas.NonUnit, m, n, alpha, a, wide, c, wide) })
		double("dtrsm", func(i blas.Float64, c []float64) { i.Dtrsm(side, ul, tA, blas.NonUnit, m, n, alpha, a, wide, c, wide) })
		float("sgemm", func(i blas.Float32, a, b, c []float32) {
			i.Sgemm(tA, tB, m, n, k, float32(alpha), a, wide, b, wide, float32(beta), c, wide)
		})
		float("sgemv", func(i blas.Float32, a, b, c []float32) {
			i.Sgemv(tA, m, n, float32(alpha), a, wide, b[:in], 1, float32(beta), c[:out], 1)
		})
		float("ssyrk", func(i blas.Float32, a, _, c []float32) {
			i.Ssyrk(ul, tA, n, k, float32(alpha), a, wide, float32(beta), c, wide)
		})
	}
}
