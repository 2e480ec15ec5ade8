package gui

import (
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"gwscope/app/gui/widget"
	"gwscope/app/option"
	"gwscope/app/session"
)

// pull drags a grip by some units, in steps as a hand does.
func pull(g interface {
	desktop.Mouseable
	fyne.Draggable
}, dx, dy float32) {
	g.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	for range 4 {
		g.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(dx/4, dy/4)})
	}
	g.DragEnd()
	g.MouseUp(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
}

// A person arranges the panels, and the next window is arranged so.
func TestPanelsAreArrangedAndRemembered(t *testing.T) {
	dir := t.TempDir() // before the window, which ends first
	d, _ := testDesk(t)
	home := session.Home{Config: filepath.Join(dir, "c"), State: filepath.Join(dir, "s")}
	kept := func() session.Panels {
		p, err := home.Preferences(option.Schema)
		if err != nil {
			t.Fatal(err)
		}
		return p.Panels
	}
	onTestMain(func() {
		d.preferences.home = &home
		d.win.Resize(fyne.NewSize(1440, 900))
		p := d.panels
		side, strip := p.side.Size().Width, p.strip.Size().Height
		pull(p.sideGrip, -90, 0)
		pull(p.stripGrip, 0, -70)
		if w, h := p.side.Size().Width, p.strip.Size().Height; w != side+90 || h != strip+70 {
			t.Errorf("from %g and %g the grips lead to %g and %g", side, strip, w, h)
		}
		if k := kept(); k.Side != side+90 || k.Strip != strip+70 {
			t.Errorf("kept is %+v", k)
		}
		for _, typed := range []struct {
			key  fyne.KeyName
			want float32
		}{{fyne.KeyLeft, side + 106}, {fyne.KeyRight, side + 90}} {
			if p.sideGrip.TypedKey(&fyne.KeyEvent{Name: typed.key}); p.side.Size().Width != typed.want || kept().Side != typed.want {
				t.Errorf("after %s the side panel is %g units wide, and %g are kept", typed.key, p.side.Size().Width, kept().Side)
			}
		}
		if x := p.side.Position().X; d.views.left.Size().Width > x {
			t.Error("the views reach under the side panel")
		}
		pull(p.sideGrip, 2000, 0)
		if p.side.Visible() || !kept().HideSide || d.views.left.Size().Width < 1400 {
			t.Error("a panel that is pushed out of the window is still there")
		}
		d.press("N")
		if !p.side.Visible() || p.side.Size().Width != side+90 {
			t.Errorf("N brings back a panel of %g units", p.side.Size().Width)
		}
		pull(p.sideGrip, -5000, 0)
		if w := d.views.left.Size().Width; w < leastViews {
			t.Errorf("the widest side panel leaves the views %g units", w)
		}
		p.sideGrip.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
		p.sideGrip.MouseUp(nil)
		p.sideGrip.MouseDown(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
		p.sideGrip.MouseUp(nil)
		if w := p.side.Size().Width; w != firstSide {
			t.Errorf("two clicks leave the side panel %g wide", w)
		}
		// The morph bar is pulled out of the window and back, and its grip stays in reach.
		views := d.views.area.Size().Height
		pull(p.morphGrip, 0, 10)
		if !p.morph.Visible() {
			t.Error("a small pull takes the morph bar away")
		}
		pull(p.morphGrip, 0, 60)
		if p.morph.Visible() || !kept().HideMorph || d.views.area.Size().Height < views+40 {
			t.Errorf("pulled down, the morph bar is still there, or the views are %g high, before %g", d.views.area.Size().Height, views)
		}
		if y := p.morphGrip.Position().Y + p.morphGrip.Size().Height; y > d.views.left.Size().Height+widget.Gap || !p.morphGrip.Visible() {
			t.Errorf("the grip of the hidden morph bar ends at %g of %g", y, d.views.left.Size().Height)
		}
		pull(p.morphGrip, 0, -60)
		if !p.morph.Visible() || kept().HideMorph || d.views.area.Size().Height != views {
			t.Error("pulled up, the morph bar does not come back")
		}
		area := d.views.area.Size().Height
		d.press("J")
		d.press("T")
		if p.strip.Visible() || p.morph.Visible() || d.views.area.Size().Height < area+150 {
			t.Errorf("without strip and morph bar the views are %g high, before %g", d.views.area.Size().Height, area)
		}
		if k := kept(); !k.HideStrip || !k.HideMorph {
			t.Errorf("kept is %+v", k)
		}
		commandOf("panels.reset").do(d)
		if k := kept(); k != (session.Panels{}) || !p.strip.Visible() || !p.morph.Visible() {
			t.Errorf("after the reset %+v", k)
		}
	})
}

// In the smallest window nothing of the side panel and the bars is cut, however they are drawn.
func TestPanelsFitTheSmallestWindow(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		d.win.Resize(windowMin)
		p := d.panels
		for _, by := range []float32{0, -5000, 40} {
			pull(p.sideGrip, by, 0)
			if r := p.side.Position().X + p.side.Size().Width; r > p.body.Size().Width || p.side.Size().Width < leastSide {
				t.Errorf("the side panel ends at %g of %g, %g wide", r, p.body.Size().Width, p.side.Size().Width)
			}
			if w := p.morph.MinSize().Width; w > d.views.left.Size().Width {
				t.Errorf("the morph bar needs %g units of %g", w, d.views.left.Size().Width)
			}
			if w := d.inspector.scroll.Content.MinSize().Width; w > d.inspector.scroll.Size().Width {
				t.Errorf("the sections need %g units of %g", w, d.inspector.scroll.Size().Width)
			}
		}
		pull(p.stripGrip, 0, -5000)
		if h := d.views.area.Size().Height; h < 200 {
			t.Errorf("the highest strip leaves the views %g units", h)
		}
	})
}

