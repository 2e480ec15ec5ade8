package gui

import (
	"image"
	"testing"
)

// The window tells how A's mesh lies on B, and draws it there.
func TestWindowShowsAsMeshOnB(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1024, 700, lightPair(t, "horse/1", "horse/3r"))
	s.waitFor("the map alone", func(w windowState) bool { return w.Matched && !w.Running && !w.Registered })
	s.ask("option surface registered")
	s.waitFor("another setting", func(w windowState) bool { return w.Stale })
	s.do("key", "ctrl+Return")
	s.waitFor("A's mesh on B", func(w windowState) bool { return w.Registered && !w.Running && !w.Stale })
	before := s.settled("registered")
	view := s.viewRect()
	onB := image.Rect(view.Min.X+view.Dx()/2, view.Min.Y, view.Max.X, view.Max.Y)
	s.do("key", "w")
	s.waitFor("its edges", func(w windowState) bool { return w.Wires })
	if n := differing(before, s.settled("registered-wires"), onB); n < 2000 {
		t.Errorf("its edges change %d pixels of B", n)
	}
	s.click("minima") // opens the details
	s.settled("registered-details")
	s.scrollTo("wires")
	s.click("wires")
	s.waitFor("no edges", func(w windowState) bool { return !w.Wires })
}
