package gui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Sheets that list things grow with the lists; the smallest window must hold them.
func TestHelpFitsTheSmallestWindow(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		d.win.Resize(windowMin)
		d.showHelp()
		s, ok := d.win.Canvas().Overlays().Top().(*widget.Sheet)
		if !ok {
			t.Error("no help")
			return
		}
		if h := s.Body.MinSize().Height + 2*widget.SheetPad; h > windowMin.Height-32 {
			t.Errorf("the help is %g units high", h)
		}
		for _, part := range helpColumns() {
			for _, line := range part {
				if w := widget.NewLabel(line.keys, widget.TextSmall, widget.ColorText).MinSize().Width; w > shortcutKeys-8 && !line.heading {
					t.Errorf("%q is %g units wide and touches what it does", line.keys, w)
				}
				if w := widget.NewLabel(line.does, widget.TextSmall, widget.ColorSoft).MinSize().Width; w > (760-2*widget.SheetPad-32)/2-shortcutKeys {
					t.Errorf("%q is %g units wide", line.does, w)
				}
			}
		}
	})
}

// The words in the head of the strip give way to each other, and never overlap.
func TestStripHeadGivesWay(t *testing.T) {
	testDesk(t) // a theme to measure text by
	onTestMain(func() {
		caption, long, short, heat := widget.NewCaption("Slicer"), newPill(widget.NewLabel("SORTED BY PUSH-FORWARD VALUE · 500 SAMPLES", widget.TextCaption, widget.ColorSoft)),
			newPill(widget.NewLabel("500 SAMPLES", widget.TextCaption, widget.ColorSoft)), widget.NewLabel("Temperature ---------------------------- hard", widget.TextSmall, widget.ColorSoft)
		o := []fyne.CanvasObject{caption, long, short, heat}
		head := container.New(stripHead{}, o...)
		for width, want := range map[float32][2]bool{1200: {true, false}, 480: {false, true}, 340: {false, false}} {
			head.Resize(fyne.NewSize(width, 20))
			if got := [2]bool{long.Visible(), short.Visible()}; got != want {
				t.Errorf("%g wide: the long and the short words are seen: %v", width, got)
			}
			end := float32(0)
			for _, c := range o {
				if !c.Visible() {
					continue
				}
				if c.Position().X < end {
					t.Errorf("%g wide: something begins at %g where the one before ends at %g", width, c.Position().X, end)
				}
				end = c.Position().X + c.Size().Width
			}
		}
	})
}

// In the status bar nothing overlaps: the hint gives way to a long message, and a long
// message to what is picked.
func TestStatusBarGivesWay(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		b := d.status
		b.gl.Set("OpenGL 4.5 · llvmpipe")
		b.setRate(59.6)
		d.m.match = new(pipeline.Match)
		b.showPick(nil)
		d.m.match = nil
		long := strings.Repeat("a message of some length ", 4)
		for _, c := range []struct {
			message, pick string
			width         float32
			hint          bool
		}{{"Ready", "", 1000, true}, {long, "", 1000, false}, {long, "", 1800, true}, {long, "A #12 → B #34", 1000, true}, {long, "A #12 → B #34", 300, true}} {
			b.stage.Set(c.message)
			if b.hinting = c.pick == ""; !b.hinting {
				b.pick.Set(c.pick)
				b.place.Set("(0.10, 0.20, 0.30) → (0.10, 0.20, 0.30)")
			}
			b.line.Resize(fyne.NewSize(c.width, 20))
			b.line.Refresh()
			if b.pick.Visible() != c.hint {
				t.Errorf("%q, %g wide: what stands beside the message is seen: %v", c.message, c.width, b.pick.Visible())
			}
			if c.width < 1000 {
				continue // too little room for all; it must not panic
			}
			end := float32(0)
			for _, l := range []*widget.Label{b.stage, b.pick, b.place, b.gl, b.fps} {
				if !l.Visible() || l.Size().Width == 0 {
					continue
				}
				if l.Position().X < end {
					t.Errorf("%q, %g wide: %q begins at %g where the one before ends at %g", c.message, c.width, l.Text, l.Position().X, end)
				}
				end = l.Position().X + l.Size().Width
			}
			if end > c.width {
				t.Errorf("%q, %g wide: the line ends at %g", c.message, c.width, end)
			}
		}
	})
}

// Missing files are marked.
func TestGoneFiles(t *testing.T) {
	t.Parallel()
	here := filepath.Join(t.TempDir(), "here.obj")
	if err := os.WriteFile(here, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	away := here + "x"
	if gone := goneFiles([]string{here, away}); gone[here] || !gone[away] {
		t.Errorf("gone are %v", gone)
	}
}
