package gui

import (
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/render/pick"
)

// onSide is B or A.
func onSide(onB bool) side {
	if onB {
		return sideB
	}
	return sideA
}

// sideOfHit is the side to which the vertex of a hit belongs.
func sideOfHit(hit pick.Hit) side {
	return onSide(hit.ID == present.IDB || hit.ID == present.IDMorphB)
}

// pickOf is a vertex of a side and its match; nil for an unknown vertex.
func pickOf(m *pipeline.Match, s side, vertex int) *picked {
	own := m.A.Mesh.Vertices
	if s == sideB {
		own = m.B.Mesh.Vertices
	}
	if vertex < 0 || vertex >= len(own) {
		return nil
	}
	way := m.FromA()
	if s == sideB {
		way = m.FromB()
	}
	to := way.Counterpart(vertex)
	p := &picked{on: s, confidence: to.Confidence}
	p.vertex[s], p.vertex[s.other()] = vertex, int(to.Target)
	here := own[vertex]
	p.position[s] = [3]float64{here.X, here.Y, here.Z}
	p.position[s.other()] = [3]float64{to.Position.X, to.Position.Y, to.Position.Z}
	if i := sampleAt(m.X, p.vertex[sideA]); i >= 0 && i < len(m.Spread) {
		p.spread = m.Spread[i]
	}
	return p
}

// setPins changes the kept picks.
func (pt *pointer) setPins(p *present.Pins) {
	pt.m.setView(func(v *present.View) { v.Pins = p })
}

// pinPick keeps the present pick, before another is set beside it.
func (pt *pointer) pinPick() {
	if p := pt.m.pick; p != nil {
		pt.setPins(pt.m.view.Pins.With(present.Pin{OnB: p.on == sideB, Vertex: p.vertex[p.on]}))
	}
}

// unpick takes a mark away.
func (pt *pointer) unpick(p *picked) {
	if p == pt.m.pick {
		pt.m.setPick(nil)
		return
	}
	pt.setPins(pt.m.view.Pins.With(present.Pin{OnB: p.on == sideB, Vertex: p.vertex[p.on]}))
}

// unmark takes all marks away.
func (pt *pointer) unmark() {
	pt.setPins(nil)
	pt.m.setPick(nil)
}
