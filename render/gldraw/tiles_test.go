//go:build cgo

package gldraw

import (
	"image"
	"testing"

	"gwscope/render/camera"
	"gwscope/render/scene"
)

// A tile gets the triangles that may be seen in it, and one without any is not drawn in all samples:
// the picture is the same, also where a shape reaches behind the viewer.
func TestTilesOfSomeTriangles(t *testing.T) {
	t.Parallel()
	r := newRenderer(t)
	for _, inside := range []bool{false, true} {
		f := pairFrame(torusScene(40, orange), 400, 250)
		for i := range f.Panes {
			if c := &f.Panes[i].Camera; inside {
				c.Target, c.Distance = camera.Vec{1}, 0.1 // in the tube
			} else {
				c.Distance *= 1.6
			}
			f.Panes[i].Radius, f.Panes[i].Border = 9, scene.RGBA{R: 200, G: 200, B: 200, A: 200}
		}
		p := f.Panes[0].Scene.Surfaces[0].Positions
		f.Links = []Link{{ToPane: 1, From: p[7], To: p[700], Color: scene.RGBA{R: 255, A: 255}, Width: 3, Hidden: 1}}
		r.state.maxTile = 4096
		want := render(t, r, f)
		r.state.maxTile = 64 * f.Quality.samples() / 2
		if n := differing(want, render(t, r, f), 24); n > 20 {
			t.Errorf("inside %t: in tiles, %d pixels differ", inside, n)
		}
		tiles := tilesOf(image.Pt(f.Width, f.Height), image.Pt(64, 64))
		empty := 0
		if err := r.thread.Do(func() error {
			r.state.parts = r.state.partsOf(&f, tiles)
			defer func() { r.state.parts = nil }()
			for _, tile := range tiles {
				if r.state.empty(&f, tile) {
					empty++
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if inside && empty > 0 || !inside && (empty < len(tiles)/4 || empty > 3*len(tiles)/4) {
			t.Errorf("inside %t: %d of %d tiles show nothing", inside, empty, len(tiles))
		}
	}
}

func TestTilesCoverThePicture(t *testing.T) {
	t.Parallel()
	whole := image.Pt(301, 199)
	covered := map[image.Point]bool{}
	for _, tile := range tilesOf(whole, image.Pt(64, 100)) {
		if tile.Size() != image.Pt(64, 100) {
			t.Errorf("the tile %v has another size", tile)
		}
		for y := tile.Min.Y; y < tile.Max.Y; y++ {
			for x := tile.Min.X; x < tile.Max.X; x++ {
				covered[image.Pt(x, y)] = true
			}
		}
	}
	if len(covered) != whole.X*whole.Y {
		t.Errorf("%d of %d pixels are covered", len(covered), whole.X*whole.Y)
	}
}
