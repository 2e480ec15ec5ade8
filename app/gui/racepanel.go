package gui

import (
	"fmt"
	"strconv"

	"gwscope/app/gui/widget"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// racePanel stands below the panes of a race, in place of the strip and the morph bar: the clock, the
// buttons, and the table.
type racePanel struct {
	pill    *widget.Label
	clock   *widget.Label
	stop    *widget.Control
	methods *widget.Control
	views   *widget.Dropdown
	export  *widget.Control
	table   *raceTable
	object  fyne.CanvasObject
}

func newRacePanel(rs *races) *racePanel {
	p := &racePanel{pill: widget.NewLabel("", widget.TextCaption, widget.ColorSoft).Flex(), clock: widget.NewLabel("", 15, widget.ColorText).Strong().Trailing(), table: newRaceTable(rs)}
	k := rs.widgets
	p.stop = k.NewControl(&widget.Control{Text: "Stop", Small: true, Height: 24, Tip: tipOf("race.stop"), OnTap: rs.stop})
	p.methods = k.NewControl(&widget.Control{Text: "New race…", Small: true, Height: 24, Tip: tipOf("race"), OnTap: rs.choose})
	p.views = k.NewDropdown("How many targets are seen beside the source", rs.viewCountEntries)
	p.views.Height, p.views.Small = 24, true
	p.export = k.NewControl(&widget.Control{Text: "Export", Trailing: "down", Small: true, Height: 24, Tip: "Write the table and the picture"})
	p.export.OnTap = func() { widget.OpenMenu(p.export, rs.exportEntries(), func(m *widget.PopMenu) { m.Right = true }) }
	close := k.NewControl(&widget.Control{Icon: "restore", Kind: widget.Quiet, Height: 24, Tip: withKey("Back to the match", "view.next"), OnTap: rs.views.showBoth})
	head := container.New(widget.Row{Gap: 8, Shares: []float32{0, 1}}, widget.NewCaption("Race"), p.pill, p.clock, p.stop, p.methods, p.views, p.export, close)
	p.object = widget.NewCard(container.New(fillLast{widget.Column{Gap: 6}}, head, p.table.object), 12, 9)
	return p
}

// show brings the panel up to date.
func (p *racePanel) show(r *racing) {
	p.table.show(r)
	if r == nil {
		return
	}
	p.clock.SetColored(fixed(r.clock().Seconds(), 1)+" s", map[bool]fyne.ThemeColorName{true: widget.ColorAccent, false: widget.ColorText}[r.running])
	done := fmt.Sprintf("%d of %d done", r.over(), len(r.rows))
	way := "one after the other"
	if r.sideBySide {
		way = "side by side, times are shared"
	}
	switch {
	case r.stopping:
		done = "stopping"
	case !r.running:
		done = plural(len(r.rows), "method", "methods")
	}
	brief := done
	if r.sideBySide {
		brief += " · side by side"
	}
	text := done + " · " + way + " · " + plural(r.samples, "sample", "samples")
	if r.pins > 0 {
		text += " · " + plural(r.pins, "pinned pair", "pinned pairs")
	}
	p.pill.SetShorter(text, done+" · "+way, brief, done)
	widget.SetVisible(p.stop, r.running)
	p.stop.SetEnabled(!r.stopping)
	p.methods.SetEnabled(!r.running)
	p.export.SetEnabled(r.over() > 0)
	p.views.SetText(viewCount(r.most))
	p.object.Refresh()
}

func viewCount(n int) string {
	if n == 0 {
		return "Views"
	}
	return plural(n, "view", "views")
}

// viewCountEntries offers numbers of targets.
func (rs *races) viewCountEntries() []widget.MenuEntry {
	now := 0
	if rs.m.race != nil {
		now = rs.m.race.most
	}
	set := func(n int) func() {
		return func() {
			if rs.m.race != nil {
				rs.m.race.most = n
				rs.m.onRace.Emit(rs.m.race)
				rs.arranged()
			}
		}
	}
	out := []widget.MenuEntry{{Label: "As many as fit", Checked: now == 0, Do: set(0)}, {Rule: true}}
	for n := leastTargets; n <= mostTargets; n++ {
		out = append(out, widget.MenuEntry{Label: strconv.Itoa(n) + " targets", Checked: now == n, Do: set(n)})
	}
	return out
}

// fillLast stacks objects. The last one takes the rest of the height.
type fillLast struct{ widget.Column }

var _ fyne.Layout = fillLast{}

func (f fillLast) Layout(o []fyne.CanvasObject, size fyne.Size) {
	f.Column.Layout(o, size)
	last := o[len(o)-1]
	last.Resize(fyne.NewSize(size.Width, fyne.Max(size.Height-last.Position().Y, 0)))
}

// showParts shows the parts of a race in its layout, and hides them elsewhere.
func (rs *races) showParts() {
	rs.panels.arrange()
	if rs.m.layout == raced {
		rs.askPictures() // the view may have changed meanwhile
	}
}

// arranged follows a change of the panes. Panes of another size are framed again, from the present
// direction: shapes grow with their height.
func (rs *races) arranged() {
	if rs.m.layout != raced {
		return
	}
	rs.views.area.Refresh()
	rs.showLanes()
	if cell := rs.m.panes(rs.views.port.Size())[0].rect.size; !rs.m.aimed || cell != rs.cell {
		rs.cell = cell
		rs.views.frameNow()
	}
	rs.views.port.redraw(false)
}
