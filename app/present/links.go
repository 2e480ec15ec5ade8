package present

import (
	"image/color"
	"math"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/render/scene"
)

// addLinks adds the correspondence lines of a view: as many as asked, spread by
// farthest-point samples of A, and the picked ones with rings at both ends. They
// begin where the morph is at t, for that is what stands beside B.
func (s *Stage) addLinks(p *Picture, v View, m moved) {
	x := s.match.X
	line := color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0x70}
	accent := color.NRGBA{R: 0x5b, G: 0x9d, B: 0xff, A: 0xff}
	if !v.Dark {
		line = color.NRGBA{R: 0x1b, G: 0x1f, B: 0x26, A: 0x70}
		accent = color.NRGBA{R: 0x1f, G: 0x6f, B: 0xeb, A: 0xff}
	}
	for k := 0; k < v.Lines && k < x.Len(); k++ {
		i := int(x.Domain.VertexOf[x.Samples[k]])
		p.Links = append(p.Links, Link{A: toVec(m.vertex(i, s.counterpart(i))), B: toVec(s.matched[i]), Color: line})
	}
	pick := func(a, b, on r3.Vec) {
		moved := toVec(on)
		p.Links = append(p.Links, Link{A: moved, B: toVec(b), Color: accent, Picked: true})
		p.A.Markers = append(p.A.Markers, scene.Marker{Position: toVec(a), Color: accent, Radius: 7})
		p.B.Markers = append(p.B.Markers, scene.Marker{Position: toVec(b), Color: accent, Radius: 7})
		p.Morph.Markers = append(p.Morph.Markers, scene.Marker{Position: moved, Color: accent, Radius: 7})
	}
	if i := v.PickedA; i >= 0 && i < len(s.a.positions) {
		pick(s.a.positions[i], s.matched[i], m.vertex(i, s.counterpart(i)))
	}
	if j := v.PickedB; j >= 0 && j < len(s.b.positions) {
		pick(s.MatchedOnA(j), s.b.positions[j], m.vertex(s.counterpartOnA(j), j))
	}
}

// onTheWay is where a point is at t, in [0, 1], between its place and its match.
func onTheWay(from, to r3.Vec, t float64) r3.Vec {
	t = math.Max(0, math.Min(1, t))
	return r3.Add(r3.Scale(1-t, from), r3.Scale(t, to))
}

// MatchedOnA is the place on A, in the common frame, of vertex j of B.
func (s *Stage) MatchedOnA(j int) r3.Vec {
	return s.match.BToA.Positions[s.match.Y.Domain.PointOf[j]]
}
