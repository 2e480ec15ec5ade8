package diagram

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// evenTicks are four to eight ticks of a linear axis at round numbers.
type evenTicks struct{}

// Ticks implements plot.Ticker.
func (evenTicks) Ticks(lo, hi float64) []plot.Tick {
	step := math.Pow(10, math.Floor(math.Log10(hi-lo)))
	for _, by := range []float64{0.1, 0.2, 0.25, 0.5, 1} {
		if (hi-lo)/(step*by) <= 8 {
			step *= by
			break
		}
	}
	digits := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	if math.Abs(step*math.Pow(10, float64(digits))-math.Round(step*math.Pow(10, float64(digits)))) > 1e-6 {
		digits++ // quarters need one more
	}
	var out []plot.Tick
	for k := math.Ceil(lo/step-1e-9) + 0; k*step <= hi+1e-9*step; k++ { // + 0 makes a zero of -0
		out = append(out, plot.Tick{Value: k * step, Label: strconv.FormatFloat(k*step, 'f', digits, 64)})
	}
	return out
}

// decadeTicks are ticks of a logarithmic axis: powers of ten where there are at least
// two, and 2 and 5 between them where the axis spans less than three decades.
type decadeTicks struct{}

// Ticks implements plot.Ticker.
func (decadeTicks) Ticks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	few := math.Log10(hi/lo) < 3
	for d := math.Floor(math.Log10(lo)); d <= math.Ceil(math.Log10(hi)); d++ {
		for m := 1.0; m < 10; m++ {
			t := plot.Tick{Value: m * math.Pow(10, d)}
			if m == 1 || few && (m == 2 || m == 5) {
				t.Label = tickLabel(t.Value)
			}
			out = append(out, t)
		}
	}
	return out
}

// tickLabel writes a power of ten, or two or five times a power of ten.
func tickLabel(v float64) string {
	if v >= 1e-4 && v < 1e6 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'e', 0, 64)
}
