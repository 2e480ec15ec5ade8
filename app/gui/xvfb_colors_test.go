package gui

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"testing"
	"time"

	"gwscope/app/present"
)

// scrollDown turns the wheel over the inspector until its foot shows.
func (s *screen) scrollDown() {
	x, y, _, _ := s.where("inspector")
	s.do("mousemove", x, y, "click", "--repeat", 40, "--delay", 5, 5)
}

// choose opens a menu and takes an entry, however slow the window is.
func (s *screen) choose(menu, entry string) {
	s.t.Helper()
	var open bool
	for end := time.Now().Add(patience); !open; open = s.opened() {
		if time.Now().After(end) {
			s.shot("failed")
			s.t.Fatalf("%s opens no menu; the state is %+v", menu, s.state())
		}
		// Sections above it may have pushed it out of sight, or may take the click.
		ix, iy, iw, ih := s.where("inspector")
		if x, y, _, h := s.where(menu); abs(x-ix) < iw/2 && abs(y-iy) > (ih-h)/2 {
			s.scrollTo(menu)
		}
		s.click(menu)
	}
	s.click(entry)
	s.waitFor("the menu to close", func(w windowState) bool { return w.Overlay == "" || w.Overlay != "*widget.PopMenu" })
}

// opened reports whether a menu opens in the moment after a click. Nothing tells that no menu will come, so the
// moment is a time.
func (s *screen) opened() bool {
	s.t.Helper()
	for range 12 {
		if s.state().Overlay != "" {
			return true
		}
		time.Sleep(60 * time.Millisecond)
	}
	return false
}

