//go:build cgo

package gldraw

import (
	"math"
	"testing"

	"gwscope/render/camera"
	"gwscope/render/scene"
)

// A bar has a round length that fits, and says it as people write it.
func TestScaleBarsAreRound(t *testing.T) {
	t.Parallel()
	for most, want := range map[float64]string{0.0347: "0.02 mm", 1: "1 mm", 99: "50 mm", 4999: "2000 mm", 3e9: "2e+09 mm", 7e-8: "5e-08 mm", 0.5: "0.5 mm"} {
		l := roundLength(most)
		if l > most*(1+1e-9) || l < most/2.51 {
			t.Errorf("for at most %g a bar of %g", most, l)
		}
		if got := (ScaleBar{Unit: 1, Name: "mm"}).text(l); got != want {
			t.Errorf("%g is written %q, not %q", l, got, want)
		}
	}
	if got := (ScaleBar{Unit: 1}).text(0.2); got != "0.2" {
		t.Errorf("without a unit: %q", got)
	}
}

// The bar in a picture has the length that its words say, where the camera looks.
func TestScaleBarIsAsLongAsItSays(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	for _, ortho := range []bool{false, true} {
		cam := camera.New().Look(camera.Front).WithOrthographic(ortho)
		cam.Distance = 3
		const w, h, unit = 640, 480, 25.0
		pane := Pane{Scene: &scene.Scene{}, Camera: cam, Background: WhiteBackground}
		pane.Rect.Max.X, pane.Rect.Max.Y = w, h
		f := Frame{Width: w, Height: h, Panes: []Pane{pane}}
		plain, err := r.Render(f)
		if err != nil {
			t.Fatal(err)
		}
		f.Panes[0].Bar = ScaleBar{Unit: unit, Name: "mm"}
		barred, err := r.Render(f)
		if err != nil {
			t.Fatal(err)
		}
		y := h - barY
		first, last := -1, -1
		for x := range w {
			if plain.RGBAAt(x, y) != barred.RGBAAt(x, y) && barred.RGBAAt(x, y).R < 120 {
				if first < 0 {
					first = x
				}
				last = x
			}
		}
		perPixel := cam.PixelSize(cam.Distance, h) * unit
		want := roundLength(barLength*perPixel) / perPixel
		if got := float64(last - first); first < 0 || math.Abs(got-want) > 4 {
			t.Errorf("orthographic %v: the bar is %g pixels long, not %g", ortho, got, want)
		}
	}
}
