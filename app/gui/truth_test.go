package gui

import (
	"context"
	"strings"
	"testing"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/meshio/mesh"
	"gwscope/render/camera"
	"gwscope/solver/anchor"

	"gonum.org/v1/gonum/spatial/r3"
)

// Words and pictures of the window agree.

// While the picture of another shape is on the screen, the pane is dimmed, and the status is not "Ready".
func TestAPaneWaitsForItsPicture(t *testing.T) {
	d, _ := testDesk(t)
	m := smallMatch(t)
	onTestMain(func() { showMatch(d, m) })
	eventually(t, "the picture of the match", func() bool { return !d.m.waiting() })
	onTestMain(func() {
		d.views.port.arrived = func(pictured) {} // pictures come late
		d.m.setStatus(idle)
		d.shapes.setShape(sideB, pipeline.ShapeOf("c", m.A.Mesh))
		if !d.m.waiting() || d.status.stage.Text == idle {
			t.Errorf("with an old picture on the screen the status is %q", d.status.stage.Text)
		}
	})
	eventually(t, "a dimmed pane", func() bool { h := d.views.headers[sideB]; return h.veil.Visible() && h.waiting.Text == "drawing …" })
	onTestMain(func() {
		d.views.port.arrived = d.views.arrived
		d.views.refresh()
	})
	eventually(t, "the new picture", func() bool {
		h := d.views.headers[sideB]
		return !d.m.waiting() && !h.veil.Visible() && h.waiting.Text == "" && d.status.stage.Text == idle
	})
	onTestMain(func() { d.m.loading[sideA] = "cat.ply"; d.m.onShape.Emit(sideA) })
	onTestMain(func() {
		if !d.views.headers[sideA].veil.Visible() || !strings.Contains(d.status.stage.Text, "cat.ply") {
			t.Errorf("while a file is read the status is %q", d.status.stage.Text)
		}
		d.views.port.arrived = func(pictured) {}
		d.m.loading[sideA] = ""
		d.shapes.setShape(sideA, pipeline.ShapeOf("d", m.B.Mesh))
		if h := d.views.headers[sideA]; !h.veil.Visible() || h.waiting.Text != "drawing …" {
			t.Errorf("once it is read, the pane flashes the shape of before: %q", h.waiting.Text)
		}
		d.views.port.arrived = d.views.arrived
		d.views.refresh()
	})
	eventually(t, "the picture of what was read", func() bool { return !d.m.waiting() && !d.views.headers[sideA].veil.Visible() })
}

// Figures of the match before, and of other settings, are marked.
func TestOldFiguresAreMarked(t *testing.T) {
	d, _ := testDesk(t)
	m := smallMatch(t)
	onTestMain(func() {
		d.m.options = m.Options
		showMatch(d, m)
		p := d.inspector.result
		if p.veil.Visible() || p.state.Text != "" {
			t.Errorf("a fresh match is marked %q", p.state.Text)
		}
		d.m.job = job{running: true}
		d.m.onJob.Emit(d.m.job)
		if !p.veil.Visible() || p.state.Text == "" {
			t.Error("while a solve runs the old figures look current")
		}
		d.m.job = job{}
		d.solving.setMatch(m)
		d.m.onJob.Emit(d.m.job)
		if p.veil.Visible() || p.state.Text != "" {
			t.Errorf("the new figures are marked %q", p.state.Text)
		}
		d.solving.setOption(option.Find("samples"), "70")
		if !p.veil.Visible() || p.state.Text == "" {
			t.Error("figures of other settings look current")
		}
	})
}

