package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
)

// inspectorWidth is fixed: figures then keep their places when the window grows.
const inspectorWidth float32 = 340

// inspector is the column at the right: shapes, options, and the result.
type inspector struct {
	shapes *shapesPanel
	solve  *solvePanel
	curve  *widget.Curve
	learn  *learnCurve
	result *resultPanel
	marks  *markPanel
	look   *lookPanel
	scene  *scenePanel
	scroll *container.Scroll
	object fyne.CanvasObject
}

func newInspector(d *desk) *inspector {
	w, m := d.widgets, d.m
	i := &inspector{curve: widget.NewCurve(loss), learn: newLearnCurve()}
	resized := func() {
		if i.object != nil { // else it is being built
			i.object.Refresh()
		}
	}
	i.shapes = newShapesPanel(w, m, d.shapes, newShapeMends(w, m, d.solving, resized))
	i.solve = newSolvePanel(w, m, d.solving, d.learning, resized)
	i.result = newResultPanel(w, m, d.tasks, d.solving, newMinimaPanel(w, m, d.tasks, d.solving, d.views, d.markHand), resized)
	i.marks = newMarkPanel(w, m, d.marker, d.markHand, func() []widget.MenuEntry { return d.entries("Landmarks", "") }, resized)
	i.look = newLookPanel(w, m, d.looks, newPaintPanel(w, m, d.looks, d.solving), i.reveal, resized)
	i.scene = newScenePanel(w, m, d.looks, d.views, d.tool)
	solving, learning := section(widget.NewCaption("GW² while solving"), i.curve.Box), section(widget.NewCaption("GW² while learning"), i.learn.box)
	learning.Hide()
	sections := container.New(widget.Column{},
		section(i.shapes.head, i.shapes.object),
		widget.NewHairline(),
		section(i.solve.head, i.solve.object),
		widget.NewHairline(),
		solving, learning,
		widget.NewHairline(),
		section(i.result.head, i.result.object),
		widget.NewHairline(),
		section(i.look.head, i.look.object),
		widget.NewHairline(),
		section(i.marks.head, i.marks.object),
		widget.NewHairline(),
		section(widget.NewCaption("Scene"), i.scene.object),
	)
	i.scroll = container.NewVScroll(sections)
	i.scroll.OnScrolled = func(fyne.Position) { w.Tips.Hide() } // the tooltip's object has moved
	i.object = container.NewStack(widget.NewBox(widget.ColorPanel, widget.ColorHairline, widget.RadiusPanel), widget.Inset(i.scroll, 1, 1))
	m.onJob.On(func(j job) { i.curve.Set(j.curve) })
	m.onRecord.On(func(r *record) {
		if (r != nil) != learning.Visible() {
			widget.SetVisible(solving, r == nil)
			widget.SetVisible(learning, r != nil)
			i.object.Refresh()
		}
		i.learn.show(m)
	})
	return i
}

// reveal scrolls as little as brings an object of a section into sight, its upper edge
// before its lower one.
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

// section is a caption over content, with the panel's margins.
func section(head, content fyne.CanvasObject) fyne.CanvasObject {
	return widget.Inset(container.New(widget.Column{Gap: 8}, head, content), 14, 11)
}

// shapesPanel chooses the two shapes.
type shapesPanel struct {
	pick   [2]*widget.Dropdown
	mends  *shapeMends
	head   fyne.CanvasObject
	object fyne.CanvasObject
}

func newShapesPanel(widgets *widget.Maker, m *model, shapes *loader, mends *shapeMends) *shapesPanel {
	p := &shapesPanel{mends: mends}
	for s := range p.pick {
		p.pick[s] = widgets.NewDropdown("", func() []widget.MenuEntry { return shapes.shapeEntries(side(s), p.pick[s]) })
	}
	swap := widgets.NewControl(&widget.Control{Text: "Swap", Trailing: "swap", Kind: widget.Quiet, Small: true, Tint: widget.ColorSoft, Height: 20, Tip: "Make A the target and B the source", OnTap: shapes.swap})
	p.head = container.New(widget.HeadRow{}, widget.NewCaption("Shapes"), swap)
	// One above the other: names such as "elephant, trunk raised" need the width.
	p.object = container.New(widget.Column{Gap: 6}, p.pick[0], p.pick[1], mends.object)
	show := func(s side) {
		text := s.String() + " · choose a shape"
		if sh := m.shapes[s]; sh != nil {
			text = s.String() + " · " + sh.Mesh.Name
		}
		if ref := m.loading[s]; ref != "" {
			text = s.String() + " · reading…"
		}
		p.pick[s].Tip = shapes.shapeTip(s)
		p.pick[s].SetText(text)
	}
	m.onShape.On(show)
	show(sideA)
	show(sideB)
	return p
}
