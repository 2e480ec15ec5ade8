package gui

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/present"
	"gwscope/app/session"
	"gwscope/render/camera"
)

// views are the panes of the shapes: how they share the view area, from where they are seen,
// and the pictures in them.
type views struct {
	m         *model
	tasks     *tasks
	documents *documents
	races     *races

	port    *viewport
	headers [2]*paneHeader
	area    *fyne.Container
	left    *fyne.Container // views, strip and morph bar
	mode    *widget.Segmented
	pres    *presenter
	draw    *drawer
}

// refresh asks for a picture of the present state.
func (vs *views) refresh() { vs.refreshAs(false) }

func (vs *views) refreshAs(moving bool) {
	v := vs.m.view
	v.Dark, v.Hasty = vs.m.viewIsDark(), true
	vs.pres.Ask(presentRequest{match: vs.m.match, preview: vs.m.preview, a: vs.m.shapes[sideA], b: vs.m.shapes[sideB], view: v, moving: moving, ctx: vs.awaited(v)})
}

// takePicture shows a picture that the presenter has made.
func (vs *views) takePicture(p *present.Picture, r presentRequest) {
	vs.m.picture = p
	if vs.m.framing && r.shows(vs.m) { // one that was asked for before is not what is to be framed
		vs.m.framing = false
		if !vs.m.aimed { // nobody has moved the cameras meanwhile
			vs.frameNow()
		}
	}
	vs.m.onPicture.Emit(p)
	vs.port.redraw(r.moving)
}

// frame brings everything into view, with the next picture.
func (vs *views) frame() {
	vs.m.framing, vs.m.aimed = true, false
	vs.refresh()
}

// settle asks for the picture of a new match, in which B lies on A as well as it
// can; what nobody has aimed at is brought into view again.
func (vs *views) settle() {
	vs.m.framing = !vs.m.aimed
	vs.refresh()
}

// frameNow moves the cameras so that the shapes just fit; linked cameras show
// both shapes at one scale.
func (vs *views) frameNow() {
	p := vs.m.picture
	if p == nil {
		return
	}
	panes, m := vs.m.panes(vs.port.Size()), paneMargins
	if vs.m.layout == raced {
		panes, m = narrowest(panes), raceMargins
		if !vs.m.race.carried() {
			m.Bottom += float64(vs.races.legend.MinSize().Height)
		}
	}
	for _, q := range panes {
		points := camera.PointsOf(p.A, p.B)
		if vs.m.layout == raced {
			points = vs.m.race.points()
		}
		if !vs.m.linked {
			points = camera.PointsOf(vs.m.sceneOf(q))
		}
		vs.m.moveCamera(q.side, func(c camera.Camera) camera.Camera {
			return c.Fit(points, float64(q.rect.size.Width), float64(q.rect.size.Height), m)
		})
	}
}

// narrowest is the pane of each side with the least room: what fits there fits in all.
func narrowest(panes []pane) []pane {
	var out []pane
	for _, q := range panes {
		k := slices.IndexFunc(out, func(p pane) bool { return p.side == q.side })
		switch {
		case k < 0:
			out = append(out, q)
		case q.rect.size.Width < out[k].rect.size.Width:
			out[k] = q
		}
	}
	return out
}

// nextLayout is what follows a layout; from a race it goes back to the match.
func nextLayout(a arrangement) arrangement {
	if a == raced {
		return sideBySide
	}
	return (a + 1) % raced
}

// toggleRace goes to the race, or back to the match.
func (vs *views) toggleRace() {
	if vs.m.layout == raced {
		vs.arrange(sideBySide)
		return
	}
	vs.arrange(raced)
}

// look turns to a standard view.
func (vs *views) look(v camera.Standard) {
	vs.m.moveCamera(vs.activeSide(), func(c camera.Camera) camera.Camera { return c.Look(v) })
	vs.frameNow()
}

// activeSide is the side that keys turn when the cameras are not linked: where
// the mouse was last.
func (vs *views) activeSide() side { return vs.port.hand.pane.side }

func (vs *views) toggleOrtho() {
	on := !vs.m.cameras[vs.activeSide()].Orthographic
	vs.m.moveCamera(vs.activeSide(), func(c camera.Camera) camera.Camera { return c.WithOrthographic(on) })
}

func (l *looks) toggleEdges() { l.m.setView(func(v *present.View) { v.Edges = !v.Edges }) }
func (l *looks) toggleWires() { l.m.setView(func(v *present.View) { v.Registered = !v.Registered }) }
func (l *looks) toggleFlat()  { l.m.setView(func(v *present.View) { v.Flat = !v.Flat }) }

// toggleLink ties the cameras together, or lets them go.
func (vs *views) toggleLink() {
	vs.m.linked = !vs.m.linked
	if vs.m.linked {
		vs.m.moveCamera(vs.activeSide(), func(c camera.Camera) camera.Camera { return c })
	}
	vs.documents.keep.touch()
	vs.showTools()
}