// Each figure names its object: a plan by extremities has no loss of the slicer, a kept plan takes no time,
// and pair distortion has a single mean.
func TestFiguresSayWhatTheyBelongTo(t *testing.T) {
	d, _ := testDesk(t)
	first := smallMatch(t)
	kept := *first
	kept.Kept = true
	result := *first.Result
	result.Alternatives = append(result.Alternatives[:0:0], result.Alternatives...)
	result.Alternatives[0].Match = &anchor.Match{}
	kept.Result = &result
	onTestMain(func() {
		showMatch(d, first)
		p := d.inspector.result
		if name, v := p.loss.Name.Text, p.loss.Value.Text; !strings.Contains(name, "slicer") || !strings.Contains(v, "→") {
			t.Errorf("the loss is %q: %q", name, v)
		}
		if strings.Contains(p.time.Value.Text, "kept") {
			t.Errorf("a solve took %q", p.time.Value.Text)
		}
		d.solving.setMatch(&kept)
		if name, v := p.loss.Name.Text, p.loss.Value.Text; !strings.Contains(name, "extremities") || strings.Contains(v, "→") {
			t.Errorf("of a plan by extremities the loss is %q: %q", name, v)
		}
		if !strings.Contains(p.time.Value.Text, "kept") {
			t.Errorf("a plan that was kept took %q", p.time.Value.Text)
		}
		if got, want := meanOf(first, present.ByDistortion), 100*first.MeanDistortion(); got != want {
			t.Errorf("the histogram's mean distortion is %g, the result's %g", got, want)
		}
	})
	engine := pipeline.NewEngine()
	var last *pipeline.Match
	for range 2 {
		var err error
		if last, err = engine.Match(context.Background(), first.A, first.B, first.Options, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	if first.Kept || !last.Kept {
		t.Errorf("kept: the first solve %v, the same once more %v", first.Kept, last.Kept)
	}
}

// The axis that points up is turned with linked cameras, too, each time.
func TestTheUpAxisTurnsBothLinkedCameras(t *testing.T) {
	d, _ := testDesk(t)
	m := smallMatch(t)
	onTestMain(func() {
		showMatch(d, m)
		for k, want := range []camera.Axis{camera.UpZ, camera.UpY, camera.UpZ} {
			commandOf("camera.up").do(d)
			if d.m.cameras[0].Up != want || d.m.cameras[1].Up != want {
				t.Errorf("after %d turns the axes are %v and %v", k+1, d.m.cameras[0].Up, d.m.cameras[1].Up)
			}
			if says := strings.Contains(d.views.headers[sideA].stats.Text, "z up"); says != (want == camera.UpZ) {
				t.Errorf("the pane says %q", d.views.headers[sideA].stats.Text)
			}
		}
		d.views.toggleLink()
		d.views.port.hand.pane.side = sideB
		d.views.toggleUp()
		if d.m.cameras[0].Up != camera.UpZ || d.m.cameras[1].Up != camera.UpY {
			t.Error("cameras that are not linked turn together")
		}
	})
}

// The axis is guessed when a shape is loaded, and remembered by its file.
func TestTheUpAxisIsGuessedAndRemembered(t *testing.T) {
	home := session.Home{Config: t.TempDir(), State: t.TempDir()} // before the window, which ends first
	d, _ := testDesk(t)
	// A stool: a seat on four legs, up along z.
	stool := &mesh.Mesh{}
	for _, c := range [][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		for _, z := range []float64{0, 0.02, 1, 2, 3} {
			stool.Vertices = append(stool.Vertices, r3.Vec{X: c[0], Y: c[1] * (1 - z/4), Z: z})
		}
	}
	shape := pipeline.ShapeOf("stool.ply", stool)
	onTestMain(func() { d.preferences.home = &home })
	ask := func() (up camera.Axis, guessed bool) {
		var tell func(*pipeline.Shape) (camera.Axis, bool)
		onTestMain(func() { tell = d.views.uprights() })
		return tell(shape)
	}
	if up, guessed := ask(); up != camera.UpZ || !guessed {
		t.Errorf("the stool stands on axis %v, guessed: %v", up, guessed)
	}
	onTestMain(func() {
		d.m.shapes[sideA] = shape
		d.views.stand(sideA, camera.UpZ)
		if d.m.cameras[1].Up != camera.UpZ {
			t.Error("linked cameras do not follow A")
		}
		d.views.toggleUp()
	})
	d.tasks.jobs.Wait()
	if up, guessed := ask(); up != camera.UpY || guessed {
		t.Errorf("after a person has turned it, the stool stands on axis %v, guessed: %v", up, guessed)
	}
}

// Leaving the morph brings A back, and so does resetting the view.
func TestLeavingTheMorphShowsAAgain(t *testing.T) {
	d, _ := testDesk(t)
	m := smallMatch(t)
	onTestMain(func() {
		showMatch(d, m)
		for _, leave := range []func(){func() { d.views.arrange(sideBySide) }, d.views.showBoth, func() { d.views.maximise(sideA) }} {
			d.views.arrange(morphOnly)
			if d.m.view.T != 0.5 {
				t.Fatalf("the morph begins at %g", d.m.view.T)
			}
			d.views.arrange(overlaid)
			d.morph.start()
			leave()
			if d.m.view.T != 0 || d.m.playing {
				t.Errorf("A's pane shows it at t = %g, playing: %v", d.m.view.T, d.m.playing)
			}
			d.views.showBoth()
		}
		d.m.setView(func(v *present.View) { v.T = 0.3 }) // shapes that a person has moved stay so side by side
		d.views.arrange(morphOnly)
		d.views.arrange(sideBySide)
		if d.m.view.T != 0.3 {
			t.Errorf("side by side t is %g, and was 0.3", d.m.view.T)
		}
		d.views.resetView()
		if d.m.view.T != 0 {
			t.Errorf("the reset view has t = %g", d.m.view.T)
		}
	})
}

// Another minimum keeps the vertex that was clicked, on its side, and moves its partner.
func TestAnotherMinimumKeepsThePick(t *testing.T) {
	d, _ := testDesk(t)
	m := smallMatch(t)
	for _, on := range []side{sideA, sideB} {
		onTestMain(func() {
			showMatch(d, m)
			d.pointer.pickVertex(on, 7)
		})
		eventually(t, "a pick", func() bool { return d.m.pick != nil })
		other := *m
		other.AToB, other.BToA = m.MapAToB, m.MapBToA
		onTestMain(func() { d.solving.setMatch(&other) })
		eventually(t, "the pick of the other match", func() bool { return d.m.pick != nil })
		onTestMain(func() {
			p := d.m.pick
			want := pickOf(&other, on, 7)
			if p.on != on || p.vertex != want.vertex {
				t.Errorf("the pick is %+v, want %+v", *p, *want)
			}
			if v := d.m.view; on == sideA && v.PickedA != 7 || on == sideB && v.PickedB != 7 {
				t.Errorf("the view marks %d and %d", v.PickedA, v.PickedB)
			}
		})
	}
}

// Whether B is turned onto A can be seen and changed where B stands beside A.
func TestBIsTurnedOntoAByAVisibleSwitch(t *testing.T) {
	d, _ := testDesk(t)
	m := smallMatch(t)
	var turned, filed present.Picture
	onTestMain(func() { showMatch(d, m) })
	eventually(t, "a picture", func() bool { return d.m.picture != nil && !d.m.waiting() && d.views.pres.Idle() })
	onTestMain(func() {
		turned = *d.m.picture
		if s := d.views.headers[sideB].seat; !s.Visible() || s.Text != "Aligned" {
			t.Errorf("the switch is shown: %v, says %q", s.Visible(), s.Text)
		}
		d.views.toggleFiled()
	})
	eventually(t, "another picture", func() bool { return d.views.pres.Idle() && d.m.picture.B != turned.B })
	onTestMain(func() {
		filed = *d.m.picture
		if s := d.views.headers[sideB].seat; s.Text != "As filed" {
			t.Errorf("the switch says %q", s.Text)
		}
		want := m.Y.Domain.Points[m.Y.Domain.PointOf[0]]
		got := filed.B.Surfaces[0].Positions[0]
		if d := r3.Norm(r3.Sub(want, r3.Vec{X: float64(got[0]), Y: float64(got[1]), Z: float64(got[2])})); d > 1e-5 {
			t.Errorf("as filed, the first vertex of B is %g away from where the file has it", d)
		}
		if turned.B.Surfaces[0].Positions[0] == got {
			t.Error("turned and as filed, B stands the same")
		}
		d.views.arrange(overlaid)
		if d.views.headers[sideB].seat.Visible() {
			t.Error("the overlay, in which B is always turned, shows the switch")
		}
	})
	eventually(t, "B turned onto A again", func() bool {
		return d.views.pres.Idle() && d.m.picture.B.Surfaces[0].Positions[0] == turned.B.Surfaces[0].Positions[0]
	})
}

// Words over the views stand on a ground of their own.
func TestWordsOverTheViewsHaveAGround(t *testing.T) {
	d, _ := testDesk(t)
	m := smallMatch(t)
	onTestMain(func() { showMatch(d, m) })
	eventually(t, "the picture", func() bool { return !d.m.waiting() && d.m.picture != nil })
	onTestMain(func() {
		h := d.views.headers[sideB]
		over := func(back *widget.Box, l *widget.Label) {
			t.Helper()
			at, end := back.Position(), back.Position().X+back.Size().Width
			from := l.Position().X
			if l == h.caption {
				from += l.Size().Width - l.Width(l.Text)
			}
			if !back.Visible() || at.X > from || end < from+min(l.Width(l.Text), l.Size().Width) || at.Y > l.Position().Y || at.Y+back.Size().Height < l.Position().Y+l.Size().Height {
				t.Errorf("%q at %v of %v has its ground at %v of %v", l.Text, l.Position(), l.Size(), at, back.Size())
			}
		}
		over(h.backs[0], h.title)
		over(h.backs[0], h.stats)
		over(h.backs[1], h.caption)
		d.looks.colorBy(present.ByDistortion)
	})
	eventually(t, "a colour bar", func() bool { return d.views.headers[sideB].legend.Visible() })
	onTestMain(func() {
		h := d.views.headers[sideB]
		if b := h.backs[3]; !b.Visible() || b.Size().Width <= h.legend.Size().Width {
			t.Error("the colour bar has no ground")
		}
	})
}
