package present

import (
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/render/scene"
)

// The names of the morph's surface in its scene: its vertices are those of A's file, or
// of B's.
const (
	IDMorph  = "morph"
	IDMorphB = "morph of B"
)

// moved is a shape on its way: the side whose mesh it has, and the places of its vertices.
type moved struct {
	side *side
	id   string
	at   []r3.Vec
}

// moved is the shape beside B at the view's t. It moves by the view's motion, or, without one, A
// moves on straight lines.
func (s *Stage) moved(v View) moved {
	if m := v.Motion; m.Of(s.match) {
		if m.Way.On == "b" {
			return moved{s.b, IDMorphB, m.Shown(v.T)}
		}
		return moved{s.a, IDMorph, m.Shown(v.T)}
	}
	at := make([]r3.Vec, len(s.a.positions))
	for i, p := range s.a.positions {
		at[i] = onTheWay(p, s.arrives[i], v.T)
	}
	return moved{s.a, IDMorph, at}
}

// scene shows a shape on its way, with the look of its side.
func (m moved) scene(a, b *look, v View) *scene.Scene {
	l := a
	if m.id == IDMorphB {
		l = b
	}
	sd := *m.side
	sd.vecs = toVecs(m.at)
	sd.normalVec = nil // the renderer makes new ones, because the shape has bent
	sc := &scene.Scene{}
	sd.add(sc, m.id, l, v)
	return sc
}

// vertex is the place of a matched pair of vertices on the way: that of i of A or of j of B,
// whichever mesh moves.
func (m moved) vertex(i, j int) r3.Vec {
	if m.id == IDMorphB {
		return m.at[j]
	}
	return m.at[i]
}

// counterpart is the vertex of B's file nearest to where vertex i of A goes.
func (s *Stage) counterpart(i int) int {
	x, y := s.match.X.Domain, s.match.Y.Domain
	return int(y.VertexOf[s.match.AToB.Places[x.PointOf[i]].Nearest])
}

// counterpartOnA is the vertex of A's file nearest to where vertex j of B goes.
func (s *Stage) counterpartOnA(j int) int {
	x, y := s.match.X.Domain, s.match.Y.Domain
	return int(x.VertexOf[s.match.BToA.Places[y.PointOf[j]].Nearest])
}