// A presentation shows the views alone with large words, and ends by its key and by Esc.
func TestPresentationShowsTheViewsAlone(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		p := d.panels
		seen := func() (n int) {
			for _, o := range []fyne.CanvasObject{p.bar, p.status, p.side, p.strip, p.morph} {
				if o.Visible() {
					n++
				}
			}
			return n
		}
		title := d.views.headers[sideA].title.TextSize
		for _, end := range []string{"F11", "Esc"} {
			d.press("F11")
			if seen() != 0 || !d.win.FullScreen() || d.views.headers[sideA].title.TextSize <= title || d.views.area.Size() != p.frame.Size() {
				t.Errorf("%d panels are seen, the views have %v of %v", seen(), d.views.area.Size(), p.frame.Size())
			}
			if f := d.views.port.frame(800, 600, false); f.Scale <= d.views.port.scale() {
				t.Error("names on the shapes are not larger")
			}
			d.press(end)
			if seen() != 5 || d.win.FullScreen() || d.views.headers[sideA].title.TextSize != title {
				t.Errorf("after %s %d panels are seen", end, seen())
			}
		}
	})
}

// Sections fold; the index at the head of the side panel unfolds them and brings them up.
func TestSectionsFoldAndAreFound(t *testing.T) {
	d, _ := testDesk(t)
	onTestMain(func() {
		d.win.Resize(windowMin)
		i := d.inspector
		whole := i.scroll.Content.MinSize().Height
		for _, s := range d.panels.sections {
			s.heading.Tapped(nil)
			if s.content.Visible() || !d.panels.now.IsFolded(s.name) {
				t.Errorf("%s does not fold", s.title)
			}
		}
		if h := i.scroll.Content.MinSize().Height; h > whole/2 {
			t.Errorf("folded, the sections are %g high, unfolded %g", h, whole)
		}
		if w := i.object.Size().Width; w != railSide || i.scroll.Content.MinSize().Width > i.scroll.Size().Width || d.panels.index.Visible() {
			t.Errorf("folded, the sections need %g units, and the side panel has %g", i.scroll.Content.MinSize().Width, w)
		}
		d.m.job.curve = []widget.CurvePoint{{At: 1, Value: 2}, {At: 2, Value: 1}}
		d.m.onJob.Emit(d.m.job)
		if w := i.object.Size().Width; w != railSide || d.panels.sections[0].object.Visible() {
			t.Errorf("a solve makes folded sections %g wide", w)
		}
		pull(d.panels.sideGrip, -60, 0)
		if !d.panels.sections[0].object.Visible() {
			t.Error("unfolded, the plot of the solve is not there")
		}
		if w := i.object.Size().Width; w < leastSide || d.panels.now.Folded != "" {
			t.Errorf("pulled in, the side panel is %g wide, and %q is folded", w, d.panels.now.Folded)
		}
		for _, s := range d.panels.sections {
			d.panels.fold(s.name, true)
		}
		pull(d.panels.sideGrip, 60, 0)
		if i.object.Visible() {
			t.Error("pushed out, the headings are still there")
		}
		d.press("N")
		for _, x := range indexed {
			i.index[x.name].Tapped(nil)
			for _, s := range d.panels.sections {
				if s.name != x.name {
					continue
				}
				y := s.object.Position().Y - i.scroll.Offset.Y
				if !s.content.Visible() || y < 0 || y > i.scroll.Size().Height-60 {
					t.Errorf("%s lies at %g of %g", x.word, y, i.scroll.Size().Height)
				}
			}
		}
	})
}
