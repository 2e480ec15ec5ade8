package dense

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// symmetric makes a matrix with the given eigenvalues in random directions.
func symmetric(rng *rand.Rand, values []float64) *mat.SymDense {
	n := len(values)
	q := Polar(mat.NewDense(n, n, random64(rng, n, n).Data), false)
	var a mat.Dense
	a.Mul(q, mat.NewDiagDense(n, values))
	a.Mul(&a, q.T())
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, (a.At(i, j)+a.At(j, i))/2)
		}
	}
	return s
}

func TestPositiveFactorIsTheNearestSemidefiniteMatrix(t *testing.T) {
	t.Parallel()
	spectra := map[string][]float64{
		"one":        {2},
		"negative":   {-3, -1, -1e-3},
		"zero":       {0, 0, 0, 0},
		"mixed":      {-4, 3, -2, 1, 0.5, -0.25, 1e-9},
		"multiple":   {1, 1, 1, 1, -1, -1, -1, -1, 1, 1},
		"rank one":   append(make([]float64, 60), 5),
		"many":       nil,
		"tiny scale": {1e-12, -2e-12, 3e-12},
	}
	for k := range 150 {
		spectra["many"] = append(spectra["many"], math.Sin(float64(k)))
	}
	for name, values := range spectra {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := symmetric(rand.New(rand.NewPCG(5, 6)), values)
			n := len(values)
			scale := 0.0
			for _, v := range values {
				scale = max(scale, math.Abs(v))
			}
			f, err := PositiveFactor(copied(a))
			if err != nil {
				t.Fatal(err)
			}
			part := New64(n, n)
			if f.Cols > 0 {
				blas64.Gemm(blas.NoTrans, blas.Trans, 1, f, f, 0, part)
			}
			// a - part must have no positive eigenvalue and be orthogonal to part:
			// that is what makes part the nearest.
			rest, inner := mat.NewSymDense(n, nil), 0.0
			for i := range n {
				for j := range n {
					inner += part.Data[i*n+j] * (a.At(i, j) - part.Data[i*n+j])
					if j >= i {
						rest.SetSym(i, j, a.At(i, j)-part.Data[i*n+j])
					}
				}
			}
			var eig mat.EigenSym
			if !eig.Factorize(rest, false) {
				t.Fatal("no eigenvalues")
			}
			if top := eig.Values(nil)[n-1]; top > 1e-13*scale*float64(n) {
				t.Errorf("what is left has the eigenvalue %g", top)
			}
			if math.Abs(inner) > 1e-12*scale*scale*float64(n) {
				t.Errorf("parts are not orthogonal: %g", inner)
			}
			again, _ := PositiveFactor(copied(a))
			for k := range f.Data {
				if f.Data[k] != again.Data[k] {
					t.Fatal("the same matrix gives other bits")
				}
			}
		})
	}
}

// copied gives the upper triangle of a, the rest NaN: it must not be read.
func copied(a *mat.SymDense) blas64.General {
	n := a.SymmetricDim()
	out := New64(n, n)
	for i := range n {
		for j := range n {
			out.Data[i*n+j] = math.NaN()
			if j >= i {
				out.Data[i*n+j] = a.At(i, j)
			}
		}
	}
	return out
}

func TestPositiveFactorRefusesNaN(t *testing.T) {
	t.Parallel()
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		if _, err := PositiveFactor(blas64.General{Rows: 2, Cols: 2, Stride: 2, Data: []float64{1, bad, 0, 1}}); err == nil {
			t.Errorf("no error for %g", bad)
		}
	}
	if f, err := PositiveFactor(New64(0, 0)); err != nil || f.Rows != 0 {
		t.Errorf("an empty matrix gives %v, %v", f, err)
	}
}

func BenchmarkPositiveFactor(b *testing.B) {
	for _, n := range []int{82, 290, 530} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			a := New64(n, n)
			source := random64(rand.New(rand.NewPCG(1, 1)), n, n)
			for b.Loop() {
				copy(a.Data, source.Data)
				if _, err := PositiveFactor(a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
