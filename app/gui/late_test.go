package gui

import (
	"testing"

	"gwscope/app/session"
	"gwscope/render/camera"
)

// A shape that is opened while a session is read stays, and the other shape is the session's.
func TestALateSessionLeavesAShapeThatWasOpenedMeanwhile(t *testing.T) {
	b := &heldBackend{holdLoad: make(chan struct{})}
	d := deskOver(t, b)
	onTestMain(func() {
		doc := session.NewDocument()
		doc.A.Ref, doc.B.Ref, doc.Options = "one", "three", d.m.options
		d.documents.resume(doc, "", nil)
		d.shapes.load(sideA, "two")
	})
	close(b.holdLoad)
	eventually(t, "both shapes", func() bool { return d.m.shapes[sideA] != nil && d.m.shapes[sideB] != nil })
	onTestMain(func() {
		if a, b := d.m.shapes[sideA].Ref, d.m.shapes[sideB].Ref; a != "two" || b != "three" {
			t.Errorf("A is %q, B is %q", a, b)
		}
		if d.win.Canvas().Overlays().Top() != nil {
			t.Error("something is complained about")
		}
	})
}

// A new session waits for nothing, so it undoes no later action of a person.
func TestANewSessionIsThereAtOnce(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		d.documents.newSession()
		if d.documents.keep.fresh {
			t.Error("the new session is still on its way")
		}
		if d.m.aimed {
			t.Error("the cameras of a new session count as moved by a person, so no shape is framed")
		}
		d.m.aimed = true
		d.m.moveCamera(sideA, func(c camera.Camera) camera.Camera { return c.Orbit(80, 20, 400, 400) })
	})
	var turned camera.Camera
	onTestMain(func() { turned = d.m.cameras[sideA] })
	d.tasks.jobs.Wait()
	onTestMain(func() {
		if d.m.cameras[sideA] != turned {
			t.Error("the new session came late and turned the camera back")
		}
	})
}
