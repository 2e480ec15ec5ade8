package gui

import (
	"fmt"
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/session"
	"gwscope/meshio/landmark"
)

// markPanel lists landmarks and extremities, and on which shapes each lies.
type markPanel struct {
	widgets  *widget.Maker
	m        *model
	marker   *marker
	markHand *markHand
	resized  func() // called when the panel may need another height
	beside   fyne.CanvasObject
	place    *widget.Control
	more     *widget.Control
	hint     *widget.Paragraph
	rows     *fyne.Container
	aToB     *widget.KeyValue
	bToA     *widget.KeyValue
	pinNew   *widget.CheckRow
	showTips *widget.CheckRow
	object   *fyne.Container

	shown string                     // the state that the rows show
	names map[string]*widget.Control // rows by landmark, for tests
}

func newMarkPanel(widgets *widget.Maker, m *model, marker *marker, markHand *markHand, menu func() []widget.MenuEntry, resized func()) *markPanel {
	p := &markPanel{widgets: widgets, m: m, marker: marker, markHand: markHand, rows: container.New(widget.Column{Gap: 2}), resized: resized}
	p.place = widgets.NewControl(&widget.Control{Text: "Place", Kind: widget.Quiet, Small: true, Tint: widget.ColorSoft, Height: 20,
		Tip: tipOf("marks.place"), OnTap: markHand.togglePlacing})
	p.more = widgets.NewControl(&widget.Control{Text: "More", Trailing: "down", Kind: widget.Quiet, Small: true, Tint: widget.ColorSoft, Height: 20,
		Tip: "Import, export, pin all, extremities"})
	p.more.OnTap = func() { widget.OpenMenu(p.more, menu(), nil) }
	p.beside = container.New(widget.Row{Gap: 2}, p.place, p.more)
	p.hint = widget.NewNote("Press Place and click on both shapes, or drop a file of landmarks on a view. Pinned pairs steer the match.", widget.ColorSoft)
	p.aToB = widgets.NewKeyValue("RMSE, A on B", "Root mean square of the distances between A’s landmarks, carried by the match, and B’s own: / √area, and in the units of B’s file.")
	p.bToA = widgets.NewKeyValue("RMSE, B on A", "The same the other way, in the units of A’s file.")
	p.pinNew = widgets.NewCheckRow("Pin new pairs", "A pair that is complete steers the match at once", "", marker.pinNew, func(on bool) { marker.pinNew = on })
	p.showTips = widgets.NewCheckRow("Show extremities", "The ends of limbs that shapes are matched by", "", true, func(on bool) {
		marker.hideTips = !on
		marker.showMarks()
	})
	p.object = container.New(widget.Column{Gap: 4}, p.hint, p.rows, p.aToB, p.bToA, p.pinNew, p.showTips)
	marker.onChange.On(func(struct{}) { p.show() })
	p.show()
	return p
}

// show brings the panel up to date.
func (p *markPanel) show() {
	mk := p.marker
	p.place.SetOn(mk.placing)
	p.place.SetText(map[bool]string{true: "Placing", false: "Place"}[mk.placing])
	placed := mk.names()
	names := mk.plan.ordered(placed)
	if !mk.placing { // landmarks of a list that are missing do not matter then
		names = slices.DeleteFunc(names, func(n string) bool { return !slices.Contains(placed, n) })
	}
	tips := [2][]session.Landmark{p.marker.listed(sideA, true), p.marker.listed(sideB, true)}
	widget.SetVisible(p.hint, len(names) == 0 && !mk.placing)
	widget.SetVisible(p.pinNew, mk.placing || len(names) > 0)
	widget.SetVisible(p.showTips, len(tips[0])+len(tips[1]) > 0)
	m := p.m.match
	p.rmse(p.aToB, m, sideA)
	p.rmse(p.bToA, m, sideB)
	now := fmt.Sprint(names, mk.held, mk.placing, tips[0], tips[1], p.offs(m), mk.marks.SolveKey(), mk.plan.wanted, mk.plan.skipped)
	if mk.drag != nil || now == p.shown { // rows wait for the end of a drag
		return
	}
	p.shown = now
	p.fill(names, tips)
	p.resized()
}

