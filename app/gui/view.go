package gui

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/drawing"
	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
	"gwscope/render/camera"
	"gwscope/render/scene"
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
	draw    *drawing.Drawer

	watched, late bool // a timer runs for a picture that is awaited; the wait has become long

	besideT   float64 // t when the sides were last beside each other
	stopMorph func()  // ends playing
}

// refresh asks for a picture of the present state.
func (vs *views) refresh() { vs.refreshAs(false) }

func (vs *views) refreshAs(moving bool) {
	v := vs.m.view
	v.Dark, v.Hasty = vs.m.viewIsDark(), true
	v.AsFiled = v.AsFiled && vs.m.layout == sideBySide // a morph ends on B, turned onto A
	vs.pres.Ask(presentRequest{match: vs.m.match, preview: vs.m.preview, a: vs.m.shapes[sideA], b: vs.m.shapes[sideB], view: v, moving: moving, ctx: vs.awaited(v)})
}

// takePicture shows a picture from the presenter.
func (vs *views) takePicture(p *present.Picture, r presentRequest) {
	vs.m.picture = p
	vs.port.shows(pictured{r.match, [2]*pipeline.Shape{r.a, r.b}})
	framed := vs.m.framing && !vs.m.aimed // nobody has moved the cameras meanwhile
	if vs.m.framing {
		// An older picture may lack a shape. It is framed as it is, and the next one again.
		vs.m.framing = !r.shows(vs.m)
	}
	vs.m.onPicture.Emit(p)
	if framed {
		vs.frameNow() // cameras that move redraw: first coarsely where that is faster, and in full soon after
	} else {
		vs.port.redraw(r.moving)
	}
}

// frame brings everything into view, with the next picture.
func (vs *views) frame() {
	vs.m.framing, vs.m.aimed = true, false
	vs.refresh()
}

// settle asks for the picture of a new match, with B turned onto A. A view that nobody has aimed is framed
// again.
func (vs *views) settle() {
	vs.m.framing = !vs.m.aimed
	vs.refresh()
}

// frameNow moves the cameras so that each shape just fits its pane, in the middle of it. Linked
// cameras show both shapes at one scale.
func (vs *views) frameNow() {
	p := vs.m.picture
	if p == nil {
		return
	}
	panes, m := vs.m.panes(vs.port.Size()), vs.m.margins()
	if vs.m.layout == raced {
		panes, m = narrowest(panes), vs.m.raceMargins()
		if !vs.m.race.carried() {
			m.Bottom += float64(vs.races.legend.MinSize().Height)
		}
	}
	cameras, far := &vs.m.cameras, 0.0
	points := make([][]scene.Vec, len(panes))
	for k, q := range panes {
		points[k] = vs.framed(q)
		cameras[q.side] = cameras[q.side].Fit(points[k], float64(q.rect.size.Width), float64(q.rect.size.Height), m)
		if len(points[k]) > 0 {
			far = max(far, cameras[q.side].Distance)
		}
	}
	if vs.m.linked {
		for k, q := range panes {
			c := &cameras[q.side]
			if far > 0 {
				c.Distance = far
			}
			*c = c.Centre(points[k], float64(q.rect.size.Width), float64(q.rect.size.Height), m)
		}
		if len(panes) == 1 {
			cameras[panes[0].side.other()] = cameras[panes[0].side]
		}
	}
	vs.m.onCamera.Emit(struct{}{})
}

// framed are the points to show in a pane.
func (vs *views) framed(q pane) []scene.Vec {
	p := vs.m.picture
	switch {
	case vs.m.layout == raced:
		return vs.m.race.points(q.side)
	case vs.m.linked && vs.m.layout != sideBySide: // a morph goes from one to the other
		return camera.PointsOf(p.A, p.B)
	case q.side == sideA && vs.m.linked:
		return camera.PointsOf(p.A) // at t = 0
	}
	return camera.PointsOf(vs.m.sceneOf(q))
}

// apart is the way from the middle of A to that of B in a picture; ok is false if a shape is missing.
func apart(p *present.Picture) (by camera.Vec, ok bool) {
	if p == nil {
		return by, false
	}
	a, b := scene.BoundsOf(camera.PointsOf(p.A)), scene.BoundsOf(camera.PointsOf(p.B))
	for k := range by {
		by[k] = float64(b.Center()[k]) - float64(a.Center()[k])
	}
	return by, !a.Empty() && !b.Empty()
}

// narrowest is the narrowest pane of each side: a shape that fits there fits in all panes.
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

