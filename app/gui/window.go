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
	"gwscope/app/race"
	"gwscope/app/session"
	"gwscope/render/pick"
)

// The window's first size, and the smallest at which everything has room.
var (
	windowSize = fyne.NewSize(1440, 900)
	windowMin  = fyne.NewSize(1024, 700)
)

// newDesk builds the window; nothing is loaded yet.
func newDesk(app fyne.App, work backend, prefs session.Preferences) *desk {
	d := &desk{app: app, work: work, m: newModel(), lastCut: present.HalfWay(present.AlongView), picker: &pick.Picker{}, atWork: map[int]int{}, runRace: race.Run}
	d.prefs, d.guard = prefs, &guard{}
	d.guard.save, d.rest = d.guard.write, d.resting
	d.m.follow(prefs)
	d.marker = newMarker()
	d.askLandmarks = d.placeThree
	d.listenMarks()
	tips := widget.NewTips()
	d.kit = &widget.Maker{Tips: tips}
	d.win = app.NewWindow("GWScope")
	d.view = newViewport(d.m)
	tips.Over = d.view
	d.view.pick, d.view.aim = d.pickAt, d.aimAt
	d.view.moveCut = d.moveCut
	d.view.over, d.view.left = d.hoverOver, d.leaveHover
	d.view.grab, d.view.carry, d.view.drop = d.grabMark, d.dragMark, d.dropMark
	d.view.resized = func() {
		if !d.m.aimed {
			d.frameNow()
		}
	}
	d.pres = newPresenter(func(p *present.Picture, r presentRequest) {
		mainloop.DoAndWait(func() { d.takePicture(p, r) })
	})
	stages := &raceStages{}
	d.racePres = mainloop.NewNewest(func(r raceRequest) {
		if r.of == nil { // the race has gone, and with it what its pictures shared
			*stages = raceStages{}
			return
		}
		p := stages.picture(r)
		mainloop.DoAndWait(func() { d.takeRacePictures(r.of, p) })
	})
	d.win.SetContent(container.NewStack(widget.NewBox("background", "", 0), d.build(), tips.Layer))
	d.win.SetPadded(false)
	d.win.Resize(windowSize)
	d.win.SetOnDropped(d.dropped)
	d.win.SetCloseIntercept(d.quit)
	d.keep = newKeeper(d)
	d.bindKeys()
	d.listen()
	d.keep.changed = d.showDocument
	d.keep.listen()
	d.lesson.listen()
	d.showTools()
	return d
}

