package slicer_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gwscope/solver/gw"
	"gwscope/solver/slicer"
)

// blob is a random cloud with axes of clearly different length.
func blob(n, d int, rng *rand.Rand, uniform bool) slicer.Cloud {
	c := slicer.Cloud{Dim: d, Points: make([]float64, n*d), Weights: make([]float64, n)}
	total := 0.0
	for i := range n {
		for k := range d {
			c.Points[i*d+k] = rng.NormFloat64() / float64(k+1)
		}
		c.Weights[i] = 1
		if !uniform {
			c.Weights[i] = 0.1 + rng.ExpFloat64()
		}
		total += c.Weights[i]
	}
	for i := range c.Weights {
		c.Weights[i] /= total
	}
	return c
}

// shuffled gives the cloud with point i at place perm[i].
func shuffled(c slicer.Cloud, perm []int) slicer.Cloud {
	out := slicer.Cloud{Dim: c.Dim, Points: make([]float64, len(c.Points)), Weights: make([]float64, c.Len())}
	for i, p := range perm {
		copy(out.Points[p*c.Dim:], c.Points[i*c.Dim:(i+1)*c.Dim])
		out.Weights[p] = c.Weights[i]
	}
	return out
}

func checkMarginals(t *testing.T, p *gw.Plan, a, b []float64) {
	t.Helper()
	rows, cols := make([]float64, len(a)), make([]float64, len(b))
	for k, m := range p.Mass {
		if !(m > 0) {
			t.Fatalf("entry %d carries mass %v", k, m)
		}
		if k > 0 && (p.I[k] < p.I[k-1] || p.I[k] == p.I[k-1] && p.J[k] <= p.J[k-1]) {
			t.Fatalf("entry %d is out of order", k)
		}
		rows[p.I[k]] += m
		cols[p.J[k]] += m
	}
	for i := range a {
		if math.Abs(rows[i]-a[i]) > 1e-9 {
			t.Errorf("row %d sums to %v, weight %v", i, rows[i], a[i])
		}
	}
	for j := range b {
		if math.Abs(cols[j]-b[j]) > 1e-9 {
			t.Errorf("column %d sums to %v, weight %v", j, cols[j], b[j])
		}
	}
}

func TestSlicePlansAreFeasible(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n, m    int
		uniform bool
	}{{1, 1, true}, {1, 7, true}, {5, 1, false}, {2, 3, true}, {64, 64, true}, {150, 150, true}, {100, 37, true}, {80, 80, false}, {33, 121, false}} {
		for _, cuts := range []slicer.Cuts{slicer.AxisCuts, slicer.PrincipalCuts} {
			t.Run(fmt.Sprintf("%dx%d uniform=%v cuts=%d", c.n, c.m, c.uniform, cuts), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewPCG(1, uint64(c.n*1000+c.m)))
				x, y := blob(c.n, 4, rng, c.uniform), blob(c.m, 4, rng, c.uniform)
				var s slicer.Slicer
				got := s.Slice(x, y, cuts)
				plan := got.Plan(x.Weights, y.Weights)
				checkMarginals(t, plan, x.Weights, y.Weights)
				if len(plan.Mass) > c.n+c.m-1 {
					t.Errorf("plan has %d entries, more than n+m-1", len(plan.Mass))
				}
				if c.n == c.m && c.uniform && len(plan.Mass) != c.n {
					t.Errorf("equal uniform shapes: %d entries, want a permutation", len(plan.Mass))
				}
				sorted := slicer.SortedPlan(got.PushX, got.PushY, x.Weights, y.Weights)
				if !slices.Equal(sorted.I, plan.I) || !slices.Equal(sorted.J, plan.J) {
					t.Error("sorting the push-forward values gives another plan")
				}
			})
		}
	}
}

func TestSliceRecoversShuffledCopy(t *testing.T) {
	t.Parallel()
	for _, uniform := range []bool{true, false} {
		rng := rand.New(rand.NewPCG(7, 7))
		x := blob(200, 5, rng, uniform)
		perm := rng.Perm(200)
		y := shuffled(x, perm)
		for _, cuts := range []slicer.Cuts{slicer.AxisCuts, slicer.PrincipalCuts} {
			var s slicer.Slicer
			plan := s.Slice(x, y, cuts).Plan(x.Weights, y.Weights)
			for k := range plan.Mass {
				if perm[plan.I[k]] != int(plan.J[k]) {
					t.Fatalf("uniform=%v cuts=%d: %d goes to %d, want %d", uniform, cuts, plan.I[k], plan.J[k], perm[plan.I[k]])
				}
			}
		}
	}
}

