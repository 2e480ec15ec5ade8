package present

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/render/scene"
)

// addLinks adds the correspondence lines of a view: a number of them at farthest-point samples of
// A, or those at the worst vertices, and the picked and pinned ones with rings at both ends. They
// begin on the morph at t, because it stands beside B.
func (s *Stage) addLinks(p *Picture, v View, m moved) {
	x := s.match.X
	line := color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0x70}
	accent := color.NRGBA{R: 0x5b, G: 0x9d, B: 0xff, A: 0xff}
	if !v.Dark {
		line = color.NRGBA{R: 0x1b, G: 0x1f, B: 0x26, A: 0x70}
		accent = color.NRGBA{R: 0x1f, G: 0x6f, B: 0xeb, A: 0xff}
	}
	var ends []int
	if v.Worst {
		ends, line = s.worstVertices(), caution(v.Dark)
	} else {
		for k := 0; k < v.Lines && k < x.Len(); k++ {
			ends = append(ends, int(x.Domain.VertexOf[x.Samples[k]]))
		}
	}
	for _, i := range ends {
		p.Links = append(p.Links, Link{A: toVec(m.vertex(i, s.counterpart(i))), B: toVec(s.matched[i]), Color: line})
	}
	pick := func(a, b, on r3.Vec) {
		moved := toVec(on)
		p.Links = append(p.Links, Link{A: moved, B: toVec(b), Color: accent, Picked: true})
		p.A.Markers = append(p.A.Markers, scene.Marker{Position: toVec(a), Color: accent, Radius: 7})
		p.B.Markers = append(p.B.Markers, scene.Marker{Position: toVec(b), Color: accent, Radius: 7})
		p.Morph.Markers = append(p.Morph.Markers, scene.Marker{Position: moved, Color: accent, Radius: 7})
	}
	mark := func(pin Pin) {
		switch i := pin.Vertex; {
		case i < 0:
		case pin.OnB && i < len(s.b.positions):
			pick(s.MatchedOnA(i), s.b.positions[i], m.vertex(s.counterpartOnA(i), i))
		case !pin.OnB && i < len(s.a.positions):
			pick(s.a.positions[i], s.matched[i], m.vertex(i, s.counterpart(i)))
		}
	}
	if v.Pins != nil {
		for _, pin := range v.Pins.Of {
			mark(pin)
		}
	}
	mark(Pin{Vertex: v.PickedA})
	mark(Pin{OnB: true, Vertex: v.PickedB})
}

// caution is the colour of lines that show a fault.
func caution(dark bool) color.NRGBA {
	if dark {
		return color.NRGBA{R: 0xe5, G: 0xb4, B: 0x54, A: 0xd8}
	}
	return color.NRGBA{R: 0xa8, G: 0x6a, B: 0x00, A: 0xd8}
}

// One vertex in worstOf counts among the worst; at most mostWorst lines are drawn, so that an eye
// can follow them.
const (
	worstOf   = 100
	mostWorst = 60
)

// worstVertices are of the hundredth of A's vertices with the largest geodesic error, or, where
// the truth is not known, with the least confidence. The worst come first. Each sample's cell has
// at most one of them, because lines of neighbours cover each other.
func (s *Stage) worstVertices() []int {
	q, worse := s.Quantity(ByError), 1.0
	if q == nil {
		q, worse = s.Quantity(ByConfidence), -1
	}
	s.values.Lock()
	defer s.values.Unlock()
	if s.worst != nil {
		return s.worst
	}
	d := s.match.X.Domain
	var order []int // one vertex for each point: welded copies are one place
	for _, i := range d.VertexOf {
		if !math.IsNaN(q.A[i]) {
			order = append(order, int(i))
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(worse*q.A[j], worse*q.A[i]) })
	cells := s.cells.of(s.match.X)
	taken := map[int32]bool{}
	s.worst = []int{}
	for _, i := range order[:(len(order)+worstOf-1)/worstOf] {
		if c := cells[d.PointOf[i]]; !taken[c] && len(s.worst) < mostWorst {
			taken[c] = true
			s.worst = append(s.worst, i)
		}
	}
	return s.worst
}

// onTheWay is the place of a point at t, in [0, 1], between its place and its match.
func onTheWay(from, to r3.Vec, t float64) r3.Vec {
	t = max(0, min(1, t))
	return r3.Add(r3.Scale(1-t, from), r3.Scale(t, to))
}

// MatchedOnA is the place on A, in the common frame, of vertex j of B.
func (s *Stage) MatchedOnA(j int) r3.Vec {
	return s.match.BToA.Positions[s.match.Y.Domain.PointOf[j]]
}
