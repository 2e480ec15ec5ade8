package amortized

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/solver/gw"
)

// told are the places of an upright cloud as a network would tell them.
func told(t *testing.T, cloud Cloud) []float64 {
	t.Helper()
	places, err := Places(cloud)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]float64, len(places))
	for k, v := range places {
		out[k] = float64(v)
	}
	return out
}

// A shape that lies anywhere is stood up by its places.
func TestAShapeIsStoodUpByItsPlaces(t *testing.T) {
	t.Parallel()
	for _, category := range []string{"chair", "car", "laptop", "airplane", "skateboard"} {
		upright := object(t, category, 2, 200)
		places := told(t, upright)
		for seed := range uint64(3) {
			lying := moved(upright, seed, seed == 2, 1, 2)
			tokens := tokensOf(t, small(), lying)
			stood := tokens.in(newPoser(tokens, places).poses()[0])
			want := tokensOf(t, small(), upright).Points
			for i, p := range stood.points {
				if d := r3.Norm(r3.Sub(r3.Vec{X: math.Abs(p.X), Y: p.Y, Z: p.Z}, r3.Vec{X: math.Abs(want[i].X), Y: want[i].Y, Z: want[i].Z})); d > 0.02 {
					t.Fatalf("%s, motion %d: point %d is at %v, want %v", category, seed, i, p, want[i])
				}
			}
		}
	}
}

// Of shapes whose places are known the match is near to that of the true positions, and left goes to left as often as
// GW² can tell: a shape that was moved finds its own points.
func TestAMovedShapeFindsItsPoints(t *testing.T) {
	t.Parallel()
	upright := object(t, "motorbike", 3, 150)
	places := told(t, upright)
	lying, order := shuffled(moved(upright, 5, false, 3, 0.5), 6)
	shuffledPlaces := make([]float64, 0, len(places))
	for _, i := range order {
		shuffledPlaces = append(shuffledPlaces, places[i*placeSize:(i+1)*placeSize]...)
	}
	m := small().Match(tokensOf(t, small(), upright), tokensOf(t, small(), lying), places, shuffledPlaces)
	for k, i := range m.Plan.I {
		if order[m.Plan.J[k]] != int(i) {
			t.Fatalf("point %d goes to %d", i, order[m.Plan.J[k]])
		}
	}
}

func TestExchangesBringPartnersNearer(t *testing.T) {
	t.Parallel()
	x, y := object(t, "chair", 1, 120), object(t, "chair", 2, 120)
	numbers := func(c Cloud) *upright {
		tokens := tokensOf(t, small(), c)
		return tokens.in(pose{frame: frame{r3.Vec{X: 1}, r3.Vec{Y: 1}, r3.Vec{Z: 1}}})
	}
	a, b := numbers(x).numbers(), numbers(y).numbers()
	sigma, ok := cut(a, b).Plan(a.Weights, b.Weights).Sigma()
	if !ok {
		t.Fatal("the cut of as many points is no permutation")
	}
	cost := func() float64 {
		sum := 0.0
		for i, j := range sigma {
			for c := range numberSize {
				d := a.Points[i*numberSize+c] - b.Points[int(j)*numberSize+c]
				sum += d * d
			}
		}
		return sum
	}
	before := cost()
	exchange(a, b, sigma)
	if after := cost(); !(after < 0.95*before) {
		t.Errorf("the cost was %.4f and is %.4f", before, after)
	}
	if !gw.Permutation(sigma).IsPermutation() {
		t.Error("it is no permutation any more")
	}
}

// Clouds of few points, of one place or without a direction have a match, too.
func TestPoorCloudsAreMatched(t *testing.T) {
	t.Parallel()
	m := NewModel(fresh(t, small(), 1), single(t))
	line := Cloud{Points: []r3.Vec{{X: 1}, {X: 2}, {X: 3}, {X: 4}, {X: 5}}}
	for name, c := range map[string]Cloud{"a point": {Points: make([]r3.Vec, 1)}, "a place": {Points: make([]r3.Vec, 7)}, "a line": line} {
		for _, other := range []Cloud{c, line, object(t, "mug", 1, 20)} {
			_, _, plan := match(t, m, c, other)
			sum := 0.0
			for _, mass := range plan.Mass {
				sum += mass
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Errorf("%s: the plan has a mass of %g", name, sum)
			}
		}
	}
}
