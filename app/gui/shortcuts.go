package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"gwscope/app/present"
	"gwscope/render/camera"
)

// shortcut is a line of the help.
type shortcut struct {
	keys, does string
	heading    bool
}

// shortcuts is what the help shows, in two columns; bindKeys and key do it.
var shortcuts = [2][]shortcut{{
	{does: "Mouse", heading: true},
	{keys: "Drag", does: "orbit"},
	{keys: "Shift or middle drag", does: "pan"},
	{keys: "Wheel, right drag", does: "zoom to the pointer"},
	{keys: "Ctrl+wheel", does: "move the cut"},
	{keys: "Click", does: "mark a vertex and its match"},
	{keys: "Shift click", does: "mark several"},
	{keys: "Drag on histogram", does: "light up vertices"},
	{keys: "Double click", does: "turn about this point"},
	{keys: "Drop files", does: "open them as A and B"},
	{does: "Camera", heading: true},
	{keys: "F", does: "frame"},
	{keys: "1  3  7", does: "front, right, top"},
	{keys: "Ctrl+1  3  7", does: "back, left, bottom (also 4 6 9)"},
	{keys: "0", does: "three-quarter view"},
	{keys: "5", does: "orthographic or perspective"},
	{keys: "U", does: "link or unlink the cameras"},
	{keys: "Ctrl+0", does: "reset view and scene"},
	{does: "Files", heading: true},
	{keys: "Ctrl+S", does: "save the session (Shift: as…)"},
	{keys: "Ctrl+N", does: "new session (Shift: open one)"},
	{keys: "Ctrl+O", does: "open A (with Shift: B)"},
	{keys: "Ctrl+L", does: "open A by path or name (Shift: B)"},
	{keys: "Ctrl+E", does: "export"},
}, {
	{does: "Show", heading: true},
	{keys: "V", does: "side by side, morph, overlay"},
	{keys: "[   ]", does: "A alone, B alone"},
	{keys: "C", does: "next colouring"},
	{keys: "E   W", does: "edges; mesh of A on B"},
	{keys: "S   G   X", does: "flat or smooth; ground; axes"},
	{keys: "K   B", does: "cut open; next background"},
	{keys: "Space", does: "play the morph"},
	{keys: "←  →  Home  End", does: "morph by a hundredth; to its ends"},
	{keys: "Temperature", does: "soften the plan in the strip"},
	{keys: "M", does: "the other side: direct or mirrored"},
	{does: "Work", heading: true},
	{keys: "Ctrl+Return", does: "solve"},
	{keys: "Ctrl+G", does: "match at a glance (amortised)"},
	{keys: "Esc", does: "stop what runs; light all; unmark"},
	{keys: "L", does: "landmarks: click, drag, Del, F2, P pins"},
	{keys: "P", does: "pause or go on learning; replay it"},
	{keys: "R", does: "the race, and back to the match"},
	{keys: "Ctrl+R", does: "choose methods for a race"},
	{keys: "Ctrl+Z  Ctrl+Y", does: "undo, redo (also Ctrl+Shift+Z)"},
	{keys: "Ctrl+K", does: "find a command by its name"},
	{keys: "Ctrl+,", does: "preferences"},
	{keys: "F12", does: "picture of the views (Ctrl: transparent)"},
	{keys: "F1   H", does: "this help"},
	{keys: "Ctrl+Q", does: "quit"},
}}

