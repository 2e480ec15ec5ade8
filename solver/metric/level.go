package metric

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
	"gwscope/meshio/mesh"
	"gwscope/solver/internal/order"
	"gwscope/solver/internal/parallel"
)

const (
	// mostExact is the number of points up to which distances run along the mesh itself.
	mostExact = 25000
	// levelPoints is about how many points the level of a larger mesh has. On a sphere of 36,000
	// points distances are then 5.1 % off along edges (6.8 % without a level), and 0.16 % across
	// triangles (0.06 %).
	levelPoints = 16000
	// levelPacking is the number of points that lie apart by r on a surface of area 1, times r²:
	// measured, with distances along edges.
	levelPacking = 0.85
	// levelGain is the share of the points that a level may have at most: above, it saves nothing.
	levelGain = 0.8
)

// Level is a coarse mesh on some of the points of a large surface, evenly spread, or some of the
// points of a large cloud, and tells how all points lie on it. Values that change slowly, as distances from samples do, are known on
// the level and read between its points.
type Level struct {
	// Domain has the points and triangles of the level in the coordinates of the surface.
	// It knows nothing of the file: FaceOf, PointOf and Takes are nil.
	Domain *Domain
	// Points are the surface's points that the level has, ascending.
	Points []int32
	// Corners and Shares are, for every point (v), three points of the level and barycentric
	// coordinates between them.
	Corners [][3]int32
	Shares  [][3]float32
}

// Level is the coarse mesh or cloud that distances of a large shape are measured on; nil where the
// shape is not large. It is made when first asked for, and stops within a
// moment when ctx ends, with its error.
func (d *Domain) Level(ctx context.Context) (*Level, error) {
	if len(d.Points) <= mostExact {
		return nil, nil
	}
	d.lazy.levelLock.Lock()
	defer d.lazy.levelLock.Unlock()
	if !d.lazy.levelKnown {
		create := newLevel
		if d.IsCloud() {
			create = newCloudLevel
		}
		l, err := create(ctx, d, levelPoints)
		if err != nil {
			return nil, err
		}
		d.lazy.level, d.lazy.levelKnown = l, true
	}
	return d.lazy.level, nil
}

// newLevel gathers points into about count cells, joins cells that touch, and finds
// the place of every point among them.
func newLevel(ctx context.Context, d *Domain, count int) (*Level, error) {
	points, cell, err := apartPoints(ctx, d, math.Sqrt(levelPacking/float64(count)))
	if err != nil || float64(len(points)) > levelGain*float64(len(d.Points)) {
		return nil, err
	}
	l := &Level{Points: points, Domain: d.gathered(points, cell)}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return l, l.locate(ctx, d, cell)
}

// apartPoints picks points that lie apart by reach along edges, so that every point is
// nearer than that to one of them, from the outside of the shape inwards: neither its pose
// nor the order of the file plays a part. cell is the nearest of the points to each.
func apartPoints(ctx context.Context, d *Domain, reach float64) (points, cell []int32, err error) {
	n := len(d.Points)
	radius, inwards := make([]float64, n), order.Natural(n)
	for p, at := range d.Points {
		radius[p] = r3.Norm2(at)
	}
	slices.SortFunc(inwards, func(a, b int32) int { return cmp.Or(cmp.Compare(radius[b], radius[a]), cmp.Compare(a, b)) })
	dist, owner := slices.Repeat([]float64{math.Inf(1)}, n), make([]int32, n) // by node
	var queue queue
	for k, p := range inwards {
		if k%patience == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		source := d.graph.node[p]
		if dist[source] < reach {
			continue
		}
		points = append(points, p)
		dist[source], owner[source] = 0, p
		queue.start(source)
		for len(queue.Min) > 0 {
			node, at, ok := queue.pop(dist)
			if !ok {
				continue
			}
			for _, a := range d.graph.of(node) {
				if far := at + a.Length; far < reach && far < dist[a.To] {
					dist[a.To], owner[a.To] = far, p
					queue.push(a.To, far)
				}
			}
		}
	}
	slices.Sort(points)
	index := make([]int32, n)
	for k, p := range points {
		index[p] = int32(k)
	}
	cell = make([]int32, n)
	for p := range cell {
		cell[p] = index[owner[d.graph.node[p]]]
	}
	return points, cell, nil
}

