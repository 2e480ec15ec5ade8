package morph

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/solver/metric"
)

// rod is a cylinder along z from -height/2 to height/2, its vertices shuffled.
func rod(height float64) *mesh.Mesh {
	m, _ := meshtest.Shuffle(meshtest.Cylinder(0.15, height, 80, 24), 11)
	return m
}

// bent turns the part of a rod above z = 0 by an angle about the x axis, over a joint
// of the given length.
func bent(points []r3.Vec, angle, joint float64) []r3.Vec {
	out := make([]r3.Vec, len(points))
	for i, p := range points {
		// Along the bent axis: the direction at height z has turned by turned(z).
		z := math.Min(math.Max(p.Z, 0), joint)
		turned := angle * z / joint
		radius := joint / angle
		center := r3.Vec{Y: -radius * (1 - math.Cos(turned)), Z: radius * math.Sin(turned)}
		if p.Z < 0 {
			center.Z = p.Z
		}
		along := r3.Vec{Y: -math.Sin(turned), Z: math.Cos(turned)}
		if p.Z > joint {
			center = r3.Add(center, r3.Scale(p.Z-joint, along))
		}
		out[i] = r3.Add(center, r3.Add(r3.Vec{X: p.X}, r3.Scale(p.Y, r3.Vec{Y: math.Cos(turned), Z: math.Sin(turned)})))
	}
	return out
}

