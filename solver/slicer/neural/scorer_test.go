package neural

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gwscope/solver/nn/cpu"
)

// A point has the same value in whatever batch it comes.
func TestScoresDoNotDependOnBatches(t *testing.T) {
	t.Parallel()
	set, err := Best.Of()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	n := scorerBatch + 77
	points := mat.NewDense(n, 6, nil)
	for i := range n {
		for c := range 6 {
			points.Set(i, c, rng.NormFloat64())
		}
	}
	b := cpu.New[float64](2)
	defer b.Close()
	s := NewScorer(set, n, 6, b, 1)
	all := s.Scores(points)
	last := s.Scores(mat.DenseCopyOf(points.Slice(scorerBatch-5, n, 0, 6)))
	for i, v := range last {
		if math.Abs(v-all[scorerBatch-5+i]) > 1e-12 {
			t.Fatalf("point %d: %g in one batch, %g in another", i, all[scorerBatch-5+i], v)
		}
	}
	if all[0] == all[1] {
		t.Error("two points have one value")
	}
}
