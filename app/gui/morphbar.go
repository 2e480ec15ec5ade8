package gui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"gwscope/app/present"
)

// morphBar moves A towards its match on B.
type morphBar struct {
	m      *model
	play   *control
	slide  *slider
	value  *label
	mode   *label
	export *control
	object fyne.CanvasObject

	back bool // playing from B to A
	last time.Time
	done chan struct{} // ends the clock
}

// morphSeconds is how long playing takes from A to B.
const morphSeconds = 2.4

func (k *kit) newMorphBar(m *model, export func(fyne.CanvasObject)) *morphBar {
	b := &morphBar{m: m}
	b.play = k.newControl(&control{icon: "play", tip: "Play the morph (Space)", minWidth: 40, onTap: b.toggle})
	b.slide = k.newSlider(func(t float64) {
		b.stop()
		m.setView(func(v *present.View) { v.T = t })
	})
	b.value = newLabel("t = 0.00", textBody, colorText)
	b.value.bold = true
	b.mode = newLabel("linear, after best rigid motion", textSmall, colorSoft)
	b.export = k.newControl(&control{text: "Export", trailing: "down", tip: "Meshes, maps, morph, picture"})
	b.export.onTap = func() { export(b.export) }
	a, z := newLabel("A", textBody, colorSoft), newLabel("B", textBody, colorSoft)
	b.object = newCard(container.New(row{gap: 12, shares: []float32{0, 0, 1}}, b.play, a, b.slide, z, b.value, b.mode, b.export), 14, 13)

	m.onView.on(func(v present.View) {
		b.slide.set(v.T)
		b.value.set("t = " + fixed(v.T, 2))
	})
	return b
}

// setEnabled is false while there is nothing to morph.
func (b *morphBar) setEnabled(on bool) {
	b.play.setEnabled(on)
	b.export.setEnabled(on)
	if on {
		b.slide.Enable()
	} else {
		b.stop()
		b.slide.Disable()
	}
}

func (b *morphBar) toggle() {
	switch {
	case b.m.playing:
		b.stop()
	case !b.play.Disabled():
		b.start()
	}
}

// start plays back and forth. Steps follow the clock, not the number of
// pictures, and a picture that comes late is skipped.
func (b *morphBar) start() {
	b.m.playing = true
	b.play.setIcon("pause")
	b.last = time.Now()
	done := make(chan struct{})
	b.done = done
	go func() {
		ticker := time.NewTicker(time.Second / 40)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				onMainWait(b.advance)
			}
		}
	}()
}

// advance is one step.
func (b *morphBar) advance() {
	if !b.m.playing {
		return
	}
	now := time.Now()
	step := now.Sub(b.last).Seconds() / morphSeconds
	b.last = now
	t := b.m.view.T
	if b.back {
		t -= step
	} else {
		t += step
	}
	if t >= 1 {
		t, b.back = 1, true
	}
	if t <= 0 {
		t, b.back = 0, false
	}
	b.m.setView(func(v *present.View) { v.T = t })
}

func (b *morphBar) stop() {
	if b.m.playing {
		b.m.playing = false
		close(b.done)
		b.play.setIcon("play")
	}
}
