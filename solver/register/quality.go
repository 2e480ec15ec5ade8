package register

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
	"gwscope/solver/internal/dense"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
)

// Quality tells how well A's mesh lies on B. Shares are of A's triangles; lengths are
// / √area of B.
type Quality struct {
	// Folded and Collapsed are the shares of triangles that lie with their back up, and
	// of those with less than a thousandth of their share of the area.
	Folded, Collapsed float64
	// FarMean, Far99 and FarMost are the mean, the 99th percentile and the largest of the
	// distances from either surface to the other, the larger of both directions each.
	FarMean, Far99, FarMost float64
	// Partnered99 is Far99 of the parts that have a partner on the other shape.
	Partnered99 float64
	// Near99 is the lesser 99th percentile of both directions: it stays small where one surface
	// lacks a part of the other.
	Near99 float64
	// AngleStretch is the mean over the area of s1/s2, the ratio of the singular values of
	// the triangles' maps: 1 keeps angles. AreaStretch is that of the factor by which
	// areas grow or shrink, at least 1, after sizes were made equal: 1 keeps areas.
	AngleStretch, AreaStretch float64
	// Squeezed is the share of A's area in triangles that keep less than a tenth of their size on B, or of A's area
	// on B in triangles that have more than ten times their size, the larger. A part that lies beside its place, as an
	// ear on a forehead, is seen here and not by distances.
	Squeezed float64
}

// collapsedBelow is the share of its area below which a triangle counts as collapsed.
const collapsedBelow = 1e-3

// squeezedBelow is the factor of area below which a triangle counts as squeezed, and beyond 1/squeezedBelow as stretched.
const squeezedBelow = 0.1

// mostStretch bounds the factors of single triangles, so that means stay means.
const mostStretch = 100

// quality is that of the sheet where it is. For under see measure.
func (r *run) quality(ctx context.Context, under *places) (Quality, error) {
	return measure(ctx, r.opt, r.counter(), r.sheet.moved(), under)
}

// measure takes the mesh as it lies on B as a tree, and its counter. Given the places under its points, it
// looks closely only at triangles that do not lie along B there.
func measure(ctx context.Context, opt Options, c *counter, on *closest.Tree, under *places) (Quality, error) {
	var q Quality
	if err := c.ground.domain.MakeNearestFaces(ctx); err != nil {
		return q, err
	}
	rest, at, faces, ground := c.rest, on.Points, on.Triangles, c.ground
	verdicts := make([]verdict, len(faces))
	err := parallel.For(ctx, opt.Threads, len(faces), 512, func(_, lo, hi int) {
		for k := lo; k < hi; k++ {
			if under == nil || c.suspects(faces[k], under) {
				verdicts[k] = c.judge(faces[k])
			}
		}
	})
	if err != nil {
		return q, err
	}
	area, squeezed, stretched := 0.0, 0.0, 0.0
	for k, t := range faces {
		switch verdicts[k] {
		case folds:
			q.Folded += 1 / float64(len(faces))
		case collapses:
			q.Collapsed += 1 / float64(len(faces))
		}
		angle, growth := stretchOf(rest, at, t)
		a := dense.Length(doubleArea(rest, t))
		area += a
		growth /= c.scale
		switch {
		case growth < squeezedBelow:
			squeezed += a
		case growth > 1/squeezedBelow:
			stretched += a * growth
		}
		q.AngleStretch += a * angle
		q.AreaStretch += a * min(max(growth, 1/growth), mostStretch)
	}
	q.AngleStretch /= area
	q.AreaStretch /= area
	q.Squeezed = max(squeezed, stretched) / area // areas are equal after scaling
	q.Near99 = math.Inf(1)
	for _, way := range [2]struct {
		points []r3.Vec
		faces  [][3]int32
		lacks  []bool
		to     *closest.Tree
	}{{at, faces, opt.LacksX, ground.tree}, {ground.tree.Points, ground.tree.Triangles, opt.LacksY, on}} {
		far, partnered, err := distances(ctx, opt.Threads, way.points, way.faces, way.lacks, way.to)
		if err != nil {
			return q, err
		}
		mean := 0.0
		for _, d := range far {
			mean += d / float64(len(far))
		}
		within := far[len(far)*99/100]
		q.FarMean, q.Far99, q.FarMost = max(q.FarMean, mean), max(q.Far99, within), max(q.FarMost, far[len(far)-1])
		q.Near99 = min(q.Near99, within)
		if len(partnered) > 0 {
			q.Partnered99 = max(q.Partnered99, partnered[len(partnered)*99/100])
		}
	}
	return q, nil
}

// verdict is on a triangle.
type verdict uint8

const (
	lies verdict = iota
	folds
	collapses
)

// counter tells folded and collapsed triangles.
type counter struct {
	rest, at []r3.Vec
	scale    float64 // area now over area at rest
	ground   *surface
	own      func(t [3]int32) (facing r3.Vec, ok bool) // how a triangle without a partner is to look; nil: all have one
}

// counter tells the folds of the sheet. A part without a partner keeps its shape and lies apart from B: its triangles
// have folded where they look away from where their own turns lead, however B looks there.
func (r *run) counter() *counter {
	h := r.sheet
	c := newCounter(h.rest, h.at, h.faces, &r.ground)
	if r.lacking == nil {
		return c
	}
	c.own = func(t [3]int32) (facing r3.Vec, ok bool) {
		n := doubleArea(h.rest, t)
		for _, p := range t {
			facing = r3.Add(facing, h.turns[p].Times(n))
			ok = ok || r.lacks(int(p))
		}
		return facing, ok
	}
	return c
}

