package gw

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestMonotoneMatchesIntervalOverlaps(t *testing.T) {
	t.Parallel()
	rng := newRand(1)
	for _, size := range [][2]int{{1, 1}, {1, 7}, {5, 3}, {12, 12}, {40, 17}, {30, 60}} {
		n, m := size[0], size[1]
		for _, kind := range []string{"uniform", "random", "zeros"} {
			a, b := Uniform(n), Uniform(m)
			if kind != "uniform" {
				a, b = randomWeights(rng, n), randomWeights(rng, m)
			}
			if kind == "zeros" && n > 2 && m > 2 {
				a[0] += a[n-1]
				a[n-1] = 0
				b[m-1] += b[1]
				b[1] = 0
			}
			orderX, orderY := make([]int32, n), make([]int32, m)
			for k, i := range rng.Perm(n) {
				orderX[k] = int32(i)
			}
			for k, j := range rng.Perm(m) {
				orderY[k] = int32(j)
			}
			p := Monotone(orderX, orderY, a, b)
			if err := p.Validate(); err != nil {
				t.Fatalf("%dx%d %s: %v", n, m, kind, err)
			}
			if e := p.MarginalError(a, b); e > 1e-12 {
				t.Errorf("%dx%d %s: marginal error %g", n, m, kind, e)
			}
			if p.Len() > n+m-1 {
				t.Errorf("%dx%d %s: %d entries, at most %d expected", n, m, kind, p.Len(), n+m-1)
			}
			// The defining formula: the overlap of mass intervals.
			d := p.Dense()
			x := 0.0
			for _, i := range orderX {
				y := 0.0
				for _, j := range orderY {
					overlap := math.Max(0, math.Min(x+a[i], y+b[j])-math.Max(x, y))
					if math.Abs(overlap-d.At(int(i), int(j))) > 1e-12 {
						t.Fatalf("%dx%d %s: P[%d,%d] = %g, the intervals overlap by %g", n, m, kind, i, j, d.At(int(i), int(j)), overlap)
					}
					y += b[j]
				}
				x += a[i]
			}
			if kind == "uniform" && n == m {
				sigma, ok := p.Sigma()
				if !ok {
					t.Fatalf("%d points with equal weights: not a permutation", n)
				}
				for k, i := range orderX {
					if sigma[i] != orderY[k] {
						t.Fatalf("point %d goes to %d, its rank's partner is %d", i, sigma[i], orderY[k])
					}
				}
			}
			if kind == "uniform" && m == 2*n && p.Len() != m {
				t.Errorf("halving every mass gives %d entries, not %d: rounding made slivers", p.Len(), m)
			}
		}
	}
}

func TestPlanViews(t *testing.T) {
	t.Parallel()
	rng := newRand(2)
	a, b := randomWeights(rng, 6), randomWeights(rng, 9)
	p := Monotone([]int32{3, 1, 0, 5, 4, 2}, []int32{8, 0, 1, 3, 2, 7, 6, 5, 4}, a, b)
	if !mat.Equal(p.Transpose().Dense(), p.Dense().T()) {
		t.Error("the transposed plan is not the transposed matrix")
	}
	if err := p.Transpose().Validate(); err != nil {
		t.Error(err)
	}
	if !mat.Equal(FromDense(p.Dense(), 0).Dense(), p.Dense()) {
		t.Error("dense and back is not the same plan")
	}
	if p.IsPermutation() {
		t.Error("a plan of 6 x 9 points passes for a permutation")
	}
	sigma := []int32{2, 0, 3, 1}
	perm := Permutation(sigma)
	if h := perm.Entropy(); math.Abs(h-math.Log(4)) > 1e-14 {
		t.Errorf("entropy of a permutation of 4 is %g, not ln 4", h)
	}
	for i, j := range perm.Targets() {
		if j != sigma[i] {
			t.Errorf("target of %d is %d, not %d", i, j, sigma[i])
		}
	}
	for name, bad := range map[string]*Plan{
		"out of range": {N: 1, M: 1, I: []int32{0}, J: []int32{1}, Mass: []float64{1}},
		"negative":     {N: 1, M: 1, I: []int32{0}, J: []int32{0}, Mass: []float64{-1}},
		"NaN":          {N: 1, M: 1, I: []int32{0}, J: []int32{0}, Mass: []float64{math.NaN()}},
		"repeated":     {N: 1, M: 1, I: []int32{0, 0}, J: []int32{0, 0}, Mass: []float64{0.5, 0.5}},
		"lengths":      {N: 1, M: 1, I: []int32{0}, J: nil, Mass: []float64{1}},
	} {
		if bad.Validate() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func ExampleMonotone() {
	// Three source points of equal mass meet two targets of masses ¼ and ¾ in order.
	p := Monotone([]int32{2, 0, 1}, []int32{0, 1}, []float64{1. / 3, 1. / 3, 1. / 3}, []float64{0.25, 0.75})
	for k, w := range p.Mass {
		fmt.Printf("%d -> %d: %.4f\n", p.I[k], p.J[k], w)
	}
	// Output:
	// 0 -> 1: 0.3333
	// 1 -> 1: 0.3333
	// 2 -> 0: 0.2500
	// 2 -> 1: 0.0833
}
