package gui

import (
	"os/exec"
	"testing"
)

// Without EGL, as on Windows and macOS, a hidden window has the context that draws. It is made before Fyne's
// loop runs, replaced while it runs, and gone before the program ends.
func TestWindowDrawsWithoutEGL(t *testing.T) {
	t.Parallel()
	s := openScreen(t, 1100, 760, "sample:horse/1,", "__EGL_VENDOR_LIBRARY_DIRS=/nowhere")
	search := exec.Command("xdotool", "search", "--name", "^GWScope drawing$")
	search.Env = append(search.Environ(), "DISPLAY="+s.display)
	if out, err := search.CombinedOutput(); err != nil {
		t.Fatalf("no hidden window draws: %v, %s", err, out)
	}
	s.waitFor("the shape", func(w windowState) bool { return w.Refs[0] != "" && !w.Loading && w.Resting })
	before := s.settled("before")
	s.ask("lose")
	s.do("key", "e") // edges: another picture
	s.waitFor("another context", func(w windowState) bool { return w.Status == "The graphics driver was reset; drawing goes on" })
	if n := differing(before, s.changed(before, "after"), s.viewRect()); n < 2000 {
		t.Errorf("only %d pixels show the edges", n)
	}
	s.do("key", "ctrl+q")
	s.end()
}
