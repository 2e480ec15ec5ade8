package gui

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/app/session"
)

// The window's first size, and the smallest at which everything has room.
var (
	windowSize = fyne.NewSize(1440, 900)
	windowMin  = fyne.NewSize(1024, 700)
)

// newDesk builds the window; nothing is loaded yet.
func newDesk(app fyne.App, work backend, prefs session.Preferences) *desk {
	tips := widget.NewTips()
	d := &desk{app: app, win: app.NewWindow("GWScope"), widgets: &widget.Maker{Tips: tips}, m: newModel(), work: work}
	d.wire(prefs)
	d.m.follow(prefs)
	d.marker.listenMarks()
	d.views.port = newViewport(d.m)
	tips.Over = d.views.port
	d.views.port.pick, d.views.port.aim = d.pointer.pickAt, d.pointer.aimAt
	d.views.port.moveCut = d.looks.moveCut
	d.views.port.over, d.views.port.left = d.pointer.hoverOver, d.pointer.leaveHover
	d.views.port.grab, d.views.port.carry, d.views.port.drop = d.markHand.grabMark, d.markHand.dragMark, d.markHand.dropMark
	d.views.port.resized = func() {
		if !d.m.aimed {
			d.views.frameNow()
		}
	}
	d.views.pres = newPresenter(func(p *present.Picture, r presentRequest) {
		mainloop.DoAndWait(func() { d.views.takePicture(p, r) })
	})
	stages := &raceStages{}
	d.races.pictures = mainloop.NewNewest(func(r raceRequest) {
		if r.of == nil { // the race has gone, and with it what its pictures shared
			*stages = raceStages{}
			return
		}
		p := stages.picture(r)
		mainloop.DoAndWait(func() { d.races.takePictures(r.of, p) })
	})
	d.win.SetContent(container.NewStack(widget.NewBox("background", "", 0), d.build(), tips.Layer))
	d.win.SetPadded(false)
	d.win.Resize(windowSize)
	d.win.SetOnDropped(d.shapes.dropped)
	d.win.SetCloseIntercept(d.quit)
	d.documents.keep = newKeeper(d)
	d.bindKeys()
	d.listen()
	d.documents.keep.changed = d.documents.showDocument
	d.documents.keep.listen()
	d.lesson.listen()
	d.views.showTools()
	return d
}

// build lays out the window.
func (d *desk) build() fyne.CanvasObject {
	d.menu = d.widgets.NewMenuBar(d.menus())
	d.views.mode = d.widgets.NewSegmented([]string{"Side by side", "Morph", "Overlay", "Race"},
		[]string{withKey("A and B beside each other", "view.next"), withKey("A on its way to B", "view.next"), withKey("The morph inside B", "view.next"), tipOf("view.race")},
		func(i int) { d.views.arrange(arrangement(i)) })
	name := widget.NewLabel("GWScope", widget.TextBody, widget.ColorText)
	name.Bold = true
	d.documents.title = widget.NewLabel("", widget.TextSmall, widget.ColorSoft)
	d.documents.title.Align, d.documents.title.Flexible = fyne.TextAlignTrailing, true
	bar := container.NewStack(widget.NewBox(widget.ColorPanel, "", 0), container.New(widget.Column{},
		widget.Inset(container.New(widget.Row{Gap: 16, Shares: []float32{0, 0, 0, 1}}, name, d.menu.Content, d.views.mode, d.documents.title), 14, 5), widget.NewHairline()))

	act := headerActions{tool: d.tool, report: d.shapes.showReport, open: d.shapes.open,
		choose: func(s side, at fyne.CanvasObject) { widget.OpenMenu(at, d.shapes.shapeEntries(s, at), nil) }}
	for s := range d.views.headers {
		h := newPaneHeader(d.widgets, side(s), act)
		h.legend.tip, h.legend.tips = "The range of the colours, their map and isolines", d.widgets.Tips
		h.legend.tapped = func() { widget.OpenMenu(h.legend, d.looks.legendEntries(), func(m *widget.PopMenu) { m.Right = true }) }
		d.views.headers[s] = h
	}
	d.views.area = container.New(viewLayout{d}, d.views.port, d.views.headers[sideA].objects, d.views.headers[sideB].objects)
	for range mostTargets + 1 {
		h := newLaneHeader(d.widgets, d.races.pinRow)
		h.Hide()
		d.races.lanes = append(d.races.lanes, h)
		d.views.area.Add(h)
	}
	d.races.legend = newLegend()
	d.races.legend.set(nil)
	d.views.area.Add(d.races.legend)
	d.pointer.hover = newHoverLayer()
	d.views.area.Add(d.pointer.hover.layer)

	d.morph.build(d.widgets, d.m, d.exportMenu)
	d.inspector = newInspector(d)
	d.pointer.trusted = d.inspector.result.showTrust
	d.status = newStatusBar(d.m)

	d.races.panel = newRacePanel(d.races)
	d.races.panel.object.Hide()
	d.views.left = container.New(leftLayout{}, d.views.area, d.slicer.build(), d.morph.object, d.races.panel.object)
	body := container.New(bodyLayout{}, d.views.left, d.inspector.object)
	d.recovery = newRecoveryBar(d.widgets, d.win, d.documents)
	d.lesson.build(d.widgets)
	return container.New(frameLayout{}, container.New(widget.Column{}, bar, d.recovery.object, d.lesson.object), body, d.status.object)
}

