package gui

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"gwscope/app/export"
)

// A first-time user's way through the window: the pair is matched by itself, the
// other side is looked at, the morph is dragged, a vertex is marked, colours are
// changed, everything is exported.
func TestWindowFromStartToExport(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1200, 800, "sample:horses/1@2000,sample:horses/2@2000", asShipped)
	opened := time.Now()
	s.waitFor("first colours", func(w windowState) bool { return w.Preview || w.Matched })
	colours := time.Since(opened)
	s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running })
	t.Logf("from the window to first colours %.1f s, to the match %.1f s", colours.Seconds(), time.Since(opened).Seconds())
	view := s.viewRect()
	left, right := view, view
	left.Max.X, right.Min.X = view.Min.X+view.Dx()/2, view.Min.X+view.Dx()/2
	matched := s.settled("matched")
	for name, r := range map[string]image.Rectangle{"A": left, "B": right} {
		if n, kinds := hues(matched, r); n < r.Dx()*r.Dy()/25 || kinds < 5 {
			t.Errorf("view %s has %d coloured pixels of %d hues: no carried colours to be seen", name, n, kinds)
		}
	}

	t.Run("orbit, pan and zoom", func(t *testing.T) {
		s.t = t
		cx, cy := left.Min.X+left.Dx()/2, left.Min.Y+left.Dy()/2
		s.drag(1, cx, cy, cx+90, cy+20)
		orbited := s.settled("orbited")
		if differing(matched, orbited, left) < 5000 || differing(matched, orbited, right) < 5000 {
			t.Error("orbiting did not turn both linked views")
		}
		before := s.state().Distance
		s.do("mousemove", cx, cy, "click", 4, "click", 4, "click", 4, "sleep", 0.3)
		if after := s.state().Distance; after > before*0.8 {
			t.Errorf("the wheel changed the distance from %g to %g only", before, after)
		}
		s.drag(3, cx, cy, cx, cy+60)
		s.do("mousemove", cx, cy, "keydown", "shift")
		s.drag(1, cx, cy, cx+40, cy)
		s.do("keyup", "shift")
		s.do("key", "f")
		if n := differing(matched, s.settled("framed"), view); n == 0 {
			t.Error("the turned view, framed, looks like the first")
		}
		s.do("key", "0", "sleep", 0.3)
		if n := differing(matched, s.settled("back"), left); n > 3000 {
			t.Errorf("the three-quarter view differs from the first one in %d pixels", n)
		}
	})

	t.Run("pick", func(t *testing.T) {
		s.t = t
		before := s.settled("unpicked")
		v := visibleVertex(t, s, before, left)
		var x, y int
		if _, err := fmt.Sscan(s.ask("vertex A "+strconv.Itoa(v)), &x, &y); err != nil {
			t.Fatal(err)
		}
		s.do("mousemove", x, y, "sleep", 0.1, "click", 1)
		w := s.waitFor("a mark", func(w windowState) bool { return w.Picked != nil })
		var px, py int
		fmt.Sscan(s.ask("vertex A "+strconv.Itoa(w.Picked[0])), &px, &py)
		if abs(px-x) > 12 || abs(py-y) > 12 {
			t.Errorf("clicked at (%d, %d), marked the vertex at (%d, %d)", x, y, px, py)
		}
		picked := s.changed(before, "picked")
		fmt.Sscan(s.ask("vertex B "+strconv.Itoa(w.Picked[1])), &px, &py)
		ring := image.Rect(px-12, py-12, px+12, py+12)
		if differing(before, picked, ring) < 20 {
			t.Error("no ring around the match on B")
		}
		s.do("key", "Escape")
		s.waitFor("no mark", func(w windowState) bool { return w.Picked == nil })
	})

	t.Run("tooltip", func(t *testing.T) {
		s.t = t
		x, y, _, _ := s.where("distortion")
		s.do("mousemove", x, y-60, "sleep", 0.3)
		before := s.settled("untold")
		s.do("mousemove", x, y, "sleep", 0.1, "mousemove", x+3, y, "sleep", 1.2)
		below := image.Rect(x-120, y+16, x+120, y+40)
		if differing(before, s.settled("told"), below) < below.Dx()*below.Dy()/4 {
			t.Error("no explanation appears under a figure")
		}
	})

	t.Run("colour by distortion", func(t *testing.T) {
		s.t = t
		s.choose("color", "Pair distortion")
		s.waitFor("the colouring", func(w windowState) bool { return w.ColorBy == "distortion" && w.Overlay == "" })
		if n := differing(matched, s.settled("distortion"), view); n < 20000 {
			t.Errorf("colouring by distortion changed %d pixels", n)
		}
		s.choose("color", "Carried colours")
		s.waitFor("the colouring", func(w windowState) bool { return w.ColorBy == "carried" })
	})

	t.Run("morph", func(t *testing.T) {
		s.t = t
		x, y, w, _ := s.where("slider")
		before := s.settled("t0")
		s.drag(1, x-w/2+12, y, x+w/4, y)
		s.waitFor("t", func(w windowState) bool { return w.T > 0.6 && w.T < 0.9 })
		half := s.settled("morph")
		if differing(before, half, left) < 5000 {
			t.Error("dragging t did not move A")
		}
		if n := differing(before, half, right.Inset(60)); n > right.Dx()*right.Dy()/20 {
			t.Errorf("dragging t changed B in %d pixels", n)
		}
		s.do("key", "v")
		s.waitFor("the morph view", func(w windowState) bool { return w.Layout == int(morphOnly) })
		s.settled("morph-alone")
		s.do("key", "v")
		s.waitFor("the overlay", func(w windowState) bool { return w.Layout == int(overlaid) })
		s.settled("overlay")
		s.do("key", "v")
		s.do("key", "space")
		a := s.state().T
		s.waitFor("playing", func(w windowState) bool { return abs(int(100*(w.T-a))) > 10 })
		s.do("key", "space", "key", "Home")
		s.waitFor("t = 0", func(w windowState) bool { return w.T == 0 })
	})

	t.Run("the other side", func(t *testing.T) {
		s.t = t
		w := s.state()
		if w.Minima < 2 {
			t.Skip("the solver found one minimum only")
		}
		before := s.settled("direct")
		s.click("flip")
		s.waitFor("the other minimum", func(w windowState) bool { return w.Chosen != 0 })
		if n := differing(before, s.settled("flipped"), right); n < 3000 {
			t.Errorf("flipping changed %d pixels of B", n)
		}
		s.do("key", "m")
		s.waitFor("the first minimum", func(w windowState) bool { return w.Chosen == 0 })
	})

	t.Run("export", func(t *testing.T) {
		s.t = t
		dir := filepath.Join(t.TempDir(), "out")
		s.click("export")
		s.shot("export-menu")
		s.click("Export…")
		s.waitFor("the sheet", func(w windowState) bool { return w.Overlay != "" })
		s.do("key", "ctrl+a", "type", dir)
		s.shot("export-sheet") // not settled: the cursor blinks
		s.do("key", "Return")
		for _, name := range exportedFiles() {
			s.waitFor(name, func(windowState) bool {
				st, err := os.Stat(filepath.Join(dir, name))
				return err == nil && st.Size() > 0
			})
		}
		s.waitFor("the message", func(w windowState) bool { return strings.Contains(w.Status, "files written") })
		s.shot("exported")
	})

	t.Run("solve again", func(t *testing.T) {
		s.t = t
		s.click("shapeB")
		s.settled("shapes")
		s.do("key", "Escape", "sleep", 0.2)
		s.click("advanced")
		s.ask("option samples 120") // the first match was as shipped
		s.ask("option effort fast")
		s.do("key", "Escape", "key", "ctrl+Return")
		s.waitFor("a running solve", func(w windowState) bool { return w.Running || w.Stage == "done" })
		s.shot("solving")
		s.waitFor("a finished solve", func(w windowState) bool { return !w.Running && w.Matched && !w.Stale })
	})

	t.Run("quit", func(t *testing.T) {
		s.t = t
		s.do("key", "ctrl+q")
		select {
		case err := <-s.ended:
			if err != nil {
				t.Errorf("the window ended with %v:\n%s", err, s.log)
			}
		case <-time.After(patience):
			t.Error("the window did not close")
		}
	})
}

