package gui

import (
	"slices"

	"gwscope/app/gui/widget"
	"gwscope/app/present"
	"gwscope/render/camera"
	"gwscope/render/scene"
)

// setScenery changes what stands around the shapes.
func (d *desk) setScenery(change func(*present.Scenery)) {
	d.m.setView(func(v *present.View) { change(&v.Scenery) })
}

func (d *desk) toggleGround() { d.setScenery(func(s *present.Scenery) { s.Ground = !s.Ground }) }
func (d *desk) toggleAxes()   { d.setScenery(func(s *present.Scenery) { s.Axes = !s.Axes }) }

// toggleCut cuts the shapes open where they were cut last, or closes them.
func (d *desk) toggleCut() {
	d.setScenery(func(s *present.Scenery) {
		if s.Cut.Along == present.NoCut {
			s.Cut = d.lastCut
			return
		}
		d.lastCut, s.Cut = s.Cut, present.Cut{}
	})
}

// cutAlong chooses the direction of the cut.
func (d *desk) cutAlong(along present.CutAxis) {
	d.setScenery(func(s *present.Scenery) {
		if along == present.NoCut {
			d.lastCut, s.Cut = s.Cut, present.Cut{}
			return
		}
		if s.Cut.Along == present.NoCut {
			s.Cut = present.HalfWay(along)
		}
		s.Cut.Along = along
		s.Cut.Back = s.Cut.Back && along != present.AlongView
	})
}

// moveCut moves the plane of the cut by a share of the shapes.
func (d *desk) moveCut(by float64) {
	d.setScenery(func(s *present.Scenery) { s.Cut.At = min(max(s.Cut.At+by, 0), 1) })
}

func (d *desk) setBackground(b present.Background) {
	d.setScenery(func(s *present.Scenery) { s.Background = b })
}

// nextBackground steps through the backgrounds.
func (d *desk) nextBackground() {
	all := present.Backgrounds()
	i := slices.Index(all, d.m.view.Scenery.Background)
	d.setBackground(all[(i+1)%len(all)])
}

func (d *desk) backgroundEntries() []widget.MenuEntry {
	var out []widget.MenuEntry
	all := present.Backgrounds()
	now := slices.Index(all, d.m.view.Scenery.Background)
	for i, b := range all {
		keys := ""
		if i == (now+1)%len(all) { // where B goes
			keys = keyOf("scene.background")
		}
		out = append(out, widget.MenuEntry{Label: b.Title(), Shortcut: keys, Checked: i == now, Do: func() { d.setBackground(b) }})
	}
	return out
}

// cutMenuEntries are the cuts without rules, and without none of them: K is that.
func (d *desk) cutMenuEntries() []widget.MenuEntry {
	return slices.DeleteFunc(d.cutEntries()[1:], func(e widget.MenuEntry) bool { return e.Rule })
}

func (d *desk) cutEntries() []widget.MenuEntry {
	c := d.m.view.Scenery.Cut
	var out []widget.MenuEntry
	for _, a := range present.CutAxes() {
		out = append(out, widget.MenuEntry{Label: a.Title(), Checked: a == c.Along, Do: func() { d.cutAlong(a) }})
	}
	return append(out, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: "From the other end", Checked: c.Back,
		Why: unless(c.Along != present.NoCut && c.Along != present.AlongView, "Cut along an axis first"),
		Do:  func() { d.setScenery(func(s *present.Scenery) { s.Cut.Back = !s.Cut.Back }) }})
}

// toggleUp turns the shapes so that the other axis points up: meshes of engineers and
// of scanners often stand on z.
func (d *desk) toggleUp() {
	for s := range d.m.cameras {
		d.m.moveCamera(side(s), func(c camera.Camera) camera.Camera {
			c.Up = camera.UpZ - c.Up
			return c.Look(camera.ThreeQuarter)
		})
	}
	d.frameNow()
}

// resetView brings back the first view: camera, background, nothing cut.
func (d *desk) resetView() {
	for s := range d.m.cameras {
		up := d.m.cameras[s].Up
		d.m.cameras[s] = camera.New()
		d.m.cameras[s].Up = up
		d.m.cameras[s] = d.m.cameras[s].Look(camera.ThreeQuarter)
	}
	d.m.aimed = false
	d.m.setView(func(v *present.View) { v.Scenery, v.Flat, v.Edges = present.Scenery{}, false, false })
	d.frameNow()
}

// onlyScenery reports whether two views differ in nothing but the scenery.
func onlyScenery(a, b present.View) bool {
	a.Scenery = b.Scenery
	return a == b
}

// box is that of both shapes, which the scenery goes by.
func (m *model) box() [2]scene.Vec {
	if m.picture == nil {
		return [2]scene.Vec{}
	}
	return m.picture.Bounds
}

// clip is what a camera's view of the shapes hides.
func (m *model) clip(c camera.Camera) scene.Clip { return m.view.Scenery.Cut.Clip(m.box(), c) }

// viewIsDark reports whether the views are, which may differ from the window.
func (m *model) viewIsDark() bool { return m.view.Scenery.Background.IsDark(widget.IsDark()) }
