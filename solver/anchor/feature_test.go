package anchor

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gwscope/meshio/mesh"
	"gwscope/solver/internal/dense"
)

// sideOf puts the tips of a star at its known ends, so that sides compare by index.
func sideOf(t *testing.T, m *mesh.Mesh, ends []int, newIndex []int32, reflected bool) *side {
	t.Helper()
	space := spaceOf(t, m, 300, 4)
	var tips []Extremity
	for _, v := range ends {
		tips = append(tips, Extremity{Point: space.Domain.PointOf[newIndex[v]]})
	}
	s, err := newSide(context.Background(), new(Memory).ground(space, reflected), tips, 0)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Distances and cosines do not see how a shape stands, nor mirrors; sines change their
// sign in the mirror, and change it back where the mirror image is asked for.
func TestFeaturesSeeTheShapeAndItsSide(t *testing.T) {
	t.Parallel()
	m, ends := star(5)
	own := make([]int32, len(m.Vertices))
	for i := range own {
		own[i] = int32(i)
	}
	want := sideOf(t, m, ends, own, false)
	f := want.features(300, true)
	for _, tt := range []struct {
		name              string
		mirrored, reflect bool
		sign              float64
	}{
		{"turned, moved, scaled", false, false, 1},
		{"mirrored", true, false, -1},
		{"mirrored and reflected back", true, true, 1},
	} {
		hidden, newIndex := disguise(m, 8, tt.mirrored)
		s := sideOf(t, hidden, ends, newIndex, tt.reflect)
		g := s.features(300, true)
		if !slices.EqualFunc(want.space.Samples, s.space.Samples, func(a, b int32) bool {
			return newIndex[want.space.Domain.VertexOf[a]] == s.space.Domain.VertexOf[b]
		}) {
			t.Fatalf("%s: other samples", tt.name)
		}
		compare := func(what string, a, b []float32, sign float64) {
			sum := 0.0
			for i := range a {
				sum += math.Abs(float64(a[i]) - sign*float64(b[i]))
			}
			if mean := sum / float64(len(a)); mean > 1e-4 {
				t.Errorf("%s: %s off by %g on average", tt.name, what, mean)
			}
		}
		compare("distances", f.distance, g.distance, 1)
		compare("cosines", f.cosine, g.cosine, 1)
		compare("sines", f.sine, g.sine, tt.sign)
	}
	if slices.Max(f.sine) < 0.3 {
		t.Error("a star's tips are seen at no angles")
	}
}

// The cost by matrix products is the formula of its comment.
func TestPairCostIsItsFormula(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(count, tips int) *features {
		f := newFeatures(count, tips)
		for k := range f.between {
			f.between[k] = 0.5 + rng.Float32()
		}
		for i := range f.distance {
			f.distance[i] = rng.Float32()
		}
		for i := range count {
			for k := range tips {
				for l := range k {
					at, back := (k*tips+l)*count+i, (l*tips+k)*count+i
					f.sine[at] = rng.Float32() - 0.5
					f.cosine[at] = rng.Float32() - 0.5
					f.sine[back], f.cosine[back] = -f.sine[at], f.cosine[at]
				}
			}
		}
		f.sum()
		return f
	}
	fx, fy := random(9, 4), random(7, 5)
	tipsX, tipsY := []int{0, 1, 2, 3}, []int{3, 0, 4, 1}
	c := &costs{fx, fy}
	cost, scratch := dense.New32(9, 7), dense.New32(9, 7)
	of := &candidate{tipsX: tipsX, tipsY: tipsY}
	c.fill(of, c.room(), cost, scratch)
	onX, onY := scales(fx, fy, of)

	square := func(a, b float32) float64 { return (float64(a) - float64(b)) * (float64(a) - float64(b)) }
	distances, angles, mean := dense.New64(9, 7), dense.New64(9, 7), 0.0
	for i := range 9 {
		for j := range 7 {
			for k := range tipsX {
				distances.Data[i*7+j] += square(onX[k]*fx.distance[tipsX[k]*9+i], onY[k]*fy.distance[tipsY[k]*7+j])
				for l := k + 1; l < 4; l++ {
					x, y := (tipsX[k]*4+tipsX[l])*9+i, (tipsY[k]*5+tipsY[l])*7+j
					angles.Data[i*7+j] += square(fx.sine[x], fy.sine[y]) + square(fx.cosine[x], fy.cosine[y])
				}
			}
			mean += distances.Data[i*7+j] / 63
		}
	}
	for e, got := range cost.Data {
		if want := min(distances.Data[e], clipAt*mean) + angles.Data[e]; math.Abs(float64(got)-want) > 1e-5 {
			t.Fatalf("entry %d is %g, want %g", e, got, want)
		}
	}
}

// A limb that is longer on one shape is measured with a longer yard there.
func TestScalesEvenProportionsOut(t *testing.T) {
	t.Parallel()
	fx := &features{tips: 3, between: []float32{0, 2, 4, 2, 0, 2, 4, 2, 0}}
	fy := &features{tips: 3, between: []float32{0, 4, 8, 4, 0, 2, 8, 2, 0}} // tip 0 is twice as far
	same := &candidate{tipsX: []int{2, 0, 1}, tipsY: []int{2, 0, 1}}
	onX, onY := scales(fx, fx, same)
	for k := range onX {
		if onX[k] != 1 || onY[k] != 1 {
			t.Errorf("one shape with itself: scales %v and %v", onX, onY)
		}
	}
	onX, onY = scales(fx, fy, same)
	for k, a := range same.tipsX {
		var xx, yy float64
		for l := range 3 {
			xx += math.Pow(float64(onX[k]*fx.between[a*3+l]), 2)
			yy += math.Pow(float64(onY[k]*fy.between[a*3+l]), 2)
		}
		if math.Abs(xx-yy) > 1e-4*xx || math.Abs(float64(onX[k]*onY[k])-1) > 1e-5 {
			t.Errorf("tip %d: mean squares %g and %g, scales %g and %g", a, xx/3, yy/3, onX[k], onY[k])
		}
	}
}

func TestPairingsAreAllInjectiveMaps(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ x, y, want int }{{6, 6, 720}, {5, 7, 2520}, {7, 5, 2520}, {4, 4, 24}, {1, 3, 3}} {
		seen := map[[7]int]bool{}
		for _, c := range pairings(tt.x, tt.y) {
			if len(c.tipsX) != min(tt.x, tt.y) || len(c.tipsX) != len(c.tipsY) {
				t.Fatalf("%d and %d tips: pairing %v with %v", tt.x, tt.y, c.tipsX, c.tipsY)
			}
			key := [7]int{-1, -1, -1, -1, -1, -1, -1}
			taken := map[int]bool{}
			for k, a := range c.tipsX {
				if key[a] >= 0 || taken[c.tipsY[k]] || a >= tt.x || c.tipsY[k] >= tt.y {
					t.Fatalf("%v with %v is no injective map", c.tipsX, c.tipsY)
				}
				key[a], taken[c.tipsY[k]] = c.tipsY[k], true
			}
			seen[key] = true
		}
		if len(seen) != tt.want {
			t.Errorf("%d and %d tips have %d pairings, want %d", tt.x, tt.y, len(seen), tt.want)
		}
	}
}
