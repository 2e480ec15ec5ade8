package present

import (
	"image/color"
	"math"

	"gwscope/app/pipeline"
	"gwscope/render/colormap"
	"gwscope/render/scene"
	"gwscope/solver/correspond"
	"gwscope/solver/metric"
)

// CarriedColors are the colours of both shapes, vertices in file order: A's by position along
// its own axes and by limbs, B's by the place on A that it is matched with.
func CarriedColors(m *pipeline.Match) (onA, onB []color.NRGBA) {
	s := NewStage(m)
	s.carry()
	return s.colA, s.colB
}

// painted are the colours of a view: for each side the colours of the vertices, and the values
// for lines and checkers.
type painted struct {
	a, b     look
	bar      *colormap.Scale
	quantity *Quantity
	lone     [2]float64
	masked   [2]float64
	lit      [2]float64
}

// look is how one surface is coloured.
type look struct {
	colors  []color.NRGBA
	values  []float32 // with isoStep; nil: none
	isoStep float32
	coords  []scene.Vec // with cube; nil: none
	cube    float32
	trust   []float32 // with doubt and hatch; nil: nothing is hatched
	doubt   float32
	hatch   color.NRGBA
}

// paintKey is all of a view that colours depend on.
type paintKey struct {
	by               ColorBy
	paint            Paint
	brush            Brush
	scale            *colormap.Scale
	push             *PushForward
	pickedA, pickedB int
	dark             bool
	lone             bool // parts without a partner are greyed
}

func (v View) paintKey() paintKey {
	k := paintKey{by: v.ColorBy, paint: v.Paint, brush: v.Brush, scale: v.Scale, pickedA: -1, pickedB: -1, dark: v.Dark}
	if v.ColorBy == ByPush {
		k.push = v.Push
	}
	if v.ColorBy == ByDistance || v.Brush.By == ByDistance {
		k.pickedA, k.pickedB = v.PickedA, v.PickedB
	}
	return k
}

// paint colours both shapes. The last result is kept, so that pictures with the same colours
// share its arrays, and the renderer need not upload them again.
func (s *Stage) paint(v View) *painted {
	key := v.paintKey()
	key.lone = s.greysLone(v)
	s.painting.Lock()
	defer s.painting.Unlock()
	if s.painted == nil || s.paintedBy != key {
		s.painted, s.paintedBy = s.paintAnew(v, key.lone), key
	}
	return s.painted
}

func (s *Stage) paintAnew(v View, greyLone bool) *painted {
	p := &painted{}
	q := s.shown(v)
	switch {
	case q != nil:
		scale := q.paint(v.Paint)
		if v.Scale != nil {
			scale = *v.Scale
		}
		p.bar, p.quantity = &scale, q
		p.a, p.b = lookOf(q.A, scale, v.Paint), lookOf(q.B, scale, v.Paint)
	case v.ColorBy == ByFile && s.match != nil:
		p.a.colors, p.b.colors = s.fileColors()
	case v.ColorBy == ByOwn && s.match != nil:
		p.a.colors, p.b.colors = s.a.mesh.Colors, s.b.mesh.Colors
	case v.ColorBy != ByPlain && v.ColorBy != ByDistance:
		s.carry()
		p.a.colors, p.b.colors = s.colA, s.colB
	}
	if s.match == nil {
		return p
	}
	if v.ColorBy == ByChecker || v.ColorBy == ByIntrinsicChecker {
		c := s.checkerOf(v.ColorBy == ByIntrinsicChecker)
		p.a.coords, p.b.coords, p.a.cube, p.b.cube = c.a, c.b, c.side, c.side
	}
	if p.quantity == nil {
		p.quantity = s.Quantity(ByDistortion)
	}
	for k, sd := range []*side{s.a, s.b} {
		if len(sd.mesh.Triangles) == 0 {
			[]*look{&p.a, &p.b}[k].pattern()
		}
	}
	if q == nil && greyLone {
		s.greyLone(p, v)
	}
	s.emphasise(p, v)
	return p
}

// shown is the quantity that a view's colours show; nil where they show none.
func (s *Stage) shown(v View) *Quantity {
	switch {
	case v.ColorBy == ByPush && s.fits(v.Push):
		return s.pushQuantity(v.Push)
	case v.ColorBy == ByDistance:
		return s.distances(v)
	}
	return s.Quantity(v.ColorBy)
}

func lookOf(values []float64, scale colormap.Scale, p Paint) look {
	l := look{colors: scale.Colors(values)}
	if step := isoStep(scale, p.Isolines); step > 0 {
		l.values, l.isoStep = toFloat32(values, scale.Min), step
	}
	return l
}

