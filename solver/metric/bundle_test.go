package metric

import (
	"context"
	"errors"
	"slices"
	"testing"

	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
)

// Distances measured in bundles have the bits of one search for each source, with any number of threads.
func TestBundlesMeasureLikeSingleSearches(t *testing.T) {
	t.Parallel()
	for _, m := range []*mesh.Mesh{meshtest.Bumpy(3), meshtest.Torus(2, 0.5, 40, 20), {Vertices: meshtest.Bumpy(2).Vertices}} {
		d, err := NewDomain(m, DomainOptions{})
		if err != nil {
			t.Fatal(err)
		}
		on := d.measure(KindGraph, 0)
		for _, count := range []int{1, 2, 17, 60} {
			sources := make([]int32, count)
			for k := range sources {
				sources[k] = int32(k * 37 % len(d.Points)) // some twice
			}
			want := make([][]float64, count)
			search := on.searcher()
			byNode := make([]float64, on.graph.size())
			for k, p := range sources {
				if err := distances(t.Context(), search, on.graph.node[p], byNode); err != nil {
					t.Fatal(err)
				}
				for _, node := range on.graph.node {
					want[k] = append(want[k], byNode[node])
				}
			}
			for _, threads := range []int{1, 3} {
				got := make([][]float64, count)
				err := d.Geodesics(t.Context(), sources, KindGraph, threads, func(i int, dist []float64) { got[i] = slices.Clone(dist) })
				if err != nil {
					t.Fatal(err)
				}
				for k := range sources {
					if !slices.Equal(got[k], want[k]) {
						t.Fatalf("%s: %d sources on %d threads: source %d has other bits", m.Name, count, threads, k)
					}
				}
			}
		}
	}
}

// A bundle that was cut short leaves nothing behind.
func TestABundleCutShortStartsAnew(t *testing.T) {
	t.Parallel()
	d, err := NewDomain(meshtest.Bumpy(3), DomainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	on := d.measure(KindGraph, 0)
	b := newBundle(on.graph)
	sources := []int32{3, 50, 70}
	gone, stop := context.WithCancel(t.Context())
	stop()
	if _, err := b.spread(gone, newUnmeasured(on.graph, sources), 3); !errors.Is(err, context.Canceled) {
		t.Fatalf("it ended with %v", err)
	}
	again, err := b.spread(t.Context(), newUnmeasured(on.graph, sources), 3)
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := newBundle(on.graph).spread(t.Context(), newUnmeasured(on.graph, sources), 3)
	if err != nil {
		t.Fatal(err)
	}
	for k, i := range again.of {
		at := slices.Index(fresh.of, i)
		for node := range on.graph.size() {
			if a, b := again.values[node*again.stride+k], fresh.values[node*fresh.stride+at]; a != b {
				t.Fatalf("source %d: node %d is at %v, and at %v from a fresh start", i, node, a, b)
			}
		}
	}
}
