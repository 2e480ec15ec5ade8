package gui

import (
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"gonum.org/v1/gonum/spatial/r3"

	"gwscope/app/pipeline"
	"gwscope/meshio/meshtest"
	"gwscope/render/camera"
)

// Each pane has its own shape in the middle, also where one is larger and stands elsewhere, and also when a
// person turns them. Linked cameras show both at the same scale.
func TestEachShapeStandsInTheMiddleOfItsPane(t *testing.T) {
	d, _ := testDesk(t)
	small := meshtest.Bumpy(2)
	large := *small
	large.Vertices = make([]r3.Vec, len(small.Vertices))
	for k, v := range small.Vertices {
		large.Vertices[k] = r3.Add(r3.Scale(3, v), r3.Vec{X: 5, Y: 2, Z: 1})
	}
	off := func(when string, near float64) {
		t.Helper()
		if a, b := d.m.cameras[sideA].Distance, d.m.cameras[sideB].Distance; a != b {
			t.Errorf("%s: A is seen from %g and B from %g", when, a, b)
		}
		m := d.m.margins()
		for _, q := range d.m.panes(d.views.port.Size()) {
			w, h := float64(q.rect.size.Width), float64(q.rect.size.Height)
			x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
			for _, p := range camera.PointsOf(d.m.sceneOf(q)) {
				at, _ := d.m.cameras[q.side].Project(camera.Vec{float64(p[0]), float64(p[1]), float64(p[2])}, w, h)
				x0, y0, x1, y1 = min(x0, at.X), min(y0, at.Y), max(x1, at.X), max(y1, at.Y)
			}
			if x, y := (x0+x1)/2-w/2, (y0+y1)/2-(m.Top+(h-m.Top-m.Bottom)/2); math.Hypot(x, y) > near {
				t.Errorf("%s: %s is (%.1f, %.1f) beside the middle", when, q.side, x, y)
			}
		}
	}
	onTestMain(func() {
		d.views.port.Resize(fyne.NewSize(900, 600))
		d.shapes.setShape(sideA, pipeline.ShapeOf("small", small))
		d.shapes.setShape(sideB, pipeline.ShapeOf("large", &large))
	})
	eventually(t, "a picture of both", func() bool { return d.m.picture != nil && d.m.picture.B != nil && !d.m.framing && d.views.pres.Idle() })
	onTestMain(func() {
		off("at first", 1)
		d.views.toggleLink()
		d.views.frameNow() // each at a scale of its own
		d.views.toggleLink()
		off("linked before anybody aimed", 1)
		d.m.moveCamera(sideA, func(c camera.Camera) camera.Camera { return c.Orbit(150, 40, 444, 600) })
		off("turned", 30) // about the middle of its box, whose corners are empty
		d.views.toggleLink()
		d.m.moveCamera(sideB, func(c camera.Camera) camera.Camera { return c.Pan(60, 0, 444, 600) })
		d.views.toggleLink()
		d.views.frameNow()
		off("linked again", 1)

		// A picture from before the last shape was read is framed as well, and the next one again.
		d.m.cameras[sideA].Distance, d.m.cameras[sideB].Distance = 1, 1
		d.m.framing, d.m.aimed = true, false
		d.views.takePicture(d.m.picture, presentRequest{b: d.m.shapes[sideB]})
		off("an older picture", 1)
		if !d.m.framing {
			t.Error("the next picture is not framed")
		}
	})
}
