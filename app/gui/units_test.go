package gui

import (
	"math"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/number"
	"gwscope/app/pipeline"
	"gwscope/render/camera"
	"gwscope/render/scene"
	"gwscope/solver"
	"gwscope/solver/gw"
)

func TestWordsReadWell(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ got, want string }{
		{left(0), ""}, {left(400 * time.Millisecond), "0.4 s left"}, {left(61 * time.Second), "61 s left"}, {left(10 * time.Minute), "10 min left"},
		{point([3]float64{0.1184, -0.4021, 0.655}), "(0.118, " + number.Minus + "0.402, 0.655)"}, {point([3]float64{512345.6, 12, 3}), "(512346, 12, 3)"},
		{ordinal(2), "2nd"}, {ordinal(3), "3rd"}, {ordinal(11), "11th"}, {ordinal(21), "21st"},
		{upperFirst("äußere"), "Äußere"}, {upperFirst(""), ""},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestExpandHome(t *testing.T) {
	t.Setenv("HOME", "/home/ada")
	for path, want := range map[string]string{"~": "/home/ada", "~/out": "/home/ada/out", "~bob/out": "~bob/out", "out/~": "out/~", "": ""} {
		if got := expandHome(path); got != want {
			t.Errorf("%q: got %q, want %q", path, got, want)
		}
	}
}

func TestStripKeepsTheSlicersOrder(t *testing.T) {
	t.Parallel()
	push := []float64{0.9, 0.1, 0.5, 0.3}
	// Distances between neighbours in order 1, 3, 2, 0 are 1, 2, 1.
	dist := func(i, j int) float64 { return map[[2]int]float64{{1, 3}: 1, {3, 2}: 2, {2, 0}: 1}[[2]int{i, j}] }
	got := spread(push, dist)
	if want := []float64{1, 0, 0.75, 0.25}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestStripFindsTheSampleUnderThePointer(t *testing.T) {
	themedApp(t)
	mainLock.Lock()
	defer mainLock.Unlock()
	s := newStrip(&widget.Maker{Tips: widget.NewTips()})
	s.Resize(fyne.NewSize(224, 60)) // 200 units for the line
	s.set(stripData{values: [2][]float64{{0, 0.5, 1}, {0.25}}, marked: [2]int{-1, -1}})
	for _, c := range []struct {
		x, y   float32
		side   side
		sample int
	}{
		{18, 9, sideA, 0}, {120, 12, sideA, 1}, {218, 2, sideA, 2}, {70, 50, sideB, 0}, {150, 50, sideB, -1},
	} {
		if sd, i := s.at(fyne.NewPos(c.x, c.y)); sd != c.side || i != c.sample {
			t.Errorf("(%g, %g) is sample %d of %v, want %d of %v", c.x, c.y, i, sd, c.sample, c.side)
		}
	}
}

func TestStripDrawsItsLinks(t *testing.T) {
	themedApp(t)
	mainLock.Lock()
	defer mainLock.Unlock()
	s := newStrip(&widget.Maker{Tips: widget.NewTips()})
	s.Resize(fyne.NewSize(224, 60))
	empty := s.prepare()(224, 60, 1)
	s.set(stripData{values: [2][]float64{{0, 1}, {0, 1}}, links: [][2]int32{{0, 0}, {1, 1}}, marked: [2]int{-1, -1}})
	img := s.prepare()(224, 60, 1)
	at := func(x, y int) bool { return img.RGBAAt(x, y) != empty.RGBAAt(x, y) }
	if !at(18, 30) || !at(217, 30) {
		t.Error("a link is missing")
	}
	if at(120, 30) {
		t.Error("there is ink between the links")
	}
	for i := 3; i < len(img.Pix); i += 4 {
		if img.Pix[i] != 0xff {
			t.Fatal("the picture is not opaque, which Fyne's texture upload needs")
		}
	}
}

func TestOtherSideTogglesBetweenOrientations(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	match := func(chosen int, orientations ...float64) *pipeline.Match {
		m := new(pipeline.Match)
		m.Result, m.Chosen = &solver.Result{}, chosen
		for _, o := range orientations {
			m.Result.Alternatives = append(m.Result.Alternatives, solver.Alternative{Orientation: o, Plan: &gw.Plan{}})
		}
		return m
	}
	for _, c := range []struct {
		name string
		m    *pipeline.Match
		want int
	}{
		{"no match", nil, -1},
		{"one minimum", match(0, 0.9), -1},
		{"the mirrored one, past another direct one", match(0, 0.9, 0.8, 0.1), 2},
		{"back to the best direct one", match(2, 0.9, 0.8, 0.1), 0},
		{"the next, where all are direct", match(1, 0.9, 0.8), 0},
		{"the next, where orientation is unknown", match(0, nan, nan), 1},
	} {
		if got := otherSide(c.m); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
}

func TestFitFillsTheViewAndStaysInside(t *testing.T) {
	t.Parallel()
	var points []scene.Vec
	for i := range 200 {
		a := float64(i)
		points = append(points, scene.Vec{float32(math.Cos(a) * 3), float32(math.Sin(a*1.7) + 5), float32(math.Cos(a * 0.3))})
	}
	for _, ortho := range []bool{false, true} {
		for _, v := range []camera.Standard{camera.Front, camera.Right, camera.Top, camera.ThreeQuarter} {
			for _, size := range [][2]float64{{320, 400}, {700, 580}, {1000, 420}} {
				w, h := size[0], size[1]
				c := camera.New().Look(v).WithOrthographic(ortho).Fit(points, w, h, paneMargins)
				x0, y0, x1, y1 := w, h, 0.0, 0.0
				for _, p := range points {
					at, ok := c.Project(camera.Vec{float64(p[0]), float64(p[1]), float64(p[2])}, w, h)
					if !ok {
						t.Fatalf("view %d of %gx%g: a point lies behind the eye", v, w, h)
					}
					x0, y0, x1, y1 = min(x0, at.X), min(y0, at.Y), max(x1, at.X), max(y1, at.Y)
				}
				const slack = 2
				if x0 < paneMargins.Side-slack || x1 > w-paneMargins.Side+slack || y0 < paneMargins.Top-slack || y1 > h-paneMargins.Bottom+slack {
					t.Errorf("view %d of %gx%g, ortho %v: spans (%.0f, %.0f) to (%.0f, %.0f)", v, w, h, ortho, x0, y0, x1, y1)
				}
				if x1-x0 < w-2*paneMargins.Side-4 && y1-y0 < h-paneMargins.Top-paneMargins.Bottom-4 {
					t.Errorf("view %d of %gx%g, ortho %v: touches no margin", v, w, h, ortho)
				}
			}
		}
	}
}

func TestPanesDivideTheView(t *testing.T) {
	t.Parallel()
	m := newModel()
	size := fyne.NewSize(1025, 600)
	two := m.panes(size)
	if len(two) != 2 || two[0].rect.size != two[1].rect.size || two[1].rect.pos.X+two[1].rect.size.Width != size.Width {
		t.Errorf("side by side: %+v", two)
	}
	if two[0].rect.contains(fyne.NewPos(512, 10)) || two[1].rect.contains(fyne.NewPos(512, 10)) {
		t.Error("the gap belongs to a pane")
	}
	m.maximised = int(sideB)
	if one := m.panes(size); len(one) != 1 || one[0].side != sideB || one[0].rect.size != size {
		t.Errorf("B alone: %+v", one)
	}
	m.layout = overlaid
	if one := m.panes(size); len(one) != 1 || one[0].side != sideA {
		t.Errorf("overlay: %+v", one)
	}
}

func TestLinkedCamerasMoveTogether(t *testing.T) {
	t.Parallel()
	m := newModel()
	moves := 0
	m.onCamera.On(func(struct{}) { moves++ })
	m.moveCamera(sideB, func(c camera.Camera) camera.Camera { c.Distance = 7; return c })
	if m.cameras[sideA].Distance != 7 || moves != 1 {
		t.Errorf("linked: A at %g after %d signals", m.cameras[sideA].Distance, moves)
	}
	m.linked = false
	m.moveCamera(sideA, func(c camera.Camera) camera.Camera { c.Distance = 2; return c })
	if m.cameras[sideB].Distance != 7 {
		t.Errorf("unlinked: B at %g", m.cameras[sideB].Distance)
	}
}

func TestFrameRateIgnoresPauses(t *testing.T) {
	t.Parallel()
	var r frameRate
	now := time.Unix(0, 0)
	for range 10 {
		now = now.Add(50 * time.Millisecond)
		r.tick(now)
	}
	if math.Abs(r.shown-20) > 0.1 {
		t.Errorf("20 pictures a second counted as %g", r.shown)
	}
	now = now.Add(3 * time.Second)
	for range 6 {
		now = now.Add(100 * time.Millisecond)
		r.tick(now)
	}
	if math.Abs(r.shown-10) > 0.1 {
		t.Errorf("10 pictures a second after a pause counted as %g", r.shown)
	}
}
