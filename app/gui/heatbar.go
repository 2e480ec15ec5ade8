package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// heatBar chooses a temperature at which the strip's plan is soft: from the left
// end, where sorting is hard, to the right end, where everything is mixed.
type heatBar struct {
	slide  *slider
	value  *label
	object fyne.CanvasObject

	onChange signal[float64] // the temperature
}

func (k *kit) newHeatBar(changed func()) *heatBar {
	b := &heatBar{value: newLabel("hard", textSmall, colorText)}
	b.value.align = fyne.TextAlignTrailing
	b.slide = k.newSlider(func(float64) {
		b.tell()
		changed()
		b.onChange.emit(b.temperature())
	})
	b.slide.tip = "How soft the plan in the strip is: at the left sorting is hard, at the right all places are mixed"
	name := newLabel("Temperature", textSmall, colorSoft)
	b.object = container.New(row{gap: 8}, name, container.New(fixedSize{fyne.NewSize(150, 20)}, b.slide), container.New(fixedSize{fyne.NewSize(44, 16)}, b.value))
	return b
}

// temperature is 0 for a hard plan.
func (b *heatBar) temperature() float64 { return temperatureAt(b.slide.value) }

func (b *heatBar) tell() {
	tau := b.temperature()
	switch {
	case tau == 0:
		b.value.set("hard")
	case tau < 0.001:
		b.value.set(fixed(tau, 4))
	case tau < 0.1:
		b.value.set(fixed(tau, 3))
	default:
		b.value.set(fixed(tau, 2))
	}
}

// setEnabled is false while there is nothing to soften.
func (b *heatBar) setEnabled(on bool) {
	switch {
	case on && b.slide.Disabled():
		b.slide.Enable()
	case !on && !b.slide.Disabled():
		b.slide.Disable()
	}
}

// soften is the soft plan of a slicing at the chosen temperature; nil where it is hard.
func (b *heatBar) soften(s *slicing) *softPlan {
	tau := b.temperature()
	if tau == 0 {
		return nil
	}
	return &softPlan{pushX: s.pushX, pushY: s.pushY, a: s.x.Weights, b: s.y.Weights, tau: tau}
}

// fixedSize gives its object a size, so that what stands beside it keeps its place.
type fixedSize struct{ size fyne.Size }

func (f fixedSize) MinSize([]fyne.CanvasObject) fyne.Size { return f.size }
func (f fixedSize) Layout(o []fyne.CanvasObject, size fyne.Size) {
	for _, c := range o {
		c.Resize(size)
		c.Move(fyne.NewPos(0, 0))
	}
}
