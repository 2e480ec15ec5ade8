package amortized

import (
	"cmp"
	"math"
	"slices"

	"gwscope/internal/disjoint"
	"gwscope/solver/internal/parallel"
)

// graphNeighbors is the number of nearest points that a point is joined to.
const graphNeighbors = 10

// mostTied bounds how many more are joined that are as near as the last one: all of them
// where that is a matter of symmetry, for nothing may depend on the order of points, but
// not a thousand in one place.
const mostTied = 3 * graphNeighbors

// lengths of edges are whole numbers of steps, 2^11 to the radius: sums of whole numbers do
// not depend on their order, and the queue is an array.
const lengthShift = gridBits - 11

// graph is a shape's points joined to their nearest, and pieces to the nearest other piece.
type graph struct {
	first  []int32 // of each point's edges; n + 1
	to     []int32
	length []int32
}

// geodesics fills in quantiles of each point's distances to all others along the graph,
// divided by the mean of all distances: columns [at, at + count) of input.
func (s *shape) geodesics(threads, count int, input []float32, width, at int) {
	n := len(s.points)
	g := s.graph(threads)
	sums := make([]int64, n)
	workers := make([]*walker, parallel.Threads(threads))
	_ = parallel.For(noCancel, threads, n, 16, func(w, lo, hi int) {
		if workers[w] == nil {
			workers[w] = newWalker(g)
		}
		for i := lo; i < hi; i++ {
			row := workers[w].from(i)
			for _, d := range row {
				sums[i] += int64(d)
			}
			spread(input[i*width+at:i*width+at+count], row[min(1, n-1):]) // the first is the point itself
		}
	})
	var sum int64
	for _, v := range sums {
		sum += v
	}
	if sum == 0 {
		return
	}
	scale := coarse * float64(n) * float64(n) / float64(sum)
	for i := range n {
		for q := range count {
			v := &input[i*width+at+q]
			*v = float32(float64(*v) * scale)
		}
	}
}

// link is an edge on its way.
type link struct{ i, j, length int32 }

func (s *shape) graph(threads int) *graph {
	n := len(s.points)
	near := make([][]link, n)
	s.each(threads, func(p *profiler, i int) {
		k := 0
		for ; k < len(p.sorted) && k < graphNeighbors+mostTied; k++ {
			if k >= graphNeighbors && p.sorted[k]>>32 != p.sorted[k-1]>>32 {
				break
			}
			near[i] = append(near[i], link{int32(i), int32(uint32(p.sorted[k])), length(p.sorted[k])})
		}
	})
	var links []link
	for _, l := range near {
		links = append(links, l...)
	}
	links = s.bridge(links, threads)
	return newGraph(n, links)
}

func length(key uint64) int32 { return int32((key>>32 + 1<<(lengthShift-1)) >> lengthShift) }

// bridge joins pieces until there is one: in each round every piece to the nearest point
// outside, and where several are as near to all of them (Borůvka 1926).
func (s *shape) bridge(links []link, threads int) []link {
	n := len(s.points)
	for {
		piece, count := pieces(n, links)
		if count <= 1 {
			return links
		}
		type nearest struct {
			distance uint64
			to       []int32
		}
		out := make([]nearest, n)
		s.each(threads, func(p *profiler, i int) {
			best := nearest{distance: math.MaxUint64}
			for _, key := range p.sorted {
				j := int32(uint32(key))
				if piece[j] == piece[i] {
					continue
				}
				if d := key >> 32; d <= best.distance && len(best.to) < mostTied {
					best.distance, best.to = d, append(best.to, j)
				} else {
					break
				}
			}
			out[i] = best
		})
		least := make([]uint64, count)
		for k := range least {
			least[k] = math.MaxUint64
		}
		for i, o := range out {
			least[piece[i]] = min(least[piece[i]], o.distance)
		}
		for i, o := range out {
			if o.distance == least[piece[i]] {
				for _, j := range o.to {
					links = append(links, link{int32(i), j, length(o.distance << 32)})
				}
			}
		}
	}
}

// pieces numbers the connected pieces of the points.
func pieces(n int, links []link) (piece []int32, count int) {
	joined := disjoint.New(n)
	for _, l := range links {
		joined.Union(l.i, l.j)
	}
	return joined.Labels()
}

// newGraph joins points both ways, and once.
func newGraph(n int, links []link) *graph {
	for _, l := range links {
		links = append(links, link{l.j, l.i, l.length})
	}
	slices.SortFunc(links, func(a, b link) int { return cmp.Or(cmp.Compare(a.i, b.i), cmp.Compare(a.j, b.j)) })
	links = slices.Compact(links)
	g := &graph{first: make([]int32, n+1), to: make([]int32, len(links)), length: make([]int32, len(links))}
	for k, l := range links {
		g.first[l.i+1]++
		g.to[k], g.length[k] = l.j, l.length
	}
	for i := range n {
		g.first[i+1] += g.first[i]
	}
	return g
}
