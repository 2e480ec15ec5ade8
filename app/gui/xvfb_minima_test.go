package gui

import "testing"

// M goes to the other side of a sure match. That side is doubted: the window shows the minima as pictures,
// and a click on a picture takes it.
func TestWindowShowsAlternatives(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1024, 700, lightPair(t, "cat/1", "horse/3r"))
	s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running })
	before := s.settled("across")
	view := s.viewRect()
	s.do("key", "m")
	s.waitFor("the other side", func(w windowState) bool { return w.Chosen != 0 && w.ChosenBy == "person" })
	w := s.waitFor("pictures of the minima", func(w windowState) bool { return w.Thumbs > 1 })
	if w.Thumbs > mostThumbs {
		t.Errorf("%d pictures", w.Thumbs)
	}
	if n := differing(before, s.settled("second"), view); n < 3000 {
		t.Errorf("another minimum changed %d pixels of the views", n)
	}
	s.scrollTo("thumb 0")
	s.click("thumb 0")
	s.waitFor("the first minimum", func(w windowState) bool { return w.Chosen == 0 })
	s.waitFor("no pictures where the match is sure", func(w windowState) bool { return w.Thumbs == 0 })
	s.scrollTo("minima")
	s.click("minima")
	s.scrollDown()
	s.settled("table")
}

// scrollTo turns the wheel over the inspector until a thing in it is seen whole.
func (s *screen) scrollTo(name string) {
	s.t.Helper()
	x, y, _, h := s.where("inspector")
	s.do("mousemove", x, y)
	for range 80 {
		_, at, _, tall := s.whereNow(name)
		switch {
		case at+tall/2 > y+h/2-8:
			s.do("click", 5, "sleep", 0.05)
		case at-tall/2 < y-h/2+8:
			s.do("click", 4, "sleep", 0.05)
		default:
			return
		}
	}
	s.t.Fatalf("%s cannot be scrolled to", name)
}