func TestSliceIgnoresVertexOrder(t *testing.T) {
	t.Parallel()
	for _, m := range []int{120, 77} {
		rng := rand.New(rand.NewPCG(3, uint64(m)))
		x, y := blob(120, 5, rng, false), blob(m, 5, rng, false)
		perm := rng.Perm(120)
		for _, cuts := range []slicer.Cuts{slicer.AxisCuts, slicer.PrincipalCuts} {
			var s slicer.Slicer
			plain := s.Slice(x, y, cuts)
			mixed := s.Slice(shuffled(x, perm), y, cuts)
			for i, p := range perm {
				if math.Abs(plain.PushX[i]-mixed.PushX[p]) > 1e-12 {
					t.Fatalf("m=%d cuts=%d: point %d moved from %v to %v", m, cuts, i, plain.PushX[i], mixed.PushX[p])
				}
			}
		}
	}
}

func TestFlipUndoesFlip(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 5))
	x := blob(100, 5, rng, true)
	y := slicer.Flip(5, 0b10110).Apply(x)
	var s slicer.Slicer
	for mask := range uint(32) {
		plan := s.Slice(slicer.Flip(5, mask).Apply(x), y, slicer.PrincipalCuts).Plan(x.Weights, y.Weights)
		same := 0
		for k := range plan.Mass {
			if plan.I[k] == plan.J[k] {
				same++
			}
		}
		if (same == 100) != (mask == 0b10110) {
			t.Errorf("mask %05b: %d of 100 points come back", mask, same)
		}
	}
}

func TestProcrustesFindsRotation(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 2))
	x := blob(60, 4, rng, true)
	want := slicer.Rotations(4, 3, 9)[2]
	y := want.Apply(x)
	index := make([]int32, 60)
	for i := range index {
		index[i] = int32(i)
	}
	got := slicer.Procrustes(x, y, index, index, x.Weights)
	for k := range want {
		if math.Abs(want[k]-got[k]) > 1e-9 {
			t.Fatalf("entry %d is %v, want %v", k, got[k], want[k])
		}
	}
}

func TestRotationsAreOrthogonalAndSeeded(t *testing.T) {
	t.Parallel()
	a, b := slicer.Rotations(3, 16, 4), slicer.Rotations(3, 16, 4)
	mirrored := 0
	for k, r := range a {
		if !slices.Equal(r, b[k]) {
			t.Fatal("the same seed gave other rotations")
		}
		for i := range 3 {
			for j := range 3 {
				dot := r[i*3]*r[j*3] + r[i*3+1]*r[j*3+1] + r[i*3+2]*r[j*3+2]
				want := 0.0
				if i == j {
					want = 1
				}
				if math.Abs(dot-want) > 1e-12 {
					t.Fatalf("rows %d and %d of rotation %d have product %v", i, j, k, dot)
				}
			}
		}
		det := r[0]*(r[4]*r[8]-r[5]*r[7]) - r[1]*(r[3]*r[8]-r[5]*r[6]) + r[2]*(r[3]*r[7]-r[4]*r[6])
		if det < 0 {
			mirrored++
		}
	}
	if mirrored == 0 || mirrored == 16 {
		t.Errorf("%d of 16 mirror: reflections should be as likely as rotations", mirrored)
	}
}

func ExampleSlicer_Slice() {
	line := slicer.Cloud{Dim: 1, Points: []float64{0, 1, 2, 3}, Weights: []float64{.25, .25, .25, .25}}
	mixed := slicer.Cloud{Dim: 1, Points: []float64{30, 0, 20, 10}, Weights: line.Weights}
	var s slicer.Slicer
	plan := s.Slice(line, mixed, slicer.AxisCuts).Plan(line.Weights, mixed.Weights)
	fmt.Println(plan.J)
	// Output: [1 3 2 0]
}

func BenchmarkSlice(b *testing.B) {
	for _, n := range []int{150, 500, 2000} {
		for name, cuts := range map[string]slicer.Cuts{"axis": slicer.AxisCuts, "principal": slicer.PrincipalCuts} {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 1))
				x, y := blob(n, 5, rng, true), blob(n, 5, rng, true)
				var s slicer.Slicer
				for b.Loop() {
					s.Slice(x, y, cuts)
				}
			})
		}
	}
}
