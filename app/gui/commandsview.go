package gui

import (
	"slices"

	"fyne.io/fyne/v2"

	"gwscope/app/gui/widget"
	"gwscope/app/present"
	"gwscope/render/camera"
)

// viewCommands are the menus of how shapes are shown.
func viewCommands() []command {
	turn := func(v camera.Standard) func(*desk) { return func(d *desk) { d.views.look(v) } }
	slide := func(key fyne.KeyName) func(*desk) {
		return func(d *desk) { d.morph.slide.TypedKey(&fyne.KeyEvent{Name: key}) }
	}
	return slices.Concat(
		in("View", "",
			command{id: "view.next", label: "Next arrangement", keys: "V", help: "side by side, morph, overlay", words: "layout cycle", aside: true, do: func(d *desk) { d.views.arrange(nextLayout(d.m.layout)) }},
			command{list: func(d *desk) []widget.MenuEntry { return d.views.layoutEntries() }},
			command{id: "view.play", label: "Play the morph", keys: "Space", help: "play the morph", words: "animation animate",
				says: func(d *desk) string {
					return map[bool]string{false: "Play the morph", true: "Stop the morph"}[d.m.playing]
				}, why: unmatched, do: func(d *desk) { d.morph.toggle() }},
			command{id: "morph.back", label: "Morph a little towards A", keys: "←", help: "morph by a hundredth", aside: true, why: unmatched, do: slide(fyne.KeyLeft)},
			command{id: "morph.on", label: "Morph a little towards B", keys: "→", with: true, aside: true, why: unmatched, do: slide(fyne.KeyRight)},
			command{id: "morph.start", label: "Morph to A", keys: "Home", help: "to its ends", with: true, aside: true, why: unmatched, do: slide(fyne.KeyHome)},
			command{id: "morph.end", label: "Morph to B", keys: "End", with: true, aside: true, why: unmatched, do: slide(fyne.KeyEnd)},
			command{id: "view.race", label: "Race", keys: "R", help: "the race, and back to the match", tip: "Several methods on this pair", words: "compare methods",
				on: func(d *desk) bool { return d.m.layout == raced }, why: func(d *desk) string { return unless(d.m.race != nil, unpaired(d)) }, do: func(d *desk) { d.views.toggleRace() }},
			command{id: "view.a", label: "A alone", keys: "[", help: "A alone", tip: "This view alone", words: "maximise single",
				on: func(d *desk) bool { return d.m.maximised == int(sideA) }, do: func(d *desk) { d.views.maximise(sideA) }},
			command{id: "view.b", label: "B alone", keys: "]", help: "B alone", with: true, tip: "This view alone", words: "maximise single",
				on: func(d *desk) bool { return d.m.maximised == int(sideB) }, do: func(d *desk) { d.views.maximise(sideB) }},
			command{id: "view.filed", aside: true, label: "B as its file has it", keys: "A", help: "B as filed", with: true, tip: "Whether B stands as its file has it, or turned onto A by the match", words: "aligned rotated pose turned",
				on: func(d *desk) bool { return d.m.view.AsFiled }, why: func(d *desk) string { return d.m.turnable() }, do: func(d *desk) { d.views.toggleFiled() }}),
		in("View", "Camera",
			command{id: "camera.link", label: "Link cameras", keys: "U", help: "link the cameras", tip: "Link the cameras", words: "tie sync unlink",
				on: func(d *desk) bool { return d.m.linked }, do: func(d *desk) { d.views.toggleLink() }},
			command{id: "camera.ortho", label: "Orthographic", keys: "5", help: "orthographic", with: true, tip: "Orthographic or perspective", words: "perspective parallel projection",
				on: func(d *desk) bool { return d.m.cameras[d.views.activeSide()].Orthographic }, do: func(d *desk) { d.views.toggleOrtho() }},
			command{id: "camera.frame", label: "Frame", keys: "F", help: "frame", words: "fit zoom all centre", do: func(d *desk) { d.views.frameNow() }},
			command{id: "camera.quarter", label: "Three-quarter", keys: "0", help: "three-quarter view", with: true, do: turn(camera.ThreeQuarter)},
			command{id: "camera.front", label: "Front", keys: "1", help: "front", do: turn(camera.Front)},
			command{id: "camera.right", label: "Right", keys: "3", help: "right", with: true, do: turn(camera.Right)},
			command{id: "camera.top", label: "Top", keys: "7", help: "top", with: true, words: "above", do: turn(camera.Top)},
			command{id: "camera.back", label: "Back", keys: "Ctrl+1 4", help: "back", words: "behind", do: turn(camera.Back)},
			command{id: "camera.left", label: "Left", keys: "Ctrl+3 6", help: "left", with: true, do: turn(camera.Left)},
			command{id: "camera.bottom", label: "Bottom", keys: "Ctrl+7 9", help: "bottom", with: true, words: "below", do: turn(camera.Bottom)},
			command{id: "camera.up", label: "The z axis points up", words: "upright y axis orientation",
				on: func(d *desk) bool { return d.m.cameras[d.views.activeSide()].Up == camera.UpZ }, do: func(d *desk) { d.views.toggleUp() }},
			command{id: "camera.reset", label: "Reset view and scene", keys: "Ctrl+0", help: "reset view and scene", words: "home default", do: func(d *desk) { d.views.resetView() }}),
		in("Window", "Panels",
			command{id: "panel.side", label: "Side panel", keys: "N", help: "side panel", words: "inspector sidebar hide show column",
				on: func(d *desk) bool { return !d.panels.now.HideSide }, do: func(d *desk) { d.panels.toggleSide() }},
			command{id: "panel.strip", label: "Strip of the slicer", keys: "J", help: "strip", with: true, words: "slicer hide show panel",
				on: func(d *desk) bool { return !d.panels.now.HideStrip }, do: func(d *desk) { d.panels.toggleStrip() }},
			command{id: "panel.morph", label: "Morph bar", keys: "T", help: "morph bar", with: true, words: "play slider hide show panel",
				on: func(d *desk) bool { return !d.panels.now.HideMorph }, do: func(d *desk) { d.panels.toggleMorph() }},
			command{id: "present", label: "Present", keys: "F11", help: "present: the views alone, large", words: "presentation full screen fullscreen projector talk beamer",
				on: func(d *desk) bool { return d.panels.presenting }, do: func(d *desk) { d.panels.togglePresenting() }},
			command{id: "present.end", label: "End the presentation", keys: "Esc", aside: true, words: "full screen leave",
				why: func(d *desk) string { return unless(d.panels.presenting, "The window does not present") }, do: func(d *desk) { d.panels.present(false) }},
			command{id: "panels.reset", label: "Panels as at first", words: "reset layout default arrangement sizes", do: func(d *desk) { d.panels.reset() }}),
		// Too many for the menu bar.
		in("Sections", "", command{aside: true, list: func(d *desk) []widget.MenuEntry { return d.panels.sectionEntries() }}),
		in("View", "Appearance", command{list: func(d *desk) []widget.MenuEntry { return d.preferences.lookEntries() }}),

		in("Scene", "Shapes",
			command{id: "scene.edges", label: "Triangle edges", keys: "E", help: "edges", words: "wireframe wires grid", on: func(d *desk) bool { return d.m.view.Edges }, do: func(d *desk) { d.looks.toggleEdges() }},
			command{id: "scene.wires", label: "Mesh of A on B", keys: "W", help: "mesh of A on B", with: true, tip: "The mesh of A where it lies on B", words: "wireframe wires registered",
				on: func(d *desk) bool { return d.m.view.Registered }, do: func(d *desk) { d.looks.toggleWires() }},
			command{id: "scene.flat", label: "Flat shading", keys: "S", help: "flat or smooth", tip: "Flat or smooth shading", words: "smooth facets", on: func(d *desk) bool { return d.m.view.Flat }, do: func(d *desk) { d.looks.toggleFlat() }},
			command{id: "scene.ground", label: "Ground", keys: "G", help: "ground", with: true, tip: "A ground to stand on", words: "floor plane shadow", on: func(d *desk) bool { return d.m.view.Scenery.Ground }, do: func(d *desk) { d.looks.toggleGround() }},
			command{id: "scene.bare", label: "Wireframe only", words: "wires edges mesh see through bare hollow", on: func(d *desk) bool { return d.m.view.Bare }, do: func(d *desk) { d.looks.toggleBare() }},
			command{id: "scene.bar", label: "Scale bar", words: "ruler length units size", on: func(d *desk) bool { return d.m.view.Scenery.Bar }, do: func(d *desk) { d.looks.toggleBar() }},
			command{id: "scene.axes", label: "Axes", keys: "X", help: "axes", with: true, tip: "Directions of the axes", words: "xyz frame", on: func(d *desk) bool { return d.m.view.Scenery.Axes }, do: func(d *desk) { d.looks.toggleAxes() }}),
		in("Scene", "Cut",
			command{id: "scene.cut", label: "Cut open", keys: "K", help: "cut open", tip: "Cut the shapes open", words: "clip slice section plane inside",
				on: func(d *desk) bool { return d.m.view.Scenery.Cut.Along != present.NoCut }, do: func(d *desk) { d.looks.toggleCut() }},
			command{list: func(d *desk) []widget.MenuEntry { return d.looks.cutMenuEntries() }}),
		in("Scene", "Background",
			command{id: "scene.background", label: "Next background", keys: "B", help: "next background", aside: true, do: func(d *desk) { d.looks.nextBackground() }},
			command{list: func(d *desk) []widget.MenuEntry { return d.looks.backgroundEntries() }}),
		in("Scene", "Pictures",
			command{id: "shot", label: "Picture of the views", keys: "F12", help: "picture of the views", words: "screenshot save image snapshot photo png", why: undrawn, do: func(d *desk) { d.exports.screenshot(false) }},
			command{id: "shot.clear", label: "Transparent picture", keys: "Ctrl+F12", help: "transparent", with: true, words: "screenshot save image snapshot photo png alpha", why: undrawn, do: func(d *desk) { d.exports.screenshot(true) }}),

		in("Colours", "", command{list: func(d *desk) []widget.MenuEntry { return d.looks.colorEntries() }}),
		in("Colours", "",
			command{id: "colours.next", label: "Next colouring", keys: "C", help: "next colouring", words: "colors cycle", do: func(d *desk) { d.looks.nextColor() }},
			command{id: "colours.paint", label: "Map, range, isolines, mask…", words: "colors colormap palette scale hatch", do: (*desk).showPaint}),

		// Too many for the menu bar.
		in("Lines", "", command{aside: true, list: func(d *desk) []widget.MenuEntry { return d.looks.lineEntries() }}),
		in("Colour map", "", command{aside: true, list: scaled(func(d *desk) []widget.MenuEntry { return d.looks.mapEntries() })}),
		in("Range", "", command{aside: true, list: scaled(func(d *desk) []widget.MenuEntry { return d.looks.rangeEntries() })}),
		in("Isolines", "", command{aside: true, list: scaled(func(d *desk) []widget.MenuEntry { return d.looks.isolineEntries() })}),
	)
}

func undrawn(d *desk) string { return unless(d.m.picture != nil, "No picture yet: open a shape first") }

// scaled are entries for colours that show numbers.
func scaled(entries func(*desk) []widget.MenuEntry) func(*desk) []widget.MenuEntry {
	return func(d *desk) []widget.MenuEntry {
		if mode, ok := present.ModeOf(d.m.view.ColorBy); !ok || !mode.Scale {
			return nil
		}
		return entries(d)
	}
}
