package dense

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gwscope/internal/routine"
)

func random64(rng *rand.Rand, r, c int) blas64.General {
	m := New64(r, c)
	for i := range m.Data {
		m.Data[i] = rng.NormFloat64()
	}
	return m
}

func random32(rng *rand.Rand, r, c int) blas32.General {
	m := New32(r, c)
	for i := range m.Data {
		m.Data[i] = float32(rng.NormFloat64())
	}
	return m
}

func at(t blas.Transpose, data []float64, stride, i, j int) float64 {
	if t == blas.NoTrans {
		return data[i*stride+j]
	}
	return data[j*stride+i]
}

func TestGemmIsAProductAndTheSameForAnyThreads(t *testing.T) {
	t.Parallel()
	shapes := [][3]int{{1, 1, 1}, {3, 5, 7}, {129, 40, 300}, {300, 257, 131}, {513, 64, 64}}
	for _, s := range shapes {
		m, n, k := s[0], s[1], s[2]
		for _, tA := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			for _, tB := range []blas.Transpose{blas.NoTrans, blas.Trans} {
				t.Run(fmt.Sprintf("%dx%dx%d/%c%c", m, n, k, tA, tB), func(t *testing.T) {
					t.Parallel()
					rng := rand.New(rand.NewPCG(1, uint64(m*n*k)))
					shape := func(tr blas.Transpose, r, c int) (int, int) {
						if tr == blas.NoTrans {
							return r, c
						}
						return c, r
					}
					ar, ac := shape(tA, m, k)
					br, bc := shape(tB, k, n)
					a, b, c0 := random64(rng, ar, ac), random64(rng, br, bc), random64(rng, m, n)
					a32, b32, c032 := random32(rng, ar, ac), random32(rng, br, bc), random32(rng, m, n)
					var first []float64
					var first32 []float32
					for _, threads := range []int{1, 2, 5} {
						c := blas64.General{Rows: m, Cols: n, Stride: n, Data: append([]float64(nil), c0.Data...)}
						Gemm64(threads, tA, tB, 2, a, b, 0.5, c)
						c32 := blas32.General{Rows: m, Cols: n, Stride: n, Data: append([]float32(nil), c032.Data...)}
						Gemm32(threads, tA, tB, 2, a32, b32, 0.5, c32)
						if first == nil {
							first, first32 = c.Data, c32.Data
						}
						for i := range c.Data {
							if c.Data[i] != first[i] || c32.Data[i] != first32[i] {
								t.Fatalf("entry %d differs between 1 and %d threads", i, threads)
							}
						}
					}
					for trial := 0; trial < 50; trial++ {
						i, j := rng.IntN(m), rng.IntN(n)
						want := 0.5 * c0.Data[i*n+j]
						for l := range k {
							want += 2 * at(tA, a.Data, a.Stride, i, l) * at(tB, b.Data, b.Stride, l, j)
						}
						if math.Abs(first[i*n+j]-want) > 1e-11*float64(k) {
							t.Fatalf("c[%d,%d] = %g, want %g", i, j, first[i*n+j], want)
						}
					}
				})
			}
		}
	}
}

func TestBlocksCoverOnceAndForwardPanics(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 7, 128, 129, 1000} {
		for _, threads := range []int{1, 3} {
			seen := make([]int, n)
			Blocks(threads, n, 13, func(lo, hi int) {
				if hi-lo > 13 || hi <= lo {
					t.Errorf("range [%d,%d) is not within 1..13 long", lo, hi)
				}
				for i := lo; i < hi; i++ {
					seen[i]++
				}
			})
			for i, s := range seen {
				if s != 1 {
					t.Fatalf("n=%d threads=%d: element %d visited %d times", n, threads, i, s)
				}
			}
		}
	}
	defer func() {
		if p := routine.Of(recover()); p.Cause != "here" {
			t.Errorf("panic in a block arrived as %v", p)
		}
	}()
	Blocks(2, 100, 10, func(lo, _ int) {
		if lo >= 50 {
			panic("here")
		}
	})
}

