package present

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/meshio/mesh"
)

// A measured distance is drawn on its shape where it lies in the file, and nowhere else.
func TestRulersLieOnTheirShape(t *testing.T) {
	t.Parallel()
	shape := func(scale float64) *pipeline.Shape {
		m := &mesh.Mesh{Name: "tetrahedron", Vertices: []r3.Vec{{X: 7}, {X: 7 + scale}, {X: 7, Y: scale}, {X: 7, Z: scale}}, Triangles: [][3]int32{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}}
		return &pipeline.Shape{Ref: "x", Mesh: m, Key: "x"}
	}
	a, b := shape(1), shape(30)
	v := NewView()
	v.Measured = &Measured{Of: []MeasuredPath{{OnB: true, Path: []r3.Vec{b.Mesh.Vertices[1], b.Mesh.Vertices[2]}, Label: "42 mm"}}, Begun: &Pin{Vertex: 3}}
	p := BuildShapes(a, b, v)
	if len(p.A.Lines) != 0 || len(p.A.Markers) != 1 || p.A.Markers[0].Position != p.A.Surfaces[0].Positions[3] {
		t.Errorf("A has %d lines and the markers %+v", len(p.A.Lines), p.A.Markers)
	}
	if len(p.B.Lines) != 2 {
		t.Fatalf("B has %d lines", len(p.B.Lines))
	}
	at := p.B.Surfaces[0].Positions
	for _, l := range p.B.Lines {
		if l.Positions[0] != at[1] || l.Positions[len(l.Positions)-1] != at[2] {
			t.Errorf("a line leads from %v to %v", l.Positions[0], l.Positions[len(l.Positions)-1])
		}
	}
	label := ""
	for _, m := range p.B.Markers {
		label += m.Label
	}
	if label != "42 mm" {
		t.Errorf("beside it stands %q", label)
	}
	if ratio := p.Unit(true) / p.Unit(false); ratio < 29.99 || ratio > 30.01 {
		t.Errorf("B's unit is %g of A's", ratio)
	}
}

// Rulers are added and removed; all others stay as they were.
func TestRulersAreNeverChanged(t *testing.T) {
	t.Parallel()
	var r *Rulers
	one := r.With(Ruler{From: 1, To: 2})
	two := one.With(Ruler{OnB: true, From: 3, To: 4})
	if len(one.Of) != 1 || len(two.Of) != 2 || two.Without(0).Of[0].From != 3 || one.Without(0) != nil {
		t.Errorf("%+v, %+v", one, two)
	}
	v := NewView()
	v.Rulers, v.PointSize, v.Bare = two, 2.5, true
	v.Measured = &Measured{}
	back := ReadView(v.Keep())
	if len(back.Rulers.Of) != 2 || back.Rulers.Of[1] != two.Of[1] || back.PointSize != 2.5 || !back.Bare || back.Measured != nil {
		t.Errorf("read back as %+v", back)
	}
	v.PointSize = 1e6
	if got := ReadView(v.Keep()).PointSize; got != 0 {
		t.Errorf("points of a size of %g are read", got)
	}
}