// maximise shows one side alone, or both again.
func (vs *views) maximise(s side) {
	if vs.m.maximised == int(s) {
		vs.m.maximised = -1
	} else {
		vs.m.maximised = int(s)
	}
	vs.m.layout = sideBySide
	vs.arranged()
}

// showBoth puts both sides beside each other.
func (vs *views) showBoth() {
	vs.m.layout, vs.m.maximised = sideBySide, -1
	vs.arranged()
}

// arrange changes how the shapes share the view.
func (vs *views) arrange(a arrangement) {
	if vs.m.layout == a {
		return
	}
	if a == raced && vs.m.race == nil {
		vs.mode.Set(int(vs.m.layout)) // there is none yet: choose the methods
		vs.races.choose()
		return
	}
	vs.m.layout, vs.m.maximised = a, -1
	if (a == morphOnly || a == overlaid) && vs.m.view.T == 0 && vs.m.match != nil {
		// The middle of the way shows at once what this view is about.
		vs.m.setView(func(v *present.View) { v.T = 0.5 })
	}
	vs.arranged()
}

// arranged follows a change of the panes.
func (vs *views) arranged() {
	vs.mode.Set(int(vs.m.layout))
	vs.m.onLayout.Emit(vs.m.layout)
	vs.races.showParts()
	vs.area.Refresh()
	vs.showTools()
	vs.frameNow()
	vs.port.redraw(false)
}

// nextColor steps through what the colours can show.
func (l *looks) nextColor() {
	modes := present.Modes()
	i := slices.IndexFunc(modes, func(c present.Mode) bool { return c.By == l.m.view.ColorBy })
	for range modes {
		i = (i + 1) % len(modes)
		if l.m.shows(modes[i]) {
			l.colorBy(modes[i].By)
			return
		}
	}
}

// colorBy shows something else. A brush was on the values shown before, and goes.
func (l *looks) colorBy(by present.ColorBy) {
	l.m.setView(func(v *present.View) {
		if v.ColorBy != by {
			v.ColorBy, v.Brush = by, present.Brush{}
		}
	})
	if by == present.ByDistance && l.m.pick == nil {
		l.widgets.Tips.Announce("Click a vertex: distances are measured from there and from its match")
	}
}

func (l *looks) colorEntries() []widget.MenuEntry {
	var out []widget.MenuEntry
	for _, c := range present.Modes() {
		out = append(out, widget.MenuEntry{Label: c.Label, Checked: c.By == l.m.view.ColorBy, Why: unless(l.m.shows(c), l.unseen(c)), Words: "colors", Do: func() { l.colorBy(c.By) }})
	}
	return out
}

// unseen is why a colouring has nothing to show.
func (l *looks) unseen(c present.Mode) string {
	return cmp.Or(l.m.unmatched(), map[present.ColorBy]string{
		present.ByFile:          "The files have no colours",
		present.ByError:         "The truth of this pair is not known",
		present.ByMirroredError: "The mirrored truth of this pair is not known",
		present.ByOrientation:   "Both surfaces have to be closed",
	}[c.By], "A is a cloud: it has no surface")
}

func (l *looks) lineEntries() []widget.MenuEntry {
	now := l.m.view
	var out []widget.MenuEntry
	for _, n := range lineCounts {
		out = append(out, widget.MenuEntry{Label: lineLabel(n), Checked: n == now.Lines && !now.Worst, Do: func() { l.drawLines(n) }})
	}
	return append(out, widget.MenuEntry{Label: "Lines: another number…", Checked: !slices.Contains(lineCounts, now.Lines) && !now.Worst, Do: l.askLines},
		widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: worstLabel, Checked: now.Worst, Do: func() {
			l.m.setView(func(v *present.View) { v.Worst = true })
		}})
}

// drawLines chooses how many lines spread over the shapes.
func (l *looks) drawLines(n int) {
	l.m.setView(func(v *present.View) { v.Lines, v.Worst = n, false })
}

// askLines asks for a number of lines of one's own. There are as many as samples, for
// they begin at farthest-point samples; more than that are drawn as that.
func (l *looks) askLines() {
	hint := "As many of the farthest-point samples, the first ones spread the widest"
	if m := l.m.match; m != nil {
		hint += "; at most " + count(m.X.Len())
	}
	l.dialogs.askCount("Correspondence lines", hint, l.m.view.Lines, l.drawLines)
}

// setLook changes between light and dark.
func (pr *preferences) setLook(a widget.Appearance) {
	pr.prefer(func(p *session.Preferences) { p.Appearance = string(a) })
	pr.app.Settings().SetTheme(widget.Theme{Look: a})
}

// themed follows a change of the theme, ours or the system's.
func (d *desk) themed(fyne.Settings) {
	d.inspector.look.showSpread(d.m)
	d.inspector.result.minima.draw()
	d.views.inkViews()
	d.views.refresh()
	d.races.askPictures()
	d.views.port.redraw(false)
}
