package metric_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/metric"
)

func TestNearestPointsAreThoseOfAScan(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 2))
	flat := grid(14, 9, 2, 1, 0) // planar, with many ties
	for _, d := range []*metric.Domain{domainOf(t, blob(6), metric.DomainOptions{}), domainOf(t, points(flat), metric.DomainOptions{})} {
		for range 50 {
			at := r3.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5, Z: rng.Float64() - 0.5}
			var want []float64
			for _, p := range d.Points {
				want = append(want, r3.Norm(r3.Sub(p, at)))
			}
			slices.Sort(want)
			for i, p := range d.NearestPoints(at, 12) {
				if got := r3.Norm(r3.Sub(d.Points[p], at)); math.Abs(got-want[i]) > 1e-12 {
					t.Fatalf("neighbour %d is at %v, a scan finds one at %v", i, got, want[i])
				}
			}
			if _, got := d.NearestPoint(at); math.Abs(got-want[0]) > 1e-12 {
				t.Fatalf("the nearest point is at %v, a scan finds one at %v", got, want[0])
			}
		}
		rows, k := d.Neighbors(6)
		for p := range d.Points {
			near := d.NearestPoints(d.Points[p], 7)
			for i, q := range rows[p*k : (p+1)*k] {
				if int(q) == p {
					t.Fatalf("point %d is its own neighbour", p)
				}
				if a, b := r3.Norm(r3.Sub(d.Points[q], d.Points[p])), r3.Norm(r3.Sub(d.Points[near[i+1]], d.Points[p])); math.Abs(a-b) > 1e-12 {
					t.Fatalf("neighbour %d of point %d is at %v, want %v", i, p, a, b)
				}
			}
		}
	}
	few := domainOf(t, icosphere(1), metric.DomainOptions{})
	if rows, k := few.Neighbors(50); k != 11 || len(rows) != 12*11 {
		t.Errorf("50 neighbours among 12 points: %d each, %d in all", k, len(rows))
	}
}

func TestClosestPlaceOnTheSurface(t *testing.T) {
	t.Parallel()
	d := domainOf(t, blob(7), metric.DomainOptions{})
	rng := rand.New(rand.NewPCG(4, 4))
	for range 200 {
		f := rng.IntN(len(d.Triangles))
		tri := d.Triangles[f]
		a, b, c := d.Points[tri[0]], d.Points[tri[1]], d.Points[tri[2]]
		u, v := rng.Float64(), rng.Float64()
		if u+v > 1 {
			u, v = 1-u, 1-v
		}
		on := r3.Add(a, r3.Add(r3.Scale(u, r3.Sub(b, a)), r3.Scale(v, r3.Sub(c, a))))
		// Slightly off the surface, the foot of the perpendicular is the closest place.
		off := r3.Add(on, r3.Scale(1e-6, r3.Unit(r3.Triangle{a, b, c}.Normal())))
		face, bary, at := d.ClosestPlace(off)
		if gap := r3.Norm(r3.Sub(at, on)); gap > 1e-5 {
			t.Fatalf("the closest place is %v from the foot of the perpendicular", gap)
		}
		var back r3.Vec
		for k, w := range bary {
			if w < -1e-12 {
				t.Fatalf("barycentric coordinates %v", bary)
			}
			back = r3.Add(back, r3.Scale(w, d.Points[d.Triangles[face][k]]))
		}
		if r3.Norm(r3.Sub(back, at)) > 1e-12 || math.Abs(bary[0]+bary[1]+bary[2]-1) > 1e-12 {
			t.Fatalf("coordinates %v lead to %v instead of %v", bary, back, at)
		}
	}
	// From anywhere, no corner and no centroid is closer.
	for range 100 {
		from := r3.Vec{X: 2*rng.Float64() - 1, Y: 2*rng.Float64() - 1, Z: 2*rng.Float64() - 1}
		_, _, at := d.ClosestPlace(from)
		got := r3.Norm(r3.Sub(at, from))
		for _, tri := range d.Triangles {
			a, b, c := d.Points[tri[0]], d.Points[tri[1]], d.Points[tri[2]]
			for _, p := range []r3.Vec{a, b, c, r3.Triangle{a, b, c}.Centroid()} {
				if r3.Norm(r3.Sub(p, from)) < got-1e-12 {
					t.Fatalf("the closest place is at %v, but %v is at %v", got, p, r3.Norm(r3.Sub(p, from)))
				}
			}
		}
	}
	cloud := domainOf(t, points(blob(3)), metric.DomainOptions{})
	if face, _, at := cloud.ClosestPlace(cloud.Points[5]); face != -1 || at != cloud.Points[5] {
		t.Errorf("a cloud's closest place is face %d at %v", face, at)
	}
}

// The mean curvature of the sphere is 1/r; of the torus (R + 2r cos v)/(2r(R + r cos v)).
func TestMeanCurvatureMatchesClosedForms(t *testing.T) {
	t.Parallel()
	sphere := domainOf(t, icosphere(14), metric.DomainOptions{})
	for p, h := range sphere.MeanCurvature() {
		if math.Abs(h/sphere.Scale-1) > 0.01 {
			t.Fatalf("curvature %v at point %d of the unit sphere, want 1 within 1%%", h/sphere.Scale, p)
		}
	}
	const major, minor = 2.0, 0.7
	ring := grid(90, 45, 2*math.Pi, 2*math.Pi, 0.1)
	ring = moved(ring, func(p r3.Vec) r3.Vec {
		return r3.Vec{X: (major + minor*math.Cos(p.Y)) * math.Cos(p.X), Y: (major + minor*math.Cos(p.Y)) * math.Sin(p.X), Z: minor * math.Sin(p.Y)}
	})
	torus := domainOf(t, ring, metric.DomainOptions{})
	if !torus.Closed {
		t.Fatal("the torus is not closed")
	}
	var mean, worst float64
	for p, h := range torus.MeanCurvature() {
		at := torus.ToFile(torus.Points[p])
		cos := (math.Hypot(at.X, at.Y) - major) / minor
		want := (major + 2*minor*cos) / (2 * minor * (major + minor*cos))
		e := math.Abs(h/torus.Scale - want)
		worst, mean = max(worst, e), mean+e/float64(len(torus.Points))
	}
	if mean > 0.02 || worst > 0.1 {
		t.Errorf("the torus' curvature, 0.2 to 0.98, is off by %.3f on average and by up to %.3f, want 0.02 and 0.1", mean, worst)
	}
	// The rim of a sheet takes its neighbours' values, not the boundary's turn.
	flat := domainOf(t, grid(12, 12, 1, 1, 0.4), metric.DomainOptions{})
	for p, h := range flat.MeanCurvature() {
		if math.Abs(h) > 1e-9 {
			t.Fatalf("curvature %v at point %d of a flat sheet", h, p)
		}
	}
}
