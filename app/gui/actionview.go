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

// refresh asks for a picture of the present state.
func (d *desk) refresh() { d.refreshAs(false) }

func (d *desk) refreshAs(moving bool) {
	v := d.m.view
	v.Dark, v.Hasty = d.m.viewIsDark(), true
	d.pres.Ask(presentRequest{match: d.m.match, preview: d.m.preview, a: d.m.shapes[sideA], b: d.m.shapes[sideB], view: v, moving: moving, ctx: d.awaited(v)})
}

// takePicture shows a picture that the presenter has made.
func (d *desk) takePicture(p *present.Picture, r presentRequest) {
	d.m.picture = p
	if d.m.framing && r.shows(d.m) { // one that was asked for before is not what is to be framed
		d.m.framing = false
		if !d.m.aimed { // nobody has moved the cameras meanwhile
			d.frameNow()
		}
	}
	d.m.onPicture.Emit(p)
	d.view.redraw(r.moving)
}

// frame brings everything into view, with the next picture.
func (d *desk) frame() {
	d.m.framing, d.m.aimed = true, false
	d.refresh()
}

// settle asks for the picture of a new match, in which B lies on A as well as it
// can; what nobody has aimed at is brought into view again.
func (d *desk) settle() {
	d.m.framing = !d.m.aimed
	d.refresh()
}

