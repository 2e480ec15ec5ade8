package heap_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gwscope/internal/heap"
)

// Entries come out in the order of distance, all of them and nothing else.
func TestEntriesComeNearestFirst(t *testing.T) {
	t.Parallel()
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var h heap.Min[float64, int32]
		var in, out []float64
		for k := range 1 + rng.IntN(80) {
			d := float64(rng.IntN(20)) // some equal
			h.Push(d, int32(k))
			in = append(in, d)
			if rng.IntN(4) == 0 {
				d, _ := h.Pop()
				if at := slices.Index(in, d); at < 0 || d != slices.Min(in) {
					t.Fatalf("seed %d: %g came out of %v", seed, d, in)
				} else {
					in = slices.Delete(in, at, at+1)
				}
			}
		}
		for len(h) > 0 {
			d, _ := h.Pop()
			out = append(out, d)
		}
		if slices.Sort(in); !slices.Equal(in, out) {
			t.Fatalf("seed %d: %v came out, want %v", seed, out, in)
		}
	}
}
