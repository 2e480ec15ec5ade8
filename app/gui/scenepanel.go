package gui

import (
	"math"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
)

// scenePanel chooses shading, cuts and surroundings of the shapes.
type scenePanel struct {
	shading, edges, bare, wires, ortho, ground, axes, bar, cut *widget.Control

	background, along *widget.Dropdown
	at, ghost, points *widget.Slider
	share, opacity    *widget.Label
	pointSize         *widget.Label
	cutRow, ghostRow  *fyne.Container
	pointRow          *fyne.Container
	object            *fyne.Container
}

func newScenePanel(widgets *widget.Maker, m *model, looks *looks, views *views, tool func(icon, id string) *widget.Control) *scenePanel {
	p := &scenePanel{
		shading: tool("shading", "scene.flat"),
		edges:   tool("edges", "scene.edges"),
		bare:    tool("bare", "scene.bare"),
		wires:   tool("wires", "scene.wires"),
		ortho:   tool("ortho", "camera.ortho"),
		ground:  tool("ground", "scene.ground"),
		axes:    tool("axes", "scene.axes"),
		bar:     tool("bar", "scene.bar"),
		cut:     tool("cut", "scene.cut"),
	}
	p.background = widgets.NewDropdown("Background of the views, and of pictures of them ("+keyOf("scene.background")+" for the next)", looks.backgroundEntries)
	p.along = widgets.NewDropdown("Where the cut goes", looks.cutEntries)
	p.at = widgets.NewSlider(func(v float64) { looks.setScenery(func(s *present.Scenery) { s.Cut.At = v }) })
	p.at.Tip = "How much is cut away (Ctrl+wheel over a view)"
	tools := container.New(widget.Row{Gap: 6}, p.shading, p.edges, p.bare, p.wires, p.ortho, p.ground, p.axes, p.bar, p.cut)
	row := func(name string, slide *widget.Slider) (figure *widget.Label, row *fyne.Container) {
		figure = widget.NewLabel("", widget.TextSmall, widget.ColorSoft).Trailing()
		return figure, container.New(widget.Row{Gap: 8, Shares: []float32{0, 1}}, widget.NewLabel(name, widget.TextBody, widget.ColorSoft), slide,
			container.NewGridWrap(fyne.NewSize(38, 16), figure))
	}
	p.share, p.cutRow = row("Cut away", p.at)
	p.ghost = widgets.NewSlider(func(v float64) {
		looks.setScenery(func(s *present.Scenery) { s.Ghost = max(v, present.LeastGhost) })
	})
	p.ghost.Tip = "How much B lets through in the overlay"
	p.opacity, p.ghostRow = row("B around it", p.ghost)
	p.points = widgets.NewSlider(func(v float64) {
		m.setView(func(of *present.View) { of.PointSize = pointSizeAt(v) })
	})
	p.points.Tip = "How large the points of clouds are"
	p.pointSize, p.pointRow = row("Points", p.points)
	p.object = container.New(widget.Column{Gap: 8}, tools, container.New(widget.Row{Gap: 8, Shares: []float32{1.15, 1}}, p.background, p.along), p.cutRow, p.ghostRow, p.pointRow)
	m.onLayout.On(func(arrangement) { p.show(m) })
	m.onView.On(func(present.View) { p.show(m) })
	m.onMatch.On(func(m *pipeline.Match) { p.wires.SetEnabled(present.HasWires(m)) })
	m.onShape.On(func(side) { p.show(m) })
	m.onCamera.On(func(struct{}) { p.ortho.SetOn(m.cameras[views.activeSide()].Orthographic) })
	p.wires.SetEnabled(present.HasWires(m.match))
	p.show(m)
	return p
}

func (p *scenePanel) show(m *model) {
	v := m.view
	p.shading.SetOn(v.Flat)
	p.edges.SetOn(v.Edges)
	p.bare.SetOn(v.Bare)
	p.bar.SetOn(v.Scenery.Bar)
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
	p.points.Set(pointSlide(v.PointSize))
	p.pointSize.Set(fixed(pointSizeAt(pointSlide(v.PointSize)), 1) + "×")
	cloud := hasCloud(m)
	if cut != p.cutRow.Visible() || over != p.ghostRow.Visible() || cloud != p.pointRow.Visible() {
		widget.SetVisible(p.cutRow, cut)
		widget.SetVisible(p.ghostRow, over)
		widget.SetVisible(p.pointRow, cloud)
		p.object.Refresh()
	}
}

// hasCloud reports whether a shape is a cloud.
func hasCloud(m *model) bool {
	return slices.ContainsFunc(m.shapes[:], func(sh *pipeline.Shape) bool { return sh != nil && len(sh.Mesh.Triangles) == 0 })
}

// pointSizeAt is the size of points at a place of its slider, on a logarithmic scale: the middle leaves points as
// they are.
func pointSizeAt(slide float64) float64 {
	size := present.SmallestPoint * math.Pow(present.LargestPoint/present.SmallestPoint, slide)
	return math.Round(20*size) / 20
}

// pointSlide is the place of the slider for a size of points.
func pointSlide(size float64) float64 {
	if !(size > 0) {
		size = 1
	}
	return math.Log(size/present.SmallestPoint) / math.Log(present.LargestPoint/present.SmallestPoint)
}
