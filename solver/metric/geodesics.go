package metric

import (
	"context"
	"fmt"

	"gwscope/solver/internal/parallel"
)

// metricOn is one way to measure on a Domain, ready for several goroutines.
type metricOn struct {
	kind  Kind // the kind that is really used
	graph *graph
	march *marcher // for KindAccurate
	notes []string
}

// measure prepares a kind of geodesics. k is the number of neighbours of KindKNN,
// 0 for the default.
func (d *Domain) measure(kind Kind, k int) metricOn {
	if k <= 0 {
		k = defaultNeighbors
	}
	m := metricOn{kind: kind, graph: &d.graph}
	switch {
	case d.IsCloud():
		m.kind = KindKNN
		if kind != KindKNN {
			m.notes = append(m.notes, fmt.Sprintf(
				"A point cloud has no triangles: distances run along its %d-neighbour graph.", k))
		}
		if k != defaultNeighbors {
			m.graph = d.neighborGraph(k, &m)
		}
	case kind == KindKNN:
		m.graph = d.neighborGraph(k, &m)
	case kind == KindAccurate:
		m.march = d.marching()
	}
	return m
}

func (d *Domain) neighborGraph(k int, m *metricOn) *graph {
	g, added := d.connect(knnLinks(d.Points, k))
	if added > 0 {
		m.notes = append(m.notes, fmt.Sprintf("The %d-neighbour graph fell apart; %s joined it.",
			k, plural(added, "bridge", "bridges")))
	}
	return &g
}

// searcher makes one goroutine's search.
func (m metricOn) searcher() searcher {
	if m.march != nil {
		return &marchRun{marcher: m.march}
	}
	return &dijkstra{graph: m.graph}
}

// Geodesics calls visit(i, dist) for every source with the distances from
// Points[sources[i]] to all points (v), in Domain units (/ √area). Calls run on
// up to threads goroutines at once (0: all processors), in no particular order; dist
// is used again afterwards. It returns ctx.Err() when the context ends first.
func (d *Domain) Geodesics(ctx context.Context, sources []int32, kind Kind, threads int, visit func(i int, dist []float64)) error {
	m := d.measure(kind, 0)
	dist := make([][]float64, parallel.Threads(threads))
	return m.each(ctx, sources, threads, func(worker int, found measured) {
		if dist[worker] == nil {
			dist[worker] = make([]float64, m.graph.size())
		}
		for k, i := range found.of {
			for p, node := range m.graph.node {
				dist[worker][p] = found.values[int(node)*found.stride+k]
			}
			visit(int(i), dist[worker])
		}
	})
}

// measured are distances from some sources to all nodes: from the source of index of[k] to node x they are
// values[x*stride+k].
type measured struct {
	of     []int32
	values []float64
	stride int
}

// each measures from each source, in no particular order. The slices that visit gets are used again afterwards.
func (m metricOn) each(ctx context.Context, sources []int32, threads int, visit func(worker int, found measured)) error {
	var err error
	if m.march != nil {
		err = m.oneByOne(ctx, sources, threads, visit)
	} else {
		err = m.inBundles(ctx, sources, threads, visit)
	}
	if err == nil {
		err = ctx.Err() // a search that was cut short has not been visited
	}
	return err
}

// oneByOne searches once for each source.
func (m metricOn) oneByOne(ctx context.Context, sources []int32, threads int, visit func(worker int, found measured)) error {
	type scratch struct {
		search searcher
		dist   []float64
	}
	workers := make([]scratch, parallel.Threads(threads))
	return parallel.For(ctx, threads, len(sources), 1, func(worker, i, _ int) {
		w := &workers[worker]
		if w.search == nil {
			w.search, w.dist = m.searcher(), make([]float64, m.graph.size())
		}
		if distances(ctx, w.search, m.graph.node[sources[i]], w.dist) == nil {
			visit(worker, measured{[]int32{int32(i)}, w.dist, 1})
		}
	})
}
