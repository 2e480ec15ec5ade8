package gui

import (
	"fmt"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// racePanel stands below the panes of a race, in place of the strip and the morph bar:
// the clock, what can be done, and the table.
type racePanel struct {
	d       *desk
	pill    *label
	clock   *label
	stop    *control
	methods *control
	views   *dropdown
	export  *control
	table   *raceTable
	object  fyne.CanvasObject
}

func newRacePanel(d *desk) *racePanel {
	p := &racePanel{d: d, pill: newLabel("", textCaption, colorSoft), clock: newLabel("", 15, colorText), table: newRaceTable(d)}
	p.clock.bold = true
	p.clock.align = fyne.TextAlignTrailing
	p.pill.flexible = true
	k := d.kit
	p.stop = k.newControl(&control{text: "Stop", small: true, height: 24, tip: tipOf("race.stop"), onTap: d.stopRace})
	p.methods = k.newControl(&control{text: "New race…", small: true, height: 24, tip: tipOf("race"), onTap: d.chooseRace})
	p.views = k.newDropdown("How many targets are seen beside the source", d.viewCountEntries)
	p.views.height, p.views.small = 24, true
	p.export = k.newControl(&control{text: "Export", trailing: "down", small: true, height: 24, tip: "Write the table and the picture"})
	p.export.onTap = func() { openMenu(p.export, d.raceExportEntries(), func(m *popMenu) { m.right = true }) }
	close := k.newControl(&control{icon: "restore", kind: quietControl, height: 24, tip: withKey("Back to the match", "view.next"), onTap: d.showBoth})
	head := container.New(row{gap: 8, shares: []float32{0, 1}}, newCaption("Race"), p.pill, p.clock, p.stop, p.methods, p.views, p.export, close)
	p.object = newCard(container.New(fillLast{6}, head, p.table.object), 12, 9)
	return p
}

// show brings the panel up to date.
func (p *racePanel) show(r *racing) {
	p.table.show(r)
	if r == nil {
		return
	}
	p.clock.set(fixed(r.clock().Seconds(), 1) + " s")
	p.clock.setColored(p.clock.text, map[bool]fyne.ThemeColorName{true: colorAccent, false: colorText}[r.running])
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
	text := done + " · " + way + " · " + plural(r.samples, "sample", "samples")
	if r.pins > 0 {
		text += " · " + plural(r.pins, "pinned pair", "pinned pairs")
	}
	p.pill.set(text)
	setVisible(p.stop, r.running)
	p.stop.setEnabled(!r.stopping)
	p.methods.setEnabled(!r.running)
	p.export.setEnabled(r.over() > 0)
	p.views.setText(viewCount(r.most))
	p.object.Refresh()
}

func viewCount(n int) string {
	if n == 0 {
		return "Views"
	}
	return plural(n, "view", "views")
}

// viewCountEntries offers numbers of targets.
func (d *desk) viewCountEntries() []entry {
	now := 0
	if d.m.race != nil {
		now = d.m.race.most
	}
	set := func(n int) func() {
		return func() {
			if d.m.race != nil {
				d.m.race.most = n
				d.m.onRace.emit(d.m.race)
				d.raceArranged()
			}
		}
	}
	out := []entry{{label: "As many as fit", checked: now == 0, do: set(0)}, {rule: true}}
	for n := leastTargets; n <= mostTargets; n++ {
		out = append(out, entry{label: strconv.Itoa(n) + " targets", checked: now == n, do: set(n)})
	}
	return out
}

// fillLast stacks objects; the last one takes what is left.
type fillLast struct{ gap float32 }

var _ fyne.Layout = fillLast{}

func (f fillLast) MinSize(o []fyne.CanvasObject) fyne.Size { return column(f).MinSize(o) }
func (f fillLast) Layout(o []fyne.CanvasObject, size fyne.Size) {
	column(f).Layout(o, size)
	last := o[len(o)-1]
	last.Resize(fyne.NewSize(size.Width, fyne.Max(size.Height-last.Position().Y, 0)))
}

// showRaceParts shows what belongs to a race in its layout, and hides it elsewhere.
func (d *desk) showRaceParts() {
	on := d.m.layout == raced
	for k, o := range d.left.Objects[1:] {
		setVisible(o, on == (k == 2)) // strip, morph bar, race
	}
	d.left.Refresh()
	if on {
		d.askRacePictures() // the view may have changed meanwhile
	}
}

// raceArranged follows a change of which panes there are. Panes of another size are
// framed again, from wherever the person looks: shapes grow with their height.
func (d *desk) raceArranged() {
	if d.m.layout != raced {
		return
	}
	d.viewArea.Refresh()
	d.showLanes()
	if cell := d.m.panes(d.view.Size())[0].rect.size; !d.m.aimed || cell != d.raceCell {
		d.raceCell = cell
		d.frameNow()
	}
	d.view.redraw(false)
}