func TestSymTopAgreesWithFullDecomposition(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 9, 60, 150} {
		rng := rand.New(rand.NewPCG(2, uint64(n)))
		a := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				a.SetSym(i, j, rng.NormFloat64())
			}
		}
		for _, k := range []int{1, (n + 1) / 2, n, n + 3} {
			values, vectors, err := SymTop(a, k)
			if err != nil {
				t.Fatal(err)
			}
			var full mat.EigenSym
			full.Factorize(a, false)
			all := full.Values(nil)
			if want := min(k, n); len(values) != want {
				t.Fatalf("n=%d k=%d: %d values", n, k, len(values))
			}
			var av mat.Dense
			av.Mul(a, vectors)
			for j, l := range values {
				if math.Abs(l-all[n-1-j]) > 1e-11*float64(n) {
					t.Errorf("n=%d: value %d is %g, want %g", n, j, l, all[n-1-j])
				}
				big := 0.0
				for i := range n {
					if math.Abs(av.At(i, j)-l*vectors.At(i, j)) > 1e-11*float64(n) {
						t.Fatalf("n=%d: column %d is no eigenvector", n, j)
					}
					if v := vectors.At(i, j); math.Abs(v) > math.Abs(big) {
						big = v
					}
				}
				if big < 0 {
					t.Errorf("n=%d: the sign of column %d is not normalised", n, j)
				}
			}
			var gram mat.Dense
			gram.Mul(vectors.T(), vectors)
			for i := range values {
				gram.Set(i, i, gram.At(i, i)-1)
			}
			if mat.Norm(&gram, 2) > 1e-11*float64(n) {
				t.Errorf("n=%d k=%d: vectors are not orthonormal", n, k)
			}
			again, vectors2, _ := SymTop(a, k)
			if !mat.Equal(vectors, vectors2) || again[0] != values[0] {
				t.Errorf("n=%d k=%d: a second run gave other bits", n, k)
			}
		}
	}
	nan := mat.NewSymDense(2, []float64{1, math.NaN(), math.NaN(), 1})
	if _, _, err := SymTop(nan, 1); err == nil {
		t.Error("NaN gave no error")
	}
}

func orthogonal(rng *rand.Rand, d int, det float64) *mat.Dense {
	g := mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			g.Set(i, j, rng.NormFloat64())
		}
	}
	var qr mat.QR
	qr.Factorize(g)
	var q mat.Dense
	qr.QTo(&q)
	if mat.Det(&q)*det < 0 {
		for i := range d {
			q.Set(i, 0, -q.At(i, 0))
		}
	}
	return &q
}

func TestPolarRecoversMotions(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 3))
	for _, d := range []int{2, 3, 5} {
		for _, det := range []float64{1, -1} {
			q := orthogonal(rng, d, det)
			x := mat.NewDense(40, d, nil)
			w := make([]float64, 40)
			for i := range 40 {
				w[i] = rng.Float64() + 0.1
				for j := range d {
					x.Set(i, j, rng.NormFloat64())
				}
			}
			var y, weighted, cross mat.Dense // cross: Σ w y x'
			y.Mul(x, q.T())
			weighted.Apply(func(i, _ int, v float64) float64 { return w[i] * v }, x)
			cross.Mul(y.T(), &weighted)
			free := Polar(&cross, false)
			if !mat.EqualApprox(free, q, 1e-12) {
				t.Errorf("d=%d det=%g: the motion was not recovered", d, det)
			}
			proper := Polar(&cross, true)
			if math.Abs(mat.Det(proper)-1) > 1e-12 {
				t.Errorf("d=%d det=%g: proper has determinant %g", d, det, mat.Det(proper))
			}
			if det > 0 && !mat.EqualApprox(proper, q, 1e-12) {
				t.Errorf("d=%d: the rotation was not recovered", d)
			}
		}
	}
}