// emphasise hatches the places that the mask hides and dims those outside the brush.
func (s *Stage) emphasise(p *painted, v View) {
	var brushed *Quantity
	if v.Brush.On() {
		of := v
		of.ColorBy = v.Brush.By
		brushed = s.shown(of)
	}
	if v.Paint.Mask > 0 {
		s.hatch(p, v)
	}
	if brushed == nil {
		return
	}
	for k, l := range []*look{&p.a, &p.b} {
		sd := []*side{s.a, s.b}[k]
		if l.colors == nil {
			l.colors = make([]color.NRGBA, len(sd.positions))
			for i := range l.colors {
				l.colors[i] = plain(v)
			}
		}
		in := [][]float64{brushed.A, brushed.B}[k]
		p.lit[k] = sd.shareOf(in, v.Brush.holds)
		l.colors = v.keep(l.colors, in)
	}
}

// hatch lets the renderer hatch places with less confidence than the mask. The colours do not
// change, so that nothing is uploaded when the threshold moves.
func (s *Stage) hatch(p *painted, v View) {
	trust := s.Quantity(ByConfidence)
	s.values.Lock()
	defer s.values.Unlock()
	for k, l := range []*look{&p.a, &p.b} {
		of := [][]float64{trust.A, trust.B}[k]
		if s.trust[k] == nil {
			s.trust[k] = toFloat32(of, 0) // vertices that take no part are hatched, too
		}
		l.trust, l.doubt, l.hatch = s.trust[k], float32(v.Paint.Mask), grey(v.Dark)
		p.masked[k] = []*side{s.a, s.b}[k].shareOf(of, func(c float64) bool { return !(c >= v.Paint.Mask) })
	}
}

// carry fills the carried colours, once.
func (s *Stage) carry() {
	s.carried.Do(func() {
		if s.a == nil {
			return
		}
		s.colA = Tints(s.a.mesh)
		switch {
		case s.match != nil:
			s.colB = carryColors(s.colA, s.match.X.Domain, s.match.Y.Domain, s.match.BToA)
		case s.previewBToA != nil:
			s.colB = make([]color.NRGBA, len(s.b.positions))
			for j, i := range s.previewBToA {
				s.colB[j] = s.colA[i]
			}
		}
	})
}

// fileColors are the colours of A's file, carried to B; where A's file has none,
// those of B's file carried to A.
func (s *Stage) fileColors() (onA, onB []color.NRGBA) {
	m := s.match
	s.filed.Do(func() {
		switch {
		case m.A.Mesh.Colors != nil:
			s.fileA, s.fileB = m.A.Mesh.Colors, carryColors(m.A.Mesh.Colors, m.X.Domain, m.Y.Domain, m.BToA)
		case m.B.Mesh.Colors != nil:
			s.fileA, s.fileB = carryColors(m.B.Mesh.Colors, m.Y.Domain, m.X.Domain, m.AToB), m.B.Mesh.Colors
		default:
			s.carry()
			s.fileA, s.fileB = s.colA, s.colB
		}
	})
	return s.fileA, s.fileB
}

// carryColors gives each vertex of the file of on the colour of the place to which onToFrom sends
// it.
func carryColors(colors []color.NRGBA, from, on *metric.Domain, onToFrom *correspond.SurfaceMap) []color.NRGBA {
	out := make([]color.NRGBA, len(on.PointOf))
	for j, p := range on.PointOf {
		place := onToFrom.Places[p]
		if place.Face < 0 {
			out[j] = colors[from.VertexOf[place.Nearest]]
			continue
		}
		var c [4]float64
		for k, corner := range from.Triangles[place.Face] {
			src := colors[from.VertexOf[corner]]
			for l, x := range [4]uint8{src.R, src.G, src.B, src.A} {
				c[l] += place.Bary[k] * float64(x)
			}
		}
		out[j] = color.NRGBA{R: round8(c[0]), G: round8(c[1]), B: round8(c[2]), A: round8(c[3])}
	}
	return out
}

func round8(x float64) uint8 { return uint8(math.Round(max(0, min(255, x)))) }

// toFloat32 rounds values for the renderer. It draws finite numbers only: missing replaces all
// others.
func toFloat32(vs []float64, missing float64) []float32 {
	out := make([]float32, len(vs))
	for i, v := range vs {
		if v-v != 0 {
			v = missing
		}
		out[i] = float32(v)
	}
	return out
}