// frameLayout is menu bar, body, status bar.
type frameLayout struct{}

func (frameLayout) MinSize([]fyne.CanvasObject) fyne.Size { return windowMin }
func (frameLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	top, foot := o[0].MinSize().Height, o[2].MinSize().Height
	o[0].Resize(fyne.NewSize(size.Width, top))
	o[1].Move(fyne.NewPos(widget.Gap, top+widget.Gap))
	o[1].Resize(fyne.NewSize(size.Width-2*widget.Gap, size.Height-top-foot-2*widget.Gap))
	o[2].Move(fyne.NewPos(0, size.Height-foot))
	o[2].Resize(fyne.NewSize(size.Width, foot))
}

// bodyLayout is the views at the left and the inspector at the right.
type bodyLayout struct{}

func (bodyLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, 0) }
func (bodyLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	w := size.Width - inspectorWidth - widget.Gap
	o[0].Resize(fyne.NewSize(w, size.Height))
	o[1].Move(fyne.NewPos(w+widget.Gap, 0))
	o[1].Resize(fyne.NewSize(inspectorWidth, size.Height))
}

// leftLayout is the views, which take what is left, over strip and morph bar, or over
// the table of a race, which leaves them about half.
type leftLayout struct{}

func (leftLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, 0) }
func (leftLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	y := size.Height
	for i := len(o) - 1; i > 0; i-- {
		if !o[i].Visible() {
			continue
		}
		h := fyne.Min(o[i].MinSize().Height, 0.46*size.Height)
		y -= h
		o[i].Move(fyne.NewPos(0, y))
		o[i].Resize(fyne.NewSize(size.Width, h))
		y -= widget.Gap
	}
	o[0].Resize(fyne.NewSize(size.Width, y))
}

// viewLayout lays the headers over their panes.
type viewLayout struct{ d *desk }

func (viewLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(320, 200) }
func (l viewLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(size)
	shown := map[side]area{}
	for k, p := range l.d.m.panes(size) {
		if l.d.m.layout == raced {
			l.d.races.lanes[k].Move(p.rect.pos)
			l.d.races.lanes[k].Resize(fyne.NewSize(p.rect.size.Width, laneHead))
			if k == 0 {
				h := l.d.races.legend.MinSize().Height
				l.d.races.legend.Move(p.rect.pos.AddXY(12, p.rect.size.Height-h-8))
				l.d.races.legend.Resize(fyne.NewSize(fyne.Min(220, p.rect.size.Width-24), h))
			}
			continue
		}
		shown[p.side] = p.rect
	}
	for s, h := range l.d.views.headers {
		a, ok := shown[side(s)]
		widget.SetVisible(h.objects, ok)
		if ok {
			h.objects.Move(a.pos)
			h.objects.Resize(a.size)
		}
	}
}

