package gw

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// cloudSpace is a random space: distances of n points in so many dimensions, and weights.
func cloudSpace(rng *rand.Rand, n, dims int, uniform bool) (*mat.Dense, []float64) {
	points := make([][]float64, n)
	a, sum := make([]float64, n), 0.0
	for i := range points {
		for range dims {
			points[i] = append(points[i], rng.NormFloat64())
		}
		a[i] = 1
		if !uniform {
			a[i] = 0.05 + rng.Float64()
		}
		sum += a[i]
	}
	d, most := mat.NewDense(n, n, nil), 0.0
	for i, p := range points {
		a[i] /= sum
		for j, q := range points {
			s := 0.0
			for k := range p {
				s += (p[k] - q[k]) * (p[k] - q[k])
			}
			d.Set(i, j, math.Sqrt(s))
			most = max(most, math.Sqrt(s))
		}
	}
	d.Scale(1/most, d)
	return d, a
}

// No plan has a loss below the bound: not sorted ones, not polished ones, not the plan that a
// space has with itself in another order.
func TestNoPlanIsBelowTheLowerBound(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 1))
	for trial := range 60 {
		n, m := 2+rng.IntN(40), 2+rng.IntN(40)
		dx, a := cloudSpace(rng, n, 1+trial%3, trial%2 == 0)
		dy, b := cloudSpace(rng, m, 1+trial%4, trial%5 == 0)
		px, py := ProfileOf(dx, a), ProfileOf(dy, b)
		bound := LowerBound(&px, &py)
		if back := LowerBound(&py, &px); back != bound || !(bound >= 0) {
			t.Fatalf("trial %d: %g one way and %g the other", trial, bound, back)
		}
		for range 20 {
			p := Monotone(anyOrder(rng, n), anyOrder(rng, m), a, b)
			if loss := Loss(dx, dy, a, b, p); loss < bound*(1-1e-12) {
				t.Fatalf("trial %d: a plan of loss %g, below the bound %g", trial, loss, bound)
			}
		}
		// Plans by sorting eccentricities are those nearest to the bound.
		p := Monotone(byEccentricity(dx, a), byEccentricity(dy, b), a, b)
		if loss := Loss(dx, dy, a, b, p); loss < bound*(1-1e-12) {
			t.Fatalf("trial %d: the sorted plan has a loss of %g, below the bound %g", trial, loss, bound)
		}
	}
}

func anyOrder(rng *rand.Rand, n int) []int32 {
	order := make([]int32, n)
	for i, k := range rng.Perm(n) {
		order[i] = int32(k)
	}
	return order
}

func byEccentricity(d *mat.Dense, a []float64) []int32 {
	order := make([]int32, len(a))
	far := make([]float64, len(a))
	for i := range a {
		order[i] = int32(i)
		for j, v := range d.RawRowView(i) {
			far[i] += a[j] * v * v
		}
	}
	for i := range order { // few points: no need of more
		for j := i; j > 0 && far[order[j]] < far[order[j-1]]; j-- {
			order[j], order[j-1] = order[j-1], order[j]
		}
	}
	return order
}

// A space in another order has a bound of 0 with itself; one that differs in its distances
// alone, and not in its eccentricities, has none.
func TestTheLowerBoundTellsSpacesApart(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 2))
	d, a := cloudSpace(rng, 30, 3, false)
	order := anyOrder(rng, 30)
	other, weights := mat.NewDense(30, 30, nil), make([]float64, 30)
	for i, p := range order {
		weights[i] = a[p]
		for j, q := range order {
			other.Set(i, j, d.At(int(p), int(q)))
		}
	}
	x, y := ProfileOf(d, a), ProfileOf(other, weights)
	if bound := LowerBound(&x, &y); bound > 1e-20 {
		t.Errorf("a space and itself in another order have a bound of %g", bound)
	}
	// Four points of a square and of a tetrahedron whose edges have the square's mean square.
	edge := math.Sqrt(4.0 / 3)
	square := mat.NewDense(4, 4, []float64{0, 1, math.Sqrt2, 1, 1, 0, 1, math.Sqrt2, math.Sqrt2, 1, 0, 1, 1, math.Sqrt2, 1, 0})
	simplex := mat.NewDense(4, 4, []float64{0, edge, edge, edge, edge, 0, edge, edge, edge, edge, 0, edge, edge, edge, edge, 0})
	x, y = ProfileOf(square, Uniform(4)), ProfileOf(simplex, Uniform(4))
	if bound := LowerBound(&x, &y); bound < 1e-3 {
		t.Errorf("a square and a tetrahedron have a bound of %g", bound)
	}
}
