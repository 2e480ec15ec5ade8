package present

import (
	"image/color"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/render/scene"
)

// Marks are named places to show on both shapes. They are never changed.
type Marks struct{ Of []Mark }

// Mark is a named place on A or B.
type Mark struct {
	OnB  bool
	Name string
	// At is in the coordinates of the shape's file. Vertex is a vertex of the file near to it; in a
	// morph the mark moves with the vertex.
	At     r3.Vec
	Vertex int
	Kind   MarkKind
	// Lit says that a person is placing or moving the landmark.
	Lit bool
}

// MarkKind is the kind of a mark.
type MarkKind int

// The kinds: a landmark, a landmark of a pinned pair, an extremity, or a lesser extremity that
// helped a match, which is drawn small and without its name and cannot be moved.
const (
	Landmark MarkKind = iota
	PinnedLandmark
	Extremity
	LesserExtremity
)

const (
	landmarkRadius = 5
	tipRadius      = 4
	lesserRadius   = 2.5
	litRadius      = 8
	// markFade is the opacity of marks behind the shape, so that they can be found.
	markFade = 0.65
)

// markColor is the colour of landmarks, which differs from that of picked points, or the softer
// colour of extremities.
func markColor(k MarkKind, dark bool) color.NRGBA {
	switch {
	case (k == Extremity || k == LesserExtremity) && dark:
		return color.NRGBA{R: 0xc2, G: 0xca, B: 0xd6, A: 0xff}
	case k == Extremity || k == LesserExtremity:
		return color.NRGBA{R: 0x5a, G: 0x64, B: 0x72, A: 0xff}
	case dark:
		return color.NRGBA{R: 0x45, G: 0xd4, B: 0xb4, A: 0xff}
	}
	return color.NRGBA{R: 0x06, G: 0x7d, B: 0x68, A: 0xff}
}

// addMarks draws the marks of a view on the shapes, and a line between those of a pinned
// pair across the views.
func (s *Stage) addMarks(p *Picture, v View) {
	if v.Marks == nil {
		return
	}
	pinned := map[string]r3.Vec{} // on the shape beside B
	for _, m := range v.Marks.Of {
		sd, sc := s.side(m.OnB), p.A
		if m.OnB {
			sc = p.B
		}
		if !sd.has(m.Vertex) {
			continue
		}
		at := sd.place(m.At)
		mark := marker(m, at, v.Dark)
		sc.Markers = append(sc.Markers, mark)
		if m.OnB {
			continue
		}
		if p.Morph != nil {
			if v.T > 0 {
				at = p.moved.vertex(m.Vertex, s.counterpart(m.Vertex))
				mark.Position = toVec(at)
			}
			p.Morph.Markers = append(p.Morph.Markers, mark)
		}
		if m.Kind == PinnedLandmark {
			pinned[m.Name] = at
		}
	}
	line := markColor(PinnedLandmark, v.Dark)
	line.A = 0xd0
	for _, m := range v.Marks.Of {
		if at, ok := pinned[m.Name]; ok && m.OnB && m.Kind == PinnedLandmark && s.b != nil {
			p.Links = append(p.Links, Link{A: toVec(at), B: toVec(s.b.place(m.At)), Color: line, Picked: true})
		}
	}
}

func marker(m Mark, at r3.Vec, dark bool) scene.Marker {
	out := scene.Marker{Position: toVec(at), Color: markColor(m.Kind, dark), Radius: landmarkRadius, Label: m.Name, Fade: markFade}
	switch m.Kind {
	case PinnedLandmark:
		out.Filled = true
	case Extremity:
		out.Radius = tipRadius
	case LesserExtremity:
		out.Radius, out.Label = lesserRadius, ""
	}
	if m.Lit {
		out.Radius = litRadius
	}
	return out
}

// MarkAt is the place of a mark, on B or on the shape beside it at t.
func (p *Picture) MarkAt(m Mark, t float64) (at scene.Vec, ok bool) {
	s := p.stage
	if s == nil {
		return at, false
	}
	sd := s.side(m.OnB)
	if !sd.has(m.Vertex) {
		return at, false
	}
	if t > 0 && !m.OnB && s.match != nil {
		return toVec(p.moved.vertex(m.Vertex, s.counterpart(m.Vertex))), true
	}
	return toVec(sd.place(m.At)), true
}