func turning(t *testing.T, ends Ends) *Turning {
	t.Helper()
	m, err := NewTurning(context.Background(), ends)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestEndsAreExact(t *testing.T) {
	t.Parallel()
	m := meshtest.Bumpy(3)
	to := meshtest.RigidMove(meshtest.Scaled(m, 1.7), 4).Vertices
	for name, p := range map[string]Path{
		"linear":   Linear(m.Vertices, to),
		"turning":  turning(t, Ends{From: m.Vertices, To: to, Triangles: m.Triangles}),
		"reversed": Reversed(Linear(to, m.Vertices)),
	} {
		for _, film := range []interface{ At(float64) []r3.Vec }{p, NewFilm(p)} {
			for i, v := range film.At(0) {
				if v != m.Vertices[i] {
					t.Fatalf("%s, t = 0: point %d is at %v and not at %v", name, i, v, m.Vertices[i])
				}
			}
			for i, v := range film.At(1) {
				if v != to[i] {
					t.Fatalf("%s, t = 1: point %d is at %v and not at %v", name, i, v, to[i])
				}
			}
		}
		// The ends are limits, not exceptions.
		for _, near := range []float64{1e-9, 1 - 1e-9} {
			for i, v := range p.At(near) {
				want := m.Vertices[i]
				if near > 0.5 {
					want = to[i]
				}
				if r3.Norm(r3.Sub(v, want)) > 1e-7 {
					t.Fatalf("%s jumps by %g near t = %g", name, r3.Norm(r3.Sub(v, want)), near)
				}
			}
		}
	}
}

// stretch is the largest relative change of an edge's length.
func stretch(m *mesh.Mesh, at []r3.Vec) float64 {
	var worst float64
	for _, e := range m.Edges() {
		was := r3.Norm(r3.Sub(m.Vertices[e[0]], m.Vertices[e[1]]))
		is := r3.Norm(r3.Sub(at[e[0]], at[e[1]]))
		worst = math.Max(worst, math.Abs(is/was-1))
	}
	return worst
}

func TestATurnOfTheWholeStaysRigid(t *testing.T) {
	t.Parallel()
	m := meshtest.Torus(1, 0.3, 40, 16)
	for _, angle := range []float64{0, 0.5, 2, math.Pi - 1e-4, math.Pi} {
		axis := r3.Unit(r3.Vec{X: 1, Y: -2, Z: 0.5})
		to := make([]r3.Vec, len(m.Vertices))
		for i, p := range m.Vertices {
			to[i] = r3.Add(turn(r3.Scale(angle, axis), p), r3.Vec{X: 3})
		}
		path := turning(t, Ends{From: m.Vertices, To: to, Triangles: m.Triangles})
		for _, at := range []float64{0.25, 0.5, 0.75} {
			if s := stretch(m, path.At(at)); s > 1e-9 {
				t.Errorf("a turn by %.4f stretches edges by %.2g at t = %g", angle, s, at)
			}
		}
	}
}

// tip is the distance of the rod's upper end from its joint.
func tip(source, at []r3.Vec) float64 {
	var joint, end r3.Vec
	var nj, ne float64
	for i, p := range source {
		switch {
		case math.Abs(p.Z) < 0.1:
			joint, nj = r3.Add(joint, at[i]), nj+1
		case p.Z > 1.9:
			end, ne = r3.Add(end, at[i]), ne+1
		}
	}
	return r3.Norm(r3.Sub(r3.Scale(1/ne, end), r3.Scale(1/nj, joint)))
}

func TestALimbThatTurnsKeepsItsLength(t *testing.T) {
	t.Parallel()
	m := rod(4)
	to := bent(m.Vertices, 2.4, 0.3) // by 137°
	rng := rand.New(rand.NewPCG(1, 2))
	noisy := make([]r3.Vec, len(to))
	for i, p := range to { // as a map that is right but for a third of the spacing of vertices
		noisy[i] = r3.Add(p, r3.Vec{X: 0.015 * rng.NormFloat64(), Y: 0.015 * rng.NormFloat64(), Z: 0.015 * rng.NormFloat64()})
	}
	long := tip(m.Vertices, m.Vertices)
	cloud, err := metric.NewDomain(&mesh.Mesh{Vertices: m.Vertices}, metric.DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rows, width := cloud.Neighbors(8)
	for name, path := range map[string]Path{
		"surface": turning(t, Ends{From: m.Vertices, To: to, Triangles: m.Triangles}),
		"noisy":   turning(t, Ends{From: m.Vertices, To: noisy, Triangles: m.Triangles}),
		"cloud":   turning(t, Ends{From: m.Vertices, To: to, Neighbors: rows, Width: width}),
		"film":    filmed{shot(t, turning(t, Ends{From: m.Vertices, To: to, Triangles: m.Triangles}))},
	} {
		for _, at := range []float64{0.2, 0.5, 0.8} {
			want := tip(m.Vertices, bent(m.Vertices, 2.4*at, 0.3)) // a bent joint is itself a little shorter
			if share := tip(m.Vertices, path.At(at)) / want; share < 0.99 || share > 1.01 {
				t.Errorf("%s: the limb has %.3f of its length at t = %g", name, share, at)
			}
		}
	}
	if share := tip(m.Vertices, Linear(m.Vertices, to).At(0.5)) / long; share > 0.5 {
		t.Errorf("the straight way keeps %.2f of the limb: the test proves nothing", share)
	}
}

type filmed struct{ *Film }

func shot(t *testing.T, p Path) *Film {
	t.Helper()
	f := NewFilm(p)
	if err := f.Shoot(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if f.Ready() != 1 {
		t.Fatalf("a film that was shot is ready by %g", f.Ready())
	}
	return f
}

// A tail that winds further than half a turn unwinds; with rotations taken the short way
// round it would tear where the angle passes 180°.
func TestATailUnwinds(t *testing.T) {
	t.Parallel()
	m := rod(6)
	to := bent(m.Vertices, 3*math.Pi, 3) // one and a half turns
	path := turning(t, Ends{From: m.Vertices, To: to, Triangles: m.Triangles})
	atEnd := stretch(m, to)
	for _, at := range []float64{0.25, 0.5, 0.75} {
		if s := stretch(m, path.At(at)); s > atEnd+0.02 {
			t.Errorf("edges are stretched by %.2f at t = %g, and by %.2f at the end", s, at, atEnd)
		}
	}
}

func TestPartsMoveOnTheirOwn(t *testing.T) {
	t.Parallel()
	m := meshtest.TwoComponents()
	labels, _ := m.Components()
	to := make([]r3.Vec, len(m.Vertices))
	for i, p := range m.Vertices {
		to[i] = p
		if labels[i] == 1 {
			to[i] = r3.Add(p, r3.Vec{Y: 5})
		}
	}
	at := turning(t, Ends{From: m.Vertices, To: to, Triangles: m.Triangles}).At(0.5)
	for i, p := range m.Vertices {
		want := r3.Add(r3.Scale(0.5, p), r3.Scale(0.5, to[i]))
		if r3.Norm(r3.Sub(at[i], want)) > 1e-9 {
			t.Fatalf("vertex %d of part %d is at %v, want %v", i, labels[i], at[i], want)
		}
	}
}

// Whatever a file holds, every point is somewhere on the way.
func TestOddMeshesGiveFinitePlaces(t *testing.T) {
	t.Parallel()
	for _, m := range meshtest.All() {
		if m.FirstInvalid() >= 0 || len(m.Vertices) == 0 {
			continue
		}
		to := meshtest.RigidMove(m, 3).Vertices
		ends := Ends{From: m.Vertices, To: to, Triangles: m.Triangles}
		at := turning(t, ends).At(0.4)
		for i, p := range at {
			if s := p.X + p.Y + p.Z; math.IsNaN(s) || math.IsInf(s, 0) {
				t.Fatalf("%s: vertex %d is at %v", m.Name, i, p)
			}
		}
	}
	if _, err := NewTurning(context.Background(), Ends{From: make([]r3.Vec, 1), To: []r3.Vec{{X: math.NaN()}}}); err == nil {
		t.Error("a target that is no place was taken")
	}
}

func TestAFilmBlendsWhatItHas(t *testing.T) {
	t.Parallel()
	m := rod(4)
	to := bent(m.Vertices, 2, 0.3)
	path := turning(t, Ends{From: m.Vertices, To: to, Triangles: m.Triangles})
	film := NewFilm(path)
	far := func(a, b []r3.Vec) float64 {
		var worst float64
		for i := range a {
			worst = math.Max(worst, r3.Norm(r3.Sub(a[i], b[i])))
		}
		return worst
	}
	if d := far(film.At(0.3), Linear(m.Vertices, to).At(0.3)); d > 1e-12 {
		t.Errorf("a film of both ends is off the straight way by %g", d)
	}
	ctx, cancel := context.WithCancel(context.Background())
	taken := 0
	err := film.Shoot(ctx, func() {
		if taken++; taken == 3 {
			cancel()
		}
	})
	if err == nil || taken != 3 {
		t.Fatalf("a cancelled film took %d pictures, %v", taken, err)
	}
	if d := far(film.At(0.5), path.At(0.5)); d > 1e-6 {
		t.Errorf("the middle is off by %g after three pictures", d)
	}
	if err := film.Shoot(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	if d := far(film.At(0.37), path.At(0.37)); d > 5e-3 {
		t.Errorf("between its pictures the film is off by %g", d)
	}
}

func TestLogarithmIsTheInverseOfTurning(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 5))
	for range 2000 {
		axis := r3.Unit(r3.Vec{X: rng.NormFloat64(), Y: rng.NormFloat64(), Z: rng.NormFloat64()})
		angle := math.Pi * rng.Float64()
		if rng.IntN(4) == 0 {
			angle = math.Pi - math.Pow(10, -1-9*rng.Float64()) // near half a turn
		}
		w := r3.Scale(angle, axis)
		var r [9]float64
		for c, e := range []r3.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
			v := turn(w, e)
			r[c], r[3+c], r[6+c] = v.X, v.Y, v.Z
		}
		got := logarithm(r)
		for _, u := range []r3.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
			if d := r3.Norm(r3.Sub(turn(got, u), turn(w, u))); d > 1e-6 {
				t.Fatalf("a turn by %g about %v comes back as %v, off by %g", angle, axis, got, d)
			}
		}
	}
}
