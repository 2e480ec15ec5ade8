package present

import (
	"image/color"
	"testing"

	"gwscope/render/scene"
)

// Points show isolines and checker in their colours: a tenth of a step to either side of
// a level is dark, and every other cube.
func TestCloudsCarryPatternsInTheirColours(t *testing.T) {
	t.Parallel()
	white := color.NRGBA{R: 200, G: 200, B: 200, A: 255}
	l := look{colors: []color.NRGBA{white, white, white, white}, values: []float32{0.5, 0.95, 1, 1.2}, isoStep: 1}
	before := l.colors
	l.pattern()
	for i, dark := range []bool{false, true, true, false} {
		if (l.colors[i] != white) != dark {
			t.Errorf("value %g has %v", l.values[i], l.colors[i])
		}
	}
	if before[1] != white {
		t.Error("the colours before have changed")
	}
	l = look{colors: []color.NRGBA{white, white, white}, coords: []scene.Vec{{0.5, 0.5, 0.5}, {1.5, 0.5, 0.5}, {-0.5, -0.5, 0.5}}, cube: 1}
	l.pattern()
	if l.colors[0] != white || l.colors[1] == white || l.colors[2] != white {
		t.Errorf("neighbouring cubes have %v", l.colors)
	}
}
