package metric

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
)

// cloudPacking is the number of points of a cloud that lie apart by r along its neighbour graph,
// times r² over the cloud's area as cloudArea estimates it: measured on 60,000 points of a sphere.
const cloudPacking = 0.6

// newCloudLevel gathers the points of a cloud into about count cells. A point of the level is
// joined with those whose cells touch its own, and with the neighbours of these: one step is as far
// as one to a point's nearest twenty, and leads along the shape, not across a gap.
func newCloudLevel(ctx context.Context, d *Domain, count int) (*Level, error) {
	points, cell, err := apartPoints(ctx, d, math.Sqrt(cloudPacking*d.cloudArea()/float64(count)))
	if err != nil || float64(len(points)) > levelGain*float64(len(d.Points)) {
		return nil, err
	}
	c := d.someOf(points, cell)
	touching := d.touching(cell, len(points))
	var links []link
	for k := range touching {
		for _, p := range around(touching, int32(k)) {
			if p > int32(k) {
				links = append(links, linkBetween(c.Points, int32(k), p))
			}
		}
	}
	c.graph = newGraph(c.tree().idx, links)
	l := &Level{Points: points, Domain: c}
	return l, l.locateCloud(ctx, d, cell, touching)
}

// cloudArea is about the area that the points of a cloud cover: of each, the disc that holds its
// nearest neighbours, shared among them.
func (d *Domain) cloudArea() float64 {
	area := 0.0
	var lengths []float64
	for node := range d.graph.point {
		lengths = lengths[:0]
		for _, a := range d.graph.of(int32(node)) {
			lengths = append(lengths, a.Length)
		}
		slices.Sort(lengths)
		if k := min(defaultNeighbors, len(lengths)); k > 0 {
			area += math.Pi * lengths[k-1] * lengths[k-1] / float64(k)
		}
	}
	return area
}

// touching are, for each of n cells, the cells that an edge of the graph joins with it, ascending.
func (d *Domain) touching(cell []int32, n int) [][]int32 {
	out := make([][]int32, n)
	for node, p := range d.graph.point {
		from := cell[p]
		for _, a := range d.graph.of(int32(node)) {
			if to := cell[d.graph.point[a.To]]; to != from {
				out[from] = append(out[from], to)
			}
		}
		if len(out[from]) > 4*defaultNeighbors*defaultNeighbors { // most are repetitions
			slices.Sort(out[from])
			out[from] = slices.Compact(out[from])
		}
	}
	for k := range out {
		slices.Sort(out[k])
		out[k] = slices.Compact(out[k])
	}
	return out
}

// around are the cells within two steps of cell k, without k, ascending.
func around(touching [][]int32, k int32) []int32 {
	all := slices.Clone(touching[k])
	for _, p := range touching[k] {
		all = append(all, touching[p]...)
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(p int32) bool { return p == k })
}

// smallTriangle weighs the size of a triangle against the point's distance from it, both squared: of
// those that hold a point the smallest is read.
const smallTriangle = 0.01

// locateCloud finds the place of every point on the triangles that its cell makes with two cells
// that touch it.
func (l *Level) locateCloud(ctx context.Context, d *Domain, cell []int32, touching [][]int32) error {
	c := l.Domain
	return l.place(ctx, cell, func(p int, k int32) {
		at, i, least := d.Points[p], c.Points[k], math.Inf(1)
		for n, s := range touching[k] {
			j := c.Points[s]
			for _, t := range touching[k][:n] {
				e := c.Points[t]
				size := smallTriangle * (r3.Norm2(r3.Sub(i, j)) + r3.Norm2(r3.Sub(j, e)) + r3.Norm2(r3.Sub(e, i)))
				if size >= least {
					continue
				}
				bary := closest.OnTriangle(at, i, j, e)
				if cost := size + r3.Norm2(r3.Sub(closest.At(bary, i, j, e), at)); cost < least {
					least = cost
					l.put(p, [3]int32{k, s, t}, bary)
				}
			}
		}
	})
}
