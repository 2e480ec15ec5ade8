package correspond_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// Pins that contradict what the shapes say are honoured to within the spacing of the
// samples, there and back, and the far side of the shape does not care.
func TestDenseHonoursPins(t *testing.T) {
	t.Parallel()
	p := copyPair(t, body(4, 0), body(4, 0.3), 3)
	x, y := spaceOf(t, p.x, 300, 1), spaceOf(t, p.y, 300, 2)
	rng := rand.New(rand.NewPCG(1, 1))
	xToY, yToX := snapped(x, y, p.truthX, 0, rng), snapped(y, x, p.truthY, 0, rng)
	var pins []correspond.Pin
	for _, s := range []int32{x.Samples[3], x.Samples[40]} {
		near := p.y.NearestPoints(p.y.Points[p.truthX[s]], 60)
		pins = append(pins, correspond.Pin{X: s, Y: near[59]})
	}
	free, _ := dense(t, x, y, xToY, yToX)
	there, back, err := correspond.Dense(context.Background(), x, y, xToY, yToX, correspond.DenseOptions{Pins: pins})
	if err != nil {
		t.Fatal(err)
	}
	const spacing = 1 / 16. // of 300 samples of a unit of area: hexagons
	for k, pin := range pins {
		onY := distancesFrom(t, p.y, pin.Y)
		before, after := onY[free.Places[pin.X].Nearest], onY[there.Places[pin.X].Nearest]
		if after > spacing || before < after {
			t.Errorf("pin %d: %.3f off, and %.3f without it", k, after, before)
		}
		if d := distancesFrom(t, p.x, pin.X)[back.Places[pin.Y].Nearest]; d > spacing {
			t.Errorf("pin %d: %.3f off on the way back", k, d)
		}
	}
	errsFree, errs := errorsOf(t, p.y, free, p.truthX), errorsOf(t, p.y, there, p.truthX)
	moved, far := 0.0, 0
	one, two := distancesFrom(t, p.x, pins[0].X), distancesFrom(t, p.x, pins[1].X)
	for q := range errs {
		if min(one[q], two[q]) > 8*spacing {
			moved += errs[q] - errsFree[q]
			far++
		}
	}
	if far == 0 || moved/float64(far) > 0.005 {
		t.Errorf("%d points far from the pins lose %.4f each", far, moved/float64(far))
	}
}

func TestDenseRefusesPinsOutside(t *testing.T) {
	t.Parallel()
	b := sharedBodies()
	if _, _, err := correspond.Dense(context.Background(), b.spaceX, b.spaceY, make([]int32, b.spaceX.Len()), nil, correspond.DenseOptions{Pins: []correspond.Pin{{X: -1}}}); err == nil {
		t.Error("a pin at no point is taken")
	}
}

// distancesFrom a point to all others, in Domain units.
func distancesFrom(t *testing.T, d *metric.Domain, point int32) (out []float64) {
	t.Helper()
	if err := d.Geodesics(context.Background(), []int32{point}, metric.KindGraph, 0, func(_ int, dist []float64) {
		out = append(out, dist...)
	}); err != nil {
		t.Fatal(err)
	}
	return out
}