// offs are, by name, the distances / √area from A's landmarks, carried to B, to B's own.
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

func (p *markPanel) rmse(kv *widget.KeyValue, m *pipeline.Match, s side) {
	var c *pipeline.CarriedMarks
	if m != nil {
		c = [2]*pipeline.CarriedMarks{m.MarksAToB, m.MarksBToA}[s]
	}
	known := c != nil && !math.IsNaN(c.RMSE)
	widget.SetVisible(kv, known)
	if known {
		kv.Set(fixed(c.OverArea, 3)+" · "+fmt.Sprintf("%.3g", c.RMSE), widget.ColorText)
	}
}

// fill makes the rows.
func (p *markPanel) fill(names []string, tips [2][]session.Landmark) {
	mk := p.marker
	p.rows.RemoveAll()
	p.names = map[string]*widget.Control{}
	offs := p.offs(p.m.match)
	if len(names) > 0 {
		p.rows.Add(markHead(len(offs) > 0))
	}
	for _, name := range names {
		a, b := landmark.Index(p.marker.listed(sideA, false), name), landmark.Index(p.marker.listed(sideB, false), name)
		pinned := a >= 0 && b >= 0 && p.marker.listed(sideA, false)[a].Pinned && p.marker.listed(sideB, false)[b].Pinned
		if a < 0 && b < 0 {
			p.rows.Add(p.vacant(name))
			continue
		}
		ref := markRef{side: sideA, index: a}
		if a < 0 {
			ref = markRef{side: sideB, index: b}
		}
		held := mk.held != nil && !mk.held.tip && (*mk.held == markRef{sideA, false, a} || *mk.held == markRef{sideB, false, b})
		pin := p.widgets.NewControl(&widget.Control{Icon: map[bool]string{true: "pinned", false: "pin"}[pinned], Kind: widget.Quiet, Height: 22, On: pinned,
			Tip: "The match has to send one to the other", OnTap: func() { p.markHand.pinNamed(name, !pinned) }})
		if a < 0 || b < 0 {
			pin.Disable()
			pin.Tip = "A pair takes a landmark of this name on both shapes"
		}
		p.names[name] = pin
		p.rows.Add(p.row(pin, name, has("A", a)+" "+has("B", b), offs[name], held, ref, func() { p.markHand.deleteNamed(name) }))
	}
	if !mk.placing {
		return
	}
	for _, pair := range tipPairs(tips) {
		p.rows.Add(p.tipRow(pair, tips))
	}
}

// tipRow is the row of an extremity with its partner, which has the same name.
func (p *markPanel) tipRow(pair tipPair, tips [2][]session.Landmark) fyne.CanvasObject {
	mark := widget.NewLabel("tip", widget.TextCaption, widget.ColorSoft)
	refs := pair.refs()
	held := p.marker.held != nil && slices.Contains(refs, *p.marker.held)
	return p.row(container.NewGridWrap(fyne.NewSize(markKind, 22), mark), tips[refs[0].side][refs[0].index].Name,
		has("A", pair[sideA])+" "+has("B", pair[sideB]), "", held, refs[0], func() { p.markHand.deleteMark(refs...) })
}

// tipPair has the indices of the extremities of one name on A and on B; -1 where a shape has none.
type tipPair [2]int

// refs are the extremities of the pair, one or two.
func (t tipPair) refs() (out []markRef) {
	for s, k := range t {
		if k >= 0 {
			out = append(out, markRef{side(s), true, k})
		}
	}
	return out
}

// tipPairs are the extremities of A in their order with their partners, then the extremities of B without a
// partner.
func tipPairs(tips [2][]session.Landmark) (out []tipPair) {
	taken := map[int]bool{}
	for k, l := range tips[sideA] {
		b := landmark.Index(tips[sideB], l.Name)
		taken[b] = true
		out = append(out, tipPair{k, b})
	}
	for k := range tips[sideB] {
		if !taken[k] {
			out = append(out, tipPair{-1, k})
		}
	}
	return out
}

