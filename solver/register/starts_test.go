package register

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/meshtest"
)

// twist turns the shape about the z axis: by nothing below first, by an angle above last,
// and smoothly between.
func twist(angle, first, last float64) func(r3.Vec) r3.Vec {
	return func(p r3.Vec) r3.Vec {
		u := min(max((p.Z-first)/(last-first), 0), 1)
		sin, cos := math.Sincos(angle * u * u * (3 - 2*u))
		return r3.Vec{X: cos*p.X - sin*p.Y, Y: sin*p.X + cos*p.Y, Z: p.Z}
	}
}

// run is a run over all points at its start.
func (p *pair) run(t *testing.T) *run {
	t.Helper()
	side, err := sideOf(t.Context(), p.x, p.y, p.aToB)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := wholeOf(t.Context(), p.x, side, p.aToB, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return newRun(p.y, whole, demandsOf(p.x, p.y, p.bToA, nil, Options{}), Options{})
}

// A forearm that is turned about its own axis looks much as it did, and the means of the map
// over cells see nothing of it. The turns that a sheet starts with are those of the map.
func TestASheetStartsWithTheTurnsOfTheMap(t *testing.T) {
	t.Parallel()
	const angle, first, last = 170 * math.Pi / 180, -2, 2
	a := moved(meshtest.Icosphere(4), long)
	b, _ := meshtest.Shuffle(moved(meshtest.UVSphere(40, 50), func(p r3.Vec) r3.Vec { return twist(angle, first, last)(long(p)) }), 5)
	p := newPair(t, a, b, twist(angle, first, last), twist(-angle, first, last), 0.01)
	r := p.run(t)
	// off is the mean angle between the turns of both ends and the twist.
	off := func() float64 {
		sum, count := 0.0, 0.0
		for i, q := range r.sheet.rest {
			z := p.x.Domain.ToFile(q).Z
			if z > first && z < last {
				continue
			}
			want := r3.Vec{X: 1}
			if z >= last {
				want = r3.Vec{X: math.Cos(angle), Y: math.Sin(angle)}
			}
			sum += math.Acos(min(1, r3.Dot(r.sheet.turns[i].Times(r3.Vec{X: 1}), want)))
			count++
		}
		return sum / count
	}
	before := off()
	r.turnAsMap()
	if after := off(); !(after < 0.2 && before > 1) {
		t.Errorf("turns are off by %.2f rad, and were by %.2f", after, before)
	}
}

// A map that turns one end about its axis keeps distances and orientation; only the strain
// where the end begins tells.
func TestTheLessStrainedPartIsTaken(t *testing.T) {
	t.Parallel()
	p := bentPair(t, 0)
	turned := func(r *run) {
		for i, q := range r.sheet.rest {
			r.sheet.at[i] = p.x.Domain.FromFile(twist(math.Pi, 1.5, 2)(p.x.Domain.ToFile(q)))
		}
	}
	straight := func(r *run) { copy(r.sheet.at, r.sheet.rest) }
	for name, begin := range map[string][2]func(*run){"mine": {straight, turned}, "the other's": {turned, straight}} {
		r := p.run(t)
		other := r.fork()
		begin[0](r)
		begin[1](other)
		if share := r.areaApart(other); share < 0.1 || share > 0.5 {
			t.Errorf("%s is straight: %.2f of the area is apart", name, share)
		}
		r.takeLessStrained(other)
		// What is nearer than apart stays as it is.
		if off := meanDistance(r.sheet.at, r.sheet.rest); off > apart/4 {
			t.Errorf("%s is straight: points end %.4f from that", name, off)
		}
	}
}
