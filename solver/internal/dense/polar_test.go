package dense

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The iteration agrees with the singular value decomposition, also where it has to
// leave the work to it.
func TestPolarIterationAgreesWithSVD(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		k     int
		least float64 // smallest singular value, the largest being 1
	}{
		{"one number", 1, 1}, {"small", 3, 0.5}, {"well conditioned", 40, 0.3}, {"large", 120, 0.1}, {"nearly singular", 20, 1e-7},
	} {
		rng := rand.New(rand.NewPCG(uint64(tt.k), 3))
		random := func() *mat.Dense {
			m := mat.NewDense(tt.k, tt.k, nil)
			for i := range m.RawMatrix().Data {
				m.RawMatrix().Data[i] = rng.NormFloat64()
			}
			return Polar(m, false)
		}
		u, v := random(), random()
		m := mat.NewDense(tt.k, tt.k, nil)
		m.Copy(u)
		for j := range tt.k {
			s := 1.0
			if tt.k > 1 {
				s = math.Pow(tt.least, float64(j)/float64(tt.k-1))
			}
			for i := range tt.k {
				m.Set(i, j, 7*s*m.At(i, j))
			}
		}
		m.Mul(mat.DenseCopyOf(m), v.T())
		var want, off mat.Dense
		want.Mul(u, v.T())
		off.Sub(PolarIteration(m), &want)
		if d := mat.Norm(&off, 2); d > 1e-4 {
			t.Errorf("%s: off by %g", tt.name, d)
		}
	}
	if q := PolarIteration(mat.NewDense(2, 2, nil)); math.Abs(math.Abs(mat.Det(q))-1) > 1e-12 {
		t.Errorf("of zero: %v, not orthogonal", q)
	}
}