// listen ties the model's signals to what they change.
func (d *desk) listen() {
	m := d.m
	m.onShape.On(func(s side) {
		d.views.showHeaders()
		d.documents.showDocument()
	})
	m.onPicture.On(func(p *present.Picture) {
		d.views.showHeaders()
		d.slicer.color(p)
	})
	m.onLayout.On(func(arrangement) { d.views.showHeaders() })
	m.onCamera.On(func(struct{}) {
		d.pointer.leaveHover()
		d.views.port.redraw(true)
	})
	m.onRace.On(func(r *racing) {
		d.races.panel.show(r)
		if m.layout == raced {
			d.races.showLanes()
		}
	})
	last := m.view
	m.onView.On(func(v present.View) {
		quiet := last
		quiet.Push = v.Push
		if quiet == v && v.ColorBy != present.ByPush {
			last = v
			return // values changed that do not show
		}
		if onlyScenery(last, v) { // the shapes stay as they are drawn
			if m.viewIsDark() == last.Scenery.Background.IsDark(widget.IsDark()) {
				moved := v.Scenery.Cut != last.Scenery.Cut || v.Scenery.Ghost != last.Scenery.Ghost
				last = v
				d.views.port.redraw(moved)
				return
			}
			d.views.inkViews()
		}
		moving := v.T != last.T || v.Push != last.Push && v.Push != nil
		if v.Edges != last.Edges || v.Flat != last.Flat {
			d.views.showTools()
		}
		last = v
		d.views.refreshAs(moving)
		if m.layout == raced && !moving { // the morph is not seen there
			d.races.askPictures()
		}
	})
	m.onMatch.On(func(match *pipeline.Match) {
		d.morph.setEnabled(match != nil)
		d.slicer.show()
		d.documents.showDocument()
	})
	m.onPick.On(d.slicer.mark)
	d.slicer.plot.pick = func(s side, i int) {
		if sp := d.slicer.of[s]; sp != nil {
			d.pointer.pickVertex(s, int(sp.Domain.VertexOf[sp.Samples[i]]))
		}
	}
	d.slicer.plot.hovered = d.slicer.hover
	d.morph.setEnabled(false)
	d.slicer.show()
	d.views.showHeaders()
	d.documents.showDocument()
}

// showTools lights the tools that are on.
func (vs *views) showTools() {
	for s, h := range vs.headers {
		h.tools[0].SetOn(vs.m.linked)
		h.tools[1].SetOn(vs.m.view.Edges)
		h.tools[2].SetOn(vs.m.view.Flat)
		alone := vs.m.maximised == s
		h.tools[3].SetOn(alone)
		h.tools[3].SetIcon(map[bool]string{true: "restore", false: "maximise"}[alone])
		two := vs.m.layout == sideBySide
		widget.SetVisible(h.tools[0], two)
		widget.SetVisible(h.tools[3], two)
		h.objects.Refresh()
	}
}

// showHeaders writes titles, captions and the colour bar over the panes.
func (vs *views) showHeaders() {
	m := vs.m
	panes := m.panes(vs.port.Size())
	vs.races.showLanes()
	foot := panes[len(panes)-1].side // the pane that the key to the colours lies in
	for s, h := range vs.headers {
		key := paneKey{foot: footOf(m, side(s))}
		if side(s) == foot {
			if m.picture != nil {
				key.bar = m.picture.Bar
			}
			if key.bar == nil && (m.match != nil || m.preview != nil) {
				key.caption = captionOf(m)
			}
		}
		way := ""
		if side(s) == sideA && m.match != nil && (m.layout == morphOnly || m.layout == overlaid || m.view.T > 0) {
			way = "t = " + fixed(m.view.T, 2) + " · " + m.wayLabel()
			if m.layout == overlaid {
				way = "t = " + fixed(m.view.T, 2) + " · B translucent around it"
			}
		}
		h.show(m.shapes[s], m.shapes[side(s).other()], m.loading[s], way, key)
	}
}

// showDocument names the pair in the menu bar.
func (ds *documents) showDocument() {
	m := ds.m
	text := "no shapes"
	switch a, b := m.shapes[sideA], m.shapes[sideB]; {
	case a != nil && b != nil:
		text = a.Mesh.Name + " → " + b.Mesh.Name
		if m.match != nil {
			text += " · matched"
		}
	case a != nil || b != nil:
		text = "one shape"
	}
	title := "GWScope"
	if a, b := m.shapes[sideA], m.shapes[sideB]; a != nil && b != nil {
		title = a.Mesh.Name + " → " + b.Mesh.Name
	}
	if path := ds.keep.path; path != "" {
		title = strings.TrimSuffix(filepath.Base(path), session.Extension)
		text = title + " · " + text
	}
	if ds.keep.dirty {
		title, text = "• "+title, "•  "+text // in front, where long names leave it to be seen
	}
	if title != "GWScope" {
		title += " – GWScope"
	}
	ds.title.Set(text)
	if ds.win.Title() != title {
		ds.win.SetTitle(title)
	}
}

// inkViews makes the words over the views fit their background.
func (vs *views) inkViews() {
	widget.ViewPalette = nil
	if night := vs.m.viewIsDark(); night != widget.IsDark() {
		widget.ViewPalette = widget.Light
		if night {
			widget.ViewPalette = widget.Dark
		}
	}
	for _, h := range vs.headers {
		h.objects.Refresh()
		for _, l := range []*widget.Label{h.title, h.stats, h.caption, h.waiting} {
			l.Refresh()
		}
		h.legend.Refresh()
	}
	for _, l := range vs.races.lanes {
		l.title.Refresh()
		l.figure.Refresh()
	}
	vs.races.legend.Refresh()
}