// gathered is the Domain of some points and their cells: three cells that meet make a
// triangle, two that touch an edge.
func (d *Domain) gathered(points, cell []int32) *Domain {
	c := d.someOf(points, cell)
	for _, t := range d.Triangles {
		if a, b, e := cell[t[0]], cell[t[1]], cell[t[2]]; a != b && b != e && e != a {
			for a > b || a > e {
				a, b, e = b, e, a
			}
			c.Triangles = append(c.Triangles, [3]int32{a, b, e})
		}
	}
	slices.SortFunc(c.Triangles, func(s, t [3]int32) int {
		return cmp.Or(cmp.Compare(s[0], t[0]), cmp.Compare(s[1], t[1]), cmp.Compare(s[2], t[2]))
	})
	c.Triangles = slices.Compact(c.Triangles)
	var joined [][2]int32
	for node, p := range d.graph.point {
		for _, a := range d.graph.of(int32(node)) {
			if s, t := cell[p], cell[d.graph.point[a.To]]; s < t {
				joined = append(joined, [2]int32{s, t})
			}
		}
	}
	slices.SortFunc(joined, func(s, t [2]int32) int { return cmp.Or(cmp.Compare(s[0], t[0]), cmp.Compare(s[1], t[1])) })
	joined = slices.Compact(joined)
	links := make([]link, len(joined))
	for k, j := range joined {
		links[k] = linkBetween(c.Points, j[0], j[1])
	}
	c.graph = newGraph(c.tree().idx, links)
	return c
}

// someOf is the Domain of some points, without triangles and graph: each stands for its cell.
func (d *Domain) someOf(points, cell []int32) *Domain {
	c := &Domain{Center: d.Center, Scale: d.Scale, Closed: d.Closed, Bridges: d.Bridges, Sheet: d.Sheet,
		Points: make([]r3.Vec, len(points)), VertexOf: make([]int32, len(points)), PointArea: make([]float64, len(points))}
	for k, p := range points {
		c.Points[k], c.VertexOf[k] = d.Points[p], d.VertexOf[p]
	}
	for p, k := range cell {
		c.PointArea[k] += d.PointArea[p]
	}
	if d.Normals == nil {
		return c
	}
	c.Normals = make([]r3.Vec, len(points))
	for p, k := range cell {
		c.Normals[k] = r3.Add(c.Normals[k], r3.Scale(d.PointArea[p], d.Normals[p]))
	}
	for k, n := range c.Normals {
		if length := r3.Norm(n); length > 1e-3*c.PointArea[k] {
			c.Normals[k] = r3.Scale(1/length, n)
		} else { // a cell that goes around something thin
			c.Normals[k] = d.Normals[points[k]]
		}
	}
	return c
}

// locate finds the place of every point on the triangles about its cell that face alike.
func (l *Level) locate(ctx context.Context, d *Domain, cell []int32) error {
	c := l.Domain
	fan := mesh.TrianglesAbout(len(c.Points), c.Triangles)
	return l.place(ctx, cell, func(p int, k int32) {
		at, least, alike := d.Points[p], math.Inf(1), false
		for _, f := range fan.Row(int(k)) {
			t := c.Triangles[f]
			i, j, e := c.Points[t[0]], c.Points[t[1]], c.Points[t[2]]
			faces := r3.Dot(r3.Cross(r3.Sub(j, i), r3.Sub(e, i)), d.Normals[p]) > 0
			if alike && !faces {
				continue
			}
			bary := closest.OnTriangle(at, i, j, e)
			gap := r3.Norm2(r3.Sub(closest.At(bary, i, j, e), at))
			if gap < least || faces && !alike {
				least, alike = gap, faces
				l.put(p, t, bary)
			}
		}
	})
}

// place puts every point on the level's point of its cell, and calls find with those that lie
// elsewhere, some at once.
func (l *Level) place(ctx context.Context, cell []int32, find func(p int, k int32)) error {
	l.Corners, l.Shares = make([][3]int32, len(cell)), make([][3]float32, len(cell))
	return parallel.For(ctx, 0, len(cell), rowBlock, func(_, lo, hi int) {
		for p := lo; p < hi; p++ {
			k := cell[p]
			l.Corners[p], l.Shares[p] = [3]int32{k, k, k}, [3]float32{1, 0, 0}
			if l.Points[k] != int32(p) {
				find(p, k)
			}
		}
	})
}

// put puts point p on a triangle of the level.
func (l *Level) put(p int, corners [3]int32, bary [3]float64) {
	l.Corners[p], l.Shares[p] = corners, [3]float32{float32(bary[0]), float32(bary[1]), float32(bary[2])}
}

// Nearest is the point of the level that counts most at a point of the surface.
func (l *Level) Nearest(point int32) int32 {
	return l.Corners[point][order.Largest(l.Shares[point][:])]
}

// read is the value at a point of the surface of values on the level.
func (l *Level) read(values []float32, point int32) float32 {
	c, s := &l.Corners[point], &l.Shares[point]
	return s[0]*values[c[0]] + s[1]*values[c[1]] + s[2]*values[c[2]]
}

// Spread reads values known on the level at all points of the surface (v).
func (l *Level) Spread(values []float64) []float64 {
	out := make([]float64, len(l.Corners))
	_ = parallel.For(context.Background(), 0, len(out), 1<<14, func(_, lo, hi int) {
		for p := lo; p < hi; p++ {
			for k, c := range l.Corners[p] {
				if s := l.Shares[p][k]; s > 0 { // a value that is not known counts only where it is asked for
					out[p] += float64(s) * values[c]
				}
			}
		}
	})
	return out
}