// An analyst's way through the colours: some modes, the range, isolines, the mask; a
// stretch of the histogram; the pointer over a shape; several marks.
func TestWindowColours(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1100, 760, "sample:horses/1@1500,sample:horses/2@1500")
	s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running })
	view := s.viewRect()
	left, right := view, view
	left.Max.X, right.Min.X = view.Min.X+view.Dx()/2, view.Min.X+view.Dx()/2
	carried := s.settled("carried")

	t.Run("hover", func(t *testing.T) {
		s.t = t
		v := visibleVertex(t, s, carried, left)
		var x, y int
		fmt.Sscan(s.ask("vertex A "+strconv.Itoa(v)), &x, &y)
		s.do("mousemove", x-3, y, "sleep", 0.1, "mousemove", x, y)
		w := s.waitFor("a vertex under the pointer", func(w windowState) bool { return w.Hovered != nil })
		var hx, hy int
		fmt.Sscan(s.ask("vertex A "+strconv.Itoa(w.Hovered[0])), &hx, &hy)
		if abs(hx-x) > 12 || abs(hy-y) > 12 {
			t.Errorf("the pointer is at (%d, %d), the vertex under it at (%d, %d)", x, y, hx, hy)
		}
		hovered := s.settled("hovered")
		fmt.Sscan(s.ask("vertex B "+strconv.Itoa(w.Hovered[1])), &hx, &hy)
		if n := differing(carried, hovered, image.Rect(hx-10, hy-10, hx+10, hy+10)); n < 15 {
			t.Errorf("%d pixels mark the match on B", n)
		}
		s.do("click", 1)
		s.waitFor("a mark", func(w windowState) bool { return w.Picked != nil })
		s.do("mousemove", x+14, y+6, "sleep", 0.1, "keydown", "shift", "click", 1, "keyup", "shift")
		s.waitFor("a second mark", func(w windowState) bool { return w.Pins == 1 })
		s.settled("pinned")
		s.do("mousemove", 4, 4)
		s.waitFor("nothing under the pointer", func(w windowState) bool { return w.Hovered == nil })
	})

	t.Run("modes", func(t *testing.T) {
		s.t = t
		s.scrollDown()
		last := carried
		for _, mode := range present.Modes() {
			if !slices.Contains([]present.ColorBy{present.ByDistortion, present.ByConfidence, present.ByError, present.ByChecker}, mode.By) {
				continue // package present has pictures of all
			}
			s.choose("color", mode.Label)
			s.waitFor("the colouring", func(w windowState) bool { return w.ColorBy == string(mode.By) && w.Overlay == "" })
			img := s.settled("mode-" + string(mode.By))
			for name, r := range map[string]image.Rectangle{"A": left, "B": right} {
				if n := differing(last, img, r); n < 2000 {
					t.Errorf("%s changed %d pixels of %s", mode.By, n, name)
				}
			}
			last = img
		}
		s.do("key", "Escape")
		s.waitFor("no marks", func(w windowState) bool { return w.Picked == nil && w.Pins == 0 })
	})

	t.Run("range and isolines", func(t *testing.T) {
		s.t = t
		s.choose("color", "Pair distortion")
		s.waitFor("the colouring", func(w windowState) bool { return w.ColorBy == "distortion" })
		s.click("colours")
		s.settled("opened")
		s.scrollDown()
		s.settled("panel")
		before := s.settled("auto")
		s.choose("isolines", "About 10")
		if n := differing(before, s.settled("isolines"), view); n < 1500 {
			t.Errorf("isolines changed %d pixels", n)
		}
		s.choose("map", "Cividis")
		s.settled("cividis")
		s.choose("range", "Two numbers…")
		s.waitFor("the question", func(w windowState) bool { return w.Overlay != "" })
		s.do("key", "ctrl+a", "type", "0:20")
		s.do("key", "Return")
		s.waitFor("the answer", func(w windowState) bool { return w.Overlay == "" })
		if n := differing(before, s.settled("manual"), view); n < 10000 {
			t.Errorf("another map and range changed %d pixels", n)
		}
		s.choose("map", "By quantity")
		s.choose("legend", "Automatic") // the colour bar offers the panel's choices
		s.do("mousemove", 4, 4)
		s.waitFor("nothing under the pointer", func(w windowState) bool { return w.Hovered == nil })
		s.choose("isolines", "None")
		if n := differing(before, s.settled("back"), view); n > 200 {
			t.Errorf("back at the first settings, %d pixels differ", n)
		}
	})

	t.Run("brush", func(t *testing.T) {
		s.t = t
		before := s.settled("all")
		x, y, w, _ := s.where("spread")
		s.drag(1, x-w/4, y, x, y)
		s.waitFor("a brush", func(w windowState) bool { return w.Brushed && w.Lit[0] > 0 && w.Lit[0] < 1 && w.Lit[1] > 0 })
		lit := s.settled("brushed")
		for name, r := range map[string]image.Rectangle{"A": left, "B": right} {
			if n := differing(before, lit, r); n < 3000 {
				t.Errorf("the brush dims %d pixels of %s", n, name)
			}
		}
		s.do("mousemove", x, y, "click", 1)
		s.waitFor("no brush", func(w windowState) bool { return !w.Brushed })
		s.click("spread mode")
		s.settled("cumulative")
		s.drag(1, x-w/6, y, x+w/6, y)
		s.waitFor("a brush", func(w windowState) bool { return w.Brushed })
		s.settled("cumulative-brushed")
		s.do("key", "Escape")
		s.waitFor("no brush", func(w windowState) bool { return !w.Brushed })
	})

	t.Run("mask", func(t *testing.T) {
		s.t = t
		s.choose("color", "Carried colours")
		s.waitFor("the colouring", func(w windowState) bool { return w.ColorBy == "carried" })
		s.scrollDown()
		x, y, w, _ := s.where("mask")
		s.drag(1, x-w/2+12, y, x+w/2-6, y) // nearly to its end: a good match is sure nearly everywhere
		s.waitFor("a mask", func(w windowState) bool { return w.Masked[0] > 0 && w.Masked[1] > 0 })
		if n := differing(carried, s.settled("masked"), view); n < 800 {
			t.Errorf("the mask hatches %d pixels", n)
		}
		s.drag(1, x+w/2-6, y, x-w/2, y)
		s.waitFor("no mask", func(w windowState) bool { return w.Masked == [2]float64{} })
	})

	t.Run("worst lines", func(t *testing.T) {
		s.t = t
		s.choose("lines", worstLabel)
		if n := differing(carried, s.settled("worst"), view); n < 300 {
			t.Errorf("lines at the worst vertices changed %d pixels", n)
		}
		s.choose("lines", "Lines: another number…")
		s.waitFor("the question", func(w windowState) bool { return w.Overlay != "" })
		s.do("key", "ctrl+a", "type", "77")
		s.do("key", "Return")
		s.waitFor("the answer", func(w windowState) bool { return w.Overlay == "" })
		if n := differing(carried, s.settled("many lines"), view); n < 1500 {
			t.Errorf("77 lines changed %d pixels", n)
		}
	})

	t.Run("other seeds", func(t *testing.T) {
		s.t = t
		s.ask("option samples 60")
		s.ask("option effort fast")
		s.do("key", "ctrl+Return")
		s.waitFor("a quick match", func(w windowState) bool { return w.Matched && !w.Running && !w.Stale })
		s.scrollDown()
		s.click("seeds")
		s.shot("asking")
		s.waitFor("the other seeds", func(w windowState) bool { return w.Seeds == seedsAsked })
		s.settled("asked")
	})
}
