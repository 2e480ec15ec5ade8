package register

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/meshtest"
)

// Half as long and twice as thick is found on a limb that the map also bends away, turns about its axis
// and turns over.
func TestStretchIsThatOfTheLimb(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 0))
	var straight, turned moments
	for range 4000 {
		z, angle, roll := rng.Float64(), 2*math.Pi*rng.Float64(), math.Pi*rng.Float64()
		p := r3.Vec{X: 0.1 * math.Cos(angle), Y: 0.1 * math.Sin(angle), Z: z}
		straight.add(1, p, r3.Vec{X: 2 * p.X, Y: 2 * p.Y, Z: 0.5 * z})
		turned.add(1, p, r3.Vec{X: 0.5 * z, Y: 0.2 * math.Cos(roll-angle), Z: 7 + 0.2*math.Sin(roll-angle)})
	}
	for name, m := range map[string]*moments{"straight": &straight, "turned": &turned} {
		got, _, _ := m.stretch()
		for c, want := range [9]float64{2, 0, 0, 0, 2, 0, 0, 0, 0.5} {
			if math.Abs(got[c]-want) > 0.05 {
				t.Errorf("%s: entry %d is %.3f, want %.1f", name, c, got[c], want)
			}
		}
	}
	var one moments
	one.add(1, r3.Vec{X: 1}, r3.Vec{Y: 2})
	if got, _, _ := one.stretch(); got[0] != 1 || got[4] != 1 || got[8] != 1 {
		t.Errorf("one point is stretched by %v", got)
	}
}

// A long, thin and bent limb fills a short and thick one without a pocket inside.
func TestALongLimbDoesNotBuckleInAShortOne(t *testing.T) {
	t.Parallel()
	a, _ := meshtest.Shuffle(moved(meshtest.Icosphere(4), func(p r3.Vec) r3.Vec { return bend(slender(p)) }), 4)
	b := moved(meshtest.UVSphere(40, 50), thick)
	there := func(p r3.Vec) r3.Vec { q := unbend(p); return thick(r3.Vec{X: q.X, Y: q.Y, Z: q.Z / 9}) }
	back := func(p r3.Vec) r3.Vec { return bend(slender(r3.Vec{X: p.X / 2, Y: p.Y / 2, Z: p.Z / 3})) }
	p := newPair(t, a, b, there, back, 0.02)
	r := p.register(t, Options{})
	noFolds(t, r, 0)
	if r.Quality.Far99 > 0.006 {
		t.Errorf("the surfaces are %.4f apart", r.Quality.Far99)
	}
	if off := meanDistance(r.AOnB, p.toY); off > 0.03 {
		t.Errorf("points are %.4f from where they belong", off)
	}
}

func slender(p r3.Vec) r3.Vec { return r3.Vec{X: p.X, Y: p.Y, Z: 9 * p.Z} }

func thick(p r3.Vec) r3.Vec { return r3.Vec{X: 2 * p.X, Y: 2 * p.Y, Z: 3 * p.Z} }
