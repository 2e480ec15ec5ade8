package gui

import (
	"fmt"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/meshio/landmark"
)

// markPanel lists landmarks with what both shapes have of them, and extremities.
type markPanel struct {
	d        *desk
	head     fyne.CanvasObject
	place    *control
	more     *control
	hint     *paragraph
	rows     *fyne.Container
	aToB     *kvRow
	bToA     *kvRow
	pinNew   *checkRow
	showTips *checkRow
	object   *fyne.Container

	shown string              // what the rows were made of
	names map[string]*control // rows by landmark, for tests
}

func newMarkPanel(d *desk) *markPanel {
	p := &markPanel{d: d, rows: container.New(column{2})}
	p.place = d.kit.newControl(&control{text: "Place", kind: quietControl, small: true, tint: colorSoft, height: 20,
		tip: tipOf("marks.place"), onTap: d.togglePlacing})
	p.more = d.kit.newControl(&control{text: "More", trailing: "down", kind: quietControl, small: true, tint: colorSoft, height: 20,
		tip: "Import, export, pin all, extremities"})
	p.more.onTap = func() { openMenu(p.more, d.entries("Landmarks", ""), nil) }
	p.head = container.New(headRow{}, newCaption("Landmarks"), container.New(row{gap: 2}, p.place, p.more))
	p.hint = wrapped("Press Place and click on both shapes, or drop a file of landmarks on a view. Pinned pairs steer the match.", colorSoft)
	p.hint.size = textSmall
	p.aToB = d.kit.newKV("RMSE, A on B", "Root mean square of the distances between A’s landmarks, carried by the match, and B’s own: / √area, and in the units of B’s file.")
	p.bToA = d.kit.newKV("RMSE, B on A", "The same the other way, in the units of A’s file.")
	p.pinNew = d.kit.newCheckRow("Pin new pairs", "A pair that is complete steers the match at once", "", d.marker.pinNew, func(on bool) { d.marker.pinNew = on })
	p.showTips = d.kit.newCheckRow("Show extremities", "The ends of limbs that shapes are matched by", "", true, func(on bool) {
		d.marker.hideTips = !on
		d.showMarks()
	})
	p.object = container.New(column{4}, p.hint, p.rows, p.aToB, p.bToA, p.pinNew, p.showTips)
	d.marker.onChange.on(func(struct{}) { p.show() })
	p.show()
	return p
}

// show brings the panel up to date.
func (p *markPanel) show() {
	d, mk := p.d, p.d.marker
	p.place.setOn(mk.placing)
	if text := map[bool]string{true: "Placing", false: "Place"}[mk.placing]; p.place.text != text {
		p.place.setText(text)
	}
	names := p.unionOfNames()
	tips := [2][]session.Landmark{d.listed(sideA, true), d.listed(sideB, true)}
	setVisible(p.hint, len(names) == 0 && !mk.placing)
	setVisible(p.pinNew, mk.placing || len(names) > 0)
	setVisible(p.showTips, len(tips[0])+len(tips[1]) > 0)
	m := d.m.match
	p.rmse(p.aToB, m, sideA)
	p.rmse(p.bToA, m, sideB)
	now := fmt.Sprint(names, mk.held, mk.placing, tips[0], tips[1], p.offs(m), mk.marks.SolveKey())
	if mk.drag != nil || now == p.shown { // rows wait until the hand is still
		return
	}
	p.shown = now
	p.fill(names, tips)
	if d.inspector != nil {
		d.inspector.object.Refresh()
	}
}

// unionOfNames are the landmarks of A in order, and then those that only B has.
func (p *markPanel) unionOfNames() []string {
	a, b := p.d.listed(sideA, false), p.d.listed(sideB, false)
	var names []string
	for _, l := range a {
		names = append(names, l.Name)
	}
	for _, l := range b {
		if landmark.Index(a, l.Name) < 0 {
			names = append(names, l.Name)
		}
	}
	return names
}

// offs are the distances / √area from A's carried landmarks to those of B.
func (p *markPanel) offs(m *pipeline.Match) map[string]string {
	out := map[string]string{}
	if m == nil || m.MarksAToB == nil {
		return out
	}
	for _, c := range m.MarksAToB.All {
		if c.Given {
			out[c.Name] = fixed(c.Off/m.Y.Domain.Scale, 3)
		}
	}
	return out
}

