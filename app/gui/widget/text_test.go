package widget

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

// letters measures text as if every letter were one unit wide.
func letters(s string) float32 { return float32(len([]rune(s))) }

func TestEllipsizeFits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		w    float32
		want string
	}{
		{"horse", 5, "horse"},
		{"horse, head turned", 9, "horse, h…"},
		{"horse, head turned", 8, "horse…"}, // no comma before the dots
		{"größere Form", 5, "größ…"},
	} {
		if got := Ellipsize(c.text, c.w, letters); got != c.want {
			t.Errorf("%q in %g: got %q, want %q", c.text, c.w, got, c.want)
		}
	}
}

func TestBreakLinesKeepsEveryLetter(t *testing.T) {
	t.Parallel()
	text := "A surface is open, so which of its sides is the outer one is a guess:\n/a/very/long/path/without/any/space/at/all/mesh.obj ends."
	for w := float32(5); w < 90; w += 3 {
		lines := breakLines(text, w, letters)
		for _, l := range lines {
			if letters(l) > w {
				t.Fatalf("line %q is wider than %g", l, w)
			}
		}
		squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if squeeze(strings.Join(lines, "")) != squeeze(text) {
			t.Fatalf("width %g: the lines are %q", w, lines)
		}
	}
}

func TestBinsCountEveryNumber(t *testing.T) {
	t.Parallel()
	got := bins([]float64{0, 0.1, 0.5, 0.99, 1, 7}, 0, 1, 4)
	if want := []int{2, 0, 1, 3}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := bins([]float64{1, 1}, 1, 1, 3); !slices.Equal(got, []int{0, 0, 0}) {
		t.Errorf("an empty range counts %v", got)
	}
}

func TestCurveScaleHoldsEveryPoint(t *testing.T) {
	t.Parallel()
	points := []CurvePoint{{0.1, 0.0027}, {0.4, 0.0019}, {0.9, 0.0021}}
	foot, top := curveScale(points)
	for _, p := range points {
		if p.Value <= foot || p.Value > top {
			t.Errorf("%g lies outside %g to %g", p.Value, foot, top)
		}
	}
}

// Text must be readable on everything it stands on: WCAG asks 4.5 for text, 3 for large text and for
// controls.
func TestContrast(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]palette{"dark": Dark, "light": Light} {
		for _, c := range []struct {
			ink, ground fyne.ThemeColorName
			least       float64
		}{
			{ColorText, ColorPanel, 7}, {ColorText, ColorView, 7}, {ColorText, ColorControl, 7}, {ColorText, ColorMenu, 7},
			{ColorSoft, ColorPanel, 4.5}, {ColorSoft, ColorView, 4.5}, {ColorSoft, ColorMenu, 4.5}, {ColorSoft, "background", 4.3},
			{colorOnAccent, ColorAccent, 4.5}, {ColorGood, ColorPanel, 4}, {ColorCaution, ColorPanel, 4.4}, {ColorAccent, ColorPanel, 3},
		} {
			if got := contrast(p[c.ink].R, p[c.ink].G, p[c.ink].B, p[c.ground].R, p[c.ground].G, p[c.ground].B); got < c.least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want %.1f", name, c.ink, c.ground, got, c.least)
			}
		}
		if len(p) != len(Dark) {
			t.Errorf("%s has %d colours, dark has %d", name, len(p), len(Dark))
		}
	}
}

// contrast is WCAG's contrast ratio of two sRGB colours.
func contrast(r, g, b, r2, g2, b2 uint8) float64 {
	linear := func(c uint8) float64 {
		x := float64(c) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	l1 := 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
	l2 := 0.2126*linear(r2) + 0.7152*linear(g2) + 0.0722*linear(b2)
	return (max(l1, l2) + 0.05) / (min(l1, l2) + 0.05)
}

func TestTemperatureSliderBeginsHard(t *testing.T) {
	t.Parallel()
	if temperatureAt(0) != 0 || math.Abs(temperatureAt(1)-Hottest) > 1e-9 || !(temperatureAt(0.4) < temperatureAt(0.5)) {
		t.Errorf("temperatures from %g to %g", temperatureAt(0), temperatureAt(1))
	}
}
