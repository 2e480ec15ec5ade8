package metric

import (
	"context"
	"math"
)

// searcher measures distances from one node to all others. It owns its scratch
// space: one searcher per goroutine.
type searcher interface {
	// spread lowers dist (by node) to the distances from source wherever those
	// are smaller, and walks only there. It gives up when ctx ends.
	spread(ctx context.Context, source int32, dist []float64) error
}

// patience is how many nodes a search takes between two looks at its context:
// well under a millisecond.
const patience = 4096

// dijkstra runs along the edges of a graph.
//
// A distance is the least rounded sum over all paths from the source, which does
// not depend on the order in which nodes are taken.
type dijkstra struct {
	graph *graph
	queue queue
	order []int32 // unless nil, of the nodes as they were taken
}

func (s *dijkstra) spread(ctx context.Context, source int32, dist []float64) error {
	if dist[source] <= 0 {
		return ctx.Err()
	}
	start, arcs := s.graph.start, s.graph.arcs
	dist[source] = 0
	s.queue.start(source)
	for taken := 0; len(s.queue.Min) > 0; taken++ {
		if taken%patience == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		node, d, ok := s.queue.pop(dist)
		if !ok {
			continue
		}
		if s.order != nil {
			s.order = append(s.order, node)
		}
		for _, a := range arcs[start[node]:start[node+1]] {
			if far := d + a.Length; far < dist[a.To] {
				dist[a.To] = far
				s.queue.push(a.To, far)
			}
		}
	}
	return nil
}

// distances fills dist with the distances from a node to all nodes.
func distances(ctx context.Context, s searcher, source int32, dist []float64) error {
	for i := range dist {
		dist[i] = math.Inf(1)
	}
	return s.spread(ctx, source, dist)
}
