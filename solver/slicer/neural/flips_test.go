package neural

import (
	"context"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Before anything is learned, random slicers tell which axes were reversed.
func TestRandomSlicersTellReversedAxes(t *testing.T) {
	t.Parallel()
	for reversed := range uint(8) {
		rng := rand.New(rand.NewPCG(uint64(reversed), 9))
		x := bent(rng, 150, 3, true)
		y := shuffled(rng, x)
		moved := mat.DenseCopyOf(y.Points)
		moved.Apply(func(_, c int, v float64) float64 {
			if reversed>>c&1 == 1 {
				return -v
			}
			return v
		}, moved)
		y.Points = moved
		for _, slicers := range []Slicers{Dependent, Linear} {
			s := small()
			s.Seed = uint64(reversed)
			if err := s.Use(slicers); err != nil {
				t.Fatal(err)
			}
			run := &run{Training: Training{Settings: s, X: x, Y: y, Problem: problemOf(x, y)}}
			if got := run.flips(context.Background()); len(got) != 8 || got[0] != reversed {
				t.Errorf("%s: the axes reversed are %03b, the slicers say %03b", slicers, reversed, got)
			}
		}
	}
}
