package gui

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/gui/widget"
	"gwscope/app/pipeline"
	"gwscope/app/present"
)

// morphBar moves A towards its match on B.
type morphBar struct {
	m      *model
	play   *widget.Control
	slide  *widget.Slider
	value  *widget.Label
	way    *widget.Dropdown
	pace   *widget.Dropdown
	export *widget.Control
	object fyne.CanvasObject

	repeat repeat
	speed  float64 // 1 takes morphSeconds from A to B
	back   bool    // playing from B to A
	last   time.Time
	done   chan struct{} // ends the clock

	motion     context.CancelFunc // ends the preparation of a motion
	stopExport func()             // the export in hand, nil without an export
}

// build makes the bar; export opens the menu of exports at a place.
func (b *morphBar) build(k *widget.Maker, m *model, export func(fyne.CanvasObject)) {
	*b = morphBar{m: m, repeat: thereAndBack, speed: 1}
	b.play = k.NewControl(&widget.Control{Icon: "play", Tip: tipOf("view.play"), MinWidth: 40, OnTap: b.toggle})
	b.slide = k.NewSlider(func(t float64) {
		b.stop()
		m.setView(func(v *present.View) { v.T = t })
	})
	b.slide.Tip = "Moves A towards its match on B (Left and Right by a hundredth, Home, End)"
	b.value = widget.NewLabel("t = 0.00", widget.TextBody, widget.ColorText).Strong()
	b.way = k.NewDropdown("", b.wayEntries)
	b.way.Small, b.way.MinWidth = true, 96
	b.pace = k.NewDropdown("", b.paceEntries)
	b.pace.Small = true
	b.export = k.NewControl(&widget.Control{Text: "Export", Trailing: "down", Tip: "Meshes, maps, morph, pictures, animations, report", MinWidth: 92})
	b.export.OnTap = func() { export(b.export) }
	a, z := widget.NewLabel("A", widget.TextBody, widget.ColorSoft), widget.NewLabel("B", widget.TextBody, widget.ColorSoft)
	b.object = widget.NewCard(container.New(widget.Row{Gap: 10, Shares: []float32{0, 0, 1}}, b.play, a, b.slide, z, b.value, b.way, b.pace, b.export), 14, 13)

	way := m.view.Way
	m.onView.On(func(v present.View) {
		b.slide.Set(v.T)
		b.value.Set("t = " + fixed(v.T, 2))
		if v.Way != way {
			way = v.Way
			b.showWay()
			b.prepare()
		}
	})
	m.onMatch.On(func(*pipeline.Match) {
		b.showWay()
		b.prepare()
	})
	b.showWay()
	b.showPace()
}

// setEnabled takes false while the bar cannot morph.
func (b *morphBar) setEnabled(on bool) {
	b.play.SetEnabled(on)
	b.export.SetEnabled(on || b.stopExport != nil)
	b.slide.SetEnabled(on)
	if !on {
		b.stop()
	}
}

// exporting makes the export button stop the export.
func (b *morphBar) exporting(stop func()) {
	b.stopExport = stop
	b.export.Trailing, b.export.Tip = "", "Stop the export; files that are whole stay"
	b.export.SetText("Stop 0 %")
}

// exported makes it an export button again.
func (b *morphBar) exported(matched bool) {
	b.stopExport = nil
	b.export.Trailing, b.export.Tip = "down", "Meshes, maps, morph, pictures, animations, report"
	b.export.SetText("Export")
	b.export.SetEnabled(matched)
}

// end stops the bar's work in the background after the window has gone, so that no half-written file stays.
func (b *morphBar) end() {
	if b.motion != nil {
		b.motion()
	}
	if b.stopExport != nil {
		b.stopExport()
	}
}
