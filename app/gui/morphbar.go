package gui

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/pipeline"
	"gwscope/app/present"
)

// morphBar moves A towards its match on B.
type morphBar struct {
	m      *model
	play   *control
	slide  *slider
	value  *label
	way    *dropdown
	pace   *dropdown
	export *control
	object fyne.CanvasObject

	repeat repeat
	speed  float64 // 1 takes morphSeconds from A to B
	back   bool    // playing from B to A
	last   time.Time
	done   chan struct{} // ends the clock

	motion     context.CancelFunc // ends the preparation of a motion
	stopExport func()             // the export in hand, nil where there is none
}

func (k *kit) newMorphBar(m *model, export func(fyne.CanvasObject)) *morphBar {
	b := &morphBar{m: m, repeat: thereAndBack, speed: 1}
	b.play = k.newControl(&control{icon: "play", tip: tipOf("view.play"), minWidth: 40, onTap: b.toggle})
	b.slide = k.newSlider(func(t float64) {
		b.stop()
		m.setView(func(v *present.View) { v.T = t })
	})
	b.slide.tip = "Moves A towards its match on B (Left and Right by a hundredth, Home, End)"
	b.value = newLabel("t = 0.00", textBody, colorText)
	b.value.bold = true
	b.way = k.newDropdown("", b.wayEntries)
	b.way.small, b.way.minWidth = true, 96
	b.pace = k.newDropdown("", b.paceEntries)
	b.pace.small = true
	b.export = k.newControl(&control{text: "Export", trailing: "down", tip: "Meshes, maps, morph, pictures, animations, report", minWidth: 92})
	b.export.onTap = func() { export(b.export) }
	a, z := newLabel("A", textBody, colorSoft), newLabel("B", textBody, colorSoft)
	b.object = newCard(container.New(row{gap: 10, shares: []float32{0, 0, 1}}, b.play, a, b.slide, z, b.value, b.way, b.pace, b.export), 14, 13)

	way := m.view.Way
	m.onView.on(func(v present.View) {
		b.slide.set(v.T)
		b.value.set("t = " + fixed(v.T, 2))
		if v.Way != way {
			way = v.Way
			b.showWay()
			b.prepare()
		}
	})
	m.onMatch.on(func(*pipeline.Match) {
		b.showWay()
		b.prepare()
	})
	b.showWay()
	b.showPace()
	return b
}

// setEnabled is false while there is nothing to morph.
func (b *morphBar) setEnabled(on bool) {
	b.play.setEnabled(on)
	b.export.setEnabled(on || b.stopExport != nil)
	if on {
		b.slide.Enable()
	} else {
		b.stop()
		b.slide.Disable()
	}
}

// exporting makes the export button one that stops an export.
func (b *morphBar) exporting(stop func()) {
	b.stopExport = stop
	b.export.trailing, b.export.tip = "", "Stop the export; files that are whole stay"
	b.export.setText("Stop 0 %")
}

// exported makes it an export button again.
func (b *morphBar) exported(matched bool) {
	b.stopExport = nil
	b.export.trailing, b.export.tip = "down", "Meshes, maps, morph, pictures, animations, report"
	b.export.setText("Export")
	b.export.setEnabled(matched)
}

// end stops what works for the bar in the background, when the window has gone: half a
// file is then not left behind.
func (b *morphBar) end() {
	if b.motion != nil {
		b.motion()
	}
	if b.stopExport != nil {
		b.stopExport()
	}
}
