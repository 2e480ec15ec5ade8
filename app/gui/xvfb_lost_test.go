package gui

import (
	"testing"
)

// The window draws on when the graphics driver drops its context.
func TestWindowDrawsOnAfterTheContextIsLost(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1100, 760, "sample:horse/1,")
	s.waitFor("the shape", func(w windowState) bool { return w.Refs[0] != "" && !w.Loading && w.Resting })
	before := s.settled("before")
	s.ask("lose")
	s.do("key", "e") // edges: another picture
	s.waitFor("another context", func(w windowState) bool { return w.Status == "The graphics driver was reset; drawing goes on" })
	after := s.changed(before, "after")
	if n := differing(before, after, s.viewRect()); n < 2000 {
		t.Errorf("only %d pixels show the edges", n)
	}
	s.do("key", "e")
	again := s.changed(after, "again")
	if n := differing(before, again, s.viewRect()); n > 200 {
		t.Errorf("without edges %d pixels differ from the picture of the first context", n)
	}
}