// A file without a mesh opens a dialog; the window keeps its shapes.
func TestWindowTellsOfBadFiles(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1100, 760, ",")
	s.waitFor("a window no larger than the screen", func(w windowState) bool { return w.Width <= 1100 })
	empty := s.settled("empty")
	if n, _ := hues(empty, s.viewRect()); n > 30000 {
		t.Errorf("an empty window has %d strongly coloured pixels in its views", n)
	}
	path := filepath.Join(t.TempDir(), "broken.obj")
	if err := os.WriteFile(path, []byte("v 0 0 0\nv 1 0 0\nf 1 2 9\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.ask("put A " + path)
	s.waitFor("the dialog", func(w windowState) bool { return w.Overlay != "" })
	s.settled("error")
	s.do("key", "Escape")
	s.waitFor("the dialog to close", func(w windowState) bool { return w.Overlay == "" })
	s.do("key", "F1")
	s.waitFor("the help", func(w windowState) bool { return w.Overlay != "" })
	s.settled("help")
	s.do("key", "Escape")
	s.do("key", "ctrl+l")
	s.waitFor("the question", func(w windowState) bool { return w.Overlay != "" })
	s.do("key", "ctrl+a", "type", "sample:cat/2")
	s.do("key", "Return")
	s.waitFor("the shape", func(w windowState) bool { return !w.Loading && w.Overlay == "" })
	s.settled("one-shape")
	s.do("key", "ctrl+o")
	s.waitFor("the file dialog", func(w windowState) bool { return w.Overlay != "" })
	s.settled("file-dialog")
	s.do("key", "Escape")
	s.waitFor("the file dialog to close", func(w windowState) bool { return w.Overlay == "" })
	s.app.Process.Signal(os.Interrupt)
	select {
	case err := <-s.ended:
		if err != nil {
			t.Errorf("an interrupt ended the window with %v", err)
		}
	case <-time.After(patience):
		t.Error("an interrupt did not close the window")
	}
}

// In the smallest window everything can be reached, and light is light.
func TestWindowSmallAndLight(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1024, 700, lightPair(t, "human/1", "human/3"))
	s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running && w.Width == 1024 })
	dark := s.settled("dark")
	s.click("menu View")
	s.shot("view-menu")
	s.click("Light theme")
	s.waitFor("light", func(w windowState) bool { return !w.Dark })
	light := s.settled("light")
	x, y, w, h := s.where("inspector")
	panel := image.Rect(x-w/2, y-h/2, x+w/2, y+h/2)
	if brightness(dark, panel) > 80 || brightness(light, panel) < 200 {
		t.Errorf("the panel's brightness is %d dark and %d light", brightness(dark, panel), brightness(light, panel))
	}
	s.click("advanced")
	s.settled("advanced")
	// Sections below the window's edge come up by the wheel.
	s.do("mousemove", x, y, "click", "--repeat", 40, "--delay", 5, 5)
	s.settled("scrolled")
	s.choose("color", "Confidence")
	s.waitFor("the colouring", func(w windowState) bool { return w.ColorBy == "confidence" })
	s.settled("confidence")
	s.click("edgesA")
	s.waitFor("edges", func(w windowState) bool { return w.Edges })
	s.settled("edges")
	s.click("reportA")
	s.waitFor("the report", func(w windowState) bool { return w.Overlay != "" })
	s.settled("report")
}

