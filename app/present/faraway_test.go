package present

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/meshio/mesh"
	"gwscope/meshio/meshtest"
	"gwscope/render/camera"
	"gwscope/render/scene"
)

// A shape in survey coordinates is drawn as finely as the same shape at the origin, though
// graphics cards have single precision.
func TestShapesFarAwayAreDrawnFinely(t *testing.T) {
	t.Parallel()
	near := meshtest.Bumpy(2)
	moved := make([]r3.Vec, len(near.Vertices))
	for i, p := range near.Vertices {
		moved[i] = r3.Add(p, r3.Vec{X: 500_000, Y: 5_000_000, Z: 100})
	}
	cloud := func(points []r3.Vec) *mesh.Mesh { return &mesh.Mesh{Vertices: points} }
	for _, pair := range [][2]*mesh.Mesh{{near, near.WithVertices(moved)}, {cloud(near.Vertices), cloud(moved)}} {
		s := NewShapesStage(pipeline.ShapeOf("near", pair[0]), pipeline.ShapeOf("far", pair[1]))
		for i, p := range s.a.vecs {
			for k, x := range s.b.vecs[i] {
				if math.Abs(float64(x-p[k])) > 1e-6 {
					t.Fatalf("vertex %d is drawn at %v, and at %v where the shape lies far away", i, p, s.b.vecs[i])
				}
			}
		}
	}
}

// A point that a match leaves out as far from all others moves no camera: the rest fills the view.
func TestWhatIsLeftOutIsNotFramed(t *testing.T) {
	t.Parallel()
	near := meshtest.Bumpy(2)
	far := &mesh.Mesh{Vertices: append(slices.Clone(near.Vertices), r3.Vec{X: 5000})}
	opt := session.Defaults()
	opt.Samples, opt.Effort, opt.Surface, opt.DropOutliers = 60, "fast", session.MapAlone, true
	m, err := pipeline.NewEngine().Match(t.Context(), pipeline.ShapeOf("near", near), pipeline.ShapeOf("far", far), opt, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := NewStage(m).Picture(View{})
	if got := scene.BoundsOf(camera.PointsOf(p.A, p.B, p.Morph)).Radius(); got > 3 {
		t.Errorf("cameras frame what is %g wide", 2*got)
	}
}
