package gui

import (
	"image"
	"testing"
)

// A person chooses the neural slicer and watches it learn: options appear, curves
// and colours change, the training can be held, gone on with, replayed, and its
// plan softened.
func TestWindowWatchesNetworksLearn(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1100, 760, lightPair(t, "horse/1", "horse/2"))
	s.waitFor("the first match", func(w windowState) bool { return w.Matched && !w.Running })
	rect := func(name string) image.Rectangle {
		x, y, w, h := s.where(name)
		return image.Rect(x-w/2, y-h/2, x+w/2, y+h/2)
	}
	s.click("min-GSGW, hierarchical slicer")
	s.click("min-GSGW, neural slicer")
	s.settled("options")
	s.click("as the preset says")
	s.click("300 steps") // enough of them are left when a slow window pauses
	s.click("solve")
	s.waitFor("learning", func(w windowState) bool { return w.Learning && w.Step > 20 && w.ColorBy == "push" })

	s.do("key", "p")
	s.waitFor("the pause", func(w windowState) bool { return w.Paused })
	first := s.settled("paused") // the step that was under way when P was pressed has arrived
	held := s.state()
	s.do("sleep", 0.5)
	if again := s.state(); again.Step != held.Step || !again.Running {
		t.Errorf("paused at step %d, now at step %d, running %v", held.Step, again.Step, again.Running)
	}
	view, strip, curves := s.viewRect(), rect("strip"), rect("curves")
	if n, _ := hues(first, curves); n < 60 {
		t.Errorf("the curves have %d coloured pixels", n)
	}

	s.click("pause")
	s.waitFor("more steps", func(w windowState) bool { return w.Step > held.Step+100 || !w.Running })
	s.do("key", "p")
	s.waitFor("the second pause, or the end", func(w windowState) bool { return w.Paused || !w.Learning })
	second := s.settled("paused-again")
	for name, r := range map[string]image.Rectangle{"views": view, "strip": strip, "curves": curves} {
		if differing(first, second, r) < 50 {
			t.Errorf("the %s did not change while the networks learned", name)
		}
	}
	if w := s.state(); w.Paused {
		s.do("key", "p")
	}
	done := s.waitFor("the result", func(w windowState) bool { return w.Matched && !w.Running && !w.Learning && !w.Stale })
	if done.Step != -1 || done.Frames < 3 {
		t.Fatalf("after the training the window shows step %d of %d frames, want the result", done.Step, done.Frames)
	}
	end := s.settled("done")

	x, y, w, _ := s.where("history")
	s.drag(1, x+w/2-12, y, x-w/2+16, y)
	s.waitFor("an early step", func(w windowState) bool { return w.Step >= 0 && w.Step < 100 })
	early := s.settled("scrubbed")
	for name, r := range map[string]image.Rectangle{"views": view, "strip": strip} {
		if differing(end, early, r) < 200 {
			t.Errorf("scrubbing back did not change the %s", name)
		}
	}
	s.do("key", "p")
	s.waitFor("the replay's end", func(w windowState) bool { return w.Step == -1 })

	x, y, w, _ = s.where("temperature")
	s.drag(1, x-w/2+12, y, x+w/4, y)
	s.waitFor("a soft plan", func(w windowState) bool { return w.Soft })
	if n := differing(end, s.settled("soft"), strip); n < 500 {
		t.Errorf("a higher temperature changed %d pixels of the strip", n)
	}
}