// nextLayout is the layout after a layout; after a race it is side by side.
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

// activeSide is the side for keys that turn cameras without a link: the last side under the mouse.
func (vs *views) activeSide() side { return vs.port.hand.pane.side }

func (vs *views) toggleOrtho() {
	on := !vs.m.cameras[vs.activeSide()].Orthographic
	vs.m.moveCamera(vs.activeSide(), func(c camera.Camera) camera.Camera { return c.WithOrthographic(on) })
}

// toggleLink ties the cameras together, or lets them go.
func (vs *views) toggleLink() {
	vs.m.linked = !vs.m.linked
	if vs.m.linked {
		s := vs.activeSide()
		here, there := vs.m.cameras[s], &vs.m.cameras[s.other()]
		*there = here
		if by, ok := apart(vs.m.picture); ok {
			there.Target = here.Target.Add(by.Mul(float64(2*s.other() - 1))) // from A to B, or back
		}
		vs.m.onCamera.Emit(struct{}{})
		if !vs.m.aimed { // at the scale of one shape the other may leave its pane
			vs.frameNow()
		}
	}
	vs.documents.keep.touch()
	vs.showTools()
}

// maximise shows a side alone, or both again.
func (vs *views) maximise(s side) {
	if vs.m.maximised == int(s) {
		vs.m.maximised = -1
	} else {
		vs.m.maximised = int(s)
	}
	vs.beside()
}

// showBoth puts both sides beside each other.
func (vs *views) showBoth() {
	vs.m.maximised = -1
	vs.beside()
}

// beside leaves any other arrangement for two panes side by side.
func (vs *views) beside() {
	left := vs.m.layout
	vs.m.layout = sideBySide
	if left != sideBySide {
		vs.leaveMorph()
	}
	vs.arranged()
}

// arrange changes how the shapes share the view.
func (vs *views) arrange(a arrangement) {
	if vs.m.layout == a {
		return
	}
	if a == raced && vs.m.race == nil {
		vs.mode.Set(int(vs.m.layout)) // without a race: choose the methods
		vs.races.choose()
		return
	}
	if vs.m.layout == sideBySide {
		vs.besideT = vs.m.view.T
	}
	vs.m.layout, vs.m.maximised = a, -1
	switch {
	case a == sideBySide:
		vs.leaveMorph()
	case a != raced && vs.m.view.T == 0 && vs.m.match != nil:
		// The middle of the way shows at once what this layout is for.
		vs.m.setView(func(v *present.View) { v.T = 0.5 })
	}
	vs.arranged()
}

// leaveMorph goes back to the t before the morph was shown: side by side, a morph would be neither A nor B.
func (vs *views) leaveMorph() {
	if vs.stopMorph != nil {
		vs.stopMorph()
	}
	vs.m.setView(func(v *present.View) { v.T = vs.besideT })
}

// toggleFiled turns B onto A, or stands it as its file has it.
func (vs *views) toggleFiled() {
	vs.m.setView(func(v *present.View) { v.AsFiled = !v.AsFiled })
	vs.showTools()
	vs.frame()
}

// arranged follows a change of the panes.
func (vs *views) arranged() {
	vs.mode.Set(int(vs.m.layout))
	vs.m.onLayout.Emit(vs.m.layout)
	vs.races.showParts()
	vs.area.Refresh()
	vs.showTools()
	if vs.m.view.AsFiled {
		vs.refresh() // B stands as filed beside A only
	}
	vs.frameNow()
	vs.port.redraw(false)
}

// layoutEntries are the layouts. The layout after the present one shows the key that goes there.
func (vs *views) layoutEntries() []widget.MenuEntry {
	now, alone := vs.m.layout, vs.m.maximised >= 0
	out := []widget.MenuEntry{
		{Label: "Side by side", Checked: now == sideBySide && !alone, Do: vs.showBoth},
		{Label: "Morph", Checked: now == morphOnly, Do: func() { vs.arrange(morphOnly) }},
		{Label: "Overlay", Checked: now == overlaid, Do: func() { vs.arrange(overlaid) }},
	}
	out[nextLayout(now)].Shortcut = keyOf("view.next")
	return out
}

// awaited is the context of a picture that must wait for figures of the match, nil for other pictures.
func (vs *views) awaited(v present.View) context.Context {
	m := vs.m.match
	if !v.Waits(m) {
		return nil
	}
	vs.tasks.aside(func(ctx context.Context) func() { // so that Esc ends it
		_ = v.Await(ctx, m)
		return nil
	}, nil)
	return vs.tasks.asides.ctx
}
