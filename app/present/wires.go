package present

import (
	"image/color"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/render/scene"
)

// IDWires is the name of the edges of A's mesh on B.
const IDWires = "A on B"

// wireLift is the distance of the edges of A's mesh from B, in √area of A. It keeps an edge
// visible that runs straight across a bend of B; an edge that lies deeper vanishes in B.
const wireLift = 0.001

// HasWires reports whether A's mesh lies on B, so that its edges can be drawn there.
func HasWires(m *pipeline.Match) bool { return m != nil && m.Registered != nil }

// addWires draws the edges of A's mesh on B where a view asks for them.
func (s *Stage) addWires(p *Picture, v View) {
	if !v.Registered || !HasWires(s.match) {
		return
	}
	ink := color.NRGBA{R: 0x0c, G: 0x0f, B: 0x14, A: 0x98}
	p.B.Lines = append(p.B.Lines, scene.Lines{ID: IDWires, Positions: s.wiresOnB(), Base: ink, Width: 1})
}

// wiresOnB are the ends of the edges, made once.
func (s *Stage) wiresOnB() []scene.Vec {
	s.values.Lock()
	defer s.values.Unlock()
	if s.wires != nil {
		return s.wires
	}
	m := s.a.mesh.WithVertices(s.lies)
	lift := wireLift
	if s.match.Registered.Mirrored { // the normals point inwards
		lift = -lift
	}
	normals := m.VertexNormals()
	at := make([]scene.Vec, len(s.lies))
	for i, p := range s.lies {
		at[i] = toVec(r3.Add(p, r3.Scale(lift, normals[i])))
	}
	seen := map[[2]int32]bool{}
	s.wires = []scene.Vec{}
	for i, t := range m.Triangles {
		for k := range 3 {
			a, b := t[k], t[(k+1)%3]
			if edge := [2]int32{min(a, b), max(a, b)}; seen[edge] || s.a.inner != nil && s.a.inner[i]>>k&1 == 1 {
				continue
			} else {
				seen[edge] = true
			}
			s.wires = append(s.wires, at[a], at[b])
		}
	}
	return s.wires
}
