package correspond

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/gw"
)

func TestSpreadCountsTheTargetsThatHoldTheMass(t *testing.T) {
	t.Parallel()
	plan := gw.FromDense(mat.NewDense(4, 4, []float64{
		0.25, 0, 0, 0, // one
		0.10, 0.10, 0.03, 0.02, // three of four
		0, 0, 0, 0, // no mass
		0.01, 0.01, 0.01, 0.47, // one holds 94 %
	}), 0)
	if got, want := Spread(plan), []int{1, 3, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := Spread(gw.Permutation([]int32{2, 0, 1})); !slices.Equal(got, []int{1, 1, 1}) {
		t.Errorf("a permutation: %v", got)
	}
	// The product coupling spreads all mass evenly: nine of ten targets hold 90 %.
	got := Spread(gw.Product(gw.Uniform(3), gw.Uniform(10)))
	for _, n := range got {
		if n < 9 || n > 10 {
			t.Errorf("the product coupling: %v", got)
		}
	}
}
