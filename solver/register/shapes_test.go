package register

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// moved is m with its vertices elsewhere.
func moved(m *mesh.Mesh, f func(r3.Vec) r3.Vec) *mesh.Mesh {
	vertices := make([]r3.Vec, len(m.Vertices))
	for i, p := range m.Vertices {
		vertices[i] = f(p)
	}
	return m.WithVertices(vertices)
}

// long is an ellipsoid of unequal axes, five times as long as thick, along z.
func long(p r3.Vec) r3.Vec { return r3.Vec{X: 0.8 * p.X, Y: p.Y, Z: 5 * p.Z} }

// bend bends the z axis to an arc of about a right angle, in the plane of y and z.
func bend(p r3.Vec) r3.Vec {
	const radius = 6
	angle := p.Z / radius
	return r3.Vec{X: p.X, Y: (radius+p.Y)*math.Cos(angle) - radius, Z: (radius + p.Y) * math.Sin(angle)}
}

// pair is two spaces with the place on B that each point of A is meant for.
type pair struct {
	x, y  *metric.Space
	toY   []r3.Vec // of X's points, in Y's coordinates
	toX   []r3.Vec // of Y's points, in X's
	aToB  *correspond.SurfaceMap
	bToA  *correspond.SurfaceMap
	meanA float64 // distance of the map's places from those meant
}

func spaceOf(tb testing.TB, m *mesh.Mesh, seed uint64) *metric.Space {
	tb.Helper()
	d, err := metric.NewDomain(m, metric.DomainOptions{})
	if err != nil {
		tb.Fatal(err)
	}
	s, err := metric.NewSpace(context.Background(), d, metric.SpaceOptions{Samples: 200, Seed: seed})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// newPair prepares meshes a and b with the maps there and back, in the coordinates of the
// files, and shakes the places by a random vector of up to shake (/ √area).
func newPair(tb testing.TB, a, b *mesh.Mesh, there, back func(r3.Vec) r3.Vec, shake float64) *pair {
	tb.Helper()
	p := &pair{x: spaceOf(tb, a, 1), y: spaceOf(tb, b, 2)}
	p.toY, p.aToB = shaken(p.x.Domain, p.y.Domain, there, shake, 3)
	p.toX, p.bToA = shaken(p.y.Domain, p.x.Domain, back, shake, 4)
	p.meanA = meanDistance(p.toY, p.aToB.Positions)
	return p
}

func shaken(from, to *metric.Domain, f func(r3.Vec) r3.Vec, shake float64, seed uint64) (meant []r3.Vec, m *correspond.SurfaceMap) {
	rng := rand.New(rand.NewPCG(seed, 0))
	m = &correspond.SurfaceMap{}
	for _, p := range from.Points {
		q := to.FromFile(f(from.ToFile(p)))
		meant = append(meant, q)
		off := r3.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5, Z: rng.Float64() - 0.5}
		face, bary, at := to.ClosestPlace(r3.Add(q, r3.Scale(2*shake, off)))
		m.Places = append(m.Places, correspond.PlaceIn(to, face, bary))
		m.Positions = append(m.Positions, at)
		m.Confidence = append(m.Confidence, 0.8)
	}
	return meant, m
}

func meanDistance(a, b []r3.Vec) float64 {
	sum := 0.0
	for i := range a {
		sum += r3.Norm(r3.Sub(a[i], b[i])) / float64(len(a))
	}
	return sum
}

func (p *pair) register(tb testing.TB, opt Options) *Registered {
	tb.Helper()
	r, err := Surface(context.Background(), p.x, p.y, p.aToB, p.bToA, opt)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// bentPair is an ellipsoid and the same one bent, with another triangulation.
func bentPair(tb testing.TB, shake float64) *pair {
	a := moved(meshtest.Icosphere(4), long)
	b, _ := meshtest.Shuffle(moved(meshtest.UVSphere(40, 50), func(p r3.Vec) r3.Vec { return bend(long(p)) }), 5)
	return newPair(tb, a, b, bend, unbend, shake)
}

// concurrentPair is a bentPair for tests of goroutines. Short runs are those of the race
// detector, ten times slower, to which a mesh of a quarter says as much.
func concurrentPair(tb testing.TB) *pair {
	if !testing.Short() {
		return bentPair(tb, 0.05)
	}
	a := moved(meshtest.Icosphere(3), long)
	b := moved(meshtest.UVSphere(20, 25), func(p r3.Vec) r3.Vec { return bend(long(p)) })
	return newPair(tb, a, b, bend, unbend, 0.05)
}

// unbend is bend backwards.
func unbend(p r3.Vec) r3.Vec {
	const radius = 6
	far, angle := math.Hypot(p.Y+radius, p.Z), math.Atan2(p.Z, p.Y+radius)
	return r3.Vec{X: p.X, Y: far - radius, Z: angle * radius}
}
