package colormap

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"github.com/lucasb-eyer/go-colorful"

	"gwscope/render/scene"
)

func lab(c color.NRGBA) (l, a, b float64) {
	return colorful.Color{R: float64(c.R) / 255, G: float64(c.G) / 255, B: float64(c.B) / 255}.OkLab()
}

func distance(c, d color.NRGBA) float64 {
	l1, a1, b1 := lab(c)
	l2, a2, b2 := lab(d)
	return math.Sqrt((l1-l2)*(l1-l2) + (a1-a2)*(a1-a2) + (b1-b2)*(b1-b2))
}

// A sequential map that is read in grey, or without red-green vision, must still
// order the values.
func TestSequentialMapsHaveMonotoneLightness(t *testing.T) {
	t.Parallel()
	for _, m := range Maps() {
		if m.Diverging() {
			continue
		}
		first, _, _ := lab(m.At(0))
		last, _, _ := lab(m.At(1))
		sign := math.Copysign(1, last-first)
		if math.Abs(last-first) < 0.4 {
			t.Errorf("%s: lightness spans only %.2f", m.Name(), last-first)
		}
		before := first
		for i := 1; i <= 64; i++ {
			l, _, _ := lab(m.At(float64(i) / 64))
			if sign*(l-before) <= 0 {
				t.Errorf("%s: lightness turns back at %d/64: %.3f after %.3f", m.Name(), i, l, before)
			}
			before = l
		}
	}
}

func TestDivergingMapIsLightestInTheMiddle(t *testing.T) {
	t.Parallel()
	mid, a, b := lab(Balance.At(0.5))
	if math.Hypot(a, b) > 0.02 {
		t.Errorf("the middle is not neutral: a %.3f, b %.3f", a, b)
	}
	for i := 1; i <= 16; i++ {
		l1, _, b1 := lab(Balance.At(0.5 - float64(i)/32))
		l2, _, b2 := lab(Balance.At(0.5 + float64(i)/32))
		if l1 >= mid+1e-3 || l2 >= mid+1e-3 || b1 >= b2 {
			t.Errorf("step %d: lightness %.3f, %.3f beside %.3f", i, l1, l2, mid)
		}
	}
}

func TestMapsMoveEvenly(t *testing.T) {
	t.Parallel()
	for _, m := range Maps() {
		var total, most float64
		const n = 32
		for i := range n {
			d := distance(m.At(float64(i)/n), m.At(float64(i+1)/n))
			total += d
			most = max(most, d)
		}
		if most > 3*total/n {
			t.Errorf("%s: one step is %.1f times the mean", m.Name(), most*n/total)
		}
	}
}

func TestMissingAndClamped(t *testing.T) {
	t.Parallel()
	for _, m := range Maps() {
		if m.At(math.NaN()) != Missing {
			t.Errorf("%s: NaN is not Missing", m.Name())
		}
		if m.At(math.Inf(-1)) != m.At(0) || m.At(7) != m.At(1) {
			t.Errorf("%s: values beyond the ends are not clamped", m.Name())
		}
		if ByName(m.Name()) != m {
			t.Errorf("%s is not found by its name", m.Name())
		}
	}
	if ByName("rainbow") != nil {
		t.Error("found a map that does not exist")
	}
}

var box = scene.Bounds{Min: scene.Vec{-1, 0, -3}, Max: scene.Vec{1, 2, 3}}

func TestPositionColoursKeepTheirLightness(t *testing.T) {
	t.Parallel()
	for i := range 11 {
		for j := range 11 {
			for k := range 11 {
				p := scene.Vec{-1 + float32(i)/5, float32(j) / 5, -3 + 0.6*float32(k)}
				l, _, _ := lab(NewPositions(box, 1).At(p))
				// The promised range, and half a step of 8-bit rounding.
				if l < 0.665 || l > 0.775 {
					t.Fatalf("%v: lightness %.3f", p, l)
				}
			}
		}
	}
}

