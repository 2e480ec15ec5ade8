package correspond

import (
	"context"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/stages"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
)

// tornGrowth is how much longer the sides of a triangle of the level may become under a map
// before its inside counts as torn: its points then go with the nearest corner.
const tornGrowth = 6

// onLevels reports whether a shape is so large that its level is mapped in its stead.
func onLevels(x, y *metric.Space) bool {
	onX, _ := x.Coarse()
	onY, _ := y.Coarse()
	return onX != nil || onY != nil
}

// OnLevel is the space on the level of a large surface, or the space itself.
func OnLevel(s *metric.Space) (*metric.Space, *metric.Level) {
	if coarse, level := s.Coarse(); coarse != nil {
		return coarse, level
	}
	return s, nil
}

// byLevels maps the levels of large shapes, and all their points by them.
func byLevels(ctx context.Context, x, y *metric.Space, xToY, yToX []int32, opt DenseOptions,
	dense func(x, y *metric.Space, xToY, yToX []int32, opt DenseOptions) (*SurfaceMap, *SurfaceMap, error)) (mapXToY, mapYToX *SurfaceMap, err error) {
	coarseX, levelX := OnLevel(x)
	coarseY, levelY := OnLevel(y)
	on := opt
	on.Pins = nil
	for _, p := range opt.Pins {
		on.Pins = append(on.Pins, Pin{nearestOn(levelX, p.X), nearestOn(levelY, p.Y)})
	}
	if opt.Progress != nil {
		on.Progress = func(f float64) { opt.Progress(0.8 * f) }
	}
	a, b, err := dense(coarseX, coarseY, allOn(levelY, xToY), allOn(levelX, yToX), on)
	if err != nil {
		return nil, nil, err
	}
	ctx, end := stages.Begin(ctx, "from the levels to all points")
	defer end()
	if mapXToY, err = Lift(ctx, x, y, a, opt.Threads); err != nil {
		return nil, nil, err
	}
	if opt.Progress != nil {
		opt.Progress(0.9)
	}
	if mapYToX, err = Lift(ctx, y, x, b, opt.Threads); err != nil {
		return nil, nil, err
	}
	if opt.Progress != nil {
		opt.Progress(1)
	}
	return mapXToY, mapYToX, nil
}

func nearestOn(level *metric.Level, point int32) int32 {
	if level == nil || point < 0 {
		return point
	}
	return level.Nearest(point)
}

// allOn restates points of a Domain as points of its level.
func allOn(level *metric.Level, points []int32) []int32 {
	if level == nil || points == nil {
		return points
	}
	out := make([]int32, len(points))
	for k, p := range points {
		out[k] = nearestOn(level, p)
	}
	return out
}

// Lift takes a map of the levels of x and y (of the shape itself where it has none) to all
// points: each goes where the triangle of the level that it lies on goes, to the closest
// place that faces alike. It returns ctx.Err() when the context ends.
func Lift(ctx context.Context, x, y *metric.Space, m *SurfaceMap, threads int) (*SurfaceMap, error) {
	if !onLevels(x, y) {
		return m, nil
	}
	coarseX, levelX := OnLevel(x)
	coarseY, _ := OnLevel(y)
	from := coarseX.Domain.Points
	v := len(x.Domain.Points)
	out := &SurfaceMap{Places: make([]Place, v), Positions: make([]r3.Vec, v), Confidence: make([]float64, v)}
	onto, err := newOnto(ctx, y.Domain)
	if err != nil {
		return nil, err
	}
	normals := coarseY.Domain.Normals
	normalOf := func(k int32) r3.Vec {
		if normals == nil {
			return r3.Vec{}
		}
		return normals[m.Places[k].Nearest]
	}
	err = parallel.For(ctx, threads, v, 512, func(_, lo, hi int) {
		for p := lo; p < hi; p++ {
			corners, shares := [3]int32{int32(p)}, [3]float64{1, 0, 0}
			if levelX != nil {
				corners = levelX.Corners[p]
				for k, s := range levelX.Shares[p] {
					shares[k] = float64(s)
				}
				if torn(from, m.Positions, corners) {
					corners[0], shares = levelX.Nearest(int32(p)), [3]float64{1, 0, 0}
				}
			}
			var at, normal r3.Vec
			for k, s := range shares {
				if s > 0 {
					at = r3.Add(at, r3.Scale(s, m.Positions[corners[k]]))
					normal = r3.Add(normal, r3.Scale(s, normalOf(corners[k])))
					out.Confidence[p] += s * m.Confidence[corners[k]]
				}
			}
			out.Places[p], out.Positions[p] = onto.place(at, normal)
		}
	})
	return out, err
}

// torn reports whether the images of three corners lie too far apart for their triangle to
// be one there.
func torn(from, to []r3.Vec, corners [3]int32) bool {
	before, after := 0.0, 0.0
	for k := range 3 {
		a, b := corners[k], corners[(k+1)%3]
		before = max(before, r3.Norm2(r3.Sub(from[a], from[b])))
		after = max(after, r3.Norm2(r3.Sub(to[a], to[b])))
	}
	return after > tornGrowth*tornGrowth*before
}

// Restrict is a map of all points as one of the levels of x and y.
func Restrict(ctx context.Context, x, y *metric.Space, m *SurfaceMap, threads int) (*SurfaceMap, error) {
	if !onLevels(x, y) {
		return m, nil
	}
	coarseX, levelX := OnLevel(x)
	coarseY, levelY := OnLevel(y)
	v := len(coarseX.Domain.Points)
	out := &SurfaceMap{Places: make([]Place, v), Positions: make([]r3.Vec, v), Confidence: make([]float64, v)}
	onto, err := newOnto(ctx, coarseY.Domain)
	if err != nil {
		return nil, err
	}
	err = parallel.For(ctx, threads, v, 512, func(_, lo, hi int) {
		for k := lo; k < hi; k++ {
			p := k
			if levelX != nil {
				p = int(levelX.Points[k])
			}
			out.Places[k], out.Positions[k], out.Confidence[k] = m.Places[p], m.Positions[p], m.Confidence[p]
			if levelY != nil && m.Places[p].Known() {
				out.Places[k], out.Positions[k] = onto.place(m.Positions[p], normalAt(y.Domain, m.Places[p]))
			}
		}
	})
	return out, err
}

// onto finds places of a shape.
type onto struct {
	domain *metric.Domain
	facing []r3.Vec // a vector along the normal of each triangle
}

func newOnto(ctx context.Context, d *metric.Domain) (onto, error) {
	if d.IsCloud() {
		return onto{domain: d}, nil
	}
	if err := d.MakePlaces(ctx); err != nil {
		return onto{}, err
	}
	facing := make([]r3.Vec, len(d.Triangles))
	for k, t := range d.Triangles {
		facing[k] = r3.Cross(r3.Sub(d.Points[t[1]], d.Points[t[0]]), r3.Sub(d.Points[t[2]], d.Points[t[0]]))
	}
	return onto{d, facing}, nil
}

// place is the closest place of those that face along a normal (zero: any).
func (o onto) place(at, normal r3.Vec) (Place, r3.Vec) {
	d := o.domain
	if d.IsCloud() {
		p, _ := d.NearestPoint(at)
		return PlaceAt(d, p), d.Points[p]
	}
	face, bary, on, found := d.Places().ClosestFacing(at, math.Inf(1), o.facing, normal, 0)
	if !found {
		face, bary, on = d.Places().Closest(at)
	}
	return PlaceIn(d, face, bary), on
}
