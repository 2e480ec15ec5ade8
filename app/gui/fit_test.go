package gui

import (
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Sheets that list things grow with the lists; the smallest window must hold them.
func TestHelpFitsTheSmallestWindow(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		d.win.Resize(windowMin)
		d.showHelp()
		s, ok := d.win.Canvas().Overlays().Top().(*sheet)
		if !ok {
			t.Error("no help")
			return
		}
		if h := s.body.MinSize().Height + 2*sheetPad; h > windowMin.Height-32 {
			t.Errorf("the help is %g units high", h)
		}
		for _, part := range shortcuts {
			for _, line := range part {
				if w := newLabel(line.keys, textSmall, colorText).MinSize().Width; w > shortcutKeys-8 && !line.heading {
					t.Errorf("%q is %g units wide and touches what it does", line.keys, w)
				}
				if w := newLabel(line.does, textSmall, colorSoft).MinSize().Width; w > (760-2*sheetPad-32)/2-shortcutKeys {
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
		caption, long, short, heat := newCaption("Slicer"), newPill(newLabel("SORTED BY PUSH-FORWARD VALUE · 500 SAMPLES", textCaption, colorSoft)),
			newPill(newLabel("500 SAMPLES", textCaption, colorSoft)), newLabel("Temperature ---------------------------- hard", textSmall, colorSoft)
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

// Files that have gone are told from those that are there.
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
