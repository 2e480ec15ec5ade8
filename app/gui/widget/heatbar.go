package widget

import (
	"math"

	"gwscope/app/gui/mainloop"
	"gwscope/app/number"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// HeatBar chooses the temperature of the strip's plan: at its left end sorting is hard, at its right end all
// places are mixed.
type HeatBar struct {
	Slide  *Slider
	value  *Label
	Object fyne.CanvasObject

	OnChange mainloop.Signal[float64] // the temperature
}

// NewHeatBar is a bar at its left end; changed is called when a person moves it.
func (k *Maker) NewHeatBar(changed func()) *HeatBar {
	b := &HeatBar{value: NewLabel("hard", TextSmall, ColorText).Trailing()}
	b.Slide = k.NewSlider(func(float64) {
		b.tell()
		changed()
		b.OnChange.Emit(b.Temperature())
	})
	b.Slide.Tip = "How soft the plan in the strip is: at the left sorting is hard, at the right all places are mixed"
	name := NewLabel("Temperature", TextSmall, ColorSoft)
	b.Object = container.New(Row{Gap: 8}, name, container.NewGridWrap(fyne.NewSize(150, 20), b.Slide), container.NewGridWrap(fyne.NewSize(44, 16), b.value))
	return b
}

// Temperature is 0 for a hard plan.
func (b *HeatBar) Temperature() float64 { return temperatureAt(b.Slide.Value) }

// Set moves the bar as a person does: 0 is its left end, 1 its right end.
func (b *HeatBar) Set(at float64) {
	b.Slide.Set(at)
	b.Slide.Changed(at)
}

func (b *HeatBar) tell() {
	tau := b.Temperature()
	switch {
	case tau == 0:
		b.value.Set("hard")
	case tau < 0.001:
		b.value.Set(number.Fixed(tau, 4))
	case tau < 0.1:
		b.value.Set(number.Fixed(tau, 3))
	default:
		b.value.Set(number.Fixed(tau, 2))
	}
}

// SetEnabled takes false while there is no plan to soften.
func (b *HeatBar) SetEnabled(on bool) { b.Slide.SetEnabled(on) }

// The temperatures of the slider, in deviations of the scores: at the lower every
// plan is hard to the eye, at the upper all places are mixed.
const (
	Coldest = 1e-4
	Hottest = 2.0
)

// temperatureAt maps the slider to a temperature, on a logarithmic scale; 0 at its
// left end, where sorting is hard.
func temperatureAt(v float64) float64 {
	if v <= 0 {
		return 0
	}
	return Coldest * math.Pow(Hottest/Coldest, v)
}