// At twice the scale everything is twice as large, and a click still finds the vertex under it.
func TestWindowAtDoubleScale(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 2048, 1400, lightPair(t, "horse/1", "horse/2"), "FYNE_SCALE=2")
	w := s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running })
	if w.Scale != 2 || w.Width != 1024 {
		t.Fatalf("scale %g, width %g; want 2 and 1024", w.Scale, w.Width)
	}
	img := s.settled("hidpi")
	view := s.viewRect()
	view.Max.X = view.Min.X + view.Dx()/2
	v := visibleVertex(t, s, img, view)
	var x, y int
	fmt.Sscan(s.ask("vertex A "+strconv.Itoa(v)), &x, &y)
	s.do("mousemove", x, y, "sleep", 0.1, "click", 1)
	w = s.waitFor("a mark", func(w windowState) bool { return w.Picked != nil })
	var px, py int
	fmt.Sscan(s.ask("vertex A "+strconv.Itoa(w.Picked[0])), &px, &py)
	if abs(px-x) > 24 || abs(py-y) > 24 {
		t.Errorf("clicked at (%d, %d), marked the vertex at (%d, %d)", x, y, px, py)
	}
	s.settled("hidpi-picked")
}

// exportedFiles are the files of an export of all kinds.
func exportedFiles() []string {
	return []string{export.ResultFile, export.MapAToBFile, export.MapBToAFile, export.ColoredAFile, export.ColoredBFile, export.MatchedBFile, export.MorphFile, export.PictureFile}
}
