package pinning

import (
	"math"
	"testing"
)

// On two lines whose rows disagree by a shift, pins send their places home to within
// one spacing, and what is far from them stays where the rows send it.
func TestPinsPullHomeAndNoFarther(t *testing.T) {
	t.Parallel()
	const n, spacing, shift = 400, 0.02, 0.12
	at := func(i int) float64 { return float64(i) / n }
	pins := [][2]float64{{0.25, 0.25}, {0.75, 0.75}} // the rows would send x to x + shift
	row := func(v, shift float64) float64 { return v - shift }
	gap := func(x, y float64) float64 { d := row(x, 0) - row(y, shift); return d * d }
	p := New([]float64{gap(pins[0][0], pins[0][1]), gap(pins[1][0], pins[1][1])}, 1e-6,
		func(k, l int) float64 { return math.Abs(pins[k][0] - pins[l][0]) },
		func(k, l int) float64 { return math.Abs(pins[k][1] - pins[l][1]) }, spacing)
	image := func(x float64) float64 {
		best, least := 0.0, math.Inf(1)
		for j := range n {
			y := at(j)
			cost := gap(x, y)
			for k, pin := range pins {
				d := float64(p.Value(k, math.Abs(x-pin[0])) - p.Value(k, math.Abs(y-pin[1])))
				cost += d * d
			}
			if cost < least {
				best, least = y, cost
			}
		}
		return best
	}
	for _, pin := range pins {
		if y := image(pin[0]); math.Abs(y-pin[1]) > spacing {
			t.Errorf("the pin at %.2f goes to %.3f", pin[0], y)
		}
	}
	if y := image(0.5); math.Abs(y-(0.5+shift)) > spacing {
		t.Errorf("the middle, far from both pins, goes to %.3f and not to %.3f", y, 0.5+shift)
	}
}
