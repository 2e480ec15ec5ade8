package disjoint_test

import (
	"math/rand/v2"
	"testing"

	"gwscope/internal/disjoint"
)

// Sets are the same as by plain colouring, and neither roots nor labels depend on the order of unions.
func TestSetsAgreeWithColours(t *testing.T) {
	t.Parallel()
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 1 + rng.IntN(60)
		sets, colour := disjoint.New(n), make([]int, n)
		for i := range colour {
			colour[i] = i
		}
		for range rng.IntN(n + 1) {
			a, b := int32(rng.IntN(n)), int32(rng.IntN(n))
			if apart := colour[a] != colour[b]; sets.Union(a, b) != apart {
				t.Fatalf("seed %d: %d and %d were apart: %v", seed, a, b, apart)
			}
			from, to := max(colour[a], colour[b]), min(colour[a], colour[b])
			for i, c := range colour {
				if c == from {
					colour[i] = to
				}
			}
		}
		labels, count := sets.Labels()
		seen := map[int]int32{}
		for i, c := range colour {
			if got := sets.Find(int32(i)); int(got) != c {
				t.Fatalf("seed %d: the root of %d is %d, want its least member %d", seed, i, got, c)
			}
			if _, ok := seen[c]; !ok {
				seen[c] = int32(len(seen))
			}
			if labels[i] != seen[c] {
				t.Fatalf("seed %d: label %d of %d, want %d", seed, labels[i], i, seen[c])
			}
		}
		if count != len(seen) {
			t.Fatalf("seed %d: %d sets, want %d", seed, count, len(seen))
		}
	}
}
