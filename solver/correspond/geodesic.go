package correspond

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/heap"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
)

const (
	// searchLimit is how many points the search from a true place takes before it
	// gives up and estimates: about 0.1 ms, and on a good map the predicted place
	// is found within a few dozen.
	searchLimit = 500
	// hopeless is the straight distance beyond which no search is tried: about as far
	// as searchLimit points reach on a mesh of 5,000.
	hopeless = 0.2
	// hubCount is how many points the estimate measures from: with this many some lie
	// nearly on the shortest path or its prolongation, whatever its direction.
	hubCount = 128
)

// GeodesicErrors returns the geodesic distance on y from each true place to the
// predicted one (both slices of the same length): the Princeton protocol's error,
// in units of √area for meshes and of the bounding box's diagonal for clouds.
// Entries without a known truth or prediction are NaN.
//
// Distances run along the edges of the mesh (the neighbour graph of a cloud),
// straight within a triangle and to its corners, as is usual for such tables.
// Beyond 0.2 as the crow flies or 500 points of search, a distance is the middle
// of its bounds max_h |d(h,a) - d(h,b)| and min_h d(h,a) + d(h,b) over 128 hubs h:
// off by 0.4 % on average and seldom by more than 5 %.
func GeodesicErrors(ctx context.Context, y *metric.Domain, predicted, truth []Place) ([]float64, error) {
	if len(predicted) != len(truth) {
		panic("correspond: GeodesicErrors needs as many true as predicted places")
	}
	g := newSurfaceGraph(y)
	out := make([]float64, len(truth))
	searches := make([]*search, parallel.Threads(0))
	err := parallel.For(ctx, 0, len(truth), 64, func(worker, lo, hi int) {
		if searches[worker] == nil {
			searches[worker] = newSearch(g)
		}
		for i := lo; i < hi; i++ {
			if !truth[i].Known() || !predicted[i].Known() {
				out[i] = math.NaN()
				continue
			}
			out[i] = searches[worker].between(truth[i], predicted[i])
		}
	})
	if err != nil {
		return nil, err
	}
	var far []int
	for i, d := range out {
		if math.IsInf(d, 1) {
			far = append(far, i)
		}
	}
	return out, estimateFar(ctx, y, predicted, truth, far, out)
}

// Sent are places and where they belong, of the same number.
type Sent struct{ Predicted, Truth []Place }

// GeodesicErrorsOf is [GeodesicErrors] of several maps to one shape, whose graph and hubs are
// looked at once.
func GeodesicErrorsOf(ctx context.Context, y *metric.Domain, sent ...Sent) ([][]float64, error) {
	var all Sent
	for _, s := range sent {
		all = Sent{slices.Concat(all.Predicted, s.Predicted), slices.Concat(all.Truth, s.Truth)}
	}
	errs, err := GeodesicErrors(ctx, y, all.Predicted, all.Truth)
	if err != nil {
		return nil, err
	}
	out := make([][]float64, len(sent))
	for k, s := range sent {
		n := len(s.Truth)
		out[k], errs = errs[:n:n], errs[n:]
	}
	return out, nil
}

// surfaceGraph is a domain's edges in compressed rows.
type surfaceGraph struct {
	domain *metric.Domain
	start  []int32
	to     []int32
	length []float64
}

func newSurfaceGraph(d *metric.Domain) *surfaceGraph {
	g := &surfaceGraph{domain: d, start: make([]int32, len(d.Points)+1)}
	for p := range d.Points {
		for _, q := range d.Adjacent(int32(p)) {
			g.to = append(g.to, q)
			g.length = append(g.length, dense.Length(r3.Sub(d.Points[p], d.Points[q])))
		}
		g.start[p+1] = int32(len(g.to))
	}
	return g
}

// exit are the points by which a path may leave a place, with the way to them: all
// corners of its triangle, or one alone where the place is that corner.
type exit struct {
	points [3]int32
	way    [3]float64
	count  int
}

func exitOf(d *metric.Domain, p Place) exit {
	if p.Face < 0 {
		return exit{points: [3]int32{p.Nearest}, count: 1}
	}
	e := exit{points: d.Triangles[p.Face], count: 3}
	at := p.Position(d)
	for k, c := range e.points {
		if p.Bary[k] >= 1 {
			return exit{points: [3]int32{c}, count: 1}
		}
		e.way[k] = dense.Length(r3.Sub(at, d.Points[c]))
	}
	return e
}

