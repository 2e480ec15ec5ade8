package gui

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"strconv"
	"strings"
	"testing"

	"gwscope/app/present"
)

// Surroundings of a shape are switched on, are seen, and go away again.
func TestWindowScene(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1200, 900, "sample:horse/1,")
	s.waitFor("the shape", func(w windowState) bool { return !w.Loading })
	s.do("key", "bracketleft")
	plain := s.settled("scene-plain")
	view := s.viewRect()
	corner := image.Rect(view.Min.X+10, view.Max.Y-90, view.Min.X+90, view.Max.Y-10)
	top := image.Rect(view.Min.X+view.Dx()/2-20, view.Min.Y+90, view.Min.X+view.Dx()/2+20, view.Min.Y+100)

	t.Run("ground and axes", func(t *testing.T) {
		s.t = t
		s.do("key", "x")
		if n := differing(plain, s.settled("scene-axes"), corner); n < 60 {
			t.Errorf("the axes change %d pixels of the corner", n)
		}
		s.do("key", "x", "key", "g")
		if n := differing(plain, s.settled("scene-ground"), view); n < 2000 {
			t.Errorf("the ground changes %d pixels", n)
		}
		s.do("key", "g")
		if n := differing(plain, s.settled("scene-bare"), view); n > 50 {
			t.Errorf("without them %d pixels are left", n)
		}
	})

	t.Run("cut", func(t *testing.T) {
		s.t = t
		v := visibleVertex(t, s, plain, view)
		s.do("key", "k")
		s.waitFor("the cut", func(w windowState) bool { return w.Scenery.Cut == present.HalfWay(present.AlongView) })
		if n := differing(plain, s.settled("scene-cut"), view); n < 5000 {
			t.Errorf("the cut changes %d pixels", n)
		}
		s.click("go scene")
		x, y, w, _ := s.where("cut")
		s.drag(1, x, y, x+w/4, y)
		s.waitFor("a deeper cut", func(w windowState) bool { return w.Scenery.Cut.At > 0.6 })
		s.settled("scene-cut-deep")
		before := s.state().Scenery.Cut.At
		s.do("mousemove", view.Min.X+view.Dx()/2, view.Min.Y+view.Dy()/2, "keydown", "ctrl", "click", 4, "click", 4, "keyup", "ctrl")
		s.waitFor("a lesser cut", func(w windowState) bool { return w.Scenery.Cut.At < before-0.03 })
		// A click through a cut marks the surface behind, or nothing.
		var px, py int
		fmt.Sscan(s.ask("vertex A "+strconv.Itoa(v)), &px, &py)
		s.do("mousemove", px, py, "sleep", 0.1, "click", 1, "sleep", 0.5)
		if w := s.state(); w.Picked != nil && s.ask("hidden A "+strconv.Itoa(w.Picked[0])) == "true" {
			t.Errorf("a click marks vertex %d, which is cut away", w.Picked[0])
		}
		s.do("key", "k")
		s.waitFor("no cut", func(w windowState) bool { return w.Scenery.Cut == present.Cut{} })
	})

	t.Run("backgrounds", func(t *testing.T) {
		s.t = t
		s.click("background")
		s.click("White background")
		s.waitFor("white", func(w windowState) bool { return w.Scenery.Background == present.White })
		white := s.settled("scene-white")
		if b := brightness(white, top); b != 255 {
			t.Errorf("the white background has brightness %d", b)
		}
		// The header's words must read on it: some of its pixels are dark.
		head := image.Rect(view.Min.X+10, view.Min.Y+8, view.Min.X+150, view.Min.Y+44)
		dark := 0
		for y := head.Min.Y; y < head.Max.Y; y++ {
			for x := head.Min.X; x < head.Max.X; x++ {
				if c := white.NRGBAAt(x, y); int(c.R)+int(c.G)+int(c.B) < 300 {
					dark++
				}
			}
		}
		if dark < 100 {
			t.Errorf("only %d pixels of the header are dark on white", dark)
		}
		s.do("key", "b")
		s.waitFor("squares", func(w windowState) bool { return w.Scenery.Background == present.Transparent })
		s.settled("scene-transparent")
		s.do("keydown", "ctrl", "key", "0", "keyup", "ctrl")
		s.waitFor("the first scene", func(w windowState) bool { return w.Scenery == present.Scenery{} })
	})

	t.Run("pictures", func(t *testing.T) {
		s.t = t
		last := ""
		for i, keys := range [][]any{{"key", "F12"}, {"keydown", "ctrl", "key", "F12", "keyup", "ctrl"}} {
			s.do(keys...)
			w := s.waitFor("the picture", func(w windowState) bool { return strings.HasPrefix(w.Status, "Written: ") && w.Status != last })
			last = w.Status
			path := strings.TrimPrefix(last, "Written: ")
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(f)
			f.Close()
			os.Remove(path)
			if err != nil {
				t.Fatal(err)
			}
			if got := img.Bounds().Dx(); got != 2*view.Dx() {
				t.Errorf("a picture of %d pixels for a view of %d", got, view.Dx())
			}
			_, _, _, alpha := img.At(3, 3).RGBA()
			if clear := alpha == 0; clear != (i == 1) {
				t.Errorf("%v: alpha of the corner %d", keys, alpha)
			}
			s.do("sleep", 1.1) // the name goes by the second
		}
	})

	t.Run("opposite views", func(t *testing.T) {
		s.t = t
		upper := view
		upper.Max.Y -= 80 // where the window names the written files
		between := s.settled("scene-between")
		for _, k := range [][2]string{{"4", "1"}, {"6", "3"}, {"9", "7"}} {
			s.do("key", k[0])
			one := s.changed(between, "scene-view-"+k[0])
			s.do("key", "f", "key", "0")
			between = s.changed(one, "scene-between")
			s.do("keydown", "ctrl", "key", k[1], "keyup", "ctrl")
			if n := differing(one, s.changed(between, "scene-view-ctrl-"+k[1]), upper); n > 200 {
				t.Errorf("Ctrl+%s differs from %s in %d pixels", k[1], k[0], n)
			}
		}
		s.do("key", "5")
		s.waitFor("parallel lines", func(w windowState) bool { return w.Orthogonal })
	})
}
