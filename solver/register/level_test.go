package register

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/meshtest"
	"gwscope/solver/correspond"
)

// largePair is bentPair with so many points that levels are laid on each other.
func largePair(tb testing.TB, shake float64) *pair {
	a := moved(meshtest.Icosphere(6), long)
	b, _ := meshtest.Shuffle(moved(meshtest.UVSphere(150, 200), func(p r3.Vec) r3.Vec { return bend(long(p)) }), 5)
	return newPair(tb, a, b, bend, unbend, shake)
}

// All points of a large mesh lie on B, right and without folds, the same for any number of
// threads, and pins are exact.
func TestLargeMeshFollowsItsLevel(t *testing.T) {
	t.Parallel()
	p := largePair(t, 0.02)
	if on, _ := p.x.Coarse(); on == nil {
		t.Fatal("the mesh has no level")
	}
	r := p.register(t, Options{Threads: 1})
	noFolds(t, r, 0.0005)
	if far := meanDistance(r.AOnB, p.toY); far > 0.015 {
		t.Errorf("points lie %.4f from where they are meant", far)
	}
	if r.Quality.Far99 > 0.003 {
		t.Errorf("the surfaces are %.4f apart", r.Quality.Far99)
	}
	if again := p.register(t, Options{Threads: 3}); !slices.Equal(again.AOnB, r.AOnB) || !slices.Equal(again.BToA.Positions, r.BToA.Positions) {
		t.Error("the number of threads changes the outcome")
	}
	pin := correspond.Pin{X: 1234, Y: r.AToB.Places[1234].Nearest}
	pinned := p.register(t, Options{Pins: []correspond.Pin{pin}})
	if pinned.AOnB[pin.X] != p.y.Domain.Points[pin.Y] {
		t.Errorf("a pin is %v off", r3.Norm(r3.Sub(pinned.AOnB[pin.X], p.y.Domain.Points[pin.Y])))
	}
	noFolds(t, pinned, 0.0005)
}
