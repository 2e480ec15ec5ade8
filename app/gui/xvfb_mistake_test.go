package gui

import "testing"

// Mistakes of ours, wherever they are made, leave the window working; a solve that follows a
// pin shows in the panel and stops by Esc.
func TestWindowOutlivesMistakes(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1100, 760, lightPair(t, "horse/1", "horse/3"))
	s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running })
	for _, where := range []string{"goroutine", "work", "button", "picture"} {
		s.ask("break " + where)
		s.waitFor("the sheet", func(w windowState) bool { return w.Overlay == "*widget.Sheet" })
		s.settled(where)
		s.do("key", "Escape")
		s.waitFor("the sheet to close", func(w windowState) bool { return w.Overlay == "" })
	}
	// Handlers of widgets, which have no guards of their own.
	sx, sy, sw, _ := s.where("slider")
	vx, vy, _, _ := s.where("view")
	for _, c := range []struct {
		where string
		hand  func()
	}{
		{"slider", func() { s.drag(1, sx, sy, sx+sw/4, sy) }},
		{"drag", func() { s.drag(1, vx/2, vy, vx/2+60, vy+20) }},
		{"segments", func() { s.click("mode") }},
	} {
		s.ask("break " + c.where)
		c.hand()
		s.waitFor("the sheet after the "+c.where, func(w windowState) bool { return w.Overlay == "*widget.Sheet" })
		s.do("key", "Escape")
		s.waitFor("the sheet to close", func(w windowState) bool { return w.Overlay == "" })
	}
	before := s.state().Distance
	s.do("mousemove", vx/2, vy, "click", 4) // and the hand goes on
	s.waitFor("a nearer camera", func(w windowState) bool { return w.Distance < before })
	s.ask("option samples 1000")
	if stage := s.ask("live"); stage != liveStage {
		t.Errorf("while it follows a pin the panel says %q", stage)
	}
	s.do("sleep", 0.3)
	s.shot("live")
	s.do("key", "Escape")
	s.waitFor("the end of the live solve", func(w windowState) bool { return !w.Running })
	s.ask("option samples 100")
	s.do("key", "ctrl+Return")
	s.waitFor("another match", func(w windowState) bool { return w.Matched && !w.Running && !w.Stale })
}
