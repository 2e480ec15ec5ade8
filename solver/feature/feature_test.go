package feature_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/feature"
)

func TestProfilesIgnoreTheOrderOfPoints(t *testing.T) {
	t.Parallel()
	d := mat.NewDense(3, 3, []float64{0, 1, 3, 1, 0, 2, 3, 2, 0})
	p := feature.Profiles(d, 3)
	want := []float64{1.0 / 3, 1, 7.0 / 3}
	for q, v := range want {
		if math.Abs(p.At(0, q)-v) > 1e-12 {
			t.Errorf("quantile %d of point 0 is %g, want %g", q, p.At(0, q), v)
		}
	}
}
