package gui

import (
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
	d := &desk{app: app, win: app.NewWindow(appName), widgets: &widget.Maker{Tips: tips}, m: newModel(), work: work}
	d.wire(prefs)
	d.m.follow(prefs)
	d.marker.listenMarks()
	d.rulers.listen()
	d.views.port = newViewport(d.m)
	tips.Over = d.views.port
	d.views.port.pick, d.views.port.aim = d.pointer.pickAt, d.pointer.aimAt
	d.views.port.pressed = d.welcome.hide
	d.views.port.moveCut = d.looks.moveCut
	d.views.port.arrived = d.views.arrived
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
		if r.of == nil { // the race has gone, and with it the shared parts of its pictures
			*stages = raceStages{}
			return
		}
		p := stages.picture(r)
		mainloop.DoAndWait(func() { d.races.takePictures(r.of, p) })
	})
	d.cohorts.build()
	frame := d.build()
	d.win.SetContent(container.NewStack(frame, d.welcome.object, tips.Layer))
	d.win.SetPadded(false)
	d.win.Resize(windowSize)
	d.win.SetOnDropped(d.shapes.dropped)
	d.win.SetCloseIntercept(d.quit)
	d.documents.keep = newKeeper(d.m, d.marker, d.documents)
	d.documents.keep.scratch = d.lesson.scratch
	d.bindKeys()
	d.listen()
	d.documents.keep.changed = d.documents.showDocument
	d.documents.keep.listen()
	d.cohorts.listen()
	d.cohorts.arrived = func() { d.inspector.open("result") }
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
	name := widget.NewLabel(appName, widget.TextBody, widget.ColorText).Strong()
	d.documents.title = widget.NewLabel("", widget.TextSmall, widget.ColorSoft).Trailing().Flex()
	bar := container.NewStack(widget.NewBox(widget.ColorPanel, "", 0), container.New(widget.Column{},
		widget.Inset(container.New(widget.Row{Gap: 16, Shares: []float32{0, 0, 0, 1}}, name, d.menu.Content, d.views.mode, d.documents.title), 14, 5), widget.NewHairline()))

	seat := d.widgets.NewControl(&widget.Control{Text: "Aligned", Trailing: "swap", Small: true, Height: seatHeight, Tip: tipOf("view.filed"), OnTap: d.views.toggleFiled})
	act := headerActions{tool: d.tool, seat: seat, report: d.shapes.showReport, open: d.shapes.open,
		choose: func(s side, at fyne.CanvasObject) { widget.OpenMenu(at, d.shapes.shapeEntries(s, at), nil) }}
	for s := range d.views.headers {
		h := newPaneHeader(d.widgets, side(s), act)
		h.legend.tip = "The range of the colours, their map and isolines"
		h.legend.tapped = func() { widget.OpenMenu(h.legend, d.looks.legendEntries(), func(m *widget.PopMenu) { m.Right = true }) }
		d.views.headers[s] = h
	}
	d.views.headers[sideA].beside, d.views.headers[sideB].beside = d.views.headers[sideB], d.views.headers[sideA]
	d.views.area = container.New(viewLayout{d.views, d.races}, d.views.port, d.views.headers[sideA].objects, d.views.headers[sideB].objects)
	for range mostTargets + 1 {
		h, w := newLaneHeader(d.widgets, d.m, d.races.pinRow), newLaneWait(d.m)
		h.Hide()
		d.races.lanes, d.races.waits = append(d.races.lanes, h), append(d.races.waits, w)
		d.views.area.Add(w.object)
		d.views.area.Add(h)
	}
	d.races.legend = newLegend(d.widgets.Tips)
	d.views.area.Add(d.races.legend)
	d.pointer.hover = newHoverLayer()
	d.views.area.Add(d.pointer.hover.layer)

	d.morph.build(d.widgets, d.m, d.exportMenu)
	d.views.stopMorph = d.morph.stop
	d.inspector = newInspector(d)
	d.pointer.trusted = d.inspector.result.showTrust
	d.status = newStatusBar(d.m)

	d.races.panel = newRacePanel(d.races)
	d.races.panel.object.Hide()
	p := d.panels
	p.build()
	p.bar, p.side, p.strip, p.morph, p.race, p.status = bar, d.inspector.object, d.slicer.build(), d.morph.object, d.races.panel.object, d.status.object
	d.views.left = container.New(leftLayout{p}, d.views.area, p.strip, p.morph, p.race, p.stripGrip, p.morphGrip)
	p.body = container.New(bodyLayout{p}, d.views.left, p.sideGrip, p.side)
	d.recovery = newRecoveryBar(d.widgets, d.win, d.documents)
	d.lesson.build(d.widgets)
	d.welcome.build(d.widgets)
	p.recovery = d.recovery
	marking := newMarkBand(d.widgets, d.win, d.marker, d.markHand)
	d.judging = newCohortBand(d.widgets, d.cohorts, func(id string) { d.give(commandOf(id)) })
	p.frame = container.New(frameLayout{}, container.New(widget.Column{}, bar, d.recovery.object, d.lesson.object, d.judging.object, marking.object), container.NewStack(p.body, d.cohorts.page.Object), p.status)
	p.arrange()
	return p.frame
}

// listen ties the model's signals to the parts of the window.
func (d *desk) listen() {
	m := d.m
	offer := func(struct{}) { d.menu.Offer("Cohort", d.cohorts.page.Opened()) }
	offer(struct{}{})
	d.cohorts.changed.On(offer)
	d.cohorts.changed.On(func(struct{}) {
		if on := d.cohorts.page.Visible(); on != d.status.covered {
			d.status.covered = on
			d.status.showPick(m.pick)
		}
	})
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
			return // the colours do not show the changed values
		}
		if onlyScenery(last, v) { // the picture of the shapes stays
			if m.viewIsDark() == last.Scenery.Background.IsDark(widget.IsDark()) {
				moved := v.Scenery.Cut != last.Scenery.Cut || v.Scenery.Ghost != last.Scenery.Ghost
				last = v
				d.views.showHeaders() // words make room for a scale bar
				d.views.port.redraw(moved)
				return
			}
			d.views.inkViews()
		}
		moving := v.T != last.T || v.Push != last.Push && v.Push != nil
		if v.Edges != last.Edges || v.Flat != last.Flat || v.AsFiled != last.AsFiled {
			d.views.showTools()
		}
		if v.T != last.T {
			d.views.showHeaders() // at once, not with the next picture
		}
		last = v
		d.views.refreshAs(moving)
		if m.layout == raced && !moving { // a race does not show the morph
			d.races.askPictures()
		}
	})
	m.onMatch.On(func(match *pipeline.Match) {
		d.views.showHeaders()
		d.views.showTools()
		d.morph.setEnabled(match != nil)
		if d.marker.placing { // new figures have moved the table of landmarks
			d.inspector.open("marks")
		}
		d.slicer.show()
		d.documents.showDocument()
	})
	m.onJob.On(func(job) { d.slicer.await() })
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

// themed follows a change of the theme, ours or the system's.
func (d *desk) themed(fyne.Settings) {
	d.inspector.look.showSpread(d.m)
	d.inspector.result.minima.draw()
	d.views.inkViews()
	d.views.refresh()
	d.races.askPictures()
	d.views.port.redraw(false)
	d.cohorts.page.Themed()
}
