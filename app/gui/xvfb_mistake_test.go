package gui

import "testing"

// Mistakes of ours, wherever they are made, leave the window working; a solve that follows a
// pin shows in the panel and stops by Esc.
func TestWindowOutlivesMistakes(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1100, 760, lightPair(t, "horse/1", "horse/3"))
	s.waitFor("the first match", patience, func(w windowState) bool { return w.Matched && !w.Running })
	for _, where := range []string{"goroutine", "work", "button", "picture"} {
		s.ask("break " + where)
		s.waitFor("the sheet", patience, func(w windowState) bool { return w.Overlay == "*gui.sheet" })
		s.settled(where)
		s.do("key", "Escape")
		s.waitFor("the sheet to close", patience, func(w windowState) bool { return w.Overlay == "" })
	}
	s.ask("option samples 1000")
	if stage := s.ask("live"); stage != liveStage {
		t.Errorf("while it follows a pin the panel says %q", stage)
	}
	s.do("sleep", 0.3)
	s.shot("live")
	s.do("key", "Escape")
	s.waitFor("the end of the live solve", patience, func(w windowState) bool { return !w.Running })
	s.ask("option samples 100")
	s.do("key", "ctrl+Return")
	s.waitFor("another match", patience, func(w windowState) bool { return w.Matched && !w.Running && !w.Stale })
}
