package gui

import "testing"

// The first start shows its card over the views; Help has the glossary, the list of methods has a
// line on each, and a figure for print can be asked for. The second start shows no card.
func TestWindowWelcomesANewcomer(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	own := "XDG_CONFIG_HOME=" + home
	s := openScreen(t, 1280, 800, lightPair(t, "cat/1", "cat/2"), own, firstStart)
	if s.state().Welcome {
		t.Error("who opens files gets the card")
	}
	s = openScreen(t, 1280, 800, "sample:cat/1,sample:cat/2", own, firstStart)
	s.waitFor("the card", patience, func(w windowState) bool { return w.Welcome })
	s.shot("card")
	s.click("Look around")
	s.waitFor("its end", patience, func(w windowState) bool { return !w.Welcome })
	s.click("menu Help")
	s.click("Glossary")
	s.waitFor("the glossary", patience, func(w windowState) bool { return w.Overlay == "*widget.Sheet" })
	s.settled("glossary")
	s.do("key", "Escape")
	s.waitFor("its end", patience, func(w windowState) bool { return w.Overlay == "" })
	s.click("method")
	s.waitFor("the methods", patience, func(w windowState) bool { return w.Overlay == "*widget.PopMenu" })
	s.settled("methods")
	s.do("key", "Escape")
	s.waitFor("the match", patience, func(w windowState) bool { return w.Matched && !w.Running })
	s.click("menu File")
	s.click("Figure for print…")
	s.waitFor("the sheet", patience, func(w windowState) bool { return w.Overlay == "*widget.Sheet" })
	s.shot("figure")
	s.do("key", "Escape")
	s = openScreen(t, 1280, 800, "sample:cat/1,sample:cat/2", own, firstStart)
	s.waitFor("the pair", patience, func(w windowState) bool { return w.Refs[1] != "" })
	if s.state().Welcome {
		t.Error("the card shows at the second start")
	}
}
