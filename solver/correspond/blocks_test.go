package correspond

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gwscope/solver/internal/dense"
)

// Of more targets than a query looks at, the nearest blocks stay, in the order of rows.
func TestAQueryLooksAtTheNearestBlocks(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 4))
	const count, size = 40, 32
	b := &blocks{ofCell: []int32{0, count}, center: dense.New32(count, 2), radius: make([]float64, count)}
	gap := make([]float64, count)
	for k := range count {
		x, y := rng.Float64(), rng.Float64()
		copy(b.center.Data[k*b.center.Stride:], []float32{float32(x), float32(y)})
		b.start = append(b.start, int32(k*size))
		gap[k] = math.Hypot(x, y)
	}
	b.start = append(b.start, count*size)
	near := b.about([]float32{0, 0}, 0.05, 0.1, []int32{0}, nil) // a few
	far := b.about([]float32{0, 0}, 5, 5, []int32{0}, nil)       // all
	for k := range int32(count) {
		if got := slices.Contains(near, k); got != (gap[k] <= 0.15) {
			t.Errorf("a block at %.3f is looked at: %v", gap[k], got)
		}
	}
	if want := mostTargets/size + 1; len(far) != want || !slices.IsSorted(far) {
		t.Fatalf("%d blocks are looked at, want %d in order: %v", len(far), want, far)
	}
	farthest := 0.0
	for _, k := range far {
		farthest = max(farthest, gap[k])
	}
	for k := range int32(count) {
		if !slices.Contains(far, k) && gap[k] < farthest-1e-6 {
			t.Errorf("a block at %.3f is left out, and one at %.3f is not", gap[k], farthest)
		}
	}
}
