package present

import (
	"image/color"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/render/scene"
)

// The names of the surfaces in the scenes; the result of picking has one of them.
const (
	IDA = "A"
	IDB = "B"
)

// BuildShapes makes the picture of shapes that are not matched; either may be nil.
func BuildShapes(a, b *pipeline.Shape, v View) *Picture { return NewShapesStage(a, b).Picture(v) }

// Picture makes the scenes for a view.
func (s *Stage) Picture(v View) *Picture {
	c := s.paint(v)
	p := &Picture{A: &scene.Scene{}, B: &scene.Scene{}, Bar: c.bar, Quantity: c.quantity, Lone: c.lone, Masked: c.masked, Lit: c.lit, IsoStep: float64(c.a.isoStep), stage: s}
	if s.a != nil {
		s.a.add(p.A, IDA, &c.a, v)
	}
	if s.b != nil {
		s.b.add(p.B, IDB, &c.b, v)
	}
	if s.match != nil {
		m := s.moved(v)
		p.Morph, p.moved = m.scene(&c.a, &c.b, v), m
		s.addLinks(p, v, m)
		s.addWires(p, v)
	}
	s.addMarks(p, v)
	s.addRulers(p, v)
	p.Bounds = s.bounds()
	s.frame(p)
	return p
}

// frame lets cameras frame only the parts that take part in the match, where points far from all
// others are left out.
func (s *Stage) frame(p *Picture) {
	if s.a == nil || s.b == nil || !s.a.far && !s.b.far {
		return
	}
	box := func(b [2]r3.Vec) *scene.Bounds { return &scene.Bounds{Min: toVec(b[0]), Max: toVec(b[1])} }
	p.A.Framed, p.B.Framed = box(s.a.bounds), box(s.b.bounds)
	if p.Morph != nil {
		p.Morph.Framed = &scene.Bounds{Min: p.Bounds[0], Max: p.Bounds[1]}
	}
}

// plain is the colour of a shape that shows no quantity.
func plain(v View) color.NRGBA {
	if v.Dark {
		return color.NRGBA{R: 0xb4, G: 0xbc, B: 0xc8, A: 255}
	}
	return color.NRGBA{R: 0xa6, G: 0xae, B: 0xba, A: 255}
}

func (sd *side) add(sc *scene.Scene, id string, l *look, v View) {
	if len(sd.mesh.Triangles) == 0 {
		sc.Clouds = append(sc.Clouds, scene.Cloud{ID: id, Positions: sd.vecs, Colors: l.colors, Base: plain(v), Radius: sd.discRadius() * v.pointSize(),
			Trust: l.trust, Doubt: l.doubt, Hatch: l.hatch})
		return
	}
	sc.Surfaces = append(sc.Surfaces, scene.Surface{ID: id, Positions: sd.vecs, Triangles: sd.mesh.Triangles,
		Normals: sd.normalVec, Colors: l.colors, Base: plain(v), Values: l.values, IsoStep: l.isoStep,
		Coords: l.coords, Checker: l.cube, Trust: l.trust, Doubt: l.doubt, Hatch: l.hatch, Flat: v.Flat, Edges: v.Edges || v.Bare, Bare: v.Bare, Inner: sd.inner})
}

// SmallestPoint and LargestPoint are the least and the largest factor on the size of points.
const (
	SmallestPoint = 0.25
	LargestPoint  = 4
)

// pointSize is the factor on the discs of clouds.
func (v View) pointSize() float32 {
	if !(v.PointSize > 0) {
		return 1
	}
	return float32(min(max(v.PointSize, SmallestPoint), LargestPoint))
}

// largestDisc is the largest radius of a cloud's discs, as a share of the cloud's diagonal. Without
// it, the discs of a few points would cover all else.
const largestDisc = 0.02

// discRadius makes the discs of a cloud about touch: half the spacing that its
// points would have on a plane of the cloud's extent, within bounds.
func (sd *side) discRadius() float32 {
	d := r3.Norm(r3.Sub(sd.bounds[1], sd.bounds[0]))
	if !(d > 0) {
		return largestDisc // all points are at one place: any size but 0 will do
	}
	return float32(d * min(0.5/math.Sqrt(float64(len(sd.positions))), largestDisc))
}

// bounds encloses the shapes; zero where there is none.
func (s *Stage) bounds() (out [2]scene.Vec) {
	var corners []r3.Vec
	for _, sd := range []*side{s.a, s.b} {
		if sd != nil {
			corners = append(corners, sd.bounds[:]...)
		}
	}
	if corners != nil {
		box := boundsOf(corners)
		out = [2]scene.Vec{toVec(box[0]), toVec(box[1])}
	}
	return out
}
