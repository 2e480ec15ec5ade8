package colormap

import (
	"image/color"
	"math"

	"github.com/lucasb-eyer/go-colorful"
)

// Map is a continuous colour map over [0, 1].
type Map struct {
	name      string
	diverging bool
	table     [tableSize]color.NRGBA
}

// tableSize steps are finer than 8 bits a channel can show for any of the maps.
const tableSize = 512

// Missing is the colour of points without a value (NaN).
var Missing = color.NRGBA{0x80, 0x84, 0x8c, 255}

// At gives the colour of t, clamped to [0, 1]; Missing for NaN.
func (m *Map) At(t float64) color.NRGBA {
	if math.IsNaN(t) {
		return Missing
	}
	return m.table[int(min(max(t, 0), 1)*(tableSize-1)+0.5)]
}

// Name is the map's name for menus and files.
func (m *Map) Name() string { return m.name }

// Diverging reports whether the middle of the map means zero.
func (m *Map) Diverging() bool { return m.diverging }

// The maps. Viridis and Cividis follow Smith, van der Walt and Firing (2015) and Nuñez, Anderton and
// Renslow (2018) through ten of their colours; Cividis looks the same with and without red-green
// vision. Error is for errors: calm colours are small ones. Balance is the diverging map, blue through
// grey to orange.
var (
	Viridis = through("viridis", false,
		"#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725")
	Cividis = through("cividis", false,
		"#00224e", "#123570", "#3b496c", "#575d6d", "#707173", "#8a8678", "#a59c74", "#c3b369", "#e1cc55", "#fee838")
	Magma = through("magma", false,
		"#180f3d", "#440f76", "#721f81", "#9e2f7f", "#cd4071", "#f1605d", "#fd9668", "#feca8d", "#fcfdbf")
	Error = through("error", false,
		"#eef0f2", "#f6dfa6", "#f7b45c", "#ee7f45", "#d64a45", "#a72552", "#6b1250")
	Balance = through("balance", true,
		"#1b4f9c", "#3f83c9", "#86b4dd", "#cfd9e3", "#e6e4e1", "#efd2b0", "#e9a25a", "#cf6a1e", "#8f3d0c")
)

// Maps lists them in the order of a menu.
func Maps() []*Map { return []*Map{Viridis, Cividis, Magma, Error, Balance} }

// ByName finds a map; nil if there is none of that name.
func ByName(name string) *Map {
	for _, m := range Maps() {
		if m.name == name {
			return m
		}
	}
	return nil
}

// through makes the map that passes at equal distances through colours given as
// #rrggbb, by monotone cubic interpolation in Oklab: no kinks at the stops, and
// lightness that rises through the stops rises in between.
func through(name string, diverging bool, stops ...string) *Map {
	m := &Map{name: name, diverging: diverging}
	var lab [3][]float64
	for _, hex := range stops {
		c, err := colorful.Hex(hex)
		if err != nil {
			panic("colormap: " + hex + " is not a colour") // a constant above is wrong
		}
		l, a, b := c.OkLab()
		lab[0], lab[1], lab[2] = append(lab[0], l), append(lab[1], a), append(lab[2], b)
	}
	for i := range m.table {
		t := float64(i) / (tableSize - 1) * float64(len(stops)-1)
		m.table[i] = Oklab(monotone(lab[0], t), monotone(lab[1], t), monotone(lab[2], t))
	}
	return m
}

// monotone interpolates ys at 0, 1, 2, ... by Fritsch and Carlson's (1980)
// cubic with harmonic-mean slopes, which never overshoots.
func monotone(ys []float64, t float64) float64 {
	i := min(int(t), len(ys)-2)
	u := t - float64(i)
	slope := func(k int) float64 {
		if k == 0 {
			return ys[1] - ys[0]
		}
		if k == len(ys)-1 {
			return ys[k] - ys[k-1]
		}
		before, after := ys[k]-ys[k-1], ys[k+1]-ys[k]
		if before*after <= 0 {
			return 0
		}
		return 2 * before * after / (before + after)
	}
	d := ys[i+1] - ys[i]
	m0, m1 := slope(i), slope(i+1)
	return ys[i] + u*(m0+u*(3*d-2*m0-m1+u*(m0+m1-2*d)))
}

// Oklab is the sRGB colour of a lightness l (0 to 1), a (green to red) and b (blue to yellow) of the
// perceptually even space Oklab (Ottosson 2020), or, where sRGB lacks it, the nearest colour of the
// same lightness and hue.
func Oklab(l, a, b float64) color.NRGBA {
	c := colorful.OkLab(l, a, b)
	if !inGamut(c) {
		// Chroma shrinks by bisection: clipping channels would turn the hue.
		lo, hi := 0.0, 1.0
		for range 20 {
			mid := (lo + hi) / 2
			if inGamut(colorful.OkLab(l, a*mid, b*mid)) {
				lo = mid
			} else {
				hi = mid
			}
		}
		c = colorful.OkLab(l, a*lo, b*lo)
	}
	r, g, bl := c.Clamped().RGB255()
	return color.NRGBA{r, g, bl, 255}
}

// inGamut allows half a step of 8 bits, which rounding takes back.
func inGamut(c colorful.Color) bool {
	const eps = 0.5 / 255
	return min(c.R, c.G, c.B) >= -eps && max(c.R, c.G, c.B) <= 1+eps
}