// frameNow moves the cameras so that the shapes just fit; linked cameras show
// both shapes at one scale.
func (d *desk) frameNow() {
	p := d.m.picture
	if p == nil {
		return
	}
	panes, m := d.m.panes(d.view.Size()), paneMargins
	if d.m.layout == raced {
		panes, m = narrowest(panes), raceMargins
		if !d.m.race.carried() {
			m.Bottom += float64(d.raceLegend.MinSize().Height)
		}
	}
	for _, q := range panes {
		points := camera.PointsOf(p.A, p.B)
		if d.m.layout == raced {
			points = d.m.race.points()
		}
		if !d.m.linked {
			points = camera.PointsOf(d.m.sceneOf(q))
		}
		d.m.moveCamera(q.side, func(c camera.Camera) camera.Camera {
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
func (d *desk) toggleRace() {
	if d.m.layout == raced {
		d.arrange(sideBySide)
		return
	}
	d.arrange(raced)
}

// look turns to a standard view.
func (d *desk) look(v camera.Standard) {
	d.m.moveCamera(d.activeSide(), func(c camera.Camera) camera.Camera { return c.Look(v) })
	d.frameNow()
}

// activeSide is the side that keys turn when the cameras are not linked: where
// the mouse was last.
func (d *desk) activeSide() side { return d.view.hand.pane.side }

func (d *desk) toggleOrtho() {
	on := !d.m.cameras[d.activeSide()].Orthographic
	d.m.moveCamera(d.activeSide(), func(c camera.Camera) camera.Camera { return c.WithOrthographic(on) })
}

func (d *desk) toggleEdges() { d.m.setView(func(v *present.View) { v.Edges = !v.Edges }) }
func (d *desk) toggleWires() { d.m.setView(func(v *present.View) { v.Registered = !v.Registered }) }
func (d *desk) toggleFlat()  { d.m.setView(func(v *present.View) { v.Flat = !v.Flat }) }

// toggleLink ties the cameras together, or lets them go.
func (d *desk) toggleLink() {
	d.m.linked = !d.m.linked
	if d.m.linked {
		d.m.moveCamera(d.activeSide(), func(c camera.Camera) camera.Camera { return c })
	}
	d.keep.touch()
	d.showTools()
}

// maximise shows one side alone, or both again.
func (d *desk) maximise(s side) {
	if d.m.maximised == int(s) {
		d.m.maximised = -1
	} else {
		d.m.maximised = int(s)
	}
	d.m.layout = sideBySide
	d.arranged()
}

// showBoth puts both sides beside each other.
func (d *desk) showBoth() {
	d.m.layout, d.m.maximised = sideBySide, -1
	d.arranged()
}

// arrange changes how the shapes share the view.
func (d *desk) arrange(a arrangement) {
	if d.m.layout == a {
		return
	}
	if a == raced && d.m.race == nil {
		d.mode.Set(int(d.m.layout)) // there is none yet: choose the methods
		d.chooseRace()
		return
	}
	d.m.layout, d.m.maximised = a, -1
	if (a == morphOnly || a == overlaid) && d.m.view.T == 0 && d.m.match != nil {
		// The middle of the way shows at once what this view is about.
		d.m.setView(func(v *present.View) { v.T = 0.5 })
	}
	d.arranged()
}

// arranged follows a change of the panes.
func (d *desk) arranged() {
	d.mode.Set(int(d.m.layout))
	d.m.onLayout.Emit(d.m.layout)
	d.showRaceParts()
	d.viewArea.Refresh()
	d.showTools()
	d.frameNow()
	d.view.redraw(false)
}

// nextColor steps through what the colours can show.
func (d *desk) nextColor() {
	modes := present.Modes()
	i := slices.IndexFunc(modes, func(c present.Mode) bool { return c.By == d.m.view.ColorBy })
	for range modes {
		i = (i + 1) % len(modes)
		if d.m.shows(modes[i]) {
			d.colorBy(modes[i].By)
			return
		}
	}
}

// colorBy shows something else. A brush was on the values shown before, and goes.
func (d *desk) colorBy(by present.ColorBy) {
	d.m.setView(func(v *present.View) {
		if v.ColorBy != by {
			v.ColorBy, v.Brush = by, present.Brush{}
		}
	})
	if by == present.ByDistance && d.m.pick == nil {
		d.kit.Tips.Announce("Click a vertex: distances are measured from there and from its match")
	}
}

func (d *desk) colorEntries() []widget.MenuEntry {
	var out []widget.MenuEntry
	for _, c := range present.Modes() {
		out = append(out, widget.MenuEntry{Label: c.Label, Checked: c.By == d.m.view.ColorBy, Why: unless(d.m.shows(c), d.unseen(c)), Words: "colors", Do: func() { d.colorBy(c.By) }})
	}
	return out
}

// unseen is why a colouring has nothing to show.
func (d *desk) unseen(c present.Mode) string {
	return cmp.Or(d.m.unmatched(), map[present.ColorBy]string{
		present.ByFile:          "The files have no colours",
		present.ByError:         "The truth of this pair is not known",
		present.ByMirroredError: "The mirrored truth of this pair is not known",
		present.ByOrientation:   "Both surfaces have to be closed",
	}[c.By], "A is a cloud: it has no surface")
}

func (d *desk) lineEntries() []widget.MenuEntry {
	now := d.m.view
	var out []widget.MenuEntry
	for _, n := range lineCounts {
		out = append(out, widget.MenuEntry{Label: lineLabel(n), Checked: n == now.Lines && !now.Worst, Do: func() { d.drawLines(n) }})
	}
	return append(out, widget.MenuEntry{Label: "Lines: another number…", Checked: !slices.Contains(lineCounts, now.Lines) && !now.Worst, Do: d.askLines},
		widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: worstLabel, Checked: now.Worst, Do: func() {
			d.m.setView(func(v *present.View) { v.Worst = true })
		}})
}

// drawLines chooses how many lines spread over the shapes.
func (d *desk) drawLines(n int) {
	d.m.setView(func(v *present.View) { v.Lines, v.Worst = n, false })
}

// askLines asks for a number of lines of one's own. There are as many as samples, for
// they begin at farthest-point samples; more than that are drawn as that.
func (d *desk) askLines() {
	hint := "As many of the farthest-point samples, the first ones spread the widest"
	if m := d.m.match; m != nil {
		hint += "; at most " + count(m.X.Len())
	}
	d.askCount("Correspondence lines", hint, d.m.view.Lines, d.drawLines)
}

// setLook changes between light and dark.
func (d *desk) setLook(a widget.Appearance) {
	d.prefer(func(p *session.Preferences) { p.Appearance = string(a) })
	d.app.Settings().SetTheme(widget.Theme{Look: a})
}

// themed follows a change of the theme, ours or the system's.
func (d *desk) themed(fyne.Settings) {
	d.inspector.look.showSpread(d.m)
	d.inspector.result.minima.draw()
	d.inkViews()
	d.refresh()
	d.askRacePictures()
	d.view.redraw(false)
}
