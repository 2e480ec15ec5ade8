package present

import (
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/assets/shapes"
)

// Marks stand where their places are, whatever the shapes' files, and pinned pairs are
// joined across the views.
func TestMarksStandOnTheShapes(t *testing.T) {
	t.Parallel()
	load := func(id string) *pipeline.Shape {
		m, err := shapes.Make(id)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range m.Vertices {
			m.Vertices[i] = r3.Add(r3.Scale(40, p), r3.Vec{X: 900, Y: -30})
		}
		return pipeline.ShapeOf(id, m)
	}
	a, b := load("cat/1"), load("cat/2")
	s := NewShapesStage(a, b)
	v := NewView()
	v.Marks = &Marks{[]Mark{
		{Name: "nose", At: a.Mesh.Vertices[50], Vertex: 50, Kind: PinnedLandmark},
		{Name: "nose", OnB: true, At: b.Mesh.Vertices[60], Vertex: 60, Kind: PinnedLandmark},
		{Name: "tip 1", At: a.Mesh.Vertices[70], Vertex: 70, Kind: Extremity, Lit: true},
		{Name: "lesser 1", OnB: true, At: b.Mesh.Vertices[80], Vertex: 80, Kind: LesserExtremity},
		{Name: "gone", At: r3.Vec{}, Vertex: len(a.Mesh.Vertices)},
	}}
	p := s.Picture(v)
	if len(p.A.Markers) != 2 || len(p.B.Markers) != 2 {
		t.Fatalf("%d and %d markers", len(p.A.Markers), len(p.B.Markers))
	}
	if got := p.A.Markers[0]; got.Position != s.a.vecs[50] || got.Label != "nose" || !got.Filled {
		t.Errorf("the landmark is drawn as %+v, its vertex is at %v", got, s.a.vecs[50])
	}
	if got := p.A.Markers[1]; got.Filled || got.Radius != litRadius {
		t.Errorf("the extremity in hand is drawn as %+v", got)
	}
	if got := p.B.Markers[1]; got.Label != "" || got.Radius >= tipRadius || got.Color != p.A.Markers[1].Color {
		t.Errorf("the lesser extremity is drawn as %+v", got)
	}
	if len(p.Links) != 1 || p.Links[0].A != s.a.vecs[50] || p.Links[0].B != s.b.vecs[60] {
		t.Errorf("links %+v", p.Links)
	}
}