func newCounter(rest, at []r3.Vec, faces [][3]int32, ground *surface) *counter {
	now, before := 0.0, 0.0
	for _, t := range faces {
		now += dense.Length(doubleArea(at, t))
		before += dense.Length(doubleArea(rest, t))
	}
	return &counter{rest: rest, at: at, scale: now / before, ground: ground}
}

// least is twice the area below which a triangle has collapsed.
func (c *counter) least(t [3]int32) float64 {
	return collapsedBelow * c.scale * dense.Length(doubleArea(c.rest, t))
}

// judge tells whether a triangle has collapsed, or looks away from all of the three faces of
// B whose centres are nearest to its own, or without a partner from where its own turns lead.
func (c *counter) judge(t [3]int32) verdict {
	n := doubleArea(c.at, t)
	if r3.Norm2(n) < math.Pow(c.least(t), 2) {
		return collapses
	}
	if c.own != nil {
		if facing, ok := c.own(t); ok {
			if r3.Dot(n, facing) >= 0 {
				return lies
			}
			return folds
		}
	}
	for _, f := range c.ground.domain.NearestFaces(mean3(c.at, t), 3) {
		if r3.Dot(n, c.ground.facing[f]) >= 0 {
			return lies
		}
	}
	return folds
}

// stretchOf is s1/s2 of a triangle's map, at most mostStretch, and the growth of its area.
func stretchOf(rest, at []r3.Vec, t [3]int32) (angle, growth float64) {
	u, v := r3.Sub(rest[t[1]], rest[t[0]]), r3.Sub(rest[t[2]], rest[t[0]])
	s, w := r3.Sub(at[t[1]], at[t[0]]), r3.Sub(at[t[2]], at[t[0]])
	a, b := dense.Length(r3.Cross(u, v)), dense.Length(r3.Cross(s, w))
	if !(a > 0) {
		return 1, 1
	}
	// The squared singular values have the trace Σ of the pulled-back metric and the product
	// (b/a)² (Gram matrices of the edges).
	uu, uv, vv := r3.Norm2(u), r3.Dot(u, v), r3.Norm2(v)
	trace := (vv*r3.Norm2(s) - 2*uv*r3.Dot(s, w) + uu*r3.Norm2(w)) / (a * a)
	growth = b / a
	root := math.Sqrt(max(0, trace*trace-4*growth*growth))
	if least := trace - root; least > 0 {
		angle = math.Sqrt((trace + root) / least)
	} else {
		angle = mostStretch
	}
	return min(angle, mostStretch), growth
}

// Stretch gives, for every point of X (v), how X's mesh is stretched about it with its
// points at given positions: angle is s1/s2 (at least 1), area the factor by which areas
// grow (below 1: they shrink) after both meshes' areas were made equal.
func Stretch(x *metric.Domain, at []r3.Vec) (angle, area []float64) {
	c := newCounter(x.Points, at, x.Triangles, nil)
	angle, area = make([]float64, len(at)), make([]float64, len(at))
	mass := make([]float64, len(at))
	for _, t := range x.Triangles {
		s, g := stretchOf(x.Points, at, t)
		w := dense.Length(doubleArea(x.Points, t))
		for _, p := range t {
			angle[p] += w * s
			area[p] += w * g / c.scale
			mass[p] += w
		}
	}
	for p, w := range mass {
		if w > 0 {
			angle[p] /= w
			area[p] /= w
		} else {
			angle[p], area[p] = 1, 1
		}
	}
	return angle, area
}

// distanceProbes is how many places of a surface distances are measured from.
const distanceProbes = 10000

// distances are the distances from evenly spread places of a surface to another, ascending, and those
// of triangles of which no corner lacks a partner; lacks may be nil.
func distances(ctx context.Context, threads int, points []r3.Vec, faces [][3]int32, lacks []bool, to *closest.Tree) (all, partnered []float64, err error) {
	sums := make([]float64, len(faces)+1)
	for k, t := range faces {
		sums[k+1] = sums[k] + dense.Length(doubleArea(points, t))
	}
	all = make([]float64, distanceProbes)
	alone := make([]bool, distanceProbes)
	err = parallel.For(ctx, threads, len(all), 64, func(_, lo, hi int) {
		likely := int32(-1) // places that follow each other are mostly near each other
		for k := lo; k < hi; k++ {
			// Places at equal steps of area; within a triangle by a sequence of low discrepancy
			// (Roberts 2018, R2), folded into the triangle.
			at := (float64(k) + 0.5) / float64(len(all)) * sums[len(faces)]
			f, _ := slices.BinarySearch(sums, at)
			f = min(max(f-1, 0), len(faces)-1)
			u, v := math.Mod(0.7548776662466927*float64(k), 1), math.Mod(0.5698402909980532*float64(k), 1)
			if u+v > 1 {
				u, v = 1-u, 1-v
			}
			t := faces[f]
			p := closest.At([3]float64{1 - u - v, u, v}, points[t[0]], points[t[1]], points[t[2]])
			var q r3.Vec
			likely, _, q = to.ClosestFrom(p, likely)
			all[k] = dense.Length(r3.Sub(p, q))
			alone[k] = lacks != nil && (lacks[t[0]] || lacks[t[1]] || lacks[t[2]])
		}
	})
	for k, d := range all {
		if !alone[k] {
			partnered = append(partnered, d)
		}
	}
	slices.Sort(all)
	slices.Sort(partnered)
	return all, partnered, err
}
