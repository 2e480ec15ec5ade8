package texture

import (
	"image"
	"image/color"
	"math"
	"strings"
	"testing"
	"testing/fstest"
)

func TestSampleMixesNeighbours(t *testing.T) { // allocations are counted, so not in parallel
	img := image.NewNRGBA(image.Rect(3, 5, 5, 7)) // not at the origin
	for k, c := range []color.NRGBA{{R: 255, A: 255}, {G: 255, A: 255}, {B: 255, A: 128}, {}} {
		img.SetNRGBA(3+k%2, 5+k/2, c)
	}
	for _, c := range []struct {
		u, v float64
		want [4]float64
	}{
		{0.25, 0.25, [4]float64{1, 0, 0, 1}},
		{0, 0, [4]float64{1, 0, 0, 1}},
		{0.5, 0.25, [4]float64{0.5, 0.5, 0, 1}},
		{0.25, 0.75, [4]float64{0, 0, 1, 128. / 255}},
		{1, 1, [4]float64{}},
	} {
		for name, img := range map[string]image.Image{"plain": img, "wrapped": struct{ image.Image }{img}} {
			for k, got := range Sample(img, c.u, c.v) {
				if math.Abs(got-c.want[k]) > 1e-3 {
					t.Errorf("%s at (%g, %g): channel %d is %g, want %g", name, c.u, c.v, k, got, c.want[k])
				}
			}
		}
	}
	if n := testing.AllocsPerRun(10, func() { Sample(img, 0.4, 0.6) }); n > 0 {
		t.Errorf("a sample takes %g allocations", n)
	}
}

func TestWrapStaysWithin(t *testing.T) {
	t.Parallel()
	for _, w := range []Wrap{Repeat, Mirror, Clamp} {
		for _, u := range []float64{-1e300, -1.25, -1, 0, 0.3, 1, 1.7, 2, 1e17, math.NaN(), math.Inf(1)} {
			if got := w.Into(u); !(got >= 0 && got <= 1) {
				t.Errorf("wrap %d takes %g to %g", w, u, got)
			}
		}
	}
	if Repeat.Into(-0.25) != 0.75 || Mirror.Into(1.25) != 0.75 || Clamp.Into(1.25) != 1 || Repeat.Into(1) != 1 {
		t.Error("a coordinate beyond the edge lands elsewhere")
	}
}

func TestNamesStayBesideTheMesh(t *testing.T) {
	t.Parallel()
	for _, c := range [][3]string{
		{"", "a.png", "a.png"},
		{"sub", "a.png", "sub/a.png"},
		{"sub", "../a.png", "a.png"},
		{"", `maps\a b.png`, "maps/a b.png"},
		{"", "../../etc/passwd", "passwd"},
		{"sub", "/etc/passwd", "sub/passwd"},
		{"", `C:\x\a.png`, "a.png"},
		{"", "https://x.y/a.png", "a.png"},
	} {
		if got := Beside(c[0], c[1]); got != c[2] {
			t.Errorf("%q in %q leads to %q, want %q", c[1], c[0], got, c[2])
		}
	}
	for _, name := range []string{"..", "../a", "/a", ".", "", "a/../b"} {
		if _, err := Read(fstest.MapFS{"a": {}}, name, "it"); err == nil || !strings.Contains(err.Error(), "only files beside") {
			t.Errorf("%q: error %v", name, err)
		}
	}
}
