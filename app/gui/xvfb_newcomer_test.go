package gui

import "testing"

// The first start shows its card over the views; Help has the glossary, the list of methods has a
// line on each, and a figure for print can be asked for.
func TestWindowWelcomesANewcomer(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1024, 700, "sample:cats/1@1500,sample:cats/2@1500", firstStart)
	s.waitFor("the card", func(w windowState) bool { return w.Welcome })
	s.shot("card")
	s.click("Look around")
	s.waitFor("its end", func(w windowState) bool { return !w.Welcome })
	s.click("menu Help")
	s.click("Glossary")
	s.waitFor("the glossary", func(w windowState) bool { return w.Overlay == "*widget.Sheet" })
	s.settled("glossary")
	s.do("key", "Escape")
	s.waitFor("its end", func(w windowState) bool { return w.Overlay == "" })
	s.click("method")
	s.waitFor("the methods", func(w windowState) bool { return w.Overlay == "*widget.PopMenu" })
	s.settled("methods")
	s.do("key", "Escape")
	s.waitFor("the match", func(w windowState) bool { return w.Matched && !w.Running })
	s.click("menu File")
	s.click("Figure for print…")
	s.waitFor("the sheet", func(w windowState) bool { return w.Overlay == "*widget.Sheet" })
	s.shot("figure")
	s.do("key", "Escape")
}