func TestPositionColoursTellSidesApart(t *testing.T) {
	t.Parallel()
	for _, up := range []int{0, 1, 2} {
		c := NewPositions(box, up)
		for k := range 3 {
			lo, hi := box.Center(), box.Center()
			lo[k], hi[k] = box.Min[k], box.Max[k]
			want := 0.2
			if k == up {
				want = 0.1 // height moves the colour a little only
			}
			if d := distance(c.At(lo), c.At(hi)); d < want {
				t.Errorf("up %d: the ends of axis %d differ by %.3f", up, k, d)
			}
		}
		// Corners differ pairwise: no limb has the colour of another.
		for i := range 8 {
			for j := range i {
				if d := distance(c.At(corner(i)), c.At(corner(j))); d < 0.03 {
					t.Errorf("up %d: corners %d and %d differ by %.3f", up, i, j, d)
				}
			}
		}
	}
}

func corner(i int) scene.Vec {
	p := box.Min
	for k := range 3 {
		if i>>k&1 == 1 {
			p[k] = box.Max[k]
		}
	}
	return p
}

func TestPositionOfOddThings(t *testing.T) {
	t.Parallel()
	nan := float32(math.NaN())
	if NewPositions(box, 1).At(scene.Vec{nan, 0, 0}) != Missing {
		t.Error("NaN has a colour")
	}
	middle := NewPositions(box, 1).At(box.Center())
	for name, b := range map[string]scene.Bounds{"empty": scene.NoBounds(), "point": {}} {
		if d := distance(NewPositions(b, 1).At(scene.Vec{}), middle); d > 0.01 {
			t.Errorf("%s box: not the middle colour", name)
		}
	}
	if NewPositions(box, 1).At(scene.Vec{99, 99, 99}) != NewPositions(box, 1).At(box.Max) {
		t.Error("outside is not the nearest colour")
	}
}

func TestTicks(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		min, max float64
		n        int
		want     string
	}{
		{0, 1, 5, "0 0.2 0.4 0.6 0.8 1.0"},
		{0, 0.037, 4, "0 0.01 0.02 0.03"},
		{-1, 1, 4, "-1.0 -0.5 0 0.5 1.0"},
		{0, 930, 5, "0 200 400 600 800"},
		{1, 0, 2, "0 0.5 1.0"},
		{0, 3e-6, 3, "0 1e-06 2e-06 3e-06"},
		{5, 5, 3, ""},
		{0, math.Inf(1), 3, ""},
		{math.NaN(), 1, 3, ""},
		{1e17, 1e17 + 16, 3, ""},
	} {
		got := ""
		before := math.Inf(-1)
		for i, k := range (Scale{Min: tc.min, Max: tc.max}).Ticks(tc.n) {
			if i > 0 {
				got += " "
			}
			got += k.Label
			if k.At < 0 || k.At > 1 || k.Value <= before {
				t.Errorf("[%g, %g]: tick %+v", tc.min, tc.max, k)
			}
			before = k.Value
		}
		if tc.min == 1e17 {
			continue // any answer will do
		}
		if got != tc.want {
			t.Errorf("[%g, %g] in %d: %q, want %q", tc.min, tc.max, tc.n, got, tc.want)
		}
	}
}

func TestFit(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	for _, tc := range []struct {
		m        *Map
		values   []float64
		q        float64
		min, max float64
	}{
		{nil, nil, 1, 0, 1},
		{Error, []float64{nan, math.Inf(1)}, 1, 0, 1},
		{Error, []float64{0.1, 0.3, nan, 0.2}, 1, 0, 0.3},
		{Error, []float64{0, 0, 0}, 1, 0, 1},
		{Balance, []float64{-4, 1}, 1, -4, 4},
		{Viridis, []float64{-2, 5}, 1, -2, 5},
		{Error, []float64{0, 1, 2, 3, 100}, 0.75, 0, 3},
	} {
		s := Fit(tc.m, tc.values, tc.q)
		if s.Min != tc.min || s.Max != tc.max {
			t.Errorf("%v: [%g, %g], want [%g, %g]", tc.values, s.Min, s.Max, tc.min, tc.max)
		}
	}
	if c := (Scale{}).At(3); c != Viridis.At(0.5) {
		t.Errorf("the zero scale gives %v", c)
	}
}

func ExampleScale_Ticks() {
	s := Scale{Min: 0, Max: 0.12}
	for _, k := range s.Ticks(3) {
		fmt.Printf("%s at %.2f\n", k.Label, k.At)
	}
	// Output:
	// 0 at 0.00
	// 0.05 at 0.42
	// 0.10 at 0.83
}
