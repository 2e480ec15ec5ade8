package register

import (
	"context"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/internal/stages"
	"gwscope/solver/correspond"
	"gwscope/solver/internal/parallel"
	"gwscope/solver/metric"
)

// result reads the maps off the sheet, given the places under its points, and measures it.
// suspicious are these places where they are to tell triangles that need no close look; nil:
// all get one.
func (r *run) result(ctx context.Context, x *metric.Space, side side, under, suspicious *places, aToB, bToA *correspond.SurfaceMap) (*Registered, error) {
	ctx, end := stages.Begin(ctx, "read maps")
	defer end()
	h := r.sheet
	out := &Registered{AOnB: h.at, Mirrored: side.mirrored}
	var err error
	out.AToB = &correspond.SurfaceMap{Places: make([]correspond.Place, len(h.at)), Positions: under.at, Confidence: aToB.Confidence}
	h.each(func(i int) { out.AToB.Places[i] = correspond.PlaceIn(r.y, under.face[i], under.bary[i]) })
	for _, p := range r.pins {
		out.AToB.Places[p.X] = placeOf(r.y, p.Y)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if out.BToA, err = r.back(ctx, x.Domain, bToA); err != nil {
		return nil, err
	}
	if out.Quality, err = measure(ctx, r.opt, r.counter(), h.moved(), suspicious); err != nil {
		return nil, err
	}
	r.report(1)
	return out, nil
}

// back sends every point of B to the place of the sheet that lies over it: the closest that
// faces as it does. Where there is none within reach, as under a part of B that A lacks,
// the place is that of the map given.
func (r *run) back(ctx context.Context, x *metric.Domain, bToA *correspond.SurfaceMap) (*correspond.SurfaceMap, error) {
	h := r.sheet
	n := len(r.y.Points)
	out := &correspond.SurfaceMap{Places: make([]correspond.Place, n), Positions: make([]r3.Vec, n), Confidence: bToA.Confidence}
	normals := h.turned()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	on := h.surface(normals)
	err := parallel.For(ctx, r.opt.Threads, n, 64, func(_, lo, hi int) {
		for j := lo; j < hi; j++ {
			face, bary, _ := on.nearest(r.y.Points[j], r.y.Normals[j], reach, 0, -1)
			if face < 0 {
				out.Places[j], out.Positions[j] = bToA.Places[j], bToA.Positions[j]
				continue
			}
			if x.Triangles[face] != h.faces[face] { // the sheet has turned it over
				bary[1], bary[2] = bary[2], bary[1]
			}
			out.Places[j] = correspond.PlaceIn(x, face, bary)
			out.Positions[j] = out.Places[j].Position(x)
		}
	})
	for _, p := range r.pins {
		out.Places[p.Y] = placeOf(x, p.X)
		out.Positions[p.Y] = x.Points[p.X]
	}
	return out, err
}

// placeOf is a point of a surface as a place in one of its triangles.
func placeOf(d *metric.Domain, point int32) correspond.Place {
	face, bary, _ := d.ClosestPlace(d.Points[point])
	return correspond.PlaceIn(d, face, bary)
}