// build lays out the window.
func (d *desk) build() fyne.CanvasObject {
	d.menu = d.kit.NewMenuBar(d.menus())
	d.mode = d.kit.NewSegmented([]string{"Side by side", "Morph", "Overlay", "Race"},
		[]string{withKey("A and B beside each other", "view.next"), withKey("A on its way to B", "view.next"), withKey("The morph inside B", "view.next"), tipOf("view.race")},
		func(i int) { d.arrange(arrangement(i)) })
	name := widget.NewLabel("GWScope", widget.TextBody, widget.ColorText)
	name.Bold = true
	d.document = widget.NewLabel("", widget.TextSmall, widget.ColorSoft)
	d.document.Align, d.document.Flexible = fyne.TextAlignTrailing, true
	bar := container.NewStack(widget.NewBox(widget.ColorPanel, "", 0), container.New(widget.Column{},
		widget.Inset(container.New(widget.Row{Gap: 16, Shares: []float32{0, 0, 0, 1}}, name, d.menu.Content, d.mode, d.document), 14, 5), widget.NewHairline()))

	act := headerActions{tool: d.tool, report: d.showReport, open: d.open,
		choose: func(s side, at fyne.CanvasObject) { widget.OpenMenu(at, d.shapeEntries(s, at), nil) }}
	for s := range d.headers {
		h := newPaneHeader(d.kit, side(s), act)
		h.legend.tip, h.legend.tips = "The range of the colours, their map and isolines", d.kit.Tips
		h.legend.tapped = func() { widget.OpenMenu(h.legend, d.legendEntries(), func(m *widget.PopMenu) { m.Right = true }) }
		d.headers[s] = h
	}
	d.viewArea = container.New(viewLayout{d}, d.view, d.headers[sideA].objects, d.headers[sideB].objects)
	for range mostTargets + 1 {
		h := newLaneHeader(d.kit, d.pinRow)
		h.Hide()
		d.lanes = append(d.lanes, h)
		d.viewArea.Add(h)
	}
	d.raceLegend = newLegend()
	d.raceLegend.set(nil)
	d.viewArea.Add(d.raceLegend)
	d.hover = newHoverLayer()
	d.viewArea.Add(d.hover.layer)

	d.morph = newMorphBar(d.kit, d.m, d.exportMenu)
	d.inspector = newInspector(d)
	d.trusted = d.inspector.result.showTrust
	d.status = newStatusBar(d.m)

	d.race = newRacePanel(d)
	d.race.object.Hide()
	d.left = container.New(leftLayout{}, d.viewArea, d.buildStrip(), d.morph.object, d.race.object)
	body := container.New(bodyLayout{}, d.left, d.inspector.object)
	d.recovery = newRecoveryBar(d)
	d.lesson = newLessonBar(d)
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
			l.d.lanes[k].Move(p.rect.pos)
			l.d.lanes[k].Resize(fyne.NewSize(p.rect.size.Width, laneHead))
			if k == 0 {
				h := l.d.raceLegend.MinSize().Height
				l.d.raceLegend.Move(p.rect.pos.AddXY(12, p.rect.size.Height-h-8))
				l.d.raceLegend.Resize(fyne.NewSize(fyne.Min(220, p.rect.size.Width-24), h))
			}
			continue
		}
		shown[p.side] = p.rect
	}
	for s, h := range l.d.headers {
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
		d.showHeaders()
		d.showDocument()
	})
	m.onPicture.On(func(p *present.Picture) {
		d.showHeaders()
		d.colorStrip(p)
	})
	m.onLayout.On(func(arrangement) { d.showHeaders() })
	m.onCamera.On(func(struct{}) {
		d.leaveHover()
		d.view.redraw(true)
	})
	m.onRace.On(func(r *racing) {
		d.race.show(r)
		if m.layout == raced {
			d.showLanes()
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
				d.view.redraw(moved)
				return
			}
			d.inkViews()
		}
		moving := v.T != last.T || v.Push != last.Push && v.Push != nil
		if v.Edges != last.Edges || v.Flat != last.Flat {
			d.showTools()
		}
		last = v
		d.refreshAs(moving)
		if m.layout == raced && !moving { // the morph is not seen there
			d.askRacePictures()
		}
	})
	m.onMatch.On(func(match *pipeline.Match) {
		d.morph.setEnabled(match != nil)
		d.showStrip()
		d.showDocument()
	})
	m.onPick.On(d.markStrip)
	d.strip.pick = func(s side, i int) {
		if sp := d.stripOf[s]; sp != nil {
			d.pickVertex(s, int(sp.Domain.VertexOf[sp.Samples[i]]))
		}
	}
	d.strip.hovered = d.hoverStrip
	d.morph.setEnabled(false)
	d.showStrip()
	d.showHeaders()
	d.showDocument()
}

// showTools lights the tools that are on.
func (d *desk) showTools() {
	for s, h := range d.headers {
		h.tools[0].SetOn(d.m.linked)
		h.tools[1].SetOn(d.m.view.Edges)
		h.tools[2].SetOn(d.m.view.Flat)
		alone := d.m.maximised == s
		h.tools[3].SetOn(alone)
		h.tools[3].SetIcon(map[bool]string{true: "restore", false: "maximise"}[alone])
		two := d.m.layout == sideBySide
		widget.SetVisible(h.tools[0], two)
		widget.SetVisible(h.tools[3], two)
		h.objects.Refresh()
	}
}

// showHeaders writes titles, captions and the colour bar over the panes.
func (d *desk) showHeaders() {
	m := d.m
	panes := m.panes(d.view.Size())
	d.showLanes()
	foot := panes[len(panes)-1].side // the pane that the key to the colours lies in
	for s, h := range d.headers {
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
func (d *desk) showDocument() {
	m := d.m
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
	if path := d.keep.path; path != "" {
		title = strings.TrimSuffix(filepath.Base(path), session.Extension)
		text = title + " · " + text
	}
	if d.keep.dirty {
		title, text = "• "+title, "•  "+text // in front, where long names leave it to be seen
	}
	if title != "GWScope" {
		title += " – GWScope"
	}
	d.document.Set(text)
	if d.win.Title() != title {
		d.win.SetTitle(title)
	}
}

// inkViews makes the words over the views fit their background.
func (d *desk) inkViews() {
	widget.ViewPalette = nil
	if night := d.m.viewIsDark(); night != widget.IsDark() {
		widget.ViewPalette = widget.Light
		if night {
			widget.ViewPalette = widget.Dark
		}
	}
	for _, h := range d.headers {
		h.objects.Refresh()
		for _, l := range []*widget.Label{h.title, h.stats, h.caption, h.waiting} {
			l.Refresh()
		}
		h.legend.Refresh()
	}
	for _, l := range d.lanes {
		l.title.Refresh()
		l.figure.Refresh()
	}
	d.raceLegend.Refresh()
}
