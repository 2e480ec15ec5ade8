package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
)

// scenePanel chooses how shapes are shaded and cut, and what stands around them.
type scenePanel struct {
	shading, edges, wires, ortho, ground, axes, cut *widget.Control

	background, along *widget.Dropdown
	at, ghost         *widget.Slider
	share, opacity    *widget.Label
	cutRow, ghostRow  *fyne.Container
	object            *fyne.Container
}

func newScenePanel(widgets *widget.Maker, m *model, looks *looks, views *views, tool func(icon, id string) *widget.Control) *scenePanel {
	p := &scenePanel{
		shading: tool("shading", "scene.flat"),
		edges:   tool("edges", "scene.edges"),
		wires:   tool("wires", "scene.wires"),
		ortho:   tool("ortho", "camera.ortho"),
		ground:  tool("ground", "scene.ground"),
		axes:    tool("axes", "scene.axes"),
		cut:     tool("cut", "scene.cut"),
		share:   widget.NewLabel("", widget.TextSmall, widget.ColorSoft),
	}
	p.background = widgets.NewDropdown("Background of the views, and of pictures of them ("+keyOf("scene.background")+" for the next)", looks.backgroundEntries)
	p.along = widgets.NewDropdown("Where the cut goes", looks.cutEntries)
	p.at = widgets.NewSlider(func(v float64) { looks.setScenery(func(s *present.Scenery) { s.Cut.At = v }) })
	p.at.Tip = "How much is cut away (Ctrl+wheel over a view)"
	p.share.Align = fyne.TextAlignTrailing
	tools := container.New(widget.Row{Gap: 6}, p.shading, p.edges, p.wires, p.ortho, p.ground, p.axes, p.cut)
	p.cutRow = container.New(widget.Row{Gap: 8, Shares: []float32{0, 1}}, widget.NewLabel("Cut away", widget.TextBody, widget.ColorSoft), p.at,
		container.New(widget.FixedSize{Size: fyne.NewSize(38, 16)}, p.share))
	p.ghost = widgets.NewSlider(func(v float64) {
		looks.setScenery(func(s *present.Scenery) { s.Ghost = max(v, present.LeastGhost) })
	})
	p.ghost.Tip = "How much B lets through in the overlay"
	p.opacity = widget.NewLabel("", widget.TextSmall, widget.ColorSoft)
	p.opacity.Align = fyne.TextAlignTrailing
	p.ghostRow = container.New(widget.Row{Gap: 8, Shares: []float32{0, 1}}, widget.NewLabel("B around it", widget.TextBody, widget.ColorSoft), p.ghost,
		container.New(widget.FixedSize{Size: fyne.NewSize(38, 16)}, p.opacity))
	p.object = container.New(widget.Column{Gap: 8}, tools, container.New(widget.Row{Gap: 8, Shares: []float32{1.15, 1}}, p.background, p.along), p.cutRow, p.ghostRow)
	m.onLayout.On(func(arrangement) { p.show(m) })
	m.onView.On(func(present.View) { p.show(m) })
	m.onMatch.On(func(m *pipeline.Match) { p.wires.SetEnabled(present.HasWires(m)) })
	m.onCamera.On(func(struct{}) { p.ortho.SetOn(m.cameras[views.activeSide()].Orthographic) })
	p.wires.SetEnabled(present.HasWires(m.match))
	p.show(m)
	return p
}

func (p *scenePanel) show(m *model) {
	v := m.view
	p.shading.SetOn(v.Flat)
	p.edges.SetOn(v.Edges)
	p.wires.SetOn(v.Registered)
	p.ground.SetOn(v.Scenery.Ground)
	p.axes.SetOn(v.Scenery.Axes)
	c := v.Scenery.Cut
	p.cut.SetOn(c.Along != present.NoCut)
	p.background.SetText(v.Scenery.Background.Title())
	p.along.SetText(c.Along.Title())
	p.at.Set(c.At)
	p.share.Set(percentOf(c.At))
	p.ghost.Set(m.ghost())
	p.opacity.Set(percentOf(m.ghost()))
	cut, over := c.Along != present.NoCut, m.layout == overlaid
	if cut != p.cutRow.Visible() || over != p.ghostRow.Visible() {
		widget.SetVisible(p.cutRow, cut)
		widget.SetVisible(p.ghostRow, over)
		p.object.Refresh()
	}
}
