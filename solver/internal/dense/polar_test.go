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
	finder := new(PolarFinder) // one for all, whatever their sizes
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
		single := New32(tt.k, tt.k)
		for i, v := range m.RawMatrix().Data {
			single.Data[i] = float32(v)
		}
		finder.Find(single)
		for i, v := range single.Data {
			off.RawMatrix().Data[i] = float64(v) - want.RawMatrix().Data[i]
		}
		if d := mat.Norm(&off, 2); d > 1e-4 && tt.least > 1e-5 { // which single precision cannot tell from 0
			t.Errorf("%s: off by %g in single precision", tt.name, d)
		}
	}
	if q := PolarIteration(mat.NewDense(2, 2, nil)); math.Abs(math.Abs(mat.Det(q))-1) > 1e-12 {
		t.Errorf("of zero: %v, not orthogonal", q)
	}
	zero := New32(2, 2)
	finder.Find(zero)
	if d := zero.Data; math.Abs(math.Abs(float64(d[0]*d[3]-d[1]*d[2]))-1) > 1e-6 {
		t.Errorf("of zero in single precision: %v, not orthogonal", d)
	}
}
