package export

import (
	"context"
	"testing"

	"gwscope/render/camera"
)

// Where each shape has its own camera, each is seen whole, from its own side, and both at one
// scale. A pane that shows A on its way has A's camera.
func TestEachShapeIsSeenFromItsOwnSide(t *testing.T) {
	t.Parallel()
	m := matched(t)
	s := small()
	s.Camera = camera.New().Look(camera.Front)
	top := camera.New().Look(camera.Top)
	s.CameraB = &top
	for _, c := range []struct {
		panes string
		want  []camera.Camera
	}{
		{PanesBoth, []camera.Camera{s.Camera, top}},
		{PanesA, []camera.Camera{s.Camera}},
		{PanesB, []camera.Camera{top}},
		{PanesMorph, []camera.Camera{s.Camera}},
	} {
		s.Panes = c.panes
		j := newJob(m, s)
		f, err := j.figure(context.Background(), s.View, s.Width, s.Height)
		if err != nil {
			t.Fatal(err)
		}
		j.aim(f)
		panes := f.Frame().Panes
		if len(panes) != len(c.want) {
			t.Fatalf("%s: %d panes", c.panes, len(panes))
		}
		for i, p := range panes {
			if p.Camera.Orientation != c.want[i].Orientation || p.Camera.Distance != panes[0].Camera.Distance {
				t.Errorf("%s: pane %d is seen from %v at %g", c.panes, i, p.Camera.Orientation, p.Camera.Distance)
			}
			w, h := float64(p.Rect.Dx()), float64(p.Rect.Dy())
			for _, q := range camera.PointsOf(p.Scene) {
				at, ok := p.Camera.Project(camera.Vec{float64(q[0]), float64(q[1]), float64(q[2])}, w, h)
				if !ok || at.X < -1 || at.Y < -1 || at.X > w+1 || at.Y > h+1 {
					t.Fatalf("%s: a point of pane %d lies at %.0f, %.0f outside of %.0f x %.0f", c.panes, i, at.X, at.Y, w, h)
				}
			}
		}
	}
}
