package gw

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestRoundMakesMarginalsExactAndMovesLittle(t *testing.T) {
	t.Parallel()
	rng := newRand(41)
	for _, kind := range []string{"uniform", "random", "zeros"} {
		n, m := 40, 55
		a, b := weightsOf(kind, rng, n), weightsOf(kind, rng, m)
		d := Product(a, b).Dense()
		for i := range n {
			for j := range m {
				d.Set(i, j, d.At(i, j)*(1+0.1*rng.NormFloat64()*rng.Float64()))
				if d.At(i, j) < 0 || (i+j)%3 == 0 {
					d.Set(i, j, 0)
				}
			}
		}
		before := FromDense(d, 0)
		rows, columns := before.Marginals()
		off := 0.0
		for i, r := range rows {
			off += math.Abs(r - a[i])
		}
		for j, c := range columns {
			off += math.Abs(c - b[j])
		}
		p, err := Round(d, a, b)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		if e := p.MarginalError(a, b); e > 1e-15 {
			t.Errorf("%s: marginal error %g", kind, e)
		}
		var change mat.Dense
		change.Sub(p.Dense(), d)
		moved := 0.0
		for i := range n {
			for _, v := range change.RawRowView(i) {
				moved += math.Abs(v)
			}
		}
		if moved > 2*off+1e-12 {
			t.Errorf("%s: %g of mass moved for marginals off by %g", kind, moved, off)
		}
		if p.Len() > before.Len()+n+m {
			t.Errorf("%s: %d entries became %d", kind, before.Len(), p.Len())
		}
	}
}

func TestRoundKeepsPlans(t *testing.T) {
	t.Parallel()
	sigma := []int32{2, 0, 3, 1}
	p, err := Round(Permutation(sigma).Dense(), Uniform(4), Uniform(4))
	if err != nil || !samePlan(p, Permutation(sigma)) {
		t.Errorf("a permutation became %+v (%v)", p, err)
	}
	for _, v := range []float64{-1, math.NaN(), math.Inf(1)} {
		if _, err := Round(mat.NewDense(1, 1, []float64{v}), Uniform(1), Uniform(1)); err == nil {
			t.Errorf("a mass of %g gave no error", v)
		}
	}
}
