package gui

import (
	"slices"

	"gwscope/app/gui/widget"
	"gwscope/app/present"
	"gwscope/render/camera"
	"gwscope/render/scene"
)

// looks is how the shapes are drawn: colours, lines, background, ground, axes and cut.
type looks struct {
	widgets *widget.Maker
	m       *model
	dialogs *dialogs

	lastCut present.Cut // the cut that K brings back
}

// setScenery changes background, ground, axes and cut.
func (l *looks) setScenery(change func(*present.Scenery)) {
	l.m.setView(func(v *present.View) { change(&v.Scenery) })
}

func (l *looks) toggleGround() { l.setScenery(func(s *present.Scenery) { s.Ground = !s.Ground }) }
func (l *looks) toggleBar()    { l.setScenery(func(s *present.Scenery) { s.Bar = !s.Bar }) }
func (l *looks) toggleAxes()   { l.setScenery(func(s *present.Scenery) { s.Axes = !s.Axes }) }

// toggleCut cuts the shapes open where they were cut last, or closes them.
func (l *looks) toggleCut() {
	l.setScenery(func(s *present.Scenery) {
		if s.Cut.Along == present.NoCut {
			s.Cut = l.lastCut
			return
		}
		l.lastCut, s.Cut = s.Cut, present.Cut{}
	})
}

func (l *looks) cutAlong(along present.CutAxis) {
	l.setScenery(func(s *present.Scenery) {
		if along == present.NoCut {
			l.lastCut, s.Cut = s.Cut, present.Cut{}
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
func (l *looks) moveCut(by float64) {
	l.setScenery(func(s *present.Scenery) { s.Cut.At = min(max(s.Cut.At+by, 0), 1) })
}

func (l *looks) setBackground(b present.Background) {
	l.setScenery(func(s *present.Scenery) { s.Background = b })
}

func (l *looks) nextBackground() {
	all := present.Backgrounds()
	i := slices.Index(all, l.m.view.Scenery.Background)
	l.setBackground(all[(i+1)%len(all)])
}

func (l *looks) backgroundEntries() []widget.MenuEntry {
	var out []widget.MenuEntry
	all := present.Backgrounds()
	now := slices.Index(all, l.m.view.Scenery.Background)
	for i, b := range all {
		keys := ""
		if i == (now+1)%len(all) { // the key chooses this one next
			keys = keyOf("scene.background")
		}
		out = append(out, widget.MenuEntry{Label: b.Title(), Shortcut: keys, Checked: i == now, Do: func() { l.setBackground(b) }})
	}
	return out
}

// cutMenuEntries are the cuts without rules and without the entry for no cut: the command "Cut open" removes a
// cut.
func (l *looks) cutMenuEntries() []widget.MenuEntry {
	return slices.DeleteFunc(l.cutEntries()[1:], func(e widget.MenuEntry) bool { return e.Rule })
}

func (l *looks) cutEntries() []widget.MenuEntry {
	c := l.m.view.Scenery.Cut
	var out []widget.MenuEntry
	for _, a := range present.CutAxes() {
		out = append(out, widget.MenuEntry{Label: a.Title(), Checked: a == c.Along, Do: func() { l.cutAlong(a) }})
	}
	return append(out, widget.MenuEntry{Rule: true}, widget.MenuEntry{Label: "From the other end", Checked: c.Back,
		Why: unless(c.Along != present.NoCut && c.Along != present.AlongView, "Cut along an axis first"),
		Do:  func() { l.setScenery(func(s *present.Scenery) { s.Cut.Back = !s.Cut.Back }) }})
}

// resetView brings back the first view: cameras, scenery without a cut, smooth shading without edges, and A
// where the morph begins.
func (vs *views) resetView() {
	for s := range vs.m.cameras {
		up := vs.m.cameras[s].Up
		vs.m.cameras[s] = camera.New()
		vs.m.cameras[s].Up = up
		vs.m.cameras[s] = vs.m.cameras[s].Look(camera.ThreeQuarter)
	}
	vs.m.aimed, vs.besideT = false, 0
	if vs.stopMorph != nil {
		vs.stopMorph()
	}
	vs.m.setView(func(v *present.View) { v.Scenery, v.Flat, v.Edges, v.T = present.Scenery{}, false, false, 0 })
	vs.frameNow()
}

// onlyScenery reports whether two views are the same except for the scenery.
func onlyScenery(a, b present.View) bool {
	a.Scenery = b.Scenery
	return a == b
}

// box is the bounding box of both shapes, for the scenery.
func (m *model) box() [2]scene.Vec {
	if m.picture == nil {
		return [2]scene.Vec{}
	}
	return m.picture.Bounds
}

// clip is the part of the shapes that a cut hides from a camera.
func (m *model) clip(c camera.Camera) scene.Clip { return m.view.Scenery.Cut.Clip(m.box(), c) }

// ghostOnLight is how much of B shows in the overlay on a light ground, unless a person has chosen otherwise. B
// would be too pale there with less.
const ghostOnLight = 0.45

// ghost is how much of B shows in the overlay.
func (m *model) ghost() float64 {
	if !(m.view.Scenery.Ghost > 0) && !m.viewIsDark() {
		return ghostOnLight
	}
	return m.view.Scenery.Opacity()
}

// viewIsDark reports whether the views are dark; the window may be otherwise.
func (m *model) viewIsDark() bool { return m.view.Scenery.Background.IsDark(widget.IsDark()) }