// search finds shortest paths to a place near their start (A*: Hart, Nilsson and Raphael 1968). Its arrays
// are reset by a stamp, so that the cost of a search is that of the visited points.
type search struct {
	g     *surfaceGraph
	to    r3.Vec
	dist  []float64
	left  []float64 // straight to the place
	stamp []int32
	turn  int32
	queue heap.Min[float64, int32] // by dist + left
}

func newSearch(g *surfaceGraph) *search {
	v := len(g.domain.Points)
	return &search{g: g, dist: make([]float64, v), left: make([]float64, v), stamp: make([]int32, v)}
}

func (s *search) reach(p int32, d float64) {
	switch {
	case s.stamp[p] != s.turn:
		s.stamp[p], s.left[p] = s.turn, dense.Length(r3.Sub(s.to, s.g.domain.Points[p]))
	case s.dist[p] <= d:
		return
	}
	s.dist[p] = d
	s.queue.Push(d+s.left[p], p)
}

// between is the distance from one place to the other, or +Inf where it takes
// more than searchLimit points to tell.
func (s *search) between(from, to Place) float64 {
	d := s.g.domain
	a, b := exitOf(d, from), exitOf(d, to)
	best := math.Inf(1)
	for i := range a.count {
		for j := range b.count {
			if a.points[i] == b.points[j] {
				// In one triangle, or in neighbours, the straight line is the path.
				best = dense.Length(r3.Sub(from.Position(d), to.Position(d)))
			}
		}
	}
	if !math.IsInf(best, 1) {
		return best
	}
	if dense.Length(r3.Sub(from.Position(d), to.Position(d))) > hopeless {
		return math.Inf(1)
	}
	s.turn++
	s.to, s.queue = to.Position(d), s.queue[:0]
	for i := range a.count {
		s.reach(a.points[i], a.way[i])
	}
	for taken := 0; len(s.queue) > 0; {
		at, p := s.queue.Pop()
		way := s.dist[p]
		if at > way+s.left[p] {
			continue // reached on a shorter way since
		}
		if at >= best {
			return best
		}
		if taken++; taken > searchLimit {
			return math.Inf(1)
		}
		for j := range b.count {
			if p == b.points[j] {
				best = min(best, way+b.way[j])
			}
		}
		for e := s.g.start[p]; e < s.g.start[p+1]; e++ {
			s.reach(s.g.to[e], way+s.g.length[e])
		}
	}
	return best
}

// estimateFar fills the far entries of out with the middle of the bounds that the
// triangle inequality gives by way of the hubs.
func estimateFar(ctx context.Context, d *metric.Domain, predicted, truth []Place, far []int, out []float64) error {
	if len(far) == 0 {
		return nil
	}
	type bounds struct{ below, above float64 }
	best := make([]bounds, len(far))
	exits := make([][2]exit, len(far))
	for k, i := range far {
		best[k] = bounds{math.Inf(-1), math.Inf(1)}
		exits[k] = [2]exit{exitOf(d, predicted[i]), exitOf(d, truth[i])}
	}
	var mu sync.Mutex // hubs come in any order, and may
	err := d.Geodesics(ctx, spread(d.Points, hubCount), metric.KindGraph, 0, func(_ int, dist []float64) {
		of := make([]bounds, len(far))
		for k := range far {
			a, b := exits[k][0].far(dist), exits[k][1].far(dist)
			of[k] = bounds{math.Abs(a - b), a + b}
		}
		mu.Lock()
		defer mu.Unlock()
		for k, o := range of {
			best[k] = bounds{max(best[k].below, o.below), min(best[k].above, o.above)}
		}
	})
	if err != nil {
		return err
	}
	for k, i := range far {
		out[i] = (best[k].below + best[k].above) / 2
	}
	return nil
}

// far is the distance of the place, given those of all points.
func (e *exit) far(dist []float64) float64 {
	best := math.Inf(1)
	for k := range e.count {
		best = min(best, dist[e.points[k]]+e.way[k])
	}
	return best
}

// spread picks points far apart in space: each next one is the farthest from
// those before.
func spread(points []r3.Vec, count int) []int32 {
	count = min(count, len(points))
	out := make([]int32, 0, count)
	gap := slices.Repeat([]float64{math.Inf(1)}, len(points))
	for next := 0; len(out) < count; {
		out = append(out, int32(next))
		center := points[next]
		next = 0
		for i, p := range points {
			gap[i] = min(gap[i], r3.Norm2(r3.Sub(p, center)))
			if gap[i] > gap[next] {
				next = i
			}
		}
	}
	return out
}
