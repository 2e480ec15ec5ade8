package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/pipeline"
	"gwscope/app/present"
)

// scenePanel chooses how shapes are shaded and cut, and what stands around them.
type scenePanel struct {
	shading, edges, wires, ortho, ground, axes, cut *control

	background, along *dropdown
	at, ghost         *slider
	share, opacity    *label
	cutRow, ghostRow  *fyne.Container
	object            *fyne.Container
}

func newScenePanel(d *desk) *scenePanel {
	p := &scenePanel{
		shading: d.tool("shading", "scene.flat"),
		edges:   d.tool("edges", "scene.edges"),
		wires:   d.tool("wires", "scene.wires"),
		ortho:   d.tool("ortho", "camera.ortho"),
		ground:  d.tool("ground", "scene.ground"),
		axes:    d.tool("axes", "scene.axes"),
		cut:     d.tool("cut", "scene.cut"),
		share:   newLabel("", textSmall, colorSoft),
	}
	p.background = d.kit.newDropdown("Background of the views, and of pictures of them ("+keyOf("scene.background")+" for the next)", d.backgroundEntries)
	p.along = d.kit.newDropdown("Where the cut goes", d.cutEntries)
	p.at = d.kit.newSlider(func(v float64) { d.setScenery(func(s *present.Scenery) { s.Cut.At = v }) })
	p.at.tip = "How much is cut away (Ctrl+wheel over a view)"
	p.share.align = fyne.TextAlignTrailing
	tools := container.New(row{gap: 6}, p.shading, p.edges, p.wires, p.ortho, p.ground, p.axes, p.cut)
	p.cutRow = container.New(row{gap: 8, shares: []float32{0, 1}}, newLabel("Cut away", textBody, colorSoft), p.at,
		container.New(fixedSize{fyne.NewSize(38, 16)}, p.share))
	p.ghost = d.kit.newSlider(func(v float64) {
		d.setScenery(func(s *present.Scenery) { s.Ghost = max(v, present.LeastGhost) })
	})
	p.ghost.tip = "How much B lets through in the overlay"
	p.opacity = newLabel("", textSmall, colorSoft)
	p.opacity.align = fyne.TextAlignTrailing
	p.ghostRow = container.New(row{gap: 8, shares: []float32{0, 1}}, newLabel("B around it", textBody, colorSoft), p.ghost,
		container.New(fixedSize{fyne.NewSize(38, 16)}, p.opacity))
	p.object = container.New(column{8}, tools, container.New(row{gap: 8, shares: []float32{1.15, 1}}, p.background, p.along), p.cutRow, p.ghostRow)
	d.m.onLayout.on(func(arrangement) { p.show(d.m) })
	d.m.onView.on(func(present.View) { p.show(d.m) })
	d.m.onMatch.on(func(m *pipeline.Match) { p.wires.setEnabled(present.HasWires(m)) })
	d.m.onCamera.on(func(struct{}) { p.ortho.setOn(d.m.cameras[d.activeSide()].Orthographic) })
	p.wires.setEnabled(present.HasWires(d.m.match))
	p.show(d.m)
	return p
}

func (p *scenePanel) show(m *model) {
	v := m.view
	p.shading.setOn(v.Flat)
	p.edges.setOn(v.Edges)
	p.wires.setOn(v.Registered)
	p.ground.setOn(v.Scenery.Ground)
	p.axes.setOn(v.Scenery.Axes)
	c := v.Scenery.Cut
	p.cut.setOn(c.Along != present.NoCut)
	p.background.setText(v.Scenery.Background.Title())
	p.along.setText(c.Along.Title())
	p.at.set(c.At)
	p.share.set(percentOf(c.At))
	p.ghost.set(v.Scenery.Opacity())
	p.opacity.set(percentOf(v.Scenery.Opacity()))
	cut, over := c.Along != present.NoCut, m.layout == overlaid
	if cut != p.cutRow.Visible() || over != p.ghostRow.Visible() {
		setVisible(p.cutRow, cut)
		setVisible(p.ghostRow, over)
		p.object.Refresh()
	}
}