// has is the name of a shape that has mark k; a dash where k is -1.
func has(name string, k int) string {
	if k < 0 {
		return "–"
	}
	return name
}

// The columns of the table of landmarks beside the names, in units.
const (
	markKind  float32 = 22
	markWhere float32 = 30
	markOff   float32 = 60
	markMore  float32 = 22
)

// markHead names the columns.
func markHead(offs bool) fyne.CanvasObject {
	caption := func(text string, width float32) fyne.CanvasObject {
		l := widget.NewLabel(text, widget.TextCaption, widget.ColorSoft).Trailing()
		return container.NewGridWrap(fyne.NewSize(width, 16), l)
	}
	off := ""
	if offs {
		off = "off / √area"
	}
	name := widget.NewLabel("", widget.TextCaption, widget.ColorSoft).Flex()
	return container.New(widget.Row{Gap: 4, Shares: []float32{0, 1}}, caption("", markKind), name, caption("on", markWhere), caption(off, markOff), caption("", markMore))
}

// vacant is the row of a landmark of a list that lies on neither shape. A press makes it the next landmark,
// also after it was skipped.
func (p *markPanel) vacant(name string) fyne.CanvasObject {
	plan := &p.marker.plan
	tint := widget.ColorSoft
	if plan.skipped[name] {
		tint = widget.ColorFaint
	}
	next := p.widgets.NewControl(&widget.Control{Text: name, Kind: widget.Quiet, Small: true, Leading: true, Height: 22, MaxText: 40, Tint: tint,
		On: p.marker.next().name == name, Tip: "Place this landmark next", OnTap: func() { p.markHand.want(name) }})
	where := widget.NewLabel("– –", widget.TextSmall, widget.ColorFaint).Trailing()
	blank := func(w float32) fyne.CanvasObject {
		return container.NewGridWrap(fyne.NewSize(w, 22), widget.NewLabel("", widget.TextSmall, widget.ColorSoft))
	}
	return container.New(widget.Row{Gap: 4, Shares: []float32{0, 1}}, blank(markKind), next,
		container.NewGridWrap(fyne.NewSize(markWhere, 22), where), blank(markOff), blank(markMore))
}

// row is a mark: kind, name, shapes, distance of the pair, and menu.
func (p *markPanel) row(kind fyne.CanvasObject, name, where, off string, held bool, ref markRef, remove func()) fyne.CanvasObject {
	choose := p.widgets.NewControl(&widget.Control{Text: name, Kind: widget.Quiet, Small: true, Leading: true, Height: 22, MaxText: 40, On: held, Tip: name,
		OnTap: func() {
			p.marker.held = &ref
			p.marker.showMarks()
		}})
	place := widget.NewLabel(where, widget.TextSmall, widget.ColorSoft).Trailing()
	figure := widget.NewLabel(off, widget.TextSmall, widget.ColorText).Trailing()
	more := p.widgets.NewControl(&widget.Control{Icon: "down", Kind: widget.Quiet, Height: 22, Tip: "Rename or delete"})
	more.OnTap = func() {
		entries := []widget.MenuEntry{{Label: "Rename…", Shortcut: "F2", Do: func() { p.markHand.renameMark(ref) }}}
		if !ref.tip {
			entries = append(entries, widget.MenuEntry{Label: "Use as an extremity", Do: func() { p.markHand.addTip(ref) }})
		}
		widget.OpenMenu(more, append(entries, widget.MenuEntry{Label: "Delete", Shortcut: keyOf("mark.delete"), Do: remove}), nil)
	}
	return container.New(widget.Row{Gap: 4, Shares: []float32{0, 1}}, kind, choose,
		container.NewGridWrap(fyne.NewSize(markWhere, 22), place), container.NewGridWrap(fyne.NewSize(markOff, 22), figure), more)
}
