package register

import (
	"context"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/meshio/closest"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// source is a mesh that is to lie on B, all of A's or a coarse one, reflected where the map
// mirrors and its faces outward as B's are, with what the map says of its points (v).
type source struct {
	points     []r3.Vec
	normals    []r3.Vec
	area       []float64
	faces      [][3]int32
	tree       *closest.Tree // over faces; nil: none yet
	sense      []int8        // of the patches
	to         []r3.Vec      // places on B
	confidence []float64     // of them
	lacking    []bool        // has no partner; nil: all have
	torn       []bool        // off what is about it, by the map; nil: nothing is
	pins       []correspond.Pin
	spread     *spread
}

func (s *source) tornOff(i int32) bool { return s.torn != nil && s.torn[i] }

func (s *source) lacks(i int) bool { return s.lacking != nil && s.lacking[i] }

// wholeOf is all of A.
func wholeOf(ctx context.Context, x *metric.Space, side side, aToB *correspond.SurfaceMap, opt Options) (source, error) {
	spread, err := newSpread(ctx, x, opt.Threads)
	if err != nil {
		return source{}, err
	}
	s := shapeOf(x.Domain, side, opt)
	s.sense, s.to, s.confidence, s.spread = side.sense, aToB.Positions, aToB.Confidence, spread
	return s, nil
}

// shapeOf is all of A without what a map says.
func shapeOf(d *metric.Domain, side side, opt Options) source {
	s := source{points: d.Points, normals: d.Normals, area: d.PointArea, faces: d.Triangles, lacking: opt.LacksX, pins: opt.Pins}
	if !side.mirrored && !side.inward {
		s.tree = d.Places()
	} else {
		s.points, s.normals = make([]r3.Vec, len(d.Points)), make([]r3.Vec, len(d.Points))
		for i, p := range d.Points {
			s.points[i], s.normals[i] = p, d.Normals[i]
			if side.mirrored {
				s.points[i], s.normals[i] = reflect(p), reflect(d.Normals[i])
			}
			if side.inward {
				s.normals[i] = r3.Scale(-1, s.normals[i])
			}
		}
	}
	if side.turnsFaces() {
		s.faces = make([][3]int32, len(d.Triangles))
		for k, t := range d.Triangles {
			s.faces[k] = [3]int32{t[0], t[2], t[1]}
		}
	}
	return s
}

// demand is what a point of B asks for: a place of the source is to come to it.
type demand struct {
	corner [3]int32 // of the place
	bary   [3]float64
	near   int32 // the corner that is nearest
	weight float64
	to     r3.Vec
}

type demands []demand

// demandsOf are the demands of the map from B, in points of A by area and confidence, but of the points
// of B that it tears off; nil: of none.
func demandsOf(x, y *metric.Space, bToA *correspond.SurfaceMap, torn []bool, opt Options) demands {
	var out demands
	for j, p := range bToA.Places {
		if !p.Known() || torn != nil && torn[j] || opt.LacksY != nil && opt.LacksY[j] {
			continue
		}
		d := demand{corner: [3]int32{p.Nearest, p.Nearest, p.Nearest}, bary: [3]float64{1, 0, 0}, near: p.Nearest,
			weight: y.Domain.PointArea[j] * (leastBelief + bToA.Confidence[j]), to: y.Domain.Points[j]}
		if p.Face >= 0 {
			d.corner, d.bary = x.Domain.Triangles[p.Face], p.Bary
		}
		out = append(out, d)
	}
	return out
}

// on restates demands for a coarse source, given which of its points is nearest to each
// point.
func (d demands) on(of []int32) demands {
	out := make(demands, len(d))
	for k, one := range d {
		at := of[one.near]
		one.corner, one.bary, one.near = [3]int32{at, at, at}, [3]float64{1, 0, 0}, at
		out[k] = one
	}
	return out
}

// away leads from the place to the point, where the source's points are at.
func (d *demand) away(at []r3.Vec) r3.Vec {
	return r3.Sub(d.to, closest.At(d.bary, at[d.corner[0]], at[d.corner[1]], at[d.corner[2]]))
}
