package gui

import (
	"testing"
)

// In the smallest window a person makes room with the mouse and with keys, finds the
// landmarks by one press, and presents.
func TestWindowMakesRoom(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1024, 700, lightPair(t, "horse/1", "horse/2"))
	s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running && w.Width == 1024 })
	s.settled("first")
	view, side := s.viewRect(), func() (x, w int) { x, _, w, _ = s.where("inspector"); return x, w }
	x, w := side()
	grip := x - w/2 - 6
	s.drag(1, grip, 400, grip-60, 400)
	if _, wide := side(); abs(wide-w-60) > 4 {
		t.Errorf("the side panel was %d wide, and after a pull by 60 is %d", w, wide)
	}
	if now := s.viewRect(); now.Dx() > view.Dx()-50 {
		t.Errorf("the views are %d wide, before %d", now.Dx(), view.Dx())
	}
	s.settled("wider")
	s.click("go marks")
	px, py, _, ph := s.where("placing")
	ix, iy, iw, ih := s.where("inspector")
	if abs(px-ix) > iw/2 || py+ph/2 > iy+ih/2 || py < iy-ih/2 {
		t.Errorf("Landmarks leads to a button at (%d, %d), outside the side panel", px, py)
	}
	s.settled("landmarks")
	s.do("key", "n")
	s.settled("views alone")
	if now := s.viewRect(); now.Dx() < 980 {
		t.Errorf("without the side panel the views are %d wide", now.Dx())
	}
	s.do("key", "F11")
	s.settled("presenting")
	if now := s.viewRect(); now.Dx() < 1020 || now.Dy() < 690 {
		t.Errorf("a presentation shows the views at %v", now)
	}
	s.do("key", "Escape", "key", "n")
	s.settled("back")
	if now := s.viewRect(); now.Dy() > 600 || now.Dx() > 700 {
		t.Errorf("after the presentation the views are at %v", now)
	}
}
