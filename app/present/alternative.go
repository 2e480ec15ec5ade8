package present

import (
	"image/color"

	"gwscope/render/colormap"
	"gwscope/render/scene"
)

// Alternative is a scene of B for one of the match's near-equal minima; B is turned as in all
// pictures. Each vertex of B has the colour of the place on A that its nearest sample is matched
// with. This needs no map of all vertices, so it takes no time.
func (s *Stage) Alternative(k int) *scene.Scene {
	m := s.match
	yToX := m.Result.Alternatives[k].SnappedYToX
	tints := Tints(s.a.mesh)
	ofSample := make([]color.NRGBA, m.Y.Len())
	for j := range ofSample {
		ofSample[j] = colormap.Missing
		if j < len(yToX) && yToX[j] >= 0 {
			ofSample[j] = tints[m.X.Domain.VertexOf[yToX[j]]]
		}
	}
	cells := s.cells.of(m.Y)
	l := &look{colors: make([]color.NRGBA, len(s.b.positions))}
	for i, p := range m.Y.Domain.PointOf {
		l.colors[i] = ofSample[cells[p]]
	}
	sc := &scene.Scene{}
	s.b.add(sc, IDB, l, NewView())
	return sc
}
