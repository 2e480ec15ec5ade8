package amortized

import (
	"math"
	"math/rand/v2"
	"testing"

	"gwscope/assets/shapes"
)

// figure is n points of an animal or person in a random pose, and what a network should tell of them.
func figure(t *testing.T, c Config, kind int, seed uint64, n int) (Cloud, shapes.FigureCloud, []float64) {
	t.Helper()
	f := shapes.NewFigure(kind, 0, seed).Cloud(n, true, rand.New(rand.NewPCG(seed, 1)))
	told := double(c.RestPlaces(f.Rest, f.RestNormals))
	return Cloud{Points: f.Points, Normals: f.Normals}, f, told
}

func double(v []float32) []float64 {
	out := make([]float64, len(v))
	for k, x := range v {
		out[k] = float64(x)
	}
	return out
}

func restful() Config {
	c := small()
	c.Rest = true
	return c
}

// Of a shape in any pose whose places are told without a side, left and right are found, and a mirrored one is known
// for one.
func TestLeftAndRightAreFoundInAPose(t *testing.T) {
	t.Parallel()
	c := restful()
	for kind := range shapes.FigureKinds() {
		for seed := range uint64(3) {
			upright, f, places := figure(t, c, kind, seed, 200)
			for _, mirrored := range []bool{false, true} {
				tokens := tokensOf(t, c, moved(upright, seed, mirrored, 1, 2))
				r := newRested(tokens, places)
				right, all := 0, 0
				for i, p := range r.places {
					if math.Abs(f.Rest[i].X) < 0.06 { // about the middle neither side is wrong
						continue
					}
					all++
					if (p.X > 0) == (f.Rest[i].X > 0) != mirrored {
						right++
					}
				}
				if right < all*9/10 {
					t.Errorf("%s %d, mirrored %v: %d of %d points are on their side", shapes.FigureKinds()[kind], seed, mirrored, right, all)
				}
			}
		}
	}
}

// Two poses of one kind are matched by places at rest, limb to limb of the same side, and exchanged shapes have the
// transposed plan.
func TestPosesAreMatchedAtRest(t *testing.T) {
	t.Parallel()
	c := restful()
	for kind := range shapes.FigureKinds() {
		one, f, told := figure(t, c, kind, 11, 200)
		other, g, toldOther := figure(t, c, kind, 12, 200)
		x, y := tokensOf(t, c, moved(one, 3, false, 1, 1)), tokensOf(t, c, moved(other, 4, false, 2, 3))
		if !c.bends(x, told) {
			t.Fatal("the shape does not bend")
		}
		m := c.Match(x, y, told, toldOther)
		sigma, ok := m.Plan.Sigma()
		if !ok {
			t.Fatal("the plan of as many points is no permutation")
		}
		// Builds differ, and with equal masses a fat trunk spills over into thin legs.
		right, crossed := 0, 0
		for i, j := range sigma {
			if f.Labels[i] == g.Labels[j] {
				right++
			}
		}
		exchanged, _ := m.Sides()[1].Plan.Sigma()
		for i, j := range exchanged {
			if f.Labels[i] == g.Labels[j] {
				crossed++
			}
		}
		if right < 125 || crossed > right-20 {
			t.Errorf("%s: %d of 200 parts are matched, %d with the sides exchanged", shapes.FigureKinds()[kind], right, crossed)
		}
		back, _ := c.Match(y, x, toldOther, told).Plan.Sigma()
		for i, j := range sigma {
			if back[j] != int32(i) {
				t.Fatalf("%s: %d goes to %d, and that to %d", shapes.FigureKinds()[kind], i, j, back[j])
			}
		}
	}
}
