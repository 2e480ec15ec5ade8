package gui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
)

// inspector is the column at the right: shapes, options, and the result.
type inspector struct {
	shapes *shapesPanel
	solve  *solvePanel
	curve  *widget.Curve
	learn  *learnCurve
	result *resultPanel
	marks  *markPanel
	picks  *picksPanel
	look   *lookPanel
	scene  *scenePanel
	panels *panels
	index  map[string]*widget.Control // to each section, for tests
	scroll *container.Scroll
	object fyne.CanvasObject
}

func newInspector(d *desk) *inspector {
	w, m := d.widgets, d.m
	p := d.panels
	i := &inspector{curve: widget.NewCurve(loss), learn: newLearnCurve(), panels: p, index: map[string]*widget.Control{}}
	resized := func() {
		if i.object != nil { // nil while it is being built
			i.object.Refresh()
		}
	}
	i.shapes = newShapesPanel(w, m, d.shapes, newShapeMends(w, m, d.solving, resized))
	i.solve = newSolvePanel(w, m, d.solving, d.learning, resized)
	i.result = newResultPanel(w, m, d.tasks, d.solving, newMinimaPanel(w, m, d.tasks, d.solving, d.views, d.markHand), resized)
	i.marks = newMarkPanel(w, m, d.marker, d.markHand, func() []widget.MenuEntry { return d.entries("Landmarks", "") }, resized)
	i.picks = newPicksPanel(d.app, w, m, d.pointer, d.rulers, resized)
	i.look = newLookPanel(w, m, d.looks, newPaintPanel(w, m, d.looks, d.solving), i.reveal, resized)
	i.scene = newScenePanel(w, m, d.looks, d.views, d.tool)
	solving, learning := p.section("curve", "GW² while solving", nil, i.curve.Box), p.section("learning", "GW² while learning", nil, i.learn.box)
	solving.passing, learning.passing = true, true
	shapes := p.section("shapes", "Shapes", i.shapes.beside, i.shapes.object)
	sections := container.New(widget.Column{}, shapes.object)
	for _, s := range []*foldSection{
		p.section("solve", "Solve", i.solve.beside, i.solve.object),
		solving, learning,
		p.section("result", "Result", i.result.beside, i.result.object),
		p.section("view", "View", i.look.beside, i.look.object),
		p.section("marks", "Landmarks", i.marks.beside, i.marks.object),
		p.section("picks", "Picks and measures", i.picks.beside, i.picks.object),
		p.section("scene", "Scene", nil, i.scene.object),
	} {
		s.object = container.New(widget.Column{}, widget.NewHairline(), s.object)
		sections.Add(s.object)
	}
	solving.object.Hide()
	learning.object.Hide()
	i.scroll = container.NewVScroll(sections)
	i.scroll.OnScrolled = func(fyne.Position) { w.Tips.Hide() } // the tooltip's object has moved
	p.index = newSectionIndex(w, i)
	i.object = container.NewStack(widget.NewPanel(), widget.Inset(container.New(fillLast{}, p.index, i.scroll), 1, 1))
	curved := false // the solve has a curve to show
	show := func() {
		one := m.layout != raced && !p.allFolded() // a race has several solves
		lost, learned := curved && one && m.record == nil, one && m.record != nil
		if learned != learning.object.Visible() || lost != solving.object.Visible() {
			widget.SetVisible(solving.object, lost)
			widget.SetVisible(learning.object, learned)
			i.object.Refresh()
		}
	}
	p.sieve = show
	m.onLayout.On(func(arrangement) { show() })
	m.onJob.On(func(j job) {
		i.curve.Set(j.curve)
		// A level curve tells nothing. While the curve of a running solve is level, the section stays shown or
		// hidden as before, so that the sections below do not jump twice.
		if now := bent(j.curve); now || !j.running {
			curved = now
		}
		show()
	})
	m.onRecord.On(func(*record) {
		show()
		i.learn.show(m)
	})
	return i
}

// bent reports whether a curve has more than one value.
func bent(points []widget.CurvePoint) bool {
	return slices.ContainsFunc(points, func(p widget.CurvePoint) bool { return p.Value != points[0].Value })
}

// reveal scrolls just enough to bring an object of a section into sight. An object that is too high shows its
// upper part.
func (i *inspector) reveal(o fyne.CanvasObject) {
	i.scroll.Content.Refresh() // the object may just have grown
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject
	top := at(o).Y - at(i.scroll.Content).Y - revealMargin
	foot := top + o.MinSize().Height + 2*revealMargin
	y := i.scroll.Offset.Y
	y = fyne.Min(fyne.Max(y, foot-i.scroll.Size().Height), top)
	i.scroll.ScrollToOffset(fyne.NewPos(0, y))
}

// revealMargin keeps the caption above a revealed object in sight.
const revealMargin float32 = 34

// open unfolds a section and scrolls its head to the head of the panel.
func (i *inspector) open(name string) {
	i.panels.fold(name, false)
	i.scroll.Content.Refresh()
	for _, s := range i.panels.sections {
		if s.name == name {
			most := i.scroll.Content.MinSize().Height - i.scroll.Size().Height
			i.scroll.ScrollToOffset(fyne.NewPos(0, fyne.Max(fyne.Min(s.object.Position().Y, most), 0)))
		}
	}
}

// shapesPanel chooses the two shapes.
type shapesPanel struct {
	pick   [2]*widget.Dropdown
	beside fyne.CanvasObject
	mends  *shapeMends
	object fyne.CanvasObject
}

func newShapesPanel(widgets *widget.Maker, m *model, shapes *loader, mends *shapeMends) *shapesPanel {
	p := &shapesPanel{mends: mends}
	for s := range p.pick {
		p.pick[s] = widgets.NewDropdown("", func() []widget.MenuEntry { return shapes.shapeEntries(side(s), p.pick[s]) })
	}
	swap := widgets.NewControl(&widget.Control{Text: "Swap", Trailing: "swap", Kind: widget.Quiet, Small: true, Tint: widget.ColorSoft, Height: 20, Tip: "Make A the target and B the source", OnTap: shapes.swap})
	p.beside = swap
	// One above the other: names such as "elephant, trunk raised" need the width.
	p.object = container.New(widget.Column{Gap: 6}, p.pick[0], p.pick[1], mends.object)
	show := func(s side) {
		text, tip := s.String()+" · choose a shape", "Choose shape "+s.String()
		if sh := m.shapes[s]; sh != nil {
			text, tip = s.String()+" · "+sh.Mesh.Name, sh.Ref
		}
		if ref := m.loading[s]; ref != "" {
			text = s.String() + " · reading…"
		}
		p.pick[s].Tip = tip
		p.pick[s].SetText(text)
	}
	m.onShape.On(show)
	show(sideA)
	show(sideB)
	return p
}
