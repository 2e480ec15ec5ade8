package register

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/meshtest"
	"gwscope/solver/correspond"
	"gwscope/solver/internal/dense"
)

func TestEnergyHasItsGradient(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	random := func() r3.Vec { return r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()} }
	e := &relaxation{edge: 0.7, epsilon2: 0.04}
	for range 5 {
		e.begin, e.ground, e.normal, e.hold = append(e.begin, random()), append(e.ground, random()), append(e.normal, r3.Unit(random())), append(e.hold, rng.Float64())
	}
	for _, corner := range [][3]int32{{0, 1, 2}, {2, 1, 3}, {3, -1, 4}, {4, 0, -1}} {
		f := flat{corner: corner, at: [3]r3.Vec{random(), random(), random()}, n: r3.Unit(random())}
		if !f.want(random(), random()) {
			t.Fatal("a triangle without edges")
		}
		e.flats = append(e.flats, f)
	}
	x, grad := make([]float64, 15), make([]float64, 15)
	for k := range x {
		x[k] = rng.NormFloat64()
	}
	e.energy(x, grad)
	const h = 1e-6
	for k := range x {
		there, here := append([]float64(nil), x...), append([]float64(nil), x...)
		there[k] += h
		here[k] -= h
		if slope := (e.energy(there, nil) - e.energy(here, nil)) / (2 * h); math.Abs(slope-grad[k]) > 1e-5*(1+math.Abs(slope)) {
			t.Errorf("derivative %d is %g, by differences %g", k, grad[k], slope)
		}
	}
}

// What is factored and what is iterated agree.
func TestPullIsTheSameEitherWay(t *testing.T) {
	t.Parallel()
	p := bentPair(t, 0.02)
	sheets := [2]*sheet{}
	for k := range sheets {
		side, err := sideOf(t.Context(), p.x, p.y, p.aToB)
		if err != nil {
			t.Fatal(err)
		}
		s, err := wholeOf(t.Context(), p.x, side, p.aToB, Options{})
		if err != nil {
			t.Fatal(err)
		}
		sheets[k] = newSheet(s, 1)
		sheets[k].at = append([]r3.Vec(nil), p.aToB.Positions...)
		sheets[k].rotate(2, nil)
	}
	weight := make([]float64, len(sheets[0].rest))
	for i := range weight {
		weight[i] = 1
	}
	if err := sheets[0].pull(context.Background(), 3, p.aToB.Positions, weight); err != nil {
		t.Fatal(err)
	}
	// The right-hand side of the same system, and its solution by conjugate gradients.
	h := sheets[1]
	lambda := 3 * float64(len(h.rest)) / usualPoints
	b := make([]r3.Vec, len(h.rest))
	for i := range b {
		b[i] = r3.Scale(h.mass[i], p.aToB.Positions[i])
		near, by := h.g.Row(i)
		for k, j := range near {
			u := r3.Sub(h.rest[i], h.rest[j])
			b[i] = r3.Add(b[i], r3.Scale(lambda/2*h.g.Weight[by[k]], r3.Add(h.turns[i].Times(u), h.turns[j].Times(u))))
		}
	}
	if err := h.iterate(context.Background(), lambda, weight, b); err != nil {
		t.Fatal(err)
	}
	if off := meanDistance(sheets[0].at, h.at); off > 1e-4 {
		t.Errorf("both are %g apart", off)
	}
}

func TestTurnBetweenTakesTheNormal(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 1))
	random := func() r3.Vec {
		return r3.Unit(r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
	}
	for range 20 {
		n, m := random(), random()
		// A patch in the plane of n, turned by a known rotation that takes n to m.
		u, v := correspond.Tangents(n)
		s, w := correspond.Tangents(m)
		sin, cos := math.Sincos(rng.Float64() * 6)
		ru, rv := r3.Add(r3.Scale(cos, s), r3.Scale(sin, w)), r3.Sub(r3.Scale(cos, w), r3.Scale(sin, s))
		var sum dense.Mat3
		sum.AddOuter(2, ru, u)
		sum.AddOuter(1, rv, v)
		r := turnBetween(&sum, n, m)
		for _, pair := range [][2]r3.Vec{{n, m}, {u, ru}, {v, rv}} {
			if got := r.Times(pair[0]); r3.Norm(r3.Sub(got, pair[1])) > 1e-12 {
				t.Fatalf("%v goes to %v and not to %v", pair[0], got, pair[1])
			}
		}
	}
}

func TestStretchOfKnownMaps(t *testing.T) {
	t.Parallel()
	d := spaceOf(t, meshtest.Grid(1, 1, 10, 10), 1).Domain
	at := make([]r3.Vec, len(d.Points))
	for i, p := range d.Points {
		at[i] = r3.Vec{X: 3 * p.X, Y: p.Z, Z: p.Y} // three times as wide, turned
	}
	angle, area := Stretch(d, at)
	for i := range at {
		if math.Abs(angle[i]-3) > 1e-9 || math.Abs(area[i]-1) > 1e-9 {
			t.Fatalf("point %d is stretched by %v, its area by %v", i, angle[i], area[i])
		}
	}
}

func TestCellsGoAlongTheMesh(t *testing.T) {
	t.Parallel()
	m := meshtest.Icosphere(5)
	c := cellsOf(m.Vertices, m.Triangles)
	if len(c.kept) > mostAtOnce || len(c.kept) < mostAtOnce/10 {
		t.Errorf("%d points become %d", len(m.Vertices), len(c.kept))
	}
	used := make([]bool, len(c.kept))
	for _, f := range c.faces {
		for _, k := range f {
			used[k] = true
		}
	}
	for k, u := range used {
		if !u {
			t.Fatalf("cell %d belongs to no triangle", k)
		}
	}
	// A closed surface of genus 0 stays one: V - E + F = 2.
	if euler := len(c.kept) - 3*len(c.faces)/2 + len(c.faces); euler != 2 {
		t.Errorf("the coarse sphere has Euler characteristic %d", euler)
	}
}

// The way to the map uses the same factors twice. Rounds with a factor that is known look
// at the context themselves.
func TestKnownFactorsAreCancelled(t *testing.T) {
	t.Parallel()
	p := bentPair(t, 0.02)
	side, err := sideOf(t.Context(), p.x, p.y, p.aToB)
	if err != nil {
		t.Fatal(err)
	}
	s, err := wholeOf(t.Context(), p.x, side, p.aToB, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := newRun(p.y, s, demandsOf(p.x, p.y, p.bToA, nil, Options{}), Options{Threads: 1})
	r.sheet.kept = &systems{}
	other := r.fork()
	if err := r.toMap(t.Context(), 0, 1); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	begin := slices.Clone(other.sheet.at)
	if err := other.toMap(ctx, 0, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled way to the map gives %v", err)
	}
	if !slices.Equal(begin, other.sheet.at) {
		t.Error("points moved after the cancel")
	}
}
