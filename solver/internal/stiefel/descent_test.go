package stiefel

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func random(rng *rand.Rand, q, p int) *mat.Dense {
	m := mat.NewDense(q, p, nil)
	for i := range q {
		for j := range p {
			m.Set(i, j, rng.NormFloat64())
		}
	}
	return m
}

func offOrthonormal(m *mat.Dense) float64 {
	_, p := m.Dims()
	var g mat.Dense
	g.Mul(m.T(), m)
	worst := 0.0
	for i := range p {
		for j := range p {
			want := 0.0
			if i == j {
				want = 1
			}
			worst = math.Max(worst, math.Abs(g.At(i, j)-want))
		}
	}
	return worst
}

// |Δ - T|² with T on the manifold has its minimum at T, in the component of the start.
func TestDescentFindsTheNearest(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{1, 1}, {2, 1}, {3, 1}, {3, 2}, {3, 3}, {6, 4}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			q, p := size[0], size[1]
			rng := rand.New(rand.NewPCG(1, uint64(q*p)))
			target := Orthonormal(random(rng, q, p))
			d := Descent{Iterations: 500, Tolerance: 1e-14, Floor: 1e-24, F: func(delta, slope *mat.Dense) float64 {
				var diff mat.Dense
				diff.Sub(delta, target)
				slope.Scale(2, &diff)
				return dot(&diff, &diff)
			}}
			// Near enough to be in the same component.
			start := random(rng, q, p)
			start.Scale(0.3, start)
			start.Add(start, target)
			start = Orthonormal(start)
			at, value, _ := d.From(context.Background(), start)
			if value > 1e-12 {
				t.Errorf("ends at %g", value)
			}
			if off := offOrthonormal(at); off > 1e-14*float64(q) {
				t.Errorf("columns are off orthonormal by %g", off)
			}
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			if at, _, iterations := d.From(ctx, start); iterations != 0 || at != start {
				t.Errorf("%d iterations after the end of the context", iterations)
			}
		})
	}
}
