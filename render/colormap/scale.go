package colormap

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strconv"
)

// Scale maps values to colours, as a colour bar shows.
type Scale struct {
	Map *Map // nil: Viridis
	// Min and Max are the values at the map's ends; Min may be the larger one.
	Min, Max float64
	// Label and Unit describe the values, such as "geodesic error" and "/ √area".
	Label, Unit string
}

// At is the colour of value v; Missing for NaN.
func (s Scale) At(v float64) color.NRGBA {
	m := cmp.Or(s.Map, Viridis)
	if math.IsNaN(v) {
		return Missing
	}
	if !(math.Abs(s.Max-s.Min) > 0) {
		return m.At(0.5)
	}
	return m.At((v - s.Min) / (s.Max - s.Min))
}

// Colors are the colours of many values.
func (s Scale) Colors(values []float64) []color.NRGBA {
	out := make([]color.NRGBA, len(values))
	for i, v := range values {
		out[i] = s.At(v)
	}
	return out
}

// Fit is a scale over values: from zero, if they are not negative, to the given
// quantile (1 is the maximum; 0.98 keeps a few outliers from washing out the
// rest), symmetric for a diverging map. Without finite values it is [0, 1].
func Fit(m *Map, values []float64, quantile float64) Scale {
	m = cmp.Or(m, Viridis)
	s := Scale{Map: m, Min: 0, Max: 1}
	finite := make([]float64, 0, len(values))
	for _, v := range values {
		if v-v == 0 {
			finite = append(finite, v)
		}
	}
	if len(finite) == 0 {
		return s
	}
	at := func(q float64) float64 {
		return finite[int(math.Round(min(max(q, 0), 1)*float64(len(finite)-1)))]
	}
	if m.Diverging() {
		for i := range finite {
			finite[i] = math.Abs(finite[i])
		}
	}
	slices.Sort(finite)
	switch {
	case m.Diverging():
		s.Max = at(quantile)
		s.Min = -s.Max
	case finite[0] >= 0:
		s.Max = at(quantile)
	default:
		s.Min, s.Max = at(1-quantile), at(quantile)
	}
	if !(s.Max > s.Min) { // all equal
		s.Max = s.Min + 1
	}
	return s
}

// Tick is a labelled place of a colour bar.
type Tick struct {
	Value float64
	At    float64 // position in [0, 1] along the bar
	Label string
}

// Ticks are about n round numbers (1, 2 or 5 times a power of ten apart) inside
// the scale, ascending, labelled with just the digits that tell them apart.
func (s Scale) Ticks(n int) []Tick {
	lo, hi := min(s.Min, s.Max), max(s.Min, s.Max)
	span := hi - lo
	if !(span > 0) || math.IsInf(span, 0) || n < 1 {
		return nil
	}
	step := niceStep(span / float64(n))
	digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	var ticks []Tick
	for k := math.Ceil(lo/step - 1e-9); k*step <= hi+1e-9*span; k++ {
		v := k * step
		ticks = append(ticks, Tick{Value: v, At: min(max((v-s.Min)/(s.Max-s.Min), 0), 1), Label: format(v, step, digits)})
		if len(ticks) > 1000 { // a span too small for its offset, where k*step no longer moves
			return nil
		}
	}
	return ticks
}

// Ends are labels of the values at the left and at the right end of a bar: like a tick where
// they are as round as the ticks, else to about a hundredth of the span.
func (s Scale) Ends() (left, right string) {
	span := math.Abs(s.Max - s.Min)
	ticks := s.Ticks(5)
	fine := 1.0
	if span > 0 && !math.IsInf(span, 0) {
		fine = niceStep(span / 100)
	}
	label := func(v float64) string {
		for _, k := range ticks {
			if math.Abs(k.Value-v) < 1e-6*span {
				return k.Label
			}
		}
		return format(v, fine, max(0, -int(math.Floor(math.Log10(fine)+1e-9))))
	}
	return label(s.Min), label(s.Max)
}

// niceStep is 1, 2 or 5 times a power of ten, nearest to x from a logarithmic view.
func niceStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	switch r := x / power; {
	case r < math.Sqrt2:
		return power
	case r < math.Sqrt(10):
		return 2 * power
	case r < math.Sqrt(50):
		return 5 * power
	}
	return 10 * power
}

func format(v, step float64, digits int) string {
	if math.Abs(v) < step/2 {
		return "0"
	}
	if big := math.Abs(v); big >= 1e6 || big < 1e-4 || digits > 6 {
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}