// bindKeys makes the keys work wherever nothing else has a use for them.
func (d *desk) bindKeys() {
	c := d.win.Canvas()
	key := func(e *fyne.KeyEvent) { tended(func() { d.key(e) })() }
	d.kit.keys = key
	c.SetOnTypedKey(key)
	add := func(name fyne.KeyName, mod fyne.KeyModifier, do func()) {
		c.AddShortcut(&desktop.CustomShortcut{KeyName: name, Modifier: mod}, func(fyne.Shortcut) {
			if c.Overlays().Top() == nil {
				tended(do)()
			}
		})
	}
	ctrl := fyne.KeyModifierShortcutDefault
	add(fyne.KeyO, ctrl, func() { d.open(sideA) })
	add(fyne.KeyO, ctrl|fyne.KeyModifierShift, func() { d.open(sideB) })
	add(fyne.KeyL, ctrl, func() { d.openPath(sideA) })
	add(fyne.KeyL, ctrl|fyne.KeyModifierShift, func() { d.openPath(sideB) })
	add(fyne.KeyE, ctrl, d.exportHere)
	add(fyne.KeyF12, ctrl, func() { d.screenshot(true) })
	add(fyne.Key1, ctrl, func() { d.look(camera.Back) })
	add(fyne.Key3, ctrl, func() { d.look(camera.Left) })
	add(fyne.Key7, ctrl, func() { d.look(camera.Bottom) })
	add(fyne.Key0, ctrl, d.resetView)
	add(fyne.KeyR, ctrl, d.chooseRace)
	add(fyne.KeyReturn, ctrl, d.solve)
	add(fyne.KeyG, ctrl, d.glance)
	add(fyne.KeyQ, ctrl, d.quit)
	add(fyne.KeyK, ctrl, d.showFinder)
	add(fyne.KeyN, ctrl, d.newSession)
	add(fyne.KeyN, ctrl|fyne.KeyModifierShift, d.askSession)
	add(fyne.KeyS, ctrl, d.saveSession)
	add(fyne.KeyS, ctrl|fyne.KeyModifierShift, d.saveSessionAs)
	add(fyne.KeyComma, ctrl, d.showPreferences)
	add(fyne.KeyZ, ctrl|fyne.KeyModifierShift, d.redo)
	d.bindUndo()
}

// key is a key that no widget took.
func (d *desk) key(e *fyne.KeyEvent) {
	if d.win.Canvas().Overlays().Top() != nil {
		if e.Name == fyne.KeyEscape && d.fileDialog != nil {
			d.fileDialog.Hide()
		}
		return
	}
	if d.markKey(e.Name) {
		return
	}
	switch e.Name {
	case fyne.KeyF:
		d.frameNow()
	case fyne.Key0:
		d.look(camera.ThreeQuarter)
	case fyne.Key1:
		d.look(camera.Front)
	case fyne.Key3:
		d.look(camera.Right)
	case fyne.Key4:
		d.look(camera.Back)
	case fyne.Key5:
		d.toggleOrtho()
	case fyne.Key6:
		d.look(camera.Left)
	case fyne.Key7:
		d.look(camera.Top)
	case fyne.Key9:
		d.look(camera.Bottom)
	case fyne.KeyW:
		d.toggleWires()
	case fyne.KeyE:
		d.toggleEdges()
	case fyne.KeyS:
		d.toggleFlat()
	case fyne.KeyG:
		d.toggleGround()
	case fyne.KeyX:
		d.toggleAxes()
	case fyne.KeyK:
		d.toggleCut()
	case fyne.KeyB:
		d.nextBackground()
	case fyne.KeyF12:
		d.screenshot(false)
	case fyne.KeyL:
		d.togglePlacing()
	case fyne.KeyU:
		d.toggleLink()
	case fyne.KeyC:
		d.nextColor()
	case fyne.KeyM:
		d.flip()
	case fyne.KeyV:
		d.arrange(nextLayout(d.m.layout))
	case fyne.KeyLeftBracket:
		d.maximise(sideA)
	case fyne.KeyRightBracket:
		d.maximise(sideB)
	case fyne.KeySpace:
		d.morph.toggle()
	case fyne.KeyR:
		d.toggleRace()
	case fyne.KeyP:
		d.train.toggle()
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome, fyne.KeyEnd:
		d.morph.slide.TypedKey(e)
	case fyne.KeyH, fyne.KeyF1:
		d.showHelp()
	case fyne.KeyEscape:
		if d.m.job.running || d.m.racing() {
			d.cancel()
			d.stopRace()
		} else if d.choice != nil {
			d.stopChoosing()
		} else if d.m.loading[sideA]+d.m.loading[sideB] != "" {
			d.stopLoading()
		} else if d.stopOpening != nil {
			d.stopOpeningFile()
			d.m.setStatus("Stopped reading the file")
		} else if d.m.seeds.running {
			d.stopSeeds()
		} else if d.asides.running > 0 && d.asides.ctx != nil {
			d.stopAsides()
			d.m.setStatus("Stopped: how far the match can be trusted is not worked out; a click on a shape does that")
		} else if d.m.view.Brush.On() {
			d.brush(present.Brush{})
		} else {
			d.unmark()
		}
	}
}
