package cli

import (
	"testing"

	"gwscope/app/export"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/render/camera"
	"gwscope/render/scene"
)

// A figure of shapes fills its panes: the shapes reach the margins on two opposite sides, and pass
// them nowhere.
func TestRenderFramesTheShapesTightly(t *testing.T) {
	t.Parallel()
	for _, refs := range [][]string{{"sample:horse/1"}, {"sample:human/2", "sample:cat/1"}} {
		f, err := shapesFigure(t.Context(), refs, session.Defaults(), &rendering{shown: present.NewView(), width: 1200, height: 700})
		if err != nil {
			t.Fatal(err)
		}
		frameFigure(f, camera.New().Look(camera.ThreeQuarter))
		w, h, m := export.Room(f)
		box := scene.NoBounds()
		for _, s := range f.Shapes {
			for _, p := range camera.PointsOf(s.Scene) {
				at, ok := f.Camera.Project(camera.Vec{float64(p[0]), float64(p[1]), float64(p[2])}, w, h)
				if !ok {
					t.Fatalf("%v: a point is behind the camera", refs)
				}
				box = box.Union(scene.BoundsOf([]scene.Vec{{float32(at.X), float32(at.Y), 0}}))
			}
		}
		left, right := float64(box.Min[0])-m.Side, w-m.Side-float64(box.Max[0])
		top, bottom := float64(box.Min[1])-m.Top, h-m.Bottom-float64(box.Max[1])
		if wide, high := max(left, right), max(top, bottom); min(wide, high) > 2 {
			t.Errorf("%v: %.0f pixels are free at the sides and %.0f above and below", refs, wide, high)
		}
		if min(left, right, top, bottom) < -2 {
			t.Errorf("%v: the shapes pass the margins: %.0f, %.0f, %.0f, %.0f", refs, left, right, top, bottom)
		}
	}
}