func (p *markPanel) rmse(kv *kvRow, m *pipeline.Match, s side) {
	var c *pipeline.CarriedMarks
	if m != nil {
		c = [2]*pipeline.CarriedMarks{m.MarksAToB, m.MarksBToA}[s]
	}
	known := c != nil && !math.IsNaN(c.RMSE)
	setVisible(kv, known)
	if known {
		kv.set(fixed(c.OverArea, 3)+" · "+fmt.Sprintf("%.3g", c.RMSE), colorText)
	}
}

// fill makes the rows.
func (p *markPanel) fill(names []string, tips [2][]session.Landmark) {
	d, mk := p.d, p.d.marker
	p.rows.RemoveAll()
	p.names = map[string]*control{}
	offs := p.offs(d.m.match)
	for _, name := range names {
		a, b := landmark.Index(d.listed(sideA, false), name), landmark.Index(d.listed(sideB, false), name)
		pinned := a >= 0 && b >= 0 && d.listed(sideA, false)[a].Pinned && d.listed(sideB, false)[b].Pinned
		ref := markRef{side: sideA, index: a}
		if a < 0 {
			ref = markRef{side: sideB, index: b}
		}
		held := mk.held != nil && !mk.held.tip && (*mk.held == markRef{sideA, false, a} || *mk.held == markRef{sideB, false, b})
		pin := d.kit.newControl(&control{icon: map[bool]string{true: "pinned", false: "pin"}[pinned], kind: quietControl, height: 22, on: pinned,
			tip: "The match has to send one to the other", onTap: func() { d.pinNamed(name, !pinned) }})
		if a < 0 || b < 0 {
			pin.Disable()
			pin.tip = "A pair takes a landmark of this name on both shapes"
		}
		p.names[name] = pin
		p.rows.Add(p.row(pin, name, has("A", a)+" "+has("B", b), offs[name], held, ref, func() { d.deleteNamed(name) }))
	}
	if !mk.placing {
		return
	}
	for s, list := range tips {
		for k, l := range list {
			ref := markRef{side: side(s), tip: true, index: k}
			mark := newLabel("tip", textCaption, colorSoft)
			p.rows.Add(p.row(container.New(fixedSize{fyne.NewSize(28, 22)}, mark), l.Name, side(s).String(), "", mk.held != nil && *mk.held == ref, ref, func() { d.deleteMark(ref) }))
		}
	}
}

func has(name string, k int) string {
	if k < 0 {
		return "–"
	}
	return name
}

// row is a mark: what it is, its name, where it is, how far off, and what can be done.
func (p *markPanel) row(kind fyne.CanvasObject, name, where, off string, held bool, ref markRef, remove func()) fyne.CanvasObject {
	d := p.d
	choose := d.kit.newControl(&control{text: name, kind: quietControl, small: true, leading: true, height: 22, maxText: 40, on: held, tip: name,
		onTap: func() {
			d.marker.held = &ref
			d.showMarks()
		}})
	place := newLabel(where, textSmall, colorSoft)
	figure := newLabel(off, textSmall, colorText)
	place.align, figure.align = fyne.TextAlignTrailing, fyne.TextAlignTrailing
	more := d.kit.newControl(&control{icon: "down", kind: quietControl, height: 22, tip: "Rename or delete"})
	more.onTap = func() {
		entries := []entry{{label: "Rename…", shortcut: "F2", do: func() { d.renameMark(ref) }}}
		if !ref.tip {
			entries = append(entries, entry{label: "Use as an extremity", do: func() { d.addTip(ref) }})
		}
		openMenu(more, append(entries, entry{label: "Delete", shortcut: keyOf("mark.delete"), do: remove}), nil)
	}
	return container.New(row{gap: 4, shares: []float32{0, 1}}, kind, choose,
		container.New(fixedSize{fyne.NewSize(30, 22)}, place), container.New(fixedSize{fyne.NewSize(44, 22)}, figure), more)
}
