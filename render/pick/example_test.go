package pick_test

import (
	"fmt"
	"image"

	"gwscope/render/camera"
	"gwscope/render/pick"
	"gwscope/render/scene"
)

// A click in the middle of a pane that begins at (100, 50) of the window.
func ExamplePicker_Pick() {
	s := &scene.Scene{Surfaces: []scene.Surface{{
		ID:        "A",
		Positions: []scene.Vec{{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}},
		Triangles: [][3]int32{{0, 1, 2}},
	}}}
	pane := image.Rect(100, 50, 500, 350)
	c := camera.New().Frame(s.Bounds(), float64(pane.Dx()), float64(pane.Dy()))
	var p pick.Picker
	hit, ok := p.Pick(s, c, scene.Clip{}, pane, 300, 190, 6)
	fmt.Printf("%v: triangle %d of %s, nearest corner %d\n", ok, hit.Triangle, hit.ID, hit.Vertex)
	// Output: true: triangle 0 of A, nearest corner 2
}
