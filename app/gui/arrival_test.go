package gui

import (
	"testing"

	"gwscope/render/camera"
)

// Where a person turns the shapes while a match arrives, undo takes the whole turn back: the part before the
// arrival and the part after it.
func TestTurningWhileAMatchArrivesIsUndone(t *testing.T) {
	turn := func(d *desk) {
		d.m.aimed = true
		d.m.moveCamera(sideA, func(c camera.Camera) camera.Camera { return c.Orbit(80, 20, 400, 400) })
	}
	match := smallMatch(t)
	for _, c := range []struct {
		name          string
		before, after int
	}{{"before", 1, 0}, {"after", 0, 1}, {"before and after", 1, 2}} {
		t.Run(c.name, func(t *testing.T) {
			d, _ := settledDesk(t)
			onTestMain(func() { d.shapes.setShape(sideA, match.A); d.shapes.setShape(sideB, match.B) })
			eventually(t, "the shapes", func() bool { return !d.documents.keep.armed && !d.m.framing })
			var from [2]camera.Camera
			onTestMain(func() {
				from = d.m.cameras
				for range c.before {
					turn(d)
				}
				d.solving.finishSolve(d.solving.runs, match, nil)
				for range c.after {
					turn(d)
				}
			})
			eventually(t, "the step", func() bool { return !d.documents.keep.armed })
			onTestMain(func() {
				if undo, _ := d.documents.keep.history.Next(); undo != "Camera" {
					t.Fatalf("the last step is %q", undo)
				}
				d.documents.undo()
				if d.m.cameras != from {
					t.Errorf("undone, the cameras are %+v and not %+v", d.m.cameras, from)
				}
			})
		})
	}
}
