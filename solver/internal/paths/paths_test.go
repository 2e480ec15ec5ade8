package paths

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// random is a graph of n nodes with some arcs of length zero, equal lengths, and a part that nothing reaches.
func random(rng *rand.Rand, n int) (start []int32, arcs []Arc) {
	type edge struct {
		a, b   int32
		length float64
	}
	var edges []edge
	for a := range int32(n) {
		for range rng.IntN(4) {
			b := int32(rng.IntN(n))
			if a%7 == 0 || b%7 == 0 { // a part of its own
				b = b / 7 * 7
				if a%7 != 0 {
					continue
				}
			}
			edges = append(edges, edge{a, b, float64(rng.IntN(4)) * rng.Float64()})
		}
	}
	start = make([]int32, n+1)
	for node := range int32(n) {
		for _, e := range edges {
			if e.a == node {
				arcs = append(arcs, Arc{e.length, e.b})
			}
			if e.b == node {
				arcs = append(arcs, Arc{e.length, e.a})
			}
		}
		start[node+1] = int32(len(arcs))
	}
	return start, arcs
}

// swept measures from sources, sweeping by one of the two ways until nothing changes.
func swept(start []int32, arcs []Arc, sources, order []int32, sweep func(*Bundle, []int32, bool) bool) []float64 {
	b := NewBundle(start, arcs)
	for k := range b.Distances {
		b.Distances[k] = math.Inf(1)
	}
	for k, s := range sources {
		b.Distances[int(s)*Lanes+k] = 0
		b.Changed[s] = 1
	}
	for more, backwards := true, false; more || !backwards; backwards = !backwards {
		more = sweep(b, order, backwards)
	}
	return b.Distances
}

// bellman is the least rounded sum over all paths from a source, without any order.
func bellman(start []int32, arcs []Arc, source int32) []float64 {
	dist := make([]float64, len(start)-1)
	for k := range dist {
		dist[k] = math.Inf(1)
	}
	dist[source] = 0
	for fallen := true; fallen; {
		fallen = false
		for node := range dist {
			for _, a := range arcs[start[node]:start[node+1]] {
				if d := dist[node] + a.Length; d < dist[a.To] {
					dist[a.To], fallen = d, true
				}
			}
		}
	}
	return dist
}

// Every way of sweeping, in any order, ends at the bits of the least rounded sums.
func TestSweepsEndAtTheShortestPaths(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 5))
		n := 1 + rng.IntN(200)
		start, arcs := random(rng, n)
		sources := make([]int32, 1+rng.IntN(Lanes))
		for k := range sources {
			sources[k] = int32(rng.IntN(n))
		}
		order := make([]int32, n)
		for k, node := range rng.Perm(n) {
			order[k] = int32(node)
		}
		got := swept(start, arcs, sources, order, (*Bundle).Sweep)
		if plain := swept(start, arcs, sources, order, plainSweep); !slices.Equal(got, plain) {
			t.Fatalf("seed %d: the plain loops give other bits", seed)
		}
		for k, s := range sources {
			for node, want := range bellman(start, arcs, s) {
				if d := got[node*Lanes+k]; d != want {
					t.Fatalf("seed %d: node %d is at %v from source %d, want %v", seed, node, d, k, want)
				}
			}
		}
	}
}
