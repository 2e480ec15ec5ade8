package metric

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// marcher is fast marching on triangles with circular fronts (Novotni & Klein
// 2002): the distances at two corners place a virtual source in the plane of the
// triangle, unfolded, and the third corner takes its straight distance from
// there when the line crosses the edge between the two. On flat pieces that is
// exact; on a curved surface the error falls with the square of the edge length,
// where the usual plane fronts (Kimmel & Sethian 1998) leave one of first order.
//
// Corners may be corrected after they were taken, so an obtuse angle, whose
// corner can be reached before the edge opposite, needs no splitting. Edges and
// bridges carry distances too.
type marcher struct {
	graph *graph
	start []int32 // corners of node p: corners[start[p]:start[p+1]]
	fan   []corner
}

// corner is a triangle seen from one of its nodes, the origin: left lies on the
// positive x axis of one chart with right at (x,y), and the other way round.
type corner struct {
	left, right         int32
	toLeft, toRight     float64 // lengths of the two sides at the origin
	rightX, rightY      float64 // right, in the chart with left on the x axis
	leftX, leftY        float64 // left, in the chart with right on the x axis
	invLeft2, invRight2 float64 // 1/(2 toLeft), 1/(2 toRight)
}

func newMarcher(d *Domain) *marcher {
	n := len(d.Points)
	m := &marcher{graph: &d.graph, start: make([]int32, n+1)}
	all := [2][][3]int32{d.Triangles, d.slivers}
	for _, faces := range all {
		for _, f := range faces {
			for _, p := range f {
				m.start[d.graph.node[p]+1]++
			}
		}
	}
	for p := range n {
		m.start[p+1] += m.start[p]
	}
	m.fan = make([]corner, m.start[n])
	next := append([]int32(nil), m.start...)
	for _, faces := range all {
		for _, f := range faces {
			for k, p := range f {
				left, right := f[(k+1)%3], f[(k+2)%3]
				u := r3.Sub(d.Points[left], d.Points[p])
				v := r3.Sub(d.Points[right], d.Points[p])
				lu, lv := r3.Norm(u), r3.Norm(v)
				dot, cross := r3.Dot(u, v), r3.Norm(r3.Cross(u, v))
				node := d.graph.node[p]
				m.fan[next[node]] = corner{
					left: d.graph.node[left], right: d.graph.node[right],
					toLeft: lu, toRight: lv,
					rightX: dot / lu, rightY: cross / lu,
					leftX: dot / lv, leftY: cross / lv,
					invLeft2: 0.5 / lu, invRight2: 0.5 / lv,
				}
				next[node]++
			}
		}
	}
	return m
}

// marching returns the marcher of the domain, made once.
func (d *Domain) marching() *marcher {
	d.lazy.marcherOnce.Do(func() { d.lazy.marcher = newMarcher(d) })
	return d.lazy.marcher
}

// marchRun is one goroutine's use of a marcher.
type marchRun struct {
	*marcher
	queue queue
	taken []int32 // round in which each node was last taken
	round int32
}

// improvement is the relative gain below which a corner is left alone. Needles
// pass on ever smaller ones for as long as they may; 1e-10 is far below the
// method's error and halves the time on meshes full of them.
const improvement = 1e-10

func (s *marchRun) spread(ctx context.Context, source int32, dist []float64) error {
	if dist[source] <= 0 {
		return ctx.Err()
	}
	if s.taken == nil {
		s.taken = make([]int32, s.graph.size())
	}
	s.round++
	round, taken := s.round, s.taken
	dist[source] = 0
	s.queue.start(source)
	for count := 0; len(s.queue.Min) > 0; count++ {
		if count%patience == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		node, d, ok := s.queue.pop(dist)
		if !ok {
			continue
		}
		taken[node] = round
		// Triangles first: their distances are shorter than those along edges,
		// which then need not enter the queue.
		fan := s.fan[s.start[node]:s.start[node+1]]
		for i := range fan {
			c := &fan[i]
			if taken[c.left] == round {
				far := unfold(d, dist[c.left], c.toLeft, c.invLeft2, c.rightX, c.rightY)
				if far < dist[c.right]*(1-improvement) {
					dist[c.right] = far
					s.queue.push(c.right, far)
				}
			}
			if taken[c.right] == round {
				far := unfold(d, dist[c.right], c.toRight, c.invRight2, c.leftX, c.leftY)
				if far < dist[c.left]*(1-improvement) {
					dist[c.left] = far
					s.queue.push(c.left, far)
				}
			}
		}
		for _, a := range s.graph.of(node) {
			if far := d + a.Length; far < dist[a.To]*(1-improvement) {
				dist[a.To] = far
				s.queue.push(a.To, far)
			}
		}
	}
	return nil
}

// unfold is the distance at (x,y), y >= 0, of the front that has distance da at
// (0,0) and db at (edge,0) and comes from below, or +Inf when its line does not
// cross the edge. inv is 1/(2 edge).
func unfold(da, db, edge, inv, x, y float64) float64 {
	// The virtual source is at (sx,-sy).
	sx := ((da-db)*(da+db) + edge*edge) * inv
	sy2 := da*da - sx*sx
	if !(sy2 >= 0) {
		return math.Inf(1)
	}
	sy := math.Sqrt(sy2)
	// It sees (x,y) through the edge at sx + (x-sx) sy/(sy+y).
	cross, height := sx*y+x*sy, sy+y
	if cross < 0 || cross > edge*height || height == 0 {
		return math.Inf(1)
	}
	return math.Sqrt((x-sx)*(x-sx) + height*height)
}
