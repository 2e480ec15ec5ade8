package gui

import (
	"context"

	"gwscope/app/gui/mainloop"
	"gwscope/app/gui/widget"
	"gwscope/app/present"
)

// wayEntries are the ways of a morph.
func (b *morphBar) wayEntries() []widget.MenuEntry {
	w := b.m.view.Way
	pick := func(label string, checked bool, change func(*present.Way)) widget.MenuEntry {
		return widget.MenuEntry{Label: label, Checked: checked, Do: func() { b.m.setView(func(v *present.View) { change(&v.Way) }) }}
	}
	return []widget.MenuEntry{
		{Label: "Points travel", Heading: true},
		pick("With limbs that turn", w.Mode == present.TurningWay, func(w *present.Way) { w.Mode = present.TurningWay }),
		pick("On straight lines", w.Mode == present.LinearWay, func(w *present.Way) { w.Mode = present.LinearWay }),
		{Rule: true},
		{Label: "Mesh that moves", Heading: true},
		pick("A’s", w.On == "a", func(w *present.Way) { w.On = "a" }),
		pick("B’s", w.On == "b", func(w *present.Way) { w.On = "b" }),
		{Rule: true},
		{Label: "To where", Heading: true},
		pick("As the plan asks for", w.Targets == present.AutoTargets, func(w *present.Way) { w.Targets = present.AutoTargets }),
		pick("Places on the surface", w.Targets == present.SurfaceTargets, func(w *present.Way) { w.Targets = present.SurfaceTargets }),
		pick("Barycentric projection of the plan", w.Targets == present.BarycentricTargets, func(w *present.Way) { w.Targets = present.BarycentricTargets }),
	}
}

// wayLabel names the way of the shown morph.
func (m *model) wayLabel() string {
	w := m.view.Way
	if m.view.Motion.Of(m.match) {
		w = m.view.Motion.Way // a surface may be too large for the chosen way
	}
	return w.Label(m.match)
}

// showWay names the chosen way in short.
func (b *morphBar) showWay() {
	w := b.m.view.Way
	text := map[string]string{present.LinearWay: "Linear", present.TurningWay: "Turning"}[w.Mode]
	if w.On == "b" {
		text += ", B"
	}
	b.way.Tip = "How A becomes B: " + w.Label(b.m.match)
	b.way.SetText(text)
}

// prepare makes the motion of the match in the background. The morph is linear until the first pictures of the
// motion are there, and becomes exact when all are.
func (b *morphBar) prepare() {
	if b.motion != nil {
		b.motion()
		b.motion = nil
	}
	match, way := b.m.match, b.m.view.Way
	if match == nil || b.m.view.Motion.Of(match) && b.m.view.Motion.Way == way {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	b.motion = cancel
	show := func(motion *present.Motion) {
		mainloop.Do(func() {
			if ctx.Err() == nil && b.m.match == match && b.m.view.Way == way {
				b.m.setView(func(v *present.View) { v.Motion = motion.Again() })
			}
		})
	}
	mainloop.Go(func() {
		motion, note, err := present.NewMotion(ctx, match, way)
		if err != nil {
			return // its context has ended
		}
		if note != "" {
			mainloop.Do(func() {
				if ctx.Err() == nil {
					b.m.setStatus(note)
				}
			})
		}
		taken := 0
		_ = motion.Shoot(ctx, func() { // fails only if its context has ended
			if taken++; taken == firstPictures {
				show(motion)
			}
		})
		show(motion)
	})
}

// firstPictures is the number of pictures from which a motion is shown: one for every eighth of the way.
const firstPictures = 7
