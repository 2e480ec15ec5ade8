package metric

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"gwscope/solver/internal/parallel"
	"gwscope/solver/internal/paths"
)

// inBundles measures along the edges of a graph from several sources at once. Distances are the same bits
// whatever sources go together.
func (m metricOn) inBundles(ctx context.Context, sources []int32, threads int, visit func(worker int, found measured)) error {
	threads = parallel.Threads(threads)
	size := min(paths.Lanes, (len(sources)+threads-1)/threads)
	left := newUnmeasured(m.graph, sources)
	workers := make([]*bundle, threads)
	return parallel.For(ctx, threads, len(sources), size, func(worker, lo, hi int) {
		if workers[worker] == nil {
			workers[worker] = newBundle(m.graph)
		}
		if found, err := workers[worker].spread(ctx, left, hi-lo); err == nil {
			visit(worker, found)
		}
	})
}

// bundle is one goroutine's search. Its first source searches by a heap, which gives an order of the nodes; the
// others follow in sweeps.
type bundle struct {
	graph *graph
	heap  dijkstra
	dist  []float64 // from the first source, by node
	sweep *paths.Bundle
}

func newBundle(g *graph) *bundle {
	return &bundle{graph: g, heap: dijkstra{graph: g, order: make([]int32, 0, g.size())}, dist: make([]float64, g.size()),
		sweep: paths.NewBundle(g.start, g.arcs)}
}

// spread measures from one of the sources that are left and those nearest to it, count in all. It gives up
// when ctx ends.
func (b *bundle) spread(ctx context.Context, left *unmeasured, count int) (measured, error) {
	first := left.takeFarthest(b.dist)
	b.heap.order = b.heap.order[:0]
	if err := distances(ctx, &b.heap, first.node, b.dist); err != nil {
		return measured{}, err
	}
	others := left.takeNearest(b.dist, count-1)
	of, all := []int32{first.index}, b.sweep.Distances
	for k := range all {
		all[k] = math.Inf(1)
	}
	for node, d := range b.dist {
		all[node*paths.Lanes] = d
	}
	for k, s := range others {
		of = append(of, s.index)
		all[int(s.node)*paths.Lanes+k+1] = 0
		b.sweep.Changed[s.node] = 1
	}
	for backwards := false; b.sweep.Sweep(b.heap.order, backwards) || !backwards; backwards = !backwards {
		if err := ctx.Err(); err != nil {
			clear(b.sweep.Changed)
			return measured{}, err
		}
	}
	return measured{of, all, paths.Lanes}, nil
}

// unmeasured are the sources that are left, shared by all goroutines.
type unmeasured struct {
	mu   sync.Mutex
	left []unmeasuredSource
}

// unmeasuredSource is a source by its index and its node.
type unmeasuredSource struct{ index, node int32 }

func newUnmeasured(g *graph, sources []int32) *unmeasured {
	u := &unmeasured{left: make([]unmeasuredSource, len(sources))}
	for i, p := range sources {
		u.left[i] = unmeasuredSource{int32(i), g.node[p]}
	}
	return u
}

// takeFarthest takes the source farthest by the distances dist (by node), the first among equals: at the end of
// a limb, where it leaves no stragglers behind.
func (u *unmeasured) takeFarthest(dist []float64) unmeasuredSource {
	u.mu.Lock()
	defer u.mu.Unlock()
	best := 0
	for k, s := range u.left {
		if dist[s.node] > dist[u.left[best].node] {
			best = k
		}
	}
	s := u.left[best]
	u.left = slices.Delete(u.left, best, best+1)
	return s
}

// takeNearest takes the count nearest sources.
func (u *unmeasured) takeNearest(dist []float64, count int) []unmeasuredSource {
	u.mu.Lock()
	defer u.mu.Unlock()
	slices.SortFunc(u.left, func(a, b unmeasuredSource) int {
		return cmp.Or(cmp.Compare(dist[a.node], dist[b.node]), cmp.Compare(a.index, b.index))
	})
	taken := slices.Clone(u.left[:count])
	u.left = slices.Delete(u.left, 0, count)
	return taken
}