func TestRotation3IsBest(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 4))
	check := func(name string, h Mat3) {
		r, trace := Rotation3(h)
		m := mat.NewDense(3, 3, append([]float64(nil), r[:]...))
		var gram mat.Dense
		gram.Mul(m.T(), m)
		if math.Abs(mat.Det(m)-1) > 1e-12 || !mat.EqualApprox(&gram, mat.NewDiagDense(3, []float64{1, 1, 1}), 1e-12) {
			t.Fatalf("%s: not a rotation: %v", name, r)
		}
		var svd mat.SVD
		svd.Factorize(mat.NewDense(3, 3, append([]float64(nil), h[:]...)), mat.SVDNone)
		s := svd.Values(nil)
		want := s[0] + s[1] + s[2]
		if mat.Det(mat.NewDense(3, 3, append([]float64(nil), h[:]...))) < 0 {
			want = s[0] + s[1] - s[2]
		}
		if math.Abs(trace-want) > 1e-12*(1+s[0]) {
			t.Errorf("%s: trace %g, the best is %g", name, trace, want)
		}
	}
	for trial := range 300 {
		var h Mat3
		for k := range h {
			h[k] = rng.NormFloat64() * math.Pow(10, float64(trial%7-3))
		}
		check("random", h)
		copy(h[3:6], h[:3])
		check("rank 2", h)
		copy(h[6:9], h[:3])
		check("rank 1", h)
	}
	check("mirror", Mat3{1, 0, 0, 0, 1, 0, 0, 0, -1})
	check("equal", Mat3{-1, 0, 0, 0, -1, 0, 0, 0, -1})
	check("zero", Mat3{})
	Rotation3(Mat3{math.NaN()}) // must end
}

func BenchmarkGemm(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int{150, 500, 2000} {
		a, c, o := random32(rng, n, n), random32(rng, n, n), New32(n, n)
		a64, c64, o64 := random64(rng, n, n), random64(rng, n, n), New64(n, n)
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("float32/n=%d/threads=%d", n, threads), func(b *testing.B) {
				for b.Loop() {
					Gemm32(threads, blas.NoTrans, blas.NoTrans, 1, a, c, 0, o)
				}
			})
			b.Run(fmt.Sprintf("float64/n=%d/threads=%d", n, threads), func(b *testing.B) {
				for b.Loop() {
					Gemm64(threads, blas.NoTrans, blas.NoTrans, 1, a64, c64, 0, o64)
				}
			})
		}
	}
}

func BenchmarkSymTop(b *testing.B) {
	rng := rand.New(rand.NewPCG(6, 6))
	n := 500
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			a.SetSym(i, j, rng.NormFloat64())
		}
	}
	for b.Loop() {
		SymTop(a, 8)
	}
}

func BenchmarkRotation3(b *testing.B) {
	for name, h := range map[string]Mat3{"any": {1, 2, 3, 4, 5, 6, 7, 8, 10}, "flat": {1, 0.1, 0.2, -0.1, 0.8, 0.3, 0.01, 0.02, -0.01},
		"near a rotation": {0.8, -0.6, 0.02, 0.6, 0.79, 0.01, 0.01, -0.03, 1}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Rotation3(h)
			}
		})
	}
}

// Both ways to a rotation agree wherever the quick one is taken.
func TestTurn3AgreesWithColumns(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	taken := 0
	for trial := range 3000 {
		var h Mat3
		for k := range h {
			h[k] = rng.NormFloat64()
		}
		for range trial % 4 { // flatter and flatter
			for k := range 3 {
				h[6+k] *= 0.1
			}
		}
		got, ok := turn3(&h)
		if !ok {
			continue
		}
		taken++
		want, _ := rotationByColumns(h)
		for k := range got {
			if math.Abs(got[k]-want[k]) > 1e-8 {
				t.Fatalf("%v is turned by %v, by columns %v", h, got, want)
			}
		}
	}
	if taken < 2000 {
		t.Errorf("the quick way was taken %d times of 3000", taken)
	}
}
