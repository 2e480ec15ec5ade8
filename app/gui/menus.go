package gui

import (
	"gwscope/render/camera"
)

// menus are the menu bar's; each is made anew when it opens.
func (d *desk) menus() []barMenu {
	return []barMenu{
		{"File", d.fileMenu},
		{"Edit", d.editMenu},
		{"View", d.viewMenu},
		{"Scene", d.sceneMenu},
		{"Colours", d.colorMenu},
		{"Solve", d.solveMenu},
		{"Landmarks", d.landmarkMenu},
		{"Lessons", d.lessonMenu},
		{"Help", d.helpMenu},
	}
}

func (d *desk) fileMenu() []entry {
	at := d.menu.titles[0]
	out := []entry{
		{label: "New session", shortcut: "Ctrl+N", do: d.newSession},
		{label: "Open session…", shortcut: "Ctrl+Shift+N", do: d.askSession},
		{label: "Recent", shortcut: "…", do: func() { d.recentMenu(at) }},
		{label: "Save", shortcut: "Ctrl+S", do: d.saveSession},
		{label: "Save as…", shortcut: "Ctrl+Shift+S", do: d.saveSessionAs},
		{rule: true},
		{label: "Open A…", shortcut: "Ctrl+O", do: func() { d.open(sideA) }},
		{label: "Open B…", shortcut: "Ctrl+Shift+O", do: func() { d.open(sideB) }},
		{label: "Open A by path or name…", shortcut: "Ctrl+L", do: func() { d.openPath(sideA) }},
		{label: "Open B by path or name…", shortcut: "Ctrl+Shift+L", do: func() { d.openPath(sideB) }},
		{label: "Swap A and B", do: d.swap},
		{rule: true},
		{label: "Export", heading: true},
	}
	out = append(out, d.exportEntries()...)
	return append(out, entry{rule: true}, entry{label: "Quit", shortcut: "Ctrl+Q", do: d.quit})
}

func (d *desk) viewMenu() []entry {
	out := []entry{
		{label: "Side by side", shortcut: "V", checked: d.m.layout == sideBySide && d.m.maximised < 0, do: d.showBoth},
		{label: "Morph", checked: d.m.layout == morphOnly, do: func() { d.arrange(morphOnly) }},
		{label: "Overlay", checked: d.m.layout == overlaid, do: func() { d.arrange(overlaid) }},
		{label: map[bool]string{false: "Play the morph", true: "Stop the morph"}[d.m.playing], shortcut: "Space", disabled: d.m.match == nil, do: d.morph.toggle},
		{label: "Race", shortcut: "R", checked: d.m.layout == raced, disabled: d.m.race == nil, do: func() { d.arrange(raced) }},
		{label: "A alone", shortcut: "[", checked: d.m.maximised == int(sideA), do: func() { d.maximise(sideA) }},
		{label: "B alone", shortcut: "]", checked: d.m.maximised == int(sideB), do: func() { d.maximise(sideB) }},
		{rule: true},
		{label: "Camera", heading: true},
		{label: "Link cameras", shortcut: "U", checked: d.m.linked, do: d.toggleLink},
		{label: "Orthographic", shortcut: "5", checked: d.m.cameras[d.activeSide()].Orthographic, do: d.toggleOrtho},
		{label: "Frame", shortcut: "F", do: d.frameNow},
		{label: "Front", shortcut: "1", do: func() { d.look(camera.Front) }},
		{label: "Right", shortcut: "3", do: func() { d.look(camera.Right) }},
		{label: "Top", shortcut: "7", do: func() { d.look(camera.Top) }},
		{label: "Back", shortcut: "Ctrl+1", do: func() { d.look(camera.Back) }},
		{label: "Left", shortcut: "Ctrl+3", do: func() { d.look(camera.Left) }},
		{label: "Bottom", shortcut: "Ctrl+7", do: func() { d.look(camera.Bottom) }},
		{label: "Three-quarter", shortcut: "0", do: func() { d.look(camera.ThreeQuarter) }},
		{label: "The z axis points up", checked: d.m.cameras[d.activeSide()].Up == camera.UpZ, do: d.toggleUp},
		{label: "Reset view and scene", shortcut: "Ctrl+0", do: d.resetView},
	}
	out = append(out, entry{rule: true}, entry{label: "Appearance", heading: true})
	now := appearance(d.prefs.Appearance)
	for _, a := range []struct {
		look  appearance
		label string
	}{{followSystem, "Theme of the system"}, {alwaysLight, "Light theme"}, {alwaysDark, "Dark theme"}} {
		out = append(out, entry{label: a.label, checked: a.look == now, do: func() { d.setLook(a.look) }})
	}
	return out
}

// trainingEntry says what P does now.
func (d *desk) trainingEntry() string {
	switch j := d.m.job; {
	case j.paused:
		return "Go on learning"
	case j.learning:
		return "Pause the training"
	}
	return "Replay the training"
}

func (d *desk) solveMenu() []entry {
	ready := d.m.shapes[sideA] != nil && d.m.shapes[sideB] != nil
	out := []entry{
		{label: "Solve", shortcut: "Ctrl+Return", disabled: !ready || d.m.job.running, do: d.solve},
		{label: "Match at a glance", shortcut: "Ctrl+G", disabled: !ready || d.m.job.running || !d.canGlance(), do: d.glance},
		{label: "Refine the instant match", disabled: !refinable(d.m.match) || d.m.job.running, do: d.refine},
		{label: "Cancel", shortcut: "Esc", disabled: !d.m.job.running, do: d.cancel},
		{label: d.trainingEntry(), shortcut: "P", disabled: d.m.record == nil && !d.m.job.learning, do: d.train.toggle},
		{rule: true},
		{label: "Race…", shortcut: "Ctrl+R", disabled: !ready || d.m.racing(), do: d.chooseRace},
		{label: "Stop the race", shortcut: "Esc", disabled: !d.m.racing(), do: d.stopRace},
	}
	if m := d.m.match; m != nil {
		out = append(out, entry{rule: true}, entry{label: "Minima found", heading: true})
		for k, a := range m.Result.Alternatives {
			name := "the solver's choice"
			if k > 0 {
				name = ordinal(k+1) + " choice"
			}
			out = append(out, entry{label: orientationName(a.Orientation) + ", " + name, shortcut: "GW² " + loss(a.GW2), checked: k == m.Chosen, do: func() { d.choose(k) }})
		}
	}
	return append(out, entry{rule: true}, entry{label: "The other side", shortcut: "M", disabled: otherSide(d.m.match) < 0, do: d.flip})
}

func (d *desk) helpMenu() []entry {
	return []entry{
		{label: "Mouse and keys", shortcut: "F1", do: d.showHelp},
		{label: "Find a command…", shortcut: "Ctrl+K", do: d.showFinder},
		{rule: true},
		{label: "About GWScope", do: d.showAbout},
	}
}

// exportEntries are the files that a match can be written to.
func (d *desk) exportEntries() []entry {
	none := d.m.match == nil
	out := []entry{{label: "Export…", shortcut: "Ctrl+E", disabled: none, do: d.exportAll}, {rule: true}}
	for _, x := range exports {
		out = append(out, entry{label: x.label + "…", disabled: none, do: func() { d.export(x) }})
	}
	return out
}
