package gw

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestLossEqualsReference(t *testing.T) {
	t.Parallel()
	for _, f := range fixtures(t) {
		c1, c2 := toDense(f.C1), toDense(f.C2)
		for name, c := range map[string]struct {
			plan *Plan
			want float64
		}{
			"product": {Product(f.P, f.Q), f.GWProduct},
			"random":  {FromDense(toDense(f.PlanRandom), 0), f.GWRandom},
			"cg":      {FromDense(toDense(f.CG.Plan), 0), f.CG.GW},
		} {
			for _, weights := range []bool{true, false} {
				a, b := f.P, f.Q
				if !weights {
					a, b = nil, nil
				}
				if got := Loss(c1, c2, a, b, c.plan); math.Abs(got-c.want) > 1e-10 {
					t.Errorf("%s, %s: loss %.14g, reference %.14g", f.Name, name, got, c.want)
				}
			}
		}
	}
}

// bruteLoss is the definition, four nested sums.
func bruteLoss(dx, dy, p *mat.Dense) float64 {
	n, m := p.Dims()
	total := 0.0
	for i := range n {
		for j := range m {
			for k := range n {
				for l := range m {
					d := dx.At(i, k) - dy.At(j, l)
					total += d * d * p.At(i, j) * p.At(k, l)
				}
			}
		}
	}
	return total
}

func TestLossEqualsItsDefinition(t *testing.T) {
	t.Parallel()
	rng := newRand(3)
	for _, size := range [][2]int{{7, 7}, {6, 11}, {12, 5}} {
		n, m := size[0], size[1]
		_, dx := shape(rng, n, 0.2)
		_, dy := shape(rng, m, 0.9)
		a, b := randomWeights(rng, n), randomWeights(rng, m)
		orders := func(k int) []int32 {
			o := make([]int32, k)
			for p, v := range rng.Perm(k) {
				o[p] = int32(v)
			}
			return o
		}
		plans := []*Plan{Product(a, b), Monotone(orders(n), orders(m), a, b)}
		if n == m {
			plans = append(plans, Permutation(orders(n)))
		}
		for k, p := range plans {
			want := bruteLoss(dx, dy, p.Dense())
			if got := Loss(dx, dy, nil, nil, p); math.Abs(got-want) > 1e-14 {
				t.Errorf("%dx%d plan %d: loss %.16g, by definition %.16g", n, m, k, got, want)
			}
			if sigma, ok := p.Sigma(); ok {
				if got := permutationLoss(dx, dy, sigma); math.Abs(got-want) > 1e-14 {
					t.Errorf("%dx%d: loss of the permutation %.16g, by definition %.16g", n, m, got, want)
				}
			}
			// The gradient by central differences, exact for a quadratic form.
			g := Gradient(dx, dy, p, 1)
			d := p.Dense()
			for range 5 {
				i, j := rng.IntN(n), rng.IntN(m)
				const h = 1e-3
				plus, minus := mat.DenseCopyOf(d), mat.DenseCopyOf(d)
				plus.Set(i, j, d.At(i, j)+h)
				minus.Set(i, j, d.At(i, j)-h)
				if num := (bruteLoss(dx, dy, plus) - bruteLoss(dx, dy, minus)) / (2 * h); math.Abs(num-g.At(i, j)) > 1e-10 {
					t.Errorf("%dx%d plan %d: gradient[%d,%d] = %g, differences say %g", n, m, k, i, j, g.At(i, j), num)
				}
			}
		}
	}
}

func TestIsometryHasNoLoss(t *testing.T) {
	t.Parallel()
	rng := newRand(4)
	n := 50
	_, dx := shape(rng, n, 0.5)
	dy, sigma := shuffled(rng, dx)
	p := Permutation(sigma)
	if l := Loss(dx, dy, nil, nil, p); l != 0 {
		t.Errorf("the true map between shuffled copies has loss %g", l)
	}
}

// shuffled renames the points of a space: point i becomes sigma[i].
func shuffled(rng interface{ Perm(int) []int }, dx *mat.Dense) (*mat.Dense, []int32) {
	n, _ := dx.Dims()
	sigma := make([]int32, n)
	for i, j := range rng.Perm(n) {
		sigma[i] = int32(j)
	}
	return relabelled(dx, sigma), sigma
}

// relabelled is the same space with point i called sigma[i].
func relabelled(dx *mat.Dense, sigma []int32) *mat.Dense {
	n := len(sigma)
	dy := mat.NewDense(n, n, nil)
	for i := range n {
		for k := range n {
			dy.Set(int(sigma[i]), int(sigma[k]), dx.At(i, k))
		}
	}
	return dy
}
