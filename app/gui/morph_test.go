package gui

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"gwscope/app/export"
	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/meshio/meshtest"
)

func TestPlayingRepeatsAsChosen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		repeat repeat
		want   []float64 // from 0 in steps of 0.4
		over   int       // the step at its end, 0: none
	}{
		{thereAndBack, []float64{0.4, 0.8, 1, 0.6, 0.2, 0, 0.4}, 0},
		{againAndAgain, []float64{0.4, 0.8, 1, 0, 0.4}, 0},
		{once, []float64{0.4, 0.8, 1}, 3},
	} {
		b := &morphBar{repeat: c.repeat}
		at := 0.0
		for i, want := range c.want {
			var over bool
			if at, over = b.next(at, 0.4); math.Abs(at-want) > 1e-12 || over != (i+1 == c.over) {
				t.Errorf("%s: step %d leads to %g (over: %v), want %g", repeatLabels[c.repeat], i+1, at, over, want)
			}
		}
	}
}

// smallMatch is a real match, found in a moment.
func smallMatch(t *testing.T) *pipeline.Match {
	t.Helper()
	bumpy := meshtest.Bumpy(2)
	moved, _ := meshtest.Shuffle(meshtest.RigidMove(bumpy, 4), 2)
	o := session.Defaults()
	o.Samples, o.Effort = 60, "fast"
	m, err := pipeline.NewEngine().Match(context.Background(), pipeline.ShapeOf("a", bumpy), pipeline.ShapeOf("b", moved), o, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// showMatch puts a match and its shapes into a window.
func showMatch(d *desk, m *pipeline.Match) {
	d.shapes.setShape(sideA, m.A)
	d.shapes.setShape(sideB, m.B)
	d.solving.setMatch(m)
}

// A match gets a motion in the background, and another one when another way is chosen.
func TestTheMorphFollowsItsWay(t *testing.T) {
	d, _ := testDesk(t)
	m := smallMatch(t)
	moves := func(w present.Way) func() bool {
		return func() bool { return d.m.view.Motion.Of(m) && d.m.view.Motion.Way == w }
	}
	onTestMain(func() { showMatch(d, m) })
	eventually(t, "the motion", moves(present.DefaultWay()))
	straight := present.Way{Mode: present.LinearWay, On: "b", Targets: present.SurfaceTargets}
	onTestMain(func() { d.m.setView(func(v *present.View) { v.Way = straight }) })
	eventually(t, "the other motion", moves(straight))
	onTestMain(func() {
		if d.morph.way.Text != "Linear, B" || !strings.Contains(d.m.wayLabel(), "linear, mesh of B") {
			t.Errorf("the bar says %q, the header %q", d.morph.way.Text, d.m.wayLabel())
		}
		checked := 0
		for _, e := range d.morph.wayEntries() {
			if e.Checked {
				checked++
			}
		}
		if checked != 3 {
			t.Errorf("%d ways are ticked, want one of each of three", checked)
		}
		d.shapes.dropMatch()
	})
}

// The dialog writes the ticked kinds with the window's own view, and tells of it.
func TestExportWritesWhatIsTicked(t *testing.T) {
	d, _ := testDesk(t)
	m := smallMatch(t)
	dir := filepath.Join(t.TempDir(), "a folder")
	onTestMain(func() {
		showMatch(d, m)
		d.m.setView(func(v *present.View) { v.T = 0.3 })
		d.exports.export("maps", "mesh")
		c := choiceOf(nil)
		clear(c.chosen)
		c.chosen["maps"], c.chosen["mesh"] = true, true
		s := d.exports.exportSettings(c)
		if s.T != 0.3 || s.Check() != nil || len(c.take()) != 2 {
			t.Errorf("t = %g, %v, %d kinds", s.T, s.Check(), len(c.take()))
		}
		d.exports.exportTo(c.take(), s, dir)
		if d.morph.stopExport == nil || !strings.HasPrefix(d.morph.export.Text, "Stop") {
			t.Error("the button does not stop the export")
		}
	})
	eventually(t, "the files", func() bool { return d.morph.stopExport == nil })
	for _, name := range []string{export.MapAToBFile, export.MapBToAFile, "morph_t0.30.ply"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	onTestMain(func() {
		if !strings.HasPrefix(d.m.status, "3 files written to "+dir) || d.exports.folder() != dir {
			t.Errorf("status %q, next folder %q", d.m.status, d.exports.folder())
		}
		d.shapes.dropMatch()
	})
}

func TestPicturesShowThePanesOfTheWindow(t *testing.T) {
	t.Parallel()
	m := newModel()
	for want, set := range map[string]func(){
		export.PanesBoth:    func() { m.layout, m.maximised = sideBySide, -1 },
		export.PanesA:       func() { m.layout, m.maximised = sideBySide, int(sideA) },
		export.PanesB:       func() { m.layout, m.maximised = sideBySide, int(sideB) },
		export.PanesMorph:   func() { m.layout, m.maximised = morphOnly, -1 },
		export.PanesOverlay: func() { m.layout, m.maximised = overlaid, -1 },
	} {
		if set(); m.panesShown() != want {
			t.Errorf("the window's panes are %q, want %q", m.panesShown(), want)
		}
	}
}

// Escape closes a sheet from within its line to fill in, too.
func TestEscapeLeavesTheExportDialog(t *testing.T) {
	d, _ := testDesk(t)
	m := smallMatch(t)
	onTestMain(func() {
		showMatch(d, m)
		d.exports.export()
		f, ok := d.win.Canvas().Focused().(*widget.Field)
		if !ok {
			t.Fatalf("the focus is on a %T", d.win.Canvas().Focused())
		}
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if top := d.win.Canvas().Overlays().Top(); top != nil {
			t.Errorf("a %T is still open", top)
		}
		d.shapes.dropMatch()
	})
}
