package gui

import "testing"

// A built-in lesson begins, sets its scene, follows the viewer, and ends.
func TestWindowTakesALesson(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1024, 700, "sample:toy3d/1,")
	s.waitFor("the shape", func(w windowState) bool { return w.Refs[0] != "" && !w.Loading })
	s.click("menu Lessons")
	s.settled("lessons menu")
	s.click("Linear and nonlinear slicing")
	s.waitFor("the lesson's match", func(w windowState) bool {
		return w.Matched && !w.Running && w.Refs[1] == "sample:horse/2r" && w.Lesson == "done"
	})
	s.settled("lesson")
	s.click("Next")
	s.waitFor("the next step", func(w windowState) bool { return w.Lesson == "asks" })
	s.settled("lesson asks")
	s.do("key", "ctrl+Return")
	w := s.waitFor("what was asked for", func(w windowState) bool { return w.Lesson == "done" })
	if w.Method != "neural" {
		t.Errorf("the step is done by the method %s", w.Method)
	}
	s.settled("lesson done")
	s.click("End lesson")
	s.waitFor("the end", func(w windowState) bool { return w.Lesson == "" })

	s.do("key", "ctrl+k")
	s.waitFor("the finder", func(w windowState) bool { return w.Overlay == "*gui.finder" })
	s.settled("finder")
	s.do("type", "flat")
	s.settled("finder flat")
	s.do("key", "Return")
	s.waitFor("its end", func(w windowState) bool { return w.Overlay == "" })
}
