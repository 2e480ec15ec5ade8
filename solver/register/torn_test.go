package register

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/meshtest"
)

// exiled is where a map puts the end of an ellipsoid that it sends to the middle.
func exiled(p r3.Vec) r3.Vec {
	if p.Z > endFrom {
		p.Z -= 5
	}
	return bend(p)
}

// endFrom is where the end of a long ellipsoid begins, along z.
const endFrom = 4.4

// A map that sends the end of a limb elsewhere says nothing of it: the end follows the limb.
func TestAnEndThatTheMapTearsOffFollowsItsLimb(t *testing.T) {
	t.Parallel()
	a, _ := meshtest.Shuffle(moved(meshtest.Icosphere(4), long), 4)
	b, _ := meshtest.Shuffle(moved(meshtest.UVSphere(40, 50), func(p r3.Vec) r3.Vec { return bend(long(p)) }), 5)
	p := newPair(t, a, b, exiled, unbend, 0.01)
	ends := 0
	torn := tornOff(p.x, p.y, p.aToB)
	if torn == nil {
		t.Fatal("nothing counts as torn off")
	}
	for i, q := range p.x.Domain.Points {
		end := p.x.Domain.ToFile(q).Z > endFrom
		if end {
			ends++
		}
		if torn[i] != end {
			t.Errorf("torn off is %t of a point of which the map says %t", torn[i], end)
		}
	}
	r := p.register(t, Options{})
	noFolds(t, r, 0)
	if r.Quality.Far99 > 0.006 {
		t.Errorf("the surfaces are %.4f apart", r.Quality.Far99)
	}
	off := 0.0
	for i, q := range p.x.Domain.Points {
		if torn[i] {
			off += r3.Norm(r3.Sub(r.AOnB[i], p.y.Domain.FromFile(bend(p.x.Domain.ToFile(q))))) / float64(ends)
		}
	}
	if off > 0.02 {
		t.Errorf("points of the end are %.4f from where they belong", off)
	}
}

// A whole half that lies elsewhere is the map's own view, and a map without a tear tears
// nothing off.
func TestLargePartsAreNotTornOff(t *testing.T) {
	t.Parallel()
	p := bentPair(t, 0.02)
	if torn := tornOff(p.x, p.y, p.aToB); torn != nil {
		t.Error("a smooth map tears something off")
	}
	far, _ := shaken(p.x.Domain, p.y.Domain, func(q r3.Vec) r3.Vec {
		if q.Z > 1 {
			q.Z -= 5
		}
		return bend(q)
	}, 0, 3)
	m := *p.aToB
	m.Places = slices.Clone(m.Places)
	for i, q := range far {
		m.Places[i].Nearest = p.y.Domain.NearestPoints(q, 1)[0]
	}
	if torn := tornOff(p.x, p.y, &m); slices.Contains(torn, true) {
		t.Error("two fifths of a shape count as torn off")
	}
}
