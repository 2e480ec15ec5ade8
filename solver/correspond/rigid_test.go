package correspond_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/correspond"
)

func randomPoints(n int, seed uint64) []r3.Vec {
	rng := rand.New(rand.NewPCG(seed, 7))
	out := make([]r3.Vec, n)
	for i := range out {
		out[i] = r3.Vec{X: rng.NormFloat64(), Y: 2 * rng.NormFloat64(), Z: 0.5 * rng.NormFloat64()}
	}
	return out
}

func apart(a, b []r3.Vec) float64 {
	var worst float64
	for i := range a {
		worst = max(worst, r3.Norm(r3.Sub(a[i], b[i])))
	}
	return worst
}

func TestBestRigidRecoversMotion(t *testing.T) {
	t.Parallel()
	points := randomPoints(50, 1)
	weights := make([]float64, len(points))
	for i := range weights {
		weights[i] = float64(1 + i%4)
	}
	for _, angle := range []float64{0, 0.3, 2, math.Pi} {
		turn := r3.NewRotation(angle, r3.Vec{X: 1, Y: 2, Z: -0.5})
		moved := make([]r3.Vec, len(points))
		for i, p := range points {
			moved[i] = r3.Add(turn.Rotate(p), r3.Vec{X: 100, Y: -3, Z: 7})
		}
		for _, w := range [][]float64{nil, weights} {
			m := correspond.BestRigid(points, moved, w)
			if d := apart(m.ApplyAll(points), moved); d > 1e-11 {
				t.Errorf("angle %g: points end up %g from where they should", angle, d)
			}
			if m.RMS > 1e-6 || math.Abs(m.Stretch-1) > 1e-12 {
				t.Errorf("angle %g: residual %g, stretch %g of an exact motion", angle, m.RMS, m.Stretch)
			}
		}
	}
}

func TestBestRigidNeverReflects(t *testing.T) {
	t.Parallel()
	points := randomPoints(40, 2)
	mirrored := make([]r3.Vec, len(points))
	for i, p := range points {
		mirrored[i] = r3.Vec{X: -p.X, Y: p.Y, Z: p.Z}
	}
	m := correspond.BestRigid(points, mirrored, nil)
	if d := determinant(m.R); math.Abs(d-1) > 1e-12 {
		t.Errorf("determinant %g, not that of a rotation", d)
	}
	if m.RMS < 0.1 {
		t.Errorf("a mirror image fits with residual %g, which no rotation can do", m.RMS)
	}
}

func determinant(r [9]float64) float64 {
	return r[0]*(r[4]*r[8]-r[5]*r[7]) - r[1]*(r[3]*r[8]-r[5]*r[6]) + r[2]*(r[3]*r[7]-r[4]*r[6])
}

// The residual is the least of any motion, not only a small one.
func TestBestRigidIsOptimal(t *testing.T) {
	t.Parallel()
	from, to := randomPoints(30, 3), randomPoints(30, 4)
	best := correspond.BestRigid(from, to, nil)
	cost := func(turn r3.Rotation, shift r3.Vec) float64 {
		var sum float64
		for i, p := range from {
			q := r3.Add(turn.Rotate(best.Apply(p)), shift)
			sum += r3.Norm2(r3.Sub(q, to[i]))
		}
		return math.Sqrt(sum / float64(len(from)))
	}
	if got := cost(r3.NewRotation(0, r3.Vec{X: 1}), r3.Vec{}); math.Abs(got-best.RMS) > 1e-12 {
		t.Errorf("RMS is %g, but the points say %g", best.RMS, got)
	}
	for _, axis := range []r3.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
		for _, e := range []float64{-1e-3, 1e-3} {
			if cost(r3.NewRotation(e, axis), r3.Vec{}) < best.RMS || cost(r3.NewRotation(0, axis), r3.Scale(e, axis)) < best.RMS {
				t.Errorf("a nearby motion along %v fits better", axis)
			}
		}
	}
}

func TestBestRigidOfPoorData(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	line := []r3.Vec{{X: 0}, {X: 1}, {X: 2}}
	for _, tt := range []struct {
		name     string
		from, to []r3.Vec
		w        []float64
	}{
		{"nothing", nil, nil, nil},
		{"one point", []r3.Vec{{X: 1}}, []r3.Vec{{Y: 4}}, nil},
		{"a line", line, []r3.Vec{{Y: 0}, {Y: 1}, {Y: 2}}, nil},
		{"equal points", []r3.Vec{{X: 1}, {X: 1}}, []r3.Vec{{Z: 1}, {Z: 1}}, nil},
		{"no weight", line, line, []float64{0, 0, 0}},
		{"not finite", []r3.Vec{{X: nan}, {X: 1}}, []r3.Vec{{X: 2}, {X: 3}}, nil},
	} {
		m := correspond.BestRigid(tt.from, tt.to, tt.w)
		if d := determinant(m.R); math.Abs(d-1) > 1e-9 || math.IsNaN(m.T.X+m.T.Y+m.T.Z) {
			t.Errorf("%s: not a motion: %+v", tt.name, m)
		}
		if tt.name == "a line" && m.RMS > 1e-9 {
			t.Errorf("%s: residual %g", tt.name, m.RMS)
		}
	}
}

func TestMorphStartsAtSourceAndIgnoresMotions(t *testing.T) {
	t.Parallel()
	x, y := randomPoints(60, 5), randomPoints(60, 6)
	turn := r3.NewRotation(2, r3.Vec{X: 1, Y: 1, Z: 1})
	moved := make([]r3.Vec, len(y))
	for i, p := range y {
		moved[i] = r3.Add(turn.Rotate(p), r3.Vec{X: -8, Y: 2, Z: 1})
	}
	if d := apart(correspond.Morph(x, y, 0), x); d != 0 {
		t.Errorf("at t = 0 the morph is %g away from the source", d)
	}
	for _, at := range []float64{0.25, 1} {
		if d := apart(correspond.Morph(x, y, at), correspond.Morph(x, moved, at)); d > 1e-12 {
			t.Errorf("t = %g: moving the target moves the morph by %g", at, d)
		}
	}
	end := correspond.Morph(x, y, 1)
	if a, b := r3.Norm(r3.Sub(end[0], end[9])), r3.Norm(r3.Sub(y[0], y[9])); math.Abs(a-b) > 1e-12 {
		t.Errorf("at t = 1 a distance of the target is %g instead of %g", a, b)
	}
}

func ExampleBestRigid() {
	square := []r3.Vec{{X: 0}, {X: 1}, {X: 1, Y: 1}, {Y: 1}}
	// The same square, turned by a quarter about z and moved up.
	turned := []r3.Vec{{Z: 2}, {Y: 1, Z: 2}, {X: -1, Y: 1, Z: 2}, {X: -1, Z: 2}}
	m := correspond.BestRigid(square, turned, nil)
	at := m.Apply(r3.Vec{X: 2})
	fmt.Printf("%.3f %.3f %.3f, residual %.3f\n", at.X+0, at.Y, at.Z, m.RMS)
	// Output: 0.000 2.000 2.000, residual 0.000
}
